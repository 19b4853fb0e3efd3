"""What the work acts on: each named thing was worked on, and nothing else was."""

from __future__ import annotations

from intent_tui.spec.model import Constraint
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, judged
from intent_tui.verify.spans import Span


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """A scope constraint that names objects of the spec, or points at one."""
    if constraint.category != "scope":
        return None
    spans = _spans(constraint, scene)
    if not spans:
        return None
    if says("only", constraint.text):
        outside = scene_outside(scene)
        if outside:
            return judged("not_met", "outside", outside[0], count=len(outside))
    for span in spans:
        for line in scene.delivered.lines():
            if span.holds(line.path, line.number) and line.text.strip():
                return judged("met", "worked_on", f"{line.path}:{line.number}")
    return judged("not_met", "untouched", None, name=spans[0].path)


def _spans(constraint: Constraint, scene: Scene) -> tuple[Span, ...]:
    # The longest name counts: `GET /a` is a part of `GET /a/:id`.
    names = [*scene.spec.objects, *(entry.name for entry in scene.entries[1])]
    named = sorted({name for name in names if name in constraint.text}, key=len)
    return scene.of_object(named[-1]) if named else ()


def scene_outside(scene: Scene) -> tuple[str, ...]:
    """The places of changes outside the objects."""
    from intent_tui.verify.outside import outside

    return tuple(f"{each.path}:{each.first}" for each in outside(scene))
