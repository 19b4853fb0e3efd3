"""What others rely on stays: the entries of the objects and the assertions that pin their shape."""

from __future__ import annotations

from intent_tui.spec.model import Constraint
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, judged
from intent_tui.verify.words import shared


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the assertion that pins it; not met when an entry or an assertion went."""
    if not says("unchanged", constraint.text):
        return None
    if not scene.known:
        return judged("open", "no_base")
    own = _own_lines(constraint, scene)
    if own is not None:
        return own
    gone = _gone(scene)
    if gone is not None:
        return judged("not_met", "entry_gone", None, name=gone)
    weakened = _weakened(constraint, scene)
    if weakened is not None:
        return judged("not_met", "assertion_gone", weakened[0], text=weakened[1])
    pinned = _pinned(constraint, scene)
    return judged("met", "pinned", pinned) if pinned else None


def _own_lines(constraint: Constraint, scene: Scene) -> Judged | None:
    """The verdict for an entry the constraint names and nobody was to work on: its own lines."""
    was, now = scene.entries
    named = [entry for entry in was if entry.name in constraint.text]
    if not named:
        return None
    entry = max(named, key=lambda each: len(each.name))
    if entry.name in scene.spec.objects:
        return None  # it was worked on: only a test can tell that it looks the same
    there = next((each for each in now if each.name == entry.name), None)
    if there is None:
        return judged("not_met", "entry_gone", None, name=entry.name)
    spans = scene.of_object(entry.name)
    for change in scene.delivered.changes:
        for hunk in change.hunks:
            lines = range(hunk.first, max(hunk.first, hunk.last) + 1)
            touched = [n for n in lines if any(span.holds(change.path, n) for span in spans)]
            if touched:
                return judged("not_met", "own_lines", f"{change.path}:{touched[0]}")
    return judged("met", "left_alone", f"{there.file}:{there.line}")


def _gone(scene: Scene) -> str | None:
    """An object that was an entry and is none any more."""
    was, now = ({entry.name for entry in each} for each in scene.entries)
    return next((name for name in scene.spec.objects if name in was - now), None)


def _weakened(constraint: Constraint, scene: Scene) -> tuple[str, str] | None:
    """An assertion about the objects that was taken away or changed."""
    from intent_tui.probe.checks.assertions import read

    before = scene.delivered.before
    for change in scene.delivered.changes:
        if scene.kind(change.path) != "test" or before is None or not change.was:
            continue
        taken = {number for hunk in change.hunks
                 for number in range(hunk.was_first, hunk.was_first + len(hunk.was))}  # fmt: skip
        kept = {item.text for item in read(change.path, scene.lines(change.path))}
        for item in read(change.was, before.lines(change.was) or ()):
            about = shared(constraint.text, f"{item.title} {item.text}", scene)
            if item.line in taken and item.text not in kept and (item.shaped or about):
                return f"{change.path}:{max(1, change.hunks[0].first)}", item.text[:80]
    return None


def _pinned(constraint: Constraint, scene: Scene) -> str | None:
    """An assertion that was there before and pins what the constraint is about."""
    from intent_tui.probe.checks.assertions import read

    best: tuple[int, str] | None = None
    for info in scene.after.inventory.of("test"):
        for item in read(info.path, scene.lines(info.path)):
            if not item.shaped or item.line in scene.delivered.added(info.path):
                continue
            about = shared(constraint.text, f"{item.title} {' '.join(item.keys)}", scene)
            if about and (best is None or about > best[0]):
                best = about, f"{info.path}:{item.line}"
    return best[1] if best is not None else None
