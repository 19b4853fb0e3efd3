"""No package came in that was not there: the manifests before and after are compared."""

from __future__ import annotations

from intent_tui.spec.model import Constraint
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, judged


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the line that declares the package it is about, else the first that is declared."""
    if not says("no_new_package", constraint.text):
        return None
    if not scene.known:
        return judged("open", "no_base")
    was, now = scene.packages
    known = {(each.ecosystem, each.package.name.lower()) for each in was}
    fresh = [each for each in now if (each.ecosystem, each.package.name.lower()) not in known]
    if fresh:
        first = fresh[0]
        pointer = f"{first.path}:{first.package.line}"
        return judged("not_met", "package_came", pointer, name=first.package.name)
    low = constraint.text.lower()
    named = [each for each in now if each.package.name.lower() in low]
    for each in (*named, *now):
        return judged("met", "no_package_came", f"{each.path}:{each.package.line}", count=len(now))
    # Without a manifest nothing can have come in through one.
    change = next(iter(scene.delivered.changes), None)
    if change is None or not change.hunks:
        return judged("open", "no_manifest")
    return judged("met", "no_manifest", f"{change.path}:{max(1, change.hunks[0].first)}")
