"""Entries that documents declare: descriptions of interfaces, schedules, deployments.

A row of `documents` in the surfaces data says which files (`suffixes` and `needles`, or `names`)
and which reader. A file is read only when its bytes hold a needle; nothing in it is executed,
expanded or followed out of the workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from intent_tui.base.files import Unreadable
from intent_tui.probe.routes import (
    spec_asyncapi,
    spec_functions,
    spec_graphql,
    spec_marks,
    spec_openapi,
    spec_proto,
    spec_schedules,
)
from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.spec_model import Document
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.surfaces import Data
from intent_tui.workspace.files import FileInfo, Workspace

READERS: Mapping[str, Callable[[Sequence[Document]], Iterator[Entry]]] = {
    "openapi": spec_openapi.entries,
    "asyncapi": spec_asyncapi.entries,
    "graphql": spec_graphql.entries,
    "proto": spec_proto.entries,
    "functions": spec_functions.entries,
    "cluster": spec_schedules.cluster,
    "timers": spec_schedules.timers,
    "timetable": spec_schedules.timetable,
    "marks": spec_marks.documents,
    "processes": spec_schedules.processes,
}
"""The readers a row of `documents` may name."""

DESCRIBE = frozenset({"openapi"})
"""Documents whose entries say again what code registers."""

MOST_FILES = 4_000
"""Files whose bytes are looked at; those that lie nearest to the root."""

_READ = frozenset({"src", "conf", "data", "other", "doc", "ci", "manifest", "generated"})
_SPEC_FOLDERS = frozenset({"spec", "specs"})


def entries(workspace: Workspace, failures: list[str]) -> Iterator[Entry]:
    """The entries of every document; what could not be looked at is added to `failures`."""
    rows = [row for eco in surfaces.ecosystems() for row in eco.rows("documents")]
    found: dict[str, list[Document]] = {}
    suffixes = tuple(sorted({suffix for row in rows for suffix in row.get("suffixes") or ()}))
    names = [pattern for row in rows for pattern in row.get("names") or ()]
    files = [
        info
        for info in workspace.inventory.files
        if _readable(info)
        and (info.path.endswith(suffixes) or any(surfaces.named(n, info.path) for n in names))
    ]
    files.sort(key=lambda info: (info.path.count("/"), info.path))
    if len(files) > MOST_FILES:
        failures.append(f"only {MOST_FILES:,} of {len(files):,} documents were looked at")
    for info in files[:MOST_FILES]:
        for row in _met(workspace, info, rows):
            lines = reading.lines_of(workspace, info.path)
            if lines is not None:
                document = Document(workspace, info.path, lines, row)
                found.setdefault(str(row["reader"]), []).append(document)
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


def _met(workspace: Workspace, info: FileInfo, rows: Sequence[Data]) -> list[Data]:
    """The rows that a file is for, by its name, its ending and a needle; one for each reader."""
    found: list[Data] = []
    raw: bytes | None = None
    for row in rows:
        if any(row["reader"] == each["reader"] for each in found):
            continue
        if row.get("names") and not any(surfaces.named(n, info.path) for n in row["names"]):
            continue
        if row.get("suffixes") and not info.path.endswith(tuple(row["suffixes"])):
            continue
        needles = row.get("needles")
        if needles:
            if raw is None:
                raw = _bytes(workspace, info.path)
            if not any(needle.encode() in raw for needle in needles):
                continue
        found.append(row)
    return found


def _bytes(workspace: Workspace, path: str) -> bytes:
    try:
        return workspace.opened.scan(path)[0]
    except Unreadable:
        return b""
