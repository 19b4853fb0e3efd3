"""A stated name, value or text stands in the delivered code, where it belongs."""

from __future__ import annotations

from typing import NamedTuple

from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import Anchor, anchors
from intent_tui.verify.delivered import Line
from intent_tui.verify.scene import Judged, Scene, at, judged
from intent_tui.verify.words import shared

_NEAR = 3
"""Lines above and below in which the other words of the constraint may stand."""


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the line that has every anchor or the strongest one with the others near it."""
    wanted = [anchor for anchor in anchors(constraint.text) if _telling(anchor, scene)]
    if not wanted:
        return None
    if not scene.work:
        return judged("not_met", "nothing")
    fits = [(_fit(line, wanted, constraint, scene), line) for line in scene.work]
    fit, line = max(fits, key=lambda each: each[0])
    if fit.hits == len(wanted) and (fit.words or fit.inside or len(wanted) > 1):
        return judged("met", "stands_there", at(line))
    for anchor in wanted:
        if not any(anchor.on(each.text) for each in scene.work):
            return judged("not_met", "stands_nowhere", None, text=anchor.text)
    return None


class _Fit(NamedTuple):
    """How many anchors stand at a line, how many other words near it, whether in the objects."""

    hits: int
    words: int
    inside: bool


def _telling(anchor: Anchor, scene: Scene) -> bool:
    """A name of an object tells where, not what; a digit alone tells nothing."""
    if any(anchor.text in name for name in scene.spec.objects):
        return False
    return not anchor.number or len(anchor.text) > 1


def _fit(line: Line, wanted: list[Anchor], constraint: Constraint, scene: Scene) -> _Fit:
    if not any(anchor.on(line.text) for anchor in wanted):
        return _Fit(0, 0, inside=False)
    lines = scene.lines(line.path)
    added = scene.delivered.added(line.path)
    near = range(max(1, line.number - _NEAR), min(len(lines), line.number + _NEAR) + 1)
    fresh = [lines[number - 1] for number in near if number in added]
    hits = sum(any(map(anchor.on, fresh)) for anchor in wanted)
    around = "\n".join(lines[number - 1] for number in near)
    words = shared(constraint.text, around, scene)
    return _Fit(hits, words, scene.inside(line.path, line.number))
