"""Something must not be there: no delivered line may have it."""

from __future__ import annotations

from intent_tui.probe.written.bans import content, read
from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import Anchor, anchors
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, at, judged


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Not met with the line that has it; met with the first line that was delivered."""
    if not says("never", constraint.text) or constraint.category == "failure_behavior":
        return None
    wanted = _forbidden(constraint, scene)
    if not wanted:
        return None
    for line in scene.work:
        if any(anchor.on(line.text) for anchor in wanted):
            return judged("not_met", "is_there", at(line), text=wanted[0].text)
    first = next(iter(scene.work), None)
    if first is None:
        return judged("not_met", "nothing")
    return judged("met", "is_not_there", at(first), text=wanted[0].text)


def _forbidden(constraint: Constraint, scene: Scene) -> list[Anchor]:
    """The names and quoted words of what is ruled out, as far as they can be told."""
    ruling = read(constraint.text, scene.language)
    banned = set(ruling.bans)
    if not banned:
        return []
    found = []
    for anchor in anchors(constraint.text):
        parts = set(content(anchor.text, scene.language)) or {anchor.text.lower()}
        if not anchor.number and parts & banned:
            found.append(anchor)
    return found
