"""Between resolve and emit: one question at a time, and what each reply does.

A dialogue is rebuilt from the same work and the person's acts, so undo is simply one act less.
What was sent stays counted: that number lives in the session, not here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from intent_tui.ask.answer import Reply
from intent_tui.ask.pending import Effect, Pending
from intent_tui.mind.guard import Guard
from intent_tui.mind.protocol import DraftUnknown, Mind
from intent_tui.passes.work import Closed, Work
from intent_tui.spec.model import USER_DELEGATED, Constraint

_WHAT = ("choice", "outcome")
"""Fields that say what is to be done at all."""
_HANGING = ("failure_behavior", "acceptance")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one reply did."""

    field: str
    reply: str
    read_as: str
    by: str | None = None


@dataclass(slots=True)
class Dialogue:
    """The questions that are left and the answers taken so far."""

    work: Work
    mind: Mind
    guard: Guard
    open: list[DraftUnknown] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    """Replies that answered nothing, by field: refused delegations and unusable ones."""
    ended_at: str = ""
    """The field whose second delegation ended the run (ruling G29)."""

    @classmethod
    def over(cls, work: Work, mind: Mind, guard: Guard) -> Dialogue:
        """A dialogue over what the look-ups left open."""
        order = sorted(work.open, key=lambda each: -each.weight)
        made = cls(work, mind, guard, open=order, closed=list(work.closed))
        made._take_what_is_no_choice()
        return made

    def _take_what_is_no_choice(self) -> None:
        """A question whose options all give the same spec is not asked (ruling G22)."""
        for unknown in list(self.open):
            if unknown.field in self.work.failed or unknown.irreversible or unknown.issue:
                continue
            proposed = self.mind.question(self.work.draft, unknown, self.work.scene)
            if proposed is None or len({_texts(each) for each in proposed.effects}) > 1:
                continue
            pointer = self.work.source_for(unknown)
            if pointer:
                self._close(unknown, "inferred", proposed.effects[0], evidence=pointer)

    def pending(self) -> tuple[Pending | None, str]:
        """The next question, and why there is none when there is none."""
        if self.ended_at:
            return None, f"{self.ended_at} was handed back twice"
        why = ""
        for unknown in self.open:
            if unknown.field in self.work.failed:
                continue
            proposed = self.mind.question(self.work.draft, unknown, self.work.scene)
            if proposed is None:
                why = why or f"no two concrete options for {unknown.field}"
                continue
            objection = self.guard.question(proposed)
            if objection:
                why = why or f"{unknown.field}: {objection}"
                continue
            count = self.refusals.get(unknown.field, 0)
            return replace(proposed, refused=count > 0), ""
        return None, why

    def standing(self) -> list[Closed]:
        """What is closed and may be shown now.

        While it is open what is to be done (an issue, a choice, a foreclosing approach), no
        guess about failure or acceptance stands: it would hang on the pending answer (seed 000,
        section 5).
        """
        undecided = any(
            each.issue or each.field in _WHAT or (each.category == "approach" and each.irreversible)
            for each in self.open
        )
        if not undecided:
            return self.closed
        return [
            each
            for each in self.closed
            if each.source != "inferred" or each.constraints[0].category not in _HANGING
        ]

    def attempts(self, name: str) -> int:
        """How many replies to this field answered nothing."""
        return self.refusals.get(name, 0)

    def take(self, pending: Pending, reply: Reply, said: str, by: str | None) -> Turn:
        """Apply a reply to the pending question."""
        unknown = next(each for each in self.open if each.field == pending.field)
        if reply.kind == "unusable":
            self.refusals[unknown.field] = self.attempts(unknown.field) + 1
            return self._note(unknown, said, "unusable", by)
        if reply.kind == "delegated":
            return self._delegated(unknown, pending, said, by)
        if reply.kind == "option":
            place = "ABC".index(reply.option or "A")
            extra = _own(reply.words, pending) if reply.words else ()
            chosen = Effect((*pending.effects[place].constraints, *extra))
            self._close(unknown, "asked", chosen)
            return self._note(unknown, said, reply.option or "A", by)
        self._close(unknown, "asked", Effect(_own(reply.words, pending)))
        return self._note(unknown, said, "own words", by)

    def _delegated(
        self, unknown: DraftUnknown, pending: Pending, said: str, by: str | None
    ) -> Turn:
        if unknown.irreversible:
            self.refusals[unknown.field] = self.attempts(unknown.field) + 1
            if self.refusals[unknown.field] > 1:
                self.ended_at = unknown.field
            return self._note(unknown, said, "refused", by)
        place = "ABC".index(pending.question.recommended)
        self._close(unknown, "inferred", pending.effects[place], evidence=USER_DELEGATED)
        return self._note(unknown, said, "delegated", by)

    def veto(self, text: str, say: str | None) -> str | None:
        """Re-open the inferred constraint with this text; closed again when words are given.

        Returns the field, or None when there is no such guess.
        """
        for closed in self.closed:
            if closed.source == "inferred" and any(
                each.text == text for each in closed.constraints
            ):
                self.closed.remove(closed)
                unknown = self._unknown(closed)
                if say:
                    own = Constraint("asked", say[:500], category=closed.constraints[0].category)
                    self.closed.append(Closed(closed.field, "asked", (own,)))
                else:
                    self.open.append(unknown)
                return closed.field
        return None

    def _unknown(self, closed: Closed) -> DraftUnknown:
        known = (*self.work.draft.unknowns, *self.work.open)
        found = next((each for each in known if each.field == closed.field), None)
        category = closed.constraints[0].category or "scope"
        made = found or DraftUnknown(closed.field, category, "ask", "ask")
        return replace(made, kind="ask", otherwise="ask")

    def without_asking(self, infer: Callable[[DraftUnknown], Closed | None]) -> None:
        """No-ask mode: close what may be inferred, leave the rest open."""
        for unknown in list(self.open):
            closed = infer(unknown)
            if closed is not None:
                self.open.remove(unknown)
                self.closed.append(closed)

    def carry(self, name: str, constraints: tuple[Constraint, ...]) -> None:
        """Take over a decision of an earlier run: it is not asked and counts nowhere."""
        unknown = next((each for each in self.open if each.field == name), None)
        if unknown is not None:
            self.open.remove(unknown)
            self.closed.append(Closed(name, "asked", constraints, listed=False))

    def _close(
        self, unknown: DraftUnknown, source: str, effect: Effect, evidence: str | None = None
    ) -> None:
        made = tuple(
            replace(
                each,
                source="asked" if source == "asked" else "inferred",
                evidence=evidence,
                irreversible=each.irreversible and source == "asked",
            )
            for each in effect.constraints
        )
        self.open.remove(unknown)
        self.closed.append(
            Closed(unknown.field, "asked" if source == "asked" else "inferred", made)
        )

    def _note(self, unknown: DraftUnknown, said: str, read_as: str, by: str | None) -> Turn:
        turn = Turn(unknown.field, said, read_as, by)
        self.turns.append(turn)
        return turn


def _own(words: str, pending: Pending) -> tuple[Constraint, ...]:
    return (
        Constraint(
            "asked", words[:500], irreversible=pending.irreversible, category=pending.category
        ),
    )


def _texts(effect: Effect) -> tuple[str, ...]:
    return tuple(each.text for each in effect.constraints)
