"""Reading the files of one folder, bounded, and never out of it."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from intent_tui.base.files import Unreadable, read_bounded

LIMIT = 1 << 20
"""Bytes read of a file."""
LOCK_LIMIT = 8 << 20
"""Bytes read of a lock file: they are long and regular."""

_BINARY_LOOK = 8192
_LOCK_ENDINGS = (".lock", "-lock.json", "-lock.yaml", "go.sum", "npm-shrinkwrap.json")
# Names no path into the workspace may hold: ways around, and rooms that are no source.
_NO_PARTS = frozenset({"", ".", "..", ".git", ".intent", ".claude", ".agents"})
_NO_ROOMS = frozenset({b".git", b".intent", b".claude", b".agents"})
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Text:
    """A file as lines, numbered as editors do: only a line feed ends one.

    `truncated` says the file goes on after `lines`; `encoding` is "utf-8", "utf-16" or
    "latin-1", the last meaning that nothing better fitted.
    """

    path: str
    lines: tuple[str, ...]
    truncated: bool
    encoding: str


class Reader:
    """Reads files below one root.

    Names are UTF-8 with surrogates everywhere above and bytes below, whatever the locale.

    Args:
        root: a real path; nothing outside it is read, whatever links say.
    """

    def __init__(self, root: Path) -> None:
        self._root = os.fsencode(root)
        self._folders: dict[str, bytes] = {}

    def read(self, path: str) -> tuple[bytes, bool]:
        """The bytes of a file up to its limit, and whether it goes on.

        Raises:
            Unreadable: not there, outside the root, a room that is no source, no regular file.
        """
        limit = LOCK_LIMIT if path.endswith(_LOCK_ENDINGS) else LIMIT
        folder, _, name = path.rpartition("/")
        if name in _NO_PARTS or path.startswith("/"):
            raise Unreadable(path, "is no file of the workspace")
        real = self._folders.get(folder) or self._folder(path, folder)
        place = b"/".join((real, _bytes(path, name)))
        try:
            return read_bounded(place, limit, follow=False)
        except Unreadable as error:
            if getattr(error.__cause__, "errno", None) != errno.ELOOP:
                raise Unreadable(path, error.reason) from error
        return self._through_link(path, place, limit)

    def _through_link(self, path: str, place: bytes, limit: int) -> tuple[bytes, bool]:
        """Reads what a link leads to, if that is inside the root and no hidden room."""
        real = os.path.realpath(place)
        self._check_inside(path, real)
        try:
            return read_bounded(real, limit, follow=False)
        except Unreadable as error:
            raise Unreadable(path, error.reason) from error

    def _folder(self, path: str, folder: str) -> bytes:
        """The real folder; judged once, since a tree has far fewer folders than files."""
        if folder not in self._folders:
            above, _, name = folder.rpartition("/")
            if name in _NO_PARTS and folder:
                raise Unreadable(path, "is no file of the workspace")
            real = self._below(self._folder(path, above), _bytes(path, name)) if folder else None
            if real is None:
                real = self._real(path, folder)
            self._check_inside(path, real)
            self._folders[folder] = real
        return self._folders[folder]

    @staticmethod
    def _below(above: bytes, name: bytes) -> bytes | None:
        """A folder in a real one, when it is no link: one question to the system, not one a step.

        None when only the whole way can tell.
        """
        place = b"/".join((above, name))
        try:
            return place if stat.S_ISDIR(os.lstat(place).st_mode) else None
        except (OSError, ValueError):
            return None

    def _real(self, path: str, folder: str) -> bytes:
        try:
            return os.path.realpath(b"/".join((self._root, _bytes(path, folder))))
        except ValueError as error:
            raise Unreadable(path, "is no possible file name") from error

    def _check_inside(self, path: str, real: bytes) -> None:
        inside = self._root.rstrip(b"/") + b"/"
        if real != self._root and not real.startswith(inside):
            raise Unreadable(path, "leads out of the workspace")
        if not _NO_ROOMS.isdisjoint(real[len(inside) :].split(b"/")):
            raise Unreadable(path, "is no file of the workspace")


def decode(path: str, data: bytes) -> tuple[tuple[str, ...], str]:
    """The lines and the name of the encoding; binary files are refused."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            # A cut in the middle of a character must not cost the whole file.
            text = data.decode(encoding, "replace")
            return _lines(text), encoding.removesuffix("-sig")
    if b"\0" in data[:_BINARY_LOOK]:
        raise Unreadable(path, "is binary")
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data)
        return _lines(text), "utf-8"
    except UnicodeDecodeError:
        return _lines(data.decode("latin-1")), "latin-1"


def _lines(text: str) -> tuple[str, ...]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def _bytes(path: str, part: str) -> bytes:
    try:
        return part.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise Unreadable(path, "is no possible file name") from error
