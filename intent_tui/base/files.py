"""Opening a file without being caught, and writing one without leaving it half done."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

_CHUNK = 1 << 20
_LEAST = 1 << 12

_REASONS = {
    errno.ENOENT: "does not exist",
    errno.ENOTDIR: "does not exist",
    errno.EACCES: "may not be read by this user",
    errno.EPERM: "may not be read by this user",
    errno.ELOOP: "is a link that is not followed",
    errno.EISDIR: "is a folder",
    errno.ENXIO: "is not a regular file",
    errno.ENAMETOOLONG: "has too long a name",
}


class Unreadable(Exception):
    """A file that could not be read, with the reason as a clause ("is a folder")."""

    def __init__(self, path: Path | str | bytes, reason: str) -> None:
        self.path = path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path
        super().__init__(f"{self.path} {reason}")
        self.reason = reason


def read_bounded(path: Path | bytes, limit: int, *, follow: bool = True) -> tuple[bytes, bool]:
    """Reads at most `limit` bytes of a regular file and says whether there was more.

    Pipes, devices and folders are refused without waiting: the file is opened without blocking
    and judged by what was opened, not by its name.

    Args:
        path: the file; bytes where the name must not pass through the locale's table.
        limit: bytes.
        follow: whether the last part of the path may be a link.

    Raises:
        Unreadable: with the reason as a clause.
    """
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
    if not follow:
        flags |= os.O_NOFOLLOW
    try:
        handle = os.open(path, flags)
    except (OSError, ValueError) as error:
        raise Unreadable(path, reason_of(error)) from error
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            folder = stat.S_ISDIR(about.st_mode)
            raise Unreadable(path, "is a folder" if folder else "is not a regular file")
        data = _read(handle, limit + 1, about.st_size)
    except OSError as error:
        raise Unreadable(path, reason_of(error)) from error
    finally:
        os.close(handle)
    return data[:limit], len(data) > limit


def _read(handle: int, most: int, size: int) -> bytes:
    # A buffer of the file's own size: asking for a megabyte costs five times the read itself.
    first = os.read(handle, min(most, _CHUNK, max(size + 1, _LEAST)))
    if first and len(first) == size:
        return first  # the usual case, without a second read to see the end
    parts = [first]
    left = most - len(first)
    while left > 0 and parts[-1]:
        parts.append(os.read(handle, min(left, _CHUNK)))
        left -= len(parts[-1])
    return b"".join(parts)


def reason_of(error: OSError | ValueError) -> str:
    """The clause for an error of the system ("may not be read by this user")."""
    number = getattr(error, "errno", None)
    if number in _REASONS:
        return _REASONS[number]
    words = getattr(error, "strerror", None) or str(error)
    return f"could not be read ({words})"


def write_atomic(path: Path, data: bytes) -> None:
    """Puts `data` at `path` so that at any moment the old or the new content is there, whole.

    Folders on the way are made, and taken away again if the write fails. The mode of an existing
    file is kept; a new one gets what the umask allows. A link at `path` is replaced, never
    written through. What a kill half way leaves is `.<first 60 characters of the name>.<8 digits>`.

    Raises:
        OSError: nothing was changed; no temporary file and no new folder is left.
    """
    made = _make_folders(path.parent)
    temporary = path.parent / f".{path.name[:60]}.{os.urandom(4).hex()}"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as stream:
            os.fchmod(stream.fileno(), _mode_for(path))
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            temporary.unlink()
        for folder in made:
            with contextlib.suppress(OSError):  # someone else put a file there meanwhile
                folder.rmdir()
        raise
    _sync_folder(path.parent)


def _make_folders(folder: Path) -> list[Path]:
    """Makes what is missing and hands back what was made, deepest first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    made: list[Path] = []
    try:
        for place in reversed(missing):
            place.mkdir(exist_ok=True)
            made.insert(0, place)
    except OSError:
        for place in made:
            place.rmdir()
        raise
    return made


def _mode_for(path: Path) -> int:
    try:
        about = path.lstat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(about.st_mode) if stat.S_ISREG(about.st_mode) else 0o644


def _sync_folder(folder: Path) -> None:
    """Makes the rename last through a power cut where the file system can promise that."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):  # some network file systems refuse it: nothing is lost
            os.fsync(handle)
    finally:
        os.close(handle)
