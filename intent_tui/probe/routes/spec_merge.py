"""Entries that a document describes and code registers are one entry: code wins.

The place in the document is kept beside it (`described`). Where code serves a document's paths
below another prefix than the document says, the prefix that fits most of them is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from intent_tui.probe.routes.model import Entry, segments, tidy

_Key = tuple[str, tuple[str, ...]]
FOREIGN = 8
"""Operations of a document none of which code serves: it may describe somebody else's service."""


def settled(found: Sequence[Entry], documents: Iterable[str]) -> list[Entry]:
    """The entries without those that say again what another one says.

    Args:
        found: every entry, in any order.
        documents: the frameworks whose entries stand in documents.
    """
    names = frozenset(documents)
    told = [entry for entry in found if entry.sort == "http" and entry.framework in names]
    if not told:
        return list(found)
    rest = [entry for entry in found if entry.sort != "http" or entry.framework not in names]
    code = _Served([entry for entry in rest if entry.sort == "http"])
    described: dict[int, list[str]] = {}
    kept: list[Entry] = []
    known: dict[_Key, Entry] = {}
    for file in sorted({entry.file for entry in told}, key=lambda path: (path.count("/"), path)):
        own = [entry for entry in told if entry.file == file]
        shift = code.shift(own)
        met = [(code.find(entry, shift), entry) for entry in own]
        foreign = bool(code.whole) and len(own) >= FOREIGN and not any(each for each, _ in met)
        for there, entry in met:
            first = there or known.get(_key(entry))
            if first is not None:
                described.setdefault(id(first), []).append(f"{entry.file}:{entry.line}")
                continue
            placed = _placed(entry, shift, foreign)
            known[_key(entry)] = placed
            kept.append(placed)
    return [
        replace(entry, described=tuple(described[id(entry)])) if id(entry) in described else entry
        for entry in (*rest, *kept)
    ]


_Shift = tuple[int, tuple[str, ...]]
"""Steps a document's paths lose at their beginning, and those that stand there in code."""


def _key(entry: Entry) -> _Key:
    return entry.method, segments(entry.path)


class _Served:
    """What code registers, by method and path."""

    def __init__(self, code: Sequence[Entry]) -> None:
        self.whole: dict[_Key, Entry] = {}
        self.tails: dict[_Key, set[tuple[str, ...]]] = {}
        self.partial: dict[_Key, Entry] = {}
        for entry in code:
            for path in (entry.path, *entry.aliases):
                steps = segments(path)
                self.whole.setdefault((entry.method, steps), entry)
                if entry.confidence == "partial":
                    self.partial.setdefault((entry.method, steps), entry)
                for cut in range(len(steps) + 1):
                    self.tails.setdefault((entry.method, steps[cut:]), set()).add(steps[:cut])

    def shift(self, own: Sequence[Entry]) -> _Shift:
        """What turns a document's paths into those of the code: what meets most of them.

        Only steps that all its paths begin with can be another name of the prefix.
        """
        votes: Counter[_Shift] = Counter()
        for entry in own:
            steps = segments(entry.path)
            for cut in range(min(_common(own), MOST_STEPS) + 1):
                if not _telling(steps[cut:]):
                    continue
                for before in self.tails.get((entry.method, steps[cut:]), ()):
                    votes[cut, before] += 1
        if not votes:
            return 0, ()
        return max(votes, key=lambda way: (votes[way], way == (0, ()), -way[0], way))

    def find(self, entry: Entry, shift: _Shift) -> Entry | None:
        """The registration an operation describes, None when there is none."""
        steps = segments(entry.path)
        for method in (entry.method, "ANY"):
            for way in (steps, (*shift[1], *steps[shift[0] :])):
                if (method, way) in self.whole:
                    return self.whole[method, way]
            for cut in range(1, len(steps)):
                tail = steps[cut:]
                if _telling(tail) and (method, tail) in self.partial:
                    return self.partial[method, tail]
        return None


MOST_STEPS = 3
"""Steps of a prefix that may be another in code."""


def _common(own: Sequence[Entry]) -> int:
    """How many steps all the paths begin with; none for a single path."""
    paths = {segments(entry.path) for entry in own}
    if len(paths) < _ENOUGH:
        return 0
    together = 0
    for steps in zip(*paths, strict=False):
        if len(set(steps)) > 1:
            break
        together += 1
    return together


_ENOUGH = 2


def _telling(steps: Sequence[str]) -> bool:
    """Whether a path has a step that is no parameter."""
    return any("{}" not in step for step in steps)


def _placed(entry: Entry, shift: _Shift, foreign: bool) -> Entry:
    """An entry only a document knows, below the prefix code serves the others under."""
    if foreign:
        return replace(entry, confidence="conditional")
    cut, before = shift
    if not cut and not before:
        return entry
    steps = [step for step in entry.path.split("/") if step]
    path = tidy("/".join([*before, *steps[cut:]]))
    return replace(entry, path=path, name=f"{entry.method} {path}", confidence="resolved")
