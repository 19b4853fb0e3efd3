"""One ranked list of spans from all lanes."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.probe.lanes import by_kind, by_steps, by_words
from intent_tui.probe.lanes.finder import CODE, DOCS, Finder
from intent_tui.probe.lanes.ground import ground
from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.portfolio import portfolio
from intent_tui.probe.lanes.terms import asked
from intent_tui.probe.source.memory import uncollected
from intent_tui.workspace.files import Workspace


def ranked(workspace: Workspace, text: str, language: str) -> tuple[Place, ...]:
    """The spans a request is about, best first, at most 20.

    Args:
        workspace: what is looked at; lines are read only of the files that words lead to.
        text: the request.
        language: its two-letter code.
    """
    with uncollected():
        finder = Finder(ground(workspace), asked(text, language))
        return portfolio(_lanes(finder), [kind.name for kind in finder.kinds()])


def _lanes(finder: Finder) -> dict[str, Sequence[Place]]:
    """The places of each lane, best first; the order of the lanes is that of their own places."""
    every = by_words.words(finder)
    words = [place for place in every if finder.kind_of(place) in CODE]
    lanes: dict[str, Sequence[Place]] = {
        "words": words,
        "types": by_words.types(finder),
        "test": by_words.tests(finder, every),
    }
    for kind in finder.kinds():
        lanes[kind.name] = by_kind.of_kind(finder, kind)
    lanes["entry"] = by_steps.entries(finder)
    lanes["readers"] = by_steps.readers(finder, words)
    lanes["hop"] = by_steps.hop(finder, words, lanes)
    lanes["family"] = by_steps.siblings(finder, words)
    lanes["names"] = by_words.names(finder)
    lanes["doc"] = [place for place in every if finder.kind_of(place) in DOCS]
    return lanes
