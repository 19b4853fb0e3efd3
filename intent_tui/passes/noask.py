"""No-ask mode: how may be inferred, what never (seed 000, section 1; ruling G20)."""

from __future__ import annotations

from dataclasses import replace

from intent_tui.mind.guard import Guard
from intent_tui.mind.protocol import DraftUnknown, Mind
from intent_tui.passes.work import Closed, Work
from intent_tui.spec.model import Constraint

_WHAT = ("choice", "outcome")
"""Fields that say what is wanted: they are never filled in for the person."""


def infer(unknown: DraftUnknown, work: Work, mind: Mind, guard: Guard) -> Closed | None:
    """The unknown closed by a visible inference, or None when it has to stay open."""
    if unknown.field in work.failed or unknown.irreversible or unknown.field in _WHAT:
        return None
    if unknown.issue in ("ambiguous", "conflict"):
        return None
    if unknown.issue == "premise":
        return _as_stated(unknown, work, guard)
    if unknown.category == "scope" and not work.scene.objects:
        return None
    proposed = mind.question(work.draft, unknown, work.scene)
    pointer = work.source_for(unknown)
    if proposed is None or not pointer:
        return None
    place = "ABC".index(proposed.question.recommended)
    chosen = tuple(
        replace(each, source="inferred", evidence=pointer)
        for each in proposed.effects[place].constraints
    )
    kept = guard.constraints(unknown.field, chosen)
    return Closed(unknown.field, "inferred", kept) if kept else None


def _as_stated(unknown: DraftUnknown, work: Work, guard: Guard) -> Closed | None:
    """The person's words win; the guess cites the source that disagrees."""
    found = work.contradiction
    if found is None:
        return None
    approach = work.draft.reading.silence.approach.words
    stated = approach[0].text if approach else work.draft.reading.text
    text = f"as stated, although a source rules it out: {stated}"[:500]
    guess = Constraint("inferred", text, found.fact.pointer, category=unknown.category)
    kept = guard.constraints(unknown.field, (guess,))
    return Closed(unknown.field, "inferred", kept) if kept else None
