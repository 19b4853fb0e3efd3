"""What no file can show: it has to run somewhere, or somebody has to say it."""

from __future__ import annotations

from intent_tui.spec.model import Constraint
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, judged


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Only for what counts as done, where no test is named; and facts of the history."""
    if constraint.source == "probed" and (constraint.evidence or "").startswith("git:"):
        return judged("not_checkable", "a_fact", constraint.evidence)
    if constraint.category != "acceptance":
        return None
    place = scene.place(constraint.evidence)
    if place is not None and scene.kind(place[0]) in ("manifest", "ci", "conf"):
        # It is done when a command of the project passes, and nothing of a workspace is run.
        return judged("not_checkable", "needs_run", constraint.evidence)
    if says("tested", constraint.text):
        return None
    for reason in ("running", "person"):
        if says(f"outside.{reason}", constraint.text):
            return judged("not_checkable", f"needs_{reason}")
    return None
