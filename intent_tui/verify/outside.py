"""Changes nobody asked for: outside the objects and what they need."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from intent_tui.verify.cues import says
from intent_tui.verify.delivered import Change
from intent_tui.verify.scene import Scene

Places = Sequence[tuple[str, int]]
_LOCKS = ("lock",)
_SPELLED = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Outside:
    """A change outside the objects: the file, its first line, lines in and out."""

    path: str
    first: int
    plus: int
    minus: int
    tests_weakened: bool = False


def outside(scene: Scene, satisfying: Collection[str] = ()) -> tuple[Outside, ...]:
    """Every file that was changed and is neither an object nor needed by one.

    Args:
        scene: the work.
        satisfying: pointers to lines that satisfy a constraint: somebody asked for those.

    Needed is what a constraint points at or names, what an object imports among the new files,
    new tests where the work has to be tested, and lock files beside a changed manifest.
    """
    if scene.delivered.before is None or not scene.objects:
        return ()
    asked_for = [place for each in satisfying if (place := scene.place(each)) is not None]
    return tuple(
        Outside(change.path, _first(change), change.plus, change.minus, _weakened(change, scene))
        for change in scene.delivered.changes
        if not _belongs(change, scene, asked_for)
    )


def _first(change: Change) -> int:
    return max(1, change.hunks[0].first) if change.hunks else 1


def _belongs(change: Change, scene: Scene, asked_for: Places) -> bool:
    spans = [span for span in scene.objects if span.path == change.path]
    if any(not span.last for span in spans):
        return True
    if (spans or change.path in dict(asked_for)) and _within(change, scene, asked_for):
        return True
    if _named(change, scene):
        return True
    kind = scene.kind(change.path)
    if kind in _LOCKS:
        return any(scene.kind(each.path) == "manifest" for each in scene.delivered.changes)
    if kind == "test":
        wanted = any(
            each.category == "acceptance" and says("tested", each.text)
            for each in scene.spec.constraints
        )
        return wanted and not _weakened(change, scene)
    return change.status == "added" and _imported(change, scene)


def _within(change: Change, scene: Scene, asked_for: Places) -> bool:
    """Whether the hunks stand in the objects' own lines, but for what every file begins with."""
    top = min((span.first for span in scene.objects if span.path == change.path), default=1)
    wanted = {line for path, line in asked_for if path == change.path}
    return all(
        hunk.first < top
        or hunk.last < hunk.first
        or any(
            number in wanted or scene.inside(change.path, number)
            for number in range(hunk.first, hunk.last + 1)
        )
        for hunk in change.hunks
    )


def _named(change: Change, scene: Scene) -> bool:
    """A constraint points into the file as something to be worked on, or names it."""
    for each in scene.spec.constraints:
        place = scene.place(each.evidence)
        if each.category == "scope" and place is not None and place[0] == change.path:
            return True
        if change.path in each.text:
            return True
    return False


def _imported(change: Change, scene: Scene) -> bool:
    """Whether delivered lines of an object's file name a new file."""
    stem = change.path.rpartition("/")[2].partition(".")[0]
    paths = {span.path for span in scene.objects}
    return any(
        line.path in paths and stem in _SPELLED.findall(line.text)
        for line in scene.delivered.lines()
    )


def _weakened(change: Change, scene: Scene) -> bool:
    """Whether assertions that were there are gone."""
    from intent_tui.probe.checks.assertions import read

    before = scene.delivered.before
    if scene.kind(change.path) != "test" or not change.was or before is None:
        return False
    was = [item.text for item in read(change.was, before.lines(change.was) or ())]
    now = [item.text for item in read(change.path, scene.lines(change.path))]
    return any(now.count(text) < was.count(text) for text in was)
