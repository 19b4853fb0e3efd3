"""What this run has really opened, and the only mint of evidence pointers.

Every read of a workspace file goes through here: bounded, never out of the root, never through
a pipe. A pointer can be made only for something that was read in this run, so a pointer to
something nobody opened can't exist.
"""

from __future__ import annotations

import bisect
import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.files import Unreadable
from intent_tui.workspace.reader import LIMIT, LOCK_LIMIT, Reader, Text, decode

if TYPE_CHECKING:
    from intent_tui.workspace.documents import Heading

__all__ = ["LIMIT", "LOCK_LIMIT", "NotCitable", "NotOpened", "Opened", "Text", "Unreadable"]

KEPT = 64 << 20
"""Bytes of files kept in memory."""

_NOT_COUNTED = -1
_NOT_CITABLE = re.compile(r"[\s:#\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TOKEN = re.compile(r"[^\s/#:\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_HEX = re.compile(r"[0-9a-f]{7,64}")


class NotOpened(Exception):
    """A pointer was asked for to something this run has not read."""


class NotCitable(Exception):
    """A path for which the forms of evidence have no legal spelling (a blank, `:`, `#`)."""


@dataclass(slots=True)
class _File:
    data: bytes
    truncated: bool
    text: Text | None = None
    headings: tuple[Heading, ...] | None = None


class Opened:
    """Reads the files of one root and remembers what was read.

    Args:
        root: the real path of the workspace; nothing outside it is ever read.
    """

    def __init__(self, root: Path) -> None:
        self._reader = Reader(root)
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
            lines, encoding = decode(path, file.data)
            file.text = Text(path, lines, file.truncated, encoding)
            self._lines[path] = len(lines)
            self._grow(len(file.data))
        return file.text

    def raw(self, path: str) -> bytes:
        """The bytes of a file, as far as they are read. Raises `Unreadable` like `text`."""
        data = self._file(path).data
        self._lines.setdefault(path, _NOT_COUNTED)
        return data

    def headings(self, path: str) -> tuple[Heading, ...]:
        """The headings of a document, found once. Raises `Unreadable` like `text`."""
        from intent_tui.workspace.documents import headings

        lines = self.text(path).lines
        file = self._file(path)
        if file.headings is None:
            file.headings = headings(lines)
        return file.headings

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
        return self._reader.read(path)

    def _file(self, path: str) -> _File:
        if path in self._kept:
            self._kept.move_to_end(path)
        else:
            file = self._kept[path] = _File(*self._reader.read(path))
            self._grow(len(file.data))
        return self._kept[path]

    def _grow(self, size: int) -> None:
        """Lets the files used longest ago go when the memory limit is reached."""
        self._size += size
        while self._size > KEPT and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.data) * (1 if old.text is None else 2)

    @property
    def paths(self) -> frozenset[str]:
        """Every path that was opened so far."""
        return frozenset(self._lines)

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
        if path not in self._lines:
            raise NotOpened(f"{path} was not opened in this run")
        _check_citable(path)
        above = [found for found in self.headings(path) if found.line <= line]
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


def _check_citable(path: str) -> None:
    if _NOT_CITABLE.search(path):
        raise NotCitable(f"{path!r} has no legal spelling as evidence")
