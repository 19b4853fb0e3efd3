"""The sources of a workspace for literal questions: read once, lower-cased, every answer kept.

A look-up first asks which files hold a few byte strings and reads lines of the best of them only.
The question costs one `in` for each file, whoever asks it, and is never asked of the disk twice.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from io import FileIO
from itertools import compress
from pathlib import Path
from typing import NamedTuple

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.probe.source import surfaces
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.source.surfaces import Ecosystem
from intent_tui.probe.source.words import Vocabulary
from intent_tui.workspace.files import FileInfo, Workspace

KINDS = frozenset({"src", "conf", "other", "test", "example"})
"""Kinds of files the surfaces on code read."""
KEPT = 64 << 20
"""Bytes kept in memory; the files behind them lie in a file of our own that has no name."""

_WITHOUT_GRAMMAR = frozenset({"conf", "test"})


class Source(NamedTuple):
    """One file and the ecosystem its suffix belongs to, if any."""

    info: FileInfo
    eco: Ecosystem | None


class Corpus:
    """Sources, test files and configuration in the order of the inventory.

    Files are numbered by their place in `files`. A set of files is a `Flags`: one byte for each
    file, 1 or 0, which is small, quickly counted and joined, and has an order.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._opened = workspace.opened
        self.files = tuple(_members(workspace.inventory.files))
        self._low: list[bytes | None] = []
        self._sizes = array("I")
        self._beside = _Beside()
        self._answers: dict[bytes, bytes] = {}
        self._groups: dict[tuple[frozenset[str], bool], bytes] = {}
        self._paths: dict[str, bytes] = {}
        self._words: tuple[Vocabulary, dict[str, array[int]]] | None = None

    def of_kinds(self, kinds: Iterable[str], *, grammar: bool = True) -> bytes:
        """The files of these kinds; with `grammar` only those of a described ecosystem."""
        key = (frozenset(kinds), grammar)
        if key not in self._groups:
            self._groups[key] = bytes(
                source.info.kind in key[0] and (source.eco is not None or not grammar)
                for source in self.files
            )
        return self._groups[key]

    def holding(self, needles: Iterable[bytes]) -> bytes:
        """The files whose lower-cased bytes hold any of the needles (lower case themselves)."""
        asked = list(needles)
        self.ask(asked)
        return self.either(self._answers[needle] for needle in asked)

    def narrowed(self, text: bytes) -> bytes:
        """The files that may hold the text (lower case), by the answers there are: no file is read.

        All of them as long as no part of the text was asked for.
        """
        joined = int.from_bytes(b"\1" * len(self.files), "little")
        for needle, flags in self._answers.items():
            if needle in text:
                joined &= int.from_bytes(flags, "little")
        return joined.to_bytes(len(self.files), "little")

    def named(self, term: str) -> bytes:
        """The files with a part of their path that means the term (`words.same`)."""
        if term not in self._paths:
            vocabulary, places = self._path_words()
            flags = bytearray(len(self.files))
            for word in vocabulary.same(term):
                for place in places[word]:
                    flags[place] = 1
            self._paths[term] = bytes(flags)
        return self._paths[term]

    def either(self, sets: Iterable[bytes]) -> bytes:
        """The files that are in any of the sets."""
        joined = 0
        for flags in sets:
            joined |= int.from_bytes(flags, "little")
        return joined.to_bytes(len(self.files), "little")

    def both(self, one: bytes, other: bytes) -> bytes:
        """The files that are in both sets."""
        joined = int.from_bytes(one, "little") & int.from_bytes(other, "little")
        return joined.to_bytes(len(self.files), "little")

    def numbers(self, flags: bytes) -> Iterator[int]:
        """The numbers of the files in a set, ascending."""
        return compress(range(len(self.files)), flags)

    def size(self, flags: bytes) -> int:
        """Bytes of all the files in a set."""
        self._load()
        return sum(compress(self._sizes, flags))

    def low(self, number: int) -> bytes:
        """The lower-cased bytes of a file; ASCII only, empty when it cannot be read."""
        self._load()
        kept = self._low[number]
        return self._again(number) if kept is None else kept

    def raw(self, number: int) -> bytes:
        """The bytes of a file as they are, read anew; empty when it cannot be read."""
        try:
            return self._opened.scan(self.files[number].info.path)[0]
        except Unreadable:
            return b""

    def ask(self, needles: Iterable[bytes]) -> None:
        """Answers several questions in one pass, so that `holding` has them ready."""
        found = {
            needle: bytearray(len(self.files)) for needle in needles if needle not in self._answers
        }
        if not found:
            return
        self._load()
        pairs = list(found.items())
        for number, kept in enumerate(self._low):
            low = self._again(number) if kept is None else kept
            for needle, flags in pairs:
                if needle in low:
                    flags[number] = 1
        self._answers.update((needle, bytes(flags)) for needle, flags in pairs)

    def _load(self) -> None:
        if self._low or not self.files:
            return
        room = KEPT
        for number in range(len(self.files)):
            low = self.raw(number).lower()
            room -= len(low)
            self._low.append(low if room >= 0 else None)
            self._sizes.append(len(low))
            if room < 0:
                self._beside.put(number, low)

    def _again(self, number: int) -> bytes:
        low = self._beside.get(number, self._sizes[number])
        return self.raw(number).lower() if low is None else low

    def _path_words(self) -> tuple[Vocabulary, dict[str, array[int]]]:
        if self._words is None:
            places: dict[str, array[int]] = {}
            folders: dict[str, tuple[str, ...]] = {}
            for number, source in enumerate(self.files):
                folder, _, name = source.info.path.rpartition("/")
                if folder not in folders:
                    folders[folder] = stems.parts(folder)
                for word in (*folders[folder], *stems.parts(name)):
                    if word not in places:
                        places[word] = array("I")
                    places[word].append(number)
            self._words = Vocabulary(places), places
        return self._words


class _Beside:
    """What is too much for memory, one after the other in a temporary file without a name.

    It goes with the process. Opening a source anew costs five times what reading it back does; a
    disk that is full only costs that.
    """

    def __init__(self) -> None:
        self._file: FileIO | None = None
        self._places: dict[int, int] = {}
        self._end = 0
        self._full = False

    def put(self, number: int, data: bytes) -> None:
        """Keeps the bytes of a file, if there is room on the disk."""
        if self._full:
            return
        try:
            if self._file is None:
                self._file = _nameless()
            self._file.write(data)
        except OSError:
            self._full = True
            return
        self._places[number] = self._end
        self._end += len(data)

    def get(self, number: int, size: int) -> bytes | None:
        """The bytes of a file as they were kept; None when they were not."""
        if self._file is None or number not in self._places:
            return None
        found = os.pread(self._file.fileno(), size, self._places[number])
        return found if len(found) == size else None


def _nameless() -> FileIO:
    """A new temporary file whose name is gone already; it is closed when nobody holds it."""
    from tempfile import mkstemp

    handle, name = mkstemp(prefix="intent-tui-")
    Path(name).unlink()
    return FileIO(handle, "r+")


def corpus(workspace: Workspace) -> Corpus:
    """The corpus of a workspace, made when it is first asked for."""
    return remembered(workspace, "corpus", Corpus, lambda: Corpus(workspace))


def _members(files: Iterable[FileInfo]) -> Iterator[Source]:
    config = surfaces.common()["config"]
    suffixes = tuple(config["suffixes"])
    for info in files:
        if info.kind not in KINDS:
            continue
        eco = surfaces.of_path(info.path)
        name = info.path.rpartition("/")[2]
        settings = name.endswith(suffixes) or "env" in name
        if eco is not None or info.kind in _WITHOUT_GRAMMAR or settings:
            yield Source(info, eco)
