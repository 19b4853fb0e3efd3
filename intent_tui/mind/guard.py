"""Code decides: nothing a mind proposes reaches a spec before it has passed here.

The embedded analyst goes through the same gate as any other mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from intent_tui.ask.pending import Pending
from intent_tui.base.display import cells
from intent_tui.mind.protocol import Settlement
from intent_tui.spec.evidence import judge
from intent_tui.spec.model import USER_DELEGATED, Constraint

QUESTION_CELLS, WHY_CELLS, OPTION_CELLS, REASON_CELLS, RISK_CELLS = 140, 120, 72, 60, 120
"""Hard limits on our own wording (product page: Own words), in display cells."""
MAX_TEXT = 500
"""Characters of a constraint."""


class Guard:
    """Re-checks evidence, wording limits and the irreversible rule.

    Args:
        minted: whether a pointer was handed out in this run for something that was opened.
    """

    def __init__(self, minted: Callable[[str], bool]) -> None:
        self._minted = minted
        self.refused: list[str] = []
        """What was turned away and why, for the trace."""

    def settlement(self, field: str, proposed: Settlement) -> Settlement:
        """The settlement without what does not hold; open again if nothing is left that closes."""
        kept = self._constraints(field, proposed.constraints)
        records = self._constraints(field, proposed.records)
        closed = proposed.closed
        if closed in ("probed", "inferred") and not kept:
            closed = None
        return replace(proposed, closed=closed, constraints=kept, records=records)

    def constraints(self, field: str, proposed: Iterable[Constraint]) -> tuple[Constraint, ...]:
        """Those of the constraints that may stand in a spec."""
        return self._constraints(field, proposed)

    def _constraints(self, field: str, proposed: Iterable[Constraint]) -> tuple[Constraint, ...]:
        return tuple(each for each in proposed if self._may_stand(field, each))

    def _may_stand(self, field: str, each: Constraint) -> bool:
        why = self._objection(each)
        if why:
            self.refused.append(f"{field}: {why}")
        return not why

    def _objection(self, each: Constraint) -> str:
        if not each.text.strip() or len(each.text) > MAX_TEXT:
            return "a constraint needs 1 to 500 characters"
        if each.source == "inferred" and each.irreversible:
            return "what cannot be taken back is never inferred"
        if each.source in ("explicit", "asked") and each.evidence is None:
            return ""
        if each.evidence is None:
            return f"a {each.source} constraint without evidence"
        if each.evidence == USER_DELEGATED:
            return "" if each.source == "inferred" else "delegated is only ever inferred"
        verdict = judge(each.evidence)
        if verdict.value != "ok":
            return verdict.reason
        return "" if self._minted(each.evidence) else f"{each.evidence} was not opened in this run"

    def question(self, pending: Pending) -> str:
        """Why the question may not be sent; empty when it may."""
        ask = pending.question
        ids = [option.id for option in ask.options]
        texts = [option.text.strip().lower() for option in ask.options]
        if ids not in (["A", "B"], ["A", "B", "C"]):
            return "two or three options, A B C in order"
        if len(set(texts)) != len(texts) or not all(texts):
            return "options must differ"
        if ask.recommended not in ids or len(pending.effects) != len(ids):
            return "the recommendation must be one of the options"
        limits = (
            (ask.text, QUESTION_CELLS),
            (ask.why_human, WHY_CELLS),
            (pending.reason, REASON_CELLS),
        )
        if any(cells(text) > limit for text, limit in limits) or not ask.text or not ask.why_human:
            return "the wording is empty or over its limit"
        if any(cells(option.text) > OPTION_CELLS for option in ask.options):
            return "an option is over its limit"
        return ""
