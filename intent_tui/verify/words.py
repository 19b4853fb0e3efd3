"""How many words of a constraint stand in a piece of code, under any of their usual names."""

from __future__ import annotations

from functools import cache

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.verify.anchors import subject
from intent_tui.verify.scene import Scene

_SMALL = 3


@cache
def _alike() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    groups = knowledge.yaml("words/verify.yaml")["same_step"]
    for group in groups:
        found = frozenset(stems.stem(str(word)) for word in group) | frozenset(map(str, group))
        for word in found:
            table[word] = table.get(word, frozenset()) | found
    return table


def shared(said: str, code: str, scene: Scene) -> int:
    """How many different things a constraint names that the code names too."""
    there = scene.stems(code)
    found = 0
    for stem in subject(said, scene.language):
        if len(stem) < _SMALL and stem.isascii():
            continue
        names = _alike().get(stem, frozenset()) | {stem}
        if stem not in _general() and names & there:
            found += 1
    return found


@cache
def _general() -> frozenset[str]:
    """Words of failing and of what follows: every branch has to do with those."""
    rows = knowledge.yaml("words/verify.yaml")
    words = {str(word) for row in rows["consequences"].values() for word in row["words"]}
    words |= {str(word) for word in rows["general"]}
    return frozenset({stems.stem(word) for word in words} | words)
