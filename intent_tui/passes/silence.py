"""The silence check: whether there is anything to converge at all (seed 000, section 1)."""

from __future__ import annotations

from typing import Literal

from intent_tui.mind.protocol import Draft

Why = Literal["complete", "question", "trivial"]


def quiet_by_text(draft: Draft) -> Why | None:
    """Why the text alone gives no reason to run, or None.

    `complete` still needs the premise check before it may be believed.
    """
    reading = draft.reading
    if reading.act == "trivial":
        return "trivial"
    if not reading.start:
        return "question"
    open_choice = reading.defects or len(reading.alternatives) > 1 or reading.ungrillable
    if reading.silence.complete and not open_choice and not reading.not_understood:
        return "complete"
    return None
