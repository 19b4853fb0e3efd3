"""Decisions a person made in an earlier run of the same request (ruling G26).

They are taken over by source and never asked again; they count in nothing.
"""

from __future__ import annotations

from intent_tui.passes.work import Carried
from intent_tui.spec.model import Constraint
from intent_tui.workspace.store import Saved


def carried(saved: Saved | None) -> Carried | None:
    """What a saved spec settled by asking, by the field each answer closed; None for nothing.

    The trace names the fields in the order they were answered, the constraints follow it.
    """
    if saved is None or saved.spec is None:
        return None
    if saved.spec.verification_status not in ("asked", "routed"):
        return None
    answered = [
        item.detail.partition(":")[0]
        for item in saved.spec.trace
        if item.step == "ask"
        and (": answered" in item.detail or ": carried" in item.detail)
        and "read as delegated" not in item.detail
    ]
    asked = [each for each in saved.spec.constraints if each.source == "asked"]
    if not answered or not asked:
        return None
    return Carried(saved.path, _by_field(answered, asked))


def _by_field(fields: list[str], asked: list[Constraint]) -> dict[str, tuple[Constraint, ...]]:
    """Constraints in the order their questions were answered; the last field takes the rest."""
    found: dict[str, tuple[Constraint, ...]] = {}
    for place, name in enumerate(fields):
        last = place == len(fields) - 1
        found[name] = tuple(asked[place:] if last else asked[place : place + 1])
    return {name: each for name, each in found.items() if each}
