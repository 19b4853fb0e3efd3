"""Which PRDs can be carried out beside each other, and which have to wait for one another.

Pure: documents with their file sets in, groups out. Two documents that share a path belong
together, also through a third. Every fallback is announced; nothing is decided silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from intent_tui.base.problem import Exit, Problem
from intent_tui.route.prd_files import FileSet

MODES = ("auto", "parallel", "sequential")

STATUSES: Mapping[str, str] = MappingProxyType(
    {
        "ok": "",
        "worktree-fail": "worktree add failed",
        "fail": "worktree add failed",
        "dirty-tree": "the working tree could not be safely stashed",
        "unparsed-files": "a document has no separable file set",
        "config": "the configuration asks for one lane at a time",
    }
)
"""What was tried before a group starts, and the reason that is announced when it failed."""


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that share files, in the order given.

    `parallel` says that its lanes may run beside those of other groups; `active` may start now,
    `queued` waits. `shared` are the paths that hold the group together. `unproven` names the
    documents whose whole file set is not known.
    """

    number: int
    parallel: bool
    lanes: tuple[str, ...]
    active: tuple[str, ...]
    queued: tuple[str, ...]
    shared: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def mode(self) -> str:
        """parallel or sequential."""
        return "parallel" if self.parallel else "sequential"

    def line(self) -> str:
        """The group on one line, `-` where there is none."""
        told = (("lanes", self.lanes), ("active", self.active), ("queued", self.queued))
        rest = " ".join(f"{name}={','.join(lanes) or '-'}" for name, lanes in told)
        return f"group={self.number} mode={self.mode} {rest}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The groups, and what has to be said before any of it takes effect."""

    groups: tuple[Group, ...]
    announcements: tuple[str, ...]


def plan(files: Mapping[str, FileSet], *, mode: str, max_lanes: int, forced: bool = False) -> Plan:
    """Groups documents and says which lanes may start.

    Args:
        files: the file set of each document, in the order they were named.
        mode: auto, parallel or sequential.
        max_lanes: how many lanes may be active over all groups.
        forced: parallel was asked for in so many words; kept for the message.

    Raises:
        Problem: parallel was asked for and some documents share a path or declare none.
    """
    members = _components(files)
    if mode == "parallel":
        _refuse(files, members, forced)
    groups: list[Group] = []
    free = 1 if mode == "sequential" else max_lanes
    for number, names in enumerate(members, 1):
        single = len(names) == 1 and mode != "sequential"
        count = min(free, 1)
        free -= count
        groups.append(
            Group(
                number,
                single,
                names,
                names[:count],
                names[count:],
                _shared(files, names) if len(names) > 1 else (),
                tuple(name for name in names if not files[name].proven),
            )
        )
    return Plan(tuple(groups), tuple(_announced(files, groups, mode)))


def schedule(mode: str, status: str, lanes: Sequence[str], *, config: str, max_lanes: int) -> Plan:
    """The lanes of one group, after its isolation was tried.

    Args:
        mode: auto, parallel or sequential, as asked for.
        status: one of `STATUSES`.
        lanes: their names, in order.
        config: what the file says; an explicit `mode` goes before it.
        max_lanes: how many may be active.

    Raises:
        Problem: parallel was asked for and something failed: there is no silent fallback.
    """
    if status not in STATUSES:
        known = ", ".join(STATUSES)
        raise Problem(f"the status of a group is {known}, not {status!r}", "name what was tried")
    wanted = chosen(mode, config)
    reason = STATUSES[status]
    if reason and wanted == "parallel":
        raise Problem(
            f"parallel was asked for, and {reason}",
            "mend it, or ask for auto: then this group runs one lane at a time",
            Exit.FINDINGS,
        )
    parallel = not reason and wanted != "sequential"
    count = max_lanes if parallel else 1
    names = tuple(dict.fromkeys(lanes))
    announced = (f"ANNOUNCE: {reason}: this group runs one lane at a time",) if reason else ()
    return Plan((Group(1, parallel, names, names[:count], names[count:]),), announced)


def chosen(mode: str, config: str) -> str:
    """The mode in force: what was asked for goes before the file, auto defers to it.

    Raises:
        Problem: a mode that is none.
    """
    if mode not in MODES:
        raise Problem(f"a mode is {', '.join(MODES)}, not {mode!r}", "intent-tui prd lanes auto …")
    return config if mode == "auto" else mode


def _components(files: Mapping[str, FileSet]) -> list[tuple[str, ...]]:
    """Connected documents, each group and all groups in the order the documents were named."""
    names = list(files)
    parent = list(range(len(names)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    owner: dict[str, int] = {}
    for place, name in enumerate(names):
        for path in files[name].paths:
            # On some file systems two spellings are one file: then they must not run together.
            other = root(owner.setdefault(path.casefold(), place))
            mine = root(place)
            # The earlier document stays the root, so groups come in the order they begin.
            parent[max(other, mine)] = min(other, mine)
    groups: dict[int, list[str]] = {}
    for place, name in enumerate(names):
        groups.setdefault(root(place), []).append(name)
    return [tuple(groups[key]) for key in sorted(groups)]


def _shared(files: Mapping[str, FileSet], names: Iterable[str]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    shared: set[str] = set()
    for name in names:
        for path in files[name].paths:
            if seen.setdefault(path.casefold(), name) != name:
                shared.add(path)
    return tuple(sorted(shared))


def _refuse(files: Mapping[str, FileSet], members: list[tuple[str, ...]], forced: bool) -> None:
    what = []
    for names in members:
        if len(names) > 1:
            paths = ", ".join(_shared(files, names)[:3])
            what.append(f"{', '.join(names)} intersect in {paths}")
    for name, found in files.items():
        if not found.paths:
            what.append(f"{name} declares no file set")
        elif found.findings:
            what.append(f"{name} has a file list that does not parse: UNPARSED")
    if what:
        asked = "was asked for" if forced else "is set in the file"
        raise Problem(
            f"parallel {asked}, and that cannot hold: {'; '.join(what)}",
            "ask for auto: then only those wait for one another",
            Exit.FINDINGS,
        )


def _announced(files: Mapping[str, FileSet], groups: Iterable[Group], mode: str) -> Iterable[str]:
    for name, found in files.items():
        if not found.paths:
            yield f"ANNOUNCE: {name} declares no file set: its isolation is unproven"
        elif found.findings:
            why = found.findings[0]
            yield (
                f"ANNOUNCE: {name} is UNPARSED (line {why.line}: {why.detail}): grouped by the "
                "paths that could be read, isolation unproven"
            )
        elif not found.parsed:
            yield f"ANNOUNCE: {name} has no counted list: its file set is derived from its prose"
        elif found.prose:
            yield f"ANNOUNCE: {name}: a part of its file set is derived from its prose"
    for group in groups:
        if len(group.lanes) > 1 and mode == "auto":
            yield (
                f"ANNOUNCE: {', '.join(group.lanes)} share {', '.join(group.shared[:3])}: "
                "one lane at a time"
            )
