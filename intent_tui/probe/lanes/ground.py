"""The files the lanes look through: sources from the corpus, documents and the rest beside them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.probe.lanes import data
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.memory import remembered
from intent_tui.workspace.files import FileInfo, Workspace

PRIOR = {
    "src": 1.0, "conf": 0.9, "other": 0.7, "manifest": 0.35, "rule": 0.5, "doc": 0.5,
    "decision": 0.5, "test": 0.5, "changelog": 0.4, "ci": 0.15, "example": 0.25, "data": 0.1,
}  # fmt: skip
"""How much a line counts by the kind of its file; kinds not listed are not read."""
MOST_MORE = 1500
"""Files beside the sources that are read."""
MOST_BYTES = 24 << 20
LONGEST = 600_000
"""Bytes of a file that is still looked at: longer ones are generated or data."""


class Ground:
    """Files by number, their bytes for literal questions, their lines for the best."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._corpus = corpus(workspace)
        secret = tuple(surfaces.common().get("secret_files") or ())
        sources = [source.info for source in self._corpus.files]
        known = {info.path for info in sources}
        more = [
            info
            for info in workspace.inventory.files
            if info.path not in known and info.kind in PRIOR and info.kind != "data"
        ]
        more.sort(key=lambda info: (-PRIOR[info.kind], info.path.count("/"), info.path))
        self.files: tuple[FileInfo, ...] = (*sources, *more[:MOST_MORE])
        self._sources = len(sources)
        self._more: list[bytes] | None = None
        self._never = frozenset(
            number
            for number, info in enumerate(self.files)
            if _is_secret(info.path, secret) or _is_unread(info.path)
        )
        self._index: dict[str, dict[int, bool]] | None = None
        self._aside: dict[str, bool] = {}

    def ask(self, needles: Iterable[bytes]) -> None:
        """Answers several literal questions in one pass over the sources."""
        self._corpus.ask(needles)

    def of_kinds(self, kinds: Container[str]) -> list[int]:
        """The numbers of the files of these kinds."""
        return [n for n, info in enumerate(self.files) if info.kind in kinds]

    def holding(self, needle: bytes) -> list[int]:
        """The numbers of the files whose lower-cased bytes hold the needle."""
        found = list(self._corpus.numbers(self._corpus.holding((needle,))))
        for place, low in enumerate(self._beside(), self._sources):
            if needle in low:
                found.append(place)
        return [number for number in found if number not in self._never]

    def low(self, number: int) -> bytes:
        """The lower-cased bytes of a file."""
        if number < self._sources:
            low = self._corpus.low(number)
            return low if len(low) <= LONGEST else b""
        return self._beside()[number - self._sources]

    def lines(self, number: int) -> Sequence[str]:
        """The lines of a file; empty when it cannot be read or is no text."""
        if not self.low(number):
            return ()
        return reading.lines_of(self.workspace, self.files[number].path) or ()

    def prior(self, number: int) -> float:
        """How much the lines of a file count."""
        info = self.files[number]
        return PRIOR.get(info.kind, 0.0) * (0.4 if self._is_aside(info.path) else 1.0)

    def named(self, stems_: Iterable[str]) -> dict[str, dict[int, bool]]:
        """Stem -> the files with it in their path, and whether it is in the file's own name."""
        index = self._path_index()
        return {stem: index.get(stem, {}) for stem in stems_}

    def name_parts(self, number: int) -> tuple[str, ...]:
        """The stems of the parts of a file's base name."""
        name = self.files[number].path.rpartition("/")[2].rpartition(".")
        return tuple(stems.stem(part) for part in stems.parts(name[0] or name[2]))

    def called(self, patterns: Sequence[str]) -> list[int]:
        """The files whose base name, lower case, is one of the patterns."""
        if not patterns:
            return []
        met = surfaces.namer(patterns)
        return [
            number
            for number, info in enumerate(self.files)
            if met(info.path.rpartition("/")[2].lower()) and number not in self._never
        ]

    def _path_index(self) -> dict[str, dict[int, bool]]:
        if self._index is None:
            self._index = {}
            folders: dict[str, tuple[str, ...]] = {}
            for number, info in enumerate(self.files):
                folder, _, name = info.path.rpartition("/")
                if folder not in folders:
                    folders[folder] = tuple(map(stems.stem, stems.parts(folder)))
                if number in self._never:
                    continue
                for stem in folders[folder]:
                    self._index.setdefault(stem, {}).setdefault(number, False)
                for part in stems.parts(name):
                    self._index.setdefault(stems.stem(part), {})[number] = True
        return self._index

    def _beside(self) -> list[bytes]:
        if self._more is None:
            room = MOST_BYTES
            self._more = []
            for info in self.files[self._sources :]:
                low = self._scanned(info.path) if room > 0 else b""
                room -= len(low)
                self._more.append(low)
        return self._more

    def _scanned(self, path: str) -> bytes:
        try:
            raw = self.workspace.opened.scan(path)[0]
        except Unreadable:
            return b""
        return raw.lower() if len(raw) <= LONGEST and b"\0" not in raw[:8192] else b""

    def _is_aside(self, path: str) -> bool:
        folder = path.rpartition("/")[0]
        if folder not in self._aside:
            steps = {step.lower() for step in folder.split("/")}
            self._aside[folder] = not steps.isdisjoint(_asides())
        return self._aside[folder]


def ground(workspace: Workspace) -> Ground:
    """The ground of a workspace, made once."""
    return remembered(workspace, "lanes ground", Ground, lambda: Ground(workspace))


def _asides() -> frozenset[str]:
    return frozenset(surfaces.common()["asides"]) - {"migrations"}


_TEMPLATE = re.compile(r"(?:example|sample|template|dist|default)")


def _is_secret(path: str, patterns: Sequence[str]) -> bool:
    name = path.rpartition("/")[2].lower()
    return surfaces.namer(patterns)(name) and _TEMPLATE.search(name) is None


def _is_unread(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return not data.words().unread.isdisjoint((name, name.partition(".")[0]))
