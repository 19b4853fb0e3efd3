"""Pass 1: the draft, and what of it a person can see and correct."""

from __future__ import annotations

from dataclasses import replace

from intent_tui.mind.protocol import Draft
from intent_tui.mind.reading import SilenceItem
from intent_tui.passes.events import Correct, Read, SilenceRow
from intent_tui.spec.model import Constraint


def shown(draft: Draft, intent: str) -> Read:
    """The draft as `r` shows it."""
    silence = draft.reading.silence
    rows = {
        "objects": silence.objects,
        "approach": silence.approach,
        "failure": silence.failure,
        "acceptance": silence.acceptance,
    }
    return Read(
        language=draft.language,
        kind="request",
        intent=intent,
        playbook=draft.playbook,
        objects=draft.objects,
        explicit=draft.explicit,
        unknown=tuple(each.open() for each in draft.unknowns),
        silence={name: _row(item) for name, item in rows.items()},
    )


def _row(item: SilenceItem) -> SilenceRow:
    return SilenceRow(item.ok, tuple(span.text for span in item.words))


def corrected(draft: Draft, correction: Correct) -> Draft:
    """The draft with the person's corrections: their word, so explicit and never probed."""
    kept = tuple(name for name in draft.objects if name not in correction.drop_objects)
    objects = tuple(dict.fromkeys((*kept, *correction.add_objects)))
    scope = [
        *(Constraint("explicit", f"in scope: {name}", category="scope")
          for name in correction.add_objects),
        *(Constraint("explicit", f"out of scope: {name}", category="scope")
          for name in correction.drop_objects),
        *(Constraint("explicit", rule[:500], category="non_goals_constraints")
          for rule in correction.add_rules),
    ]  # fmt: skip
    return replace(draft, objects=objects, explicit=(*draft.explicit, *scope))
