"""One measure of one repository, in a process of its own: CPU seconds beside those of a floor.

    python bench/measures.py listing|search|routes|history|grill FOLDER

Prints one JSON object. CPU seconds are those of this process and of the programs it started: they
move little under the load of others, and ratios within one run less still.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from intent_tui.workspace.files import Workspace
from intent_tui.workspace.git import Git
from intent_tui.workspace.inventory import take

ABSENT = ("harbourmaster", "gangplank", "bollard")
"""Words no repository is likely to hold: the whole of it is read."""
SEARCHED = frozenset({"src", "test", "conf", "manifest", "doc", "other"})
REQUEST = "add caching to the plant API"
SECOND = "rate limit the roster endpoint"
"""Another request, in the same session: what has been read is not read again."""
ROUNDS = 3


def cpu() -> float:
    """CPU seconds spent so far, here and in programs that ended."""
    own, others = (
        resource.getrusage(resource.RUSAGE_SELF),
        resource.getrusage(resource.RUSAGE_CHILDREN),
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def against(floor: Callable[[], object], ours: Callable[[], object]) -> dict[str, float]:
    """The smallest CPU seconds of a few rounds of both, in turn: what runs beside only adds."""
    taken: dict[str, list[float]] = {"floor": [], "ours": []}
    for _ in range(ROUNDS):
        for name, work in (("floor", floor), ("ours", ours)):
            before = cpu()
            work()
            taken[name].append(cpu() - before)
    return {name: min(each) for name, each in taken.items()}


def git(folder: Path, *arguments: str) -> bytes:
    """The output of plain git."""
    line = ["git", "-C", str(folder), *arguments]
    return subprocess.run(line, capture_output=True, check=True).stdout


def listing(folder: Path) -> dict[str, float]:
    """Every file with its kind, against git telling the same names."""
    workspace = Workspace.find(folder)
    arguments = ("ls-files", "-z", "-c", "-o", "--exclude-standard")
    return against(
        lambda: git(folder, *arguments),
        lambda: take(workspace.root, Git(workspace.place)),
    )


def search(folder: Path) -> dict[str, float]:
    """Three words nothing holds, in every text file, against opening and reading these."""
    workspace = Workspace.find(folder)
    files = [info for info in workspace.inventory.files if info.kind in SEARCHED]
    paths = [os.fsencode(workspace.root / info.path) for info in files]
    return against(
        lambda: [_read(path) for path in paths],
        lambda: workspace.search(ABSENT, files),
    )


def routes(folder: Path) -> dict[str, float]:
    """All entry points, against reading the sources and parsing those that may hold one."""
    from intent_tui.probe import entries
    from intent_tui.probe.routes.kept import READ, kept
    from intent_tui.probe.source import tree
    from intent_tui.probe.source.corpus import corpus

    known = Workspace.find(folder)
    sources = corpus(known)
    every = [sources.files[number].info.path for number in sources.numbers(sources.of_kinds(READ))]
    parsed = [path for paths in kept(known).values() for path in paths]
    parsed = [path for path in parsed if tree.parses(Path(path).suffix)]

    def floor() -> None:
        for path in every:
            _read(os.fsencode(known.root / path)).lower()
        for path in parsed:
            tree.parse((known.root / path).read_bytes(), Path(path).suffix)

    listed = known.inventory
    _anew(lambda: entries.inventory(Workspace(known.place, listed)))
    return against(floor, lambda: _anew(lambda: entries.inventory(Workspace(known.place, listed))))


def history(folder: Path) -> dict[str, float]:
    """The commits with their messages, against git printing the same."""
    from intent_tui.workspace.history import MOST_COMMITS

    arguments = ("log", "-z", f"--max-count={MOST_COMMITS}", "--format=%H%x1f%P%x1f%ct%x1f%s%x1f%b")
    return against(
        lambda: git(folder, *arguments),
        lambda: len(Workspace.find(folder).history.commits),
    )


def grill(folder: Path) -> dict[str, float]:
    """A request up to its first question or spec, with nothing known beforehand, then another."""
    from intent_tui.passes.events import Found, LookupDone, Submit
    from intent_tui.passes.session import Session

    before, started = cpu(), time.perf_counter()
    first = evidence = 0.0
    session = Session.open(folder)
    for event in session.run(Submit(REQUEST, mode="explicit", save=False)):
        if not first and isinstance(event, (Found, LookupDone)):
            first = time.perf_counter() - started
            evidence = cpu() - before
    whole, wall = cpu() - before, time.perf_counter() - started
    for _ in session.run(Submit(SECOND, mode="explicit", save=False)):
        pass
    return {
        "cpu": whole,
        "wall": wall,
        "again": cpu() - before - whole,
        "first": evidence,
        "first_wall": first,
        "memory": _peak(),
    }


def _peak() -> float:
    """Megabytes this process held at most.

    Linux tells it of the process alone; what `getrusage` says begins with what the parent held.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _anew(work: Callable[[], object]) -> None:
    """Work with nothing kept of an earlier run: a state folder of its own."""
    usual = os.environ["INTENT_TUI_STATE_DIR"]
    with tempfile.TemporaryDirectory() as state:
        os.environ["INTENT_TUI_STATE_DIR"] = state
        work()
    os.environ["INTENT_TUI_STATE_DIR"] = usual


def _read(path: bytes) -> bytes:
    handle = os.open(path, os.O_RDONLY)
    try:
        return os.read(handle, 1 << 20)
    finally:
        os.close(handle)


MEASURES = {each.__name__: each for each in (listing, search, routes, history, grill)}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](Path(sys.argv[2]))))
