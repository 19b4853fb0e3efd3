"""Entries that documents declare: descriptions of interfaces, schedules, deployments.

A row of `documents` in the surfaces data says which files (`suffixes` and `needles`, or `names`)
and which reader. A file is read only when its bytes hold a needle; nothing in it is executed,
expanded or followed out of the workspace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache

from intent_tui.base.files import Unreadable
from intent_tui.probe.routes import (
    spec_asyncapi,
    spec_functions,
    spec_graphql,
    spec_marks,
    spec_openapi,
    spec_proto,
    spec_rake,
    spec_schedules,
)
from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.spec_model import Document
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.surfaces import Data
from intent_tui.workspace.files import FileInfo, Workspace

READERS: Mapping[str, Callable[[Sequence[Document]], Iterator[Entry]]] = {
    "openapi": spec_openapi.entries,
    "asyncapi": spec_asyncapi.entries,
    "graphql": spec_graphql.entries,
    "proto": spec_proto.entries,
    "bindings": spec_functions.bindings,
    "functions": spec_functions.entries,
    "cluster": spec_schedules.cluster,
    "timers": spec_schedules.timers,
    "timetable": spec_schedules.timetable,
    "marks": spec_marks.documents,
    "rake": spec_rake.entries,
    "processes": spec_schedules.processes,
}
"""The readers a row of `documents` may name."""

DESCRIBE = frozenset({"openapi"})
"""Documents whose entries say again what code registers."""

MOST_FILES = 20_000
"""Files whose bytes are looked at; those that lie nearest to the root."""

_READ = frozenset({"src", "conf", "data", "other", "doc", "ci", "manifest", "generated"})
_SPEC_FOLDERS = frozenset({"spec", "specs"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """A row of `documents`, ready to be asked of thousands of files."""

    row: Data
    reader: str
    suffixes: tuple[str, ...]
    names: re.Pattern[str] | None
    needles: tuple[bytes, ...]
    lowered: tuple[bytes, ...]

    def takes(self, path: str) -> bool:
        """Whether the name of a file is one of the row's."""
        if self.suffixes and not path.endswith(self.suffixes):
            return False
        return self.names is None or self.names.match(path) is not None


@lru_cache(maxsize=1)
def _asked() -> tuple[_Asked, ...]:
    rows = [row for eco in surfaces.ecosystems() for row in eco.rows("documents")]
    return tuple(
        _Asked(
            row,
            str(row["reader"]),
            tuple(row.get("suffixes") or ()),
            _named(row["names"]) if row.get("names") else None,
            tuple(needle.encode() for needle in row.get("needles") or ()),
            tuple({needle.encode().lower(): None for needle in row.get("needles") or ()}),
        )
        for row in rows
    )


def _taking(path: str) -> list[_Asked]:
    """The rows a file's name belongs to: most files are none's, and their ending tells."""
    by_ending, others = _by_ending()
    ending = path[path.rfind(".") :]
    return [each for each in by_ending.get(ending, others) if each.takes(path)]


@lru_cache(maxsize=1)
def _by_ending() -> tuple[Mapping[str, tuple[_Asked, ...]], tuple[_Asked, ...]]:
    """The rows that may take a file, by what follows its last dot; and those of all other files."""
    endings = {suffix[suffix.rfind(".") :] for each in _asked() for suffix in each.suffixes}
    by_ending = {
        ending: tuple(
            each
            for each in _asked()
            if not each.suffixes or any(one.endswith(ending) for one in each.suffixes)
        )
        for ending in sorted(endings)
    }
    dotless = [each for each in _asked() if any("." not in one for one in each.suffixes)]
    others = tuple(each for each in _asked() if not each.suffixes or each in dotless)
    return by_ending, others


def _named(patterns: Iterable[str]) -> re.Pattern[str]:
    """One pattern over whole paths: a name without a slash may lie in any folder."""
    parts = [translate(f"*/{text}") for text in patterns]
    return re.compile("|".join(parts))


def entries(workspace: Workspace, failures: list[str]) -> Iterator[Entry]:
    """The entries of every document; what could not be looked at is added to `failures`."""
    found: dict[str, list[Document]] = {}
    files = []
    for info in workspace.inventory.files:
        taking = _taking("/" + info.path)
        if taking and _readable(info):
            files.append((info.path.count("/"), info.path, taking))
    files.sort(key=lambda row: row[:2])
    if len(files) > MOST_FILES:
        failures.append(f"only {MOST_FILES:,} of {len(files):,} documents were looked at")
    sources = corpus(workspace)
    numbers = {source.info.path: number for number, source in enumerate(sources.files)}
    for _, path, taking in files[:MOST_FILES]:
        if path in numbers and not _may_hold(sources.low(numbers[path]), taking):
            continue
        for each in _holding(workspace, path, taking):
            lines = reading.lines_of(workspace, path)
            if lines is not None:
                document = Document(workspace, path, lines, each.row)
                found.setdefault(each.reader, []).append(document)
    for reader, documents in sorted(found.items()):
        yield from READERS[reader](documents)


def _readable(info: FileInfo) -> bool:
    """Whether a file may hold what this program offers: no test, no sample, nothing foreign.

    A folder called `spec` holds tests in one language and descriptions in all the others.
    """
    if info.kind in _READ:
        return True
    steps = info.path.lower().split("/")[:-1]
    return info.kind == "test" and bool(_SPEC_FOLDERS.intersection(steps)) and not any(
        step.startswith(("test", "__test", "fixture", "mock")) for step in steps
    )  # fmt: skip


def _may_hold(low: bytes, taking: Sequence[_Asked]) -> bool:
    """Whether any of them could want the file, by its lower-cased bytes: nothing is opened."""
    return any(not each.needles or any(needle in low for needle in each.lowered) for each in taking)


def _holding(workspace: Workspace, path: str, taking: Sequence[_Asked]) -> Iterator[_Asked]:
    """Those that want a text the file holds, or none at all; the first one of each reader."""
    raw = _bytes(workspace, path) if any(each.needles for each in taking) else b""
    met: set[str] = set()
    for each in taking:
        holds = not each.needles or any(needle in raw for needle in each.needles)
        if holds and each.reader not in met:
            met.add(each.reader)
            yield each


def _bytes(workspace: Workspace, path: str) -> bytes:
    try:
        return workspace.opened.scan(path)[0]
    except Unreadable:
        return b""
