"""The ranked spans, dealt out to the look-ups of a run: each opens those nearest to its surface."""

from __future__ import annotations

from dataclasses import replace

from intent_tui.probe.facts import Fact, Surface
from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.ranked import ranked
from intent_tui.probe.source import reading
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import NotCitable

SHARE = 6
"""Spans a look-up opens at the most."""
_OWN: dict[Surface, frozenset[str]] = {
    "entries": frozenset({"where", "words"}),
    "kin": frozenset({"how", "words", "hop", "family", "failure"}),
    "conventions": frozenset({"what", "model"}),
    "tests": frozenset({"test", "failure"}),
    "decisions": frozenset({"doc"}),
    "manifests": frozenset({"how"}),
}


class Dealer:
    """Hands out each span once.

    Args:
        workspace: what is looked at.
        text: the request.
        language: its two-letter code.
    """

    def __init__(self, workspace: Workspace, text: str, language: str) -> None:
        self._workspace = workspace
        self._asked = (text, language)
        self._left: list[tuple[int, Place]] | None = None

    def deal(self, surface: Surface) -> tuple[Fact, ...]:
        """The spans for one look-up, best first; empty for surfaces outside the sources."""
        own = _OWN.get(surface)
        if own is None:
            return ()
        if self._left is None:
            self._left = list(enumerate(ranked(self._workspace, *self._asked), 1))
        ordered = sorted(self._left, key=lambda row: (row[1].role not in own, row[0]))
        taken = sorted(ordered[:SHARE], key=lambda row: row[0])
        self._left = [row for row in self._left if row not in taken]
        found = [_fact(self._workspace, surface, *row) for row in taken]
        return tuple(fact for fact in found if fact is not None)


def _fact(workspace: Workspace, surface: Surface, rank: int, place: Place) -> Fact | None:
    """The span as a fact; its quote is the strongest line. None when it has no legal pointer."""
    more = {"rank": str(rank)}
    where = (place.path, place.best)
    fact = reading.fact_at(
        workspace, surface, "context", place.lane, where, value=place.why, more=more
    )
    if fact is None:
        return None
    try:
        pointer = workspace.opened.pointer(place.path, place.first, place.last)
    except NotCitable:
        return None
    return replace(fact, pointer=pointer)
