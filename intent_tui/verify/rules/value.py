"""A stated name, value or text stands in the delivered code, where it belongs."""

from __future__ import annotations

import re
from typing import NamedTuple

from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import Anchor, anchors
from intent_tui.verify.delivered import Line
from intent_tui.verify.scene import Judged, Scene, at, imports, judged
from intent_tui.verify.words import shared

_SETTING = re.compile(r"(?:export\s+)?(?:const\s+|final\s+|static\s+|val\s+)*[A-Z][A-Z0-9_]+\b.*=")
_NEAR = 3
"""Lines above and below in which the other words of the constraint may stand."""


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the line that has every anchor or the strongest one with the others near it."""
    wanted = [anchor for anchor in anchors(constraint.text) if _telling(anchor, scene)]
    if not wanted:
        return None
    if not scene.work:
        return judged("not_met", "nothing")
    work = [line for line in scene.work if not imports(line.text)]
    fits = [(_fit(line, wanted, constraint, scene), line) for line in work]
    fit, line = max(
        fits, key=lambda each: each[0], default=(_Fit(0, inside=False, words=0), scene.work[0])
    )
    if fit.hits == len(wanted) and (fit.inside or _may_stand(line, scene)):
        return judged("met", "stands_there", at(line))
    if fit.hits == len(wanted):
        return judged("not_met", "stands_elsewhere", at(line))
    for anchor in wanted:
        if not any(anchor.on(each.text) for each in work):
            return judged("not_met", "stands_nowhere", None, text=anchor.text)
    return None


class _Fit(NamedTuple):
    """How many anchors stand at a line, whether in the objects, how many other words near it."""

    hits: int
    inside: bool
    words: int


def _may_stand(line: Line, scene: Scene) -> bool:
    """Whether what stands outside the objects' own lines can serve them: it is in their file, in
    a new one, or in one that holds settings. A neighbour's file does not count."""
    change = scene.delivered.change(line.path)
    if not scene.objects or (change is not None and change.status == "added"):
        return True
    if any(span.path == line.path for span in scene.objects):
        return not _of_a_neighbour(line, scene)
    return scene.kind(line.path) in ("conf", "manifest", "ci") or _is_setting(line)


def _of_a_neighbour(line: Line, scene: Scene) -> bool:
    """Whether the line stands in another entry of the same file."""
    others = (entry for entry in scene.entries[1] if entry.name not in scene.spec.objects)
    return any(
        span.holds(line.path, line.number)
        for entry in others
        for span in scene.of_object(entry.name)
    )


def _is_setting(line: Line) -> bool:
    """A constant that is given its value at the top of a file."""
    return _SETTING.match(line.text) is not None


def _telling(anchor: Anchor, scene: Scene) -> bool:
    """A name of an object tells where, not what; a digit alone tells nothing."""
    if any(anchor.text in name for name in scene.spec.objects):
        return False
    return not anchor.number or len(anchor.text) > 1


def _fit(line: Line, wanted: list[Anchor], constraint: Constraint, scene: Scene) -> _Fit:
    if not any(anchor.on(line.text) for anchor in wanted):
        return _Fit(0, inside=False, words=0)
    lines = scene.lines(line.path)
    added = scene.delivered.added(line.path)
    near = range(max(1, line.number - _NEAR), min(len(lines), line.number + _NEAR) + 1)
    fresh = [lines[number - 1] for number in near
             if number in added or scene.reached(line.path, number)]  # fmt: skip
    hits = sum(any(map(anchor.on, fresh)) for anchor in wanted)
    around = "\n".join(lines[number - 1] for number in near)
    words = shared(constraint.text, around, scene)
    return _Fit(hits, scene.reached(line.path, line.number), words)
