"""A question with what stands behind it: what each answer would write, and why it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from intent_tui.spec.model import Category, Constraint, Issue, Question


@dataclass(frozen=True, slots=True)
class Effect:
    """What choosing one option adds to the spec."""

    constraints: tuple[Constraint, ...]
    """Their source is set when the answer is taken: asked, or inferred when delegated."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The one question that waits.

    `effects` are in the order of the options. `reason` is the one clause behind the
    recommendation. `searched` are the look-ups for this field that came up empty.
    """

    field: str
    question: Question
    reason: str
    effects: tuple[Effect, ...]
    irreversible: bool
    category: Category
    issue: Issue | None = None
    searched: tuple[str, ...] = ()
    risk: str = ""
    """One sentence that says what cannot be taken back; shown when a delegation is refused."""
    number: int = 1
    """Which question of the budget this is, from 1."""
    refused: bool = False
    """A delegation of this field was refused once: the next one ends the run (ruling G29)."""
