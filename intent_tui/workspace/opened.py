"""What this run has really opened, and the only mint of evidence pointers.

Every read of a workspace file goes through here: bounded, never out of the root, never through
a pipe. A pointer can be made only for something that was read in this run, so a pointer to
something nobody opened can't exist.
"""

from __future__ import annotations

import bisect
import codecs
import errno
import os
import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from intent_tui.base.files import Unreadable, read_bounded

LIMIT = 1 << 20
"""Bytes read of a file."""
LOCK_LIMIT = 8 << 20
"""Bytes read of a lock file: they are long and regular."""
KEPT = 64 << 20
"""Bytes of files kept in memory."""

_BINARY_LOOK = 8192
_LOCK_ENDINGS = (".lock", "-lock.json", "-lock.yaml", "go.sum", "npm-shrinkwrap.json")
_NOT_COUNTED = -1
# Names no path into the workspace may hold: ways around, and rooms that are no source.
_NO_PARTS = frozenset({"", ".", "..", ".git", ".intent", ".claude", ".agents"})
_NO_ROOMS = frozenset({b".git", b".intent", b".claude", b".agents"})
_NOT_CITABLE = re.compile(r"[\s:#\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TOKEN = re.compile(r"[^\s/#:\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_HEX = re.compile(r"[0-9a-f]{7,64}")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class NotOpened(Exception):  # noqa: N818 - a name of the interface, read as a sentence
    """A pointer was asked for to something this run has not read."""


class NotCitable(Exception):  # noqa: N818 - a name of the interface, read as a sentence
    """A path for which the forms of evidence have no legal spelling (a blank, `:`, `#`)."""


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


@dataclass(slots=True)
class _File:
    data: bytes
    truncated: bool
    text: Text | None = None


class Opened:
    """Reads the files of one root and remembers what was read.

    Args:
        root: the real path of the workspace; nothing outside it is ever read.
    """

    def __init__(self, root: Path) -> None:
        # Names are UTF-8 with surrogates everywhere above and bytes below, whatever the locale.
        self._root = os.fsencode(root)
        self._folders: dict[str, bytes] = {}
        self._kept: OrderedDict[str, _File] = OrderedDict()
        self._size = 0
        self._lines: dict[str, int] = {}
        self._shas: list[str] = []
        self._pulls: set[int] = set()
        self._minted: set[str] = set()

    # Reading

    def text(self, path: str) -> Text:
        """The lines of a file.

        Args:
            path: relative to the root, with `/`.

        Raises:
            Unreadable: not there, outside the root, not a regular file, binary.
        """
        file = self._file(path)
        if file.text is None:
            lines, encoding = _decode(path, file.data)
            file.text = Text(path, lines, file.truncated, encoding)
            self._lines[path] = len(lines)
            self._grow(len(file.data))
        return file.text

    def raw(self, path: str) -> bytes:
        """The bytes of a file, as far as they are read. Raises `Unreadable` like `text`."""
        data = self._file(path).data
        self._lines.setdefault(path, _NOT_COUNTED)
        return data

    def truncated(self, path: str) -> bool:
        """Whether a file goes on after what is read of it. Raises `Unreadable` like `text`."""
        return self._file(path).truncated

    def scan(self, path: str) -> tuple[bytes, bool]:
        """The bytes of a file for a search, and whether it goes on after them.

        Neither kept nor counted as opened: a search that finds something opens the file.
        Raises `Unreadable` like `text`.
        """
        if path in self._kept:
            return self._kept[path].data, self._kept[path].truncated
        return self._read(path)

    def _file(self, path: str) -> _File:
        if path in self._kept:
            self._kept.move_to_end(path)
        else:
            file = self._kept[path] = _File(*self._read(path))
            self._grow(len(file.data))
        return self._kept[path]

    def _grow(self, size: int) -> None:
        """Lets the files used longest ago go when the memory limit is reached."""
        self._size += size
        while self._size > KEPT and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.data) * (1 if old.text is None else 2)

    def _read(self, path: str) -> tuple[bytes, bool]:
        limit = LOCK_LIMIT if path.endswith(_LOCK_ENDINGS) else LIMIT
        folder, _, name = path.rpartition("/")
        if not _NO_PARTS.isdisjoint(path.split("/")):
            raise Unreadable(path, "is no file of the workspace")
        place = b"/".join((self._folder(path, folder), _bytes(path, name)))
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
            try:
                real = os.path.realpath(b"/".join((self._root, _bytes(path, folder))))
            except ValueError as error:
                raise Unreadable(path, "is no possible file name") from error
            self._check_inside(path, real)
            self._folders[folder] = real
        return self._folders[folder]

    def _check_inside(self, path: str, real: bytes) -> None:
        inside = self._root.rstrip(b"/") + b"/"
        if real != self._root and not real.startswith(inside):
            raise Unreadable(path, "leads out of the workspace")
        if not _NO_ROOMS.isdisjoint(real[len(inside) :].split(b"/")):
            raise Unreadable(path, "is no file of the workspace")

    # Minting

    def pointer(self, path: str, line: int | None = None, end: int | None = None) -> str:
        """`path`, `path:line` or `path:line-line`.

        Args:
            path: of a file that was opened in this run.
            line: counted from 1.
            end: the last line of a range; the same line gives the short form.

        Raises:
            NotOpened: the file was not opened, or has no such line.
            NotCitable: the path has no legal spelling.
        """
        if path not in self._lines:
            raise NotOpened(f"{path} was not opened in this run")
        _check_citable(path)
        if line is None:
            return self._mint(path)
        last = line if end is None else end
        if not 1 <= line <= last <= self._count(path):
            raise NotOpened(f"{path} has no lines {line} to {last}")
        return self._mint(f"{path}:{line}" if last == line else f"{path}:{line}-{last}")

    def heading(self, path: str, line: int) -> str:
        """`path#slug` of the heading at or above a line.

        Raises:
            NotOpened: the file was not opened, or no heading stands there.
            NotCitable: the path has no legal spelling, or the heading has no letters.
        """
        from intent_tui.workspace.documents import headings

        if path not in self._lines:
            raise NotOpened(f"{path} was not opened in this run")
        _check_citable(path)
        above = [found for found in headings(self.text(path).lines) if found.line <= line]
        if not above or line > self._count(path):
            raise NotOpened(f"{path} has no heading at or above line {line}")
        if not above[-1].slug or _NOT_CITABLE.search(above[-1].slug):
            raise NotCitable(f"the heading in line {above[-1].line} of {path} has no anchor")
        return self._mint(f"{path}#{above[-1].slug}")

    def commit(self, sha: str) -> str:
        """`git:<id>`, as short as it is unique among the commits read, at least 7 digits.

        Raises NotOpened for a commit that was not read in this run.
        """
        at = bisect.bisect_left(self._shas, sha)
        if not _HEX.fullmatch(sha) or not self._starts(at, sha):
            raise NotOpened(f"commit {sha[:12]} was not read in this run")
        full, length = self._shas[at], 7
        while self._starts(at - 1, full[:length]) or self._starts(at + 1, full[:length]):
            length += 1
        return self._mint(f"git:{full[:length]}")

    def _starts(self, at: int, sha: str) -> bool:
        return 0 <= at < len(self._shas) and self._shas[at].startswith(sha)

    def pull(self, number: int | str) -> str:
        """`git:#n` of a pull request that a commit read in this run names, else NotOpened."""
        digits = str(number).lstrip("#!")
        if not digits.isdecimal() or int(digits) not in self._pulls:
            raise NotOpened(f"no commit read in this run names #{digits}")
        return self._mint(f"git:#{int(digits)}")

    def record(self, system: str, ident: str) -> str:
        """`record:<system>/<id>` of a record that stands in a file opened in this run.

        Raises:
            NotOpened: no opened file is named after the id or holds it as a word.
            NotCitable: the system or the id is not one word.
        """
        if not _TOKEN.fullmatch(system) or not _TOKEN.fullmatch(ident):
            raise NotCitable(f"{system}/{ident} is not a record's name")
        pointer = f"record:{system}/{ident}"
        if pointer not in self._minted and not self._speaks_of(ident):
            raise NotOpened(f"no file opened in this run holds {ident}")
        return self._mint(pointer)

    def minted(self, pointer: str) -> bool:
        """Whether this run has handed out this pointer."""
        return pointer in self._minted

    def saw(self, shas: Iterable[str], pulls: Iterable[int]) -> None:
        """Told by the history what it has read: full commit ids and pull request numbers."""
        self._shas = sorted({*self._shas, *shas})
        self._pulls.update(pulls)

    def _mint(self, pointer: str) -> str:
        self._minted.add(pointer)
        return pointer

    def _count(self, path: str) -> int:
        if self._lines[path] < 0:
            self.text(path)
        return self._lines[path]

    def _speaks_of(self, ident: str) -> bool:
        name = re.escape(ident)
        # `order-17.yaml` is named after 17; the text `order-17` speaks of another id than 17.
        in_name = re.compile(rf"(?<![^\W_]){name}(?![^\W_])", re.IGNORECASE)
        word = re.compile(rf"(?<![\w-]){name}(?![\w-])", re.IGNORECASE)
        for path in self._lines:
            if in_name.search(path.rpartition("/")[2].partition(".")[0]):
                return True
            try:
                if word.search("\n".join(self.text(path).lines)):
                    return True
            except Unreadable:
                continue  # binary, or gone since it was read: it holds no words
        return False


def _bytes(path: str, part: str) -> bytes:
    try:
        return part.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise Unreadable(path, "is no possible file name") from error


def _check_citable(path: str) -> None:
    if _NOT_CITABLE.search(path):
        raise NotCitable(f"{path!r} has no legal spelling as evidence")


def _decode(path: str, data: bytes) -> tuple[tuple[str, ...], str]:
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
