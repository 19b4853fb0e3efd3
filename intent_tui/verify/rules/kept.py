"""What was found and has to stay: a declared version, a tested shape, a line that is a promise.

The line the spec points at is followed. It must still say what it said.
"""

from __future__ import annotations

from intent_tui.spec.model import Constraint
from intent_tui.verify.scene import Judged, Scene, judged

_PROMISES = ("manifest", "lock", "test", "ci")


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """For facts that stand in manifests, tests and pipelines: these are contracts, not means."""
    place = scene.place(constraint.evidence)
    stand = scene.stand(constraint)
    if place is None or stand is None or constraint.source == "inferred":
        return None
    now = scene.place(stand.now) or place
    kind = scene.kind(now[0]) or _was(scene, place[0])
    if kind not in _PROMISES:
        return None
    if stand.holds and stand.now is not None:
        return judged("met", "kept", stand.now)
    if stand.state == "missing":
        return judged("not_met", "gone", None, place=stand.pointer)
    return judged("not_met", "altered", stand.now, place=stand.pointer)


def _was(scene: Scene, path: str) -> str:
    """What sort of file a path was that is gone."""
    info = scene.before.inventory.get(path) if scene.before is not None else None
    return info.kind if info is not None else ""
