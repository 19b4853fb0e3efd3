"""One run held against the labels of its case: what was right, what was wrong, and in which way."""

from __future__ import annotations

from dataclasses import dataclass

from intent_tui.evaluate.cases import Case
from intent_tui.evaluate.evidence import place
from intent_tui.evaluate.execution import Asked, Ran
from intent_tui.evaluate.workspaces import noise

BUDGET = 3


@dataclass(frozen=True, slots=True)
class Score:
    """None where the case says nothing about it."""

    decision: bool
    """The first turn ended as labelled."""
    first: bool | None
    missed: bool | None
    over_asked: bool
    asked: int
    asked_rightly: int
    order: bool | None
    silent_on_complete: bool | None
    false_silence: bool | None
    issue: str
    issue_found: str
    cause: bool | None
    delegation: bool | None
    irreversible: bool | None
    target: bool | None
    cited: int
    to_cite: int
    pointers: int
    invalid: int
    noisy: int
    budget: bool
    counts: bool

    def failures(self) -> tuple[str, ...]:
        """The classes of what is wrong, empty when nothing is."""
        checks = {
            "wrong outcome": self.decision,
            "wrong first question": self.first,
            "question missed": None if self.missed is None else not self.missed,
            "asked too much": not self.over_asked,
            "wrong order": self.order,
            "spoke on a complete request": self.silent_on_complete,
            "silent on an incomplete request": None
            if self.false_silence is None
            else not self.false_silence,
            "wrong cause": self.cause,
            "delegation": self.delegation,
            "irreversible not seen": self.irreversible,
            "wrong target": self.target,
            "evidence not cited": self.cited == self.to_cite,
            "invalid evidence": self.invalid == 0,
            "noise cited": self.noisy == 0,
            "budget": self.budget,
            "counts do not add up": self.counts,
            "issue missed": not self.issue or self.issue == self.issue_found,
        }
        return tuple(name for name, right in checks.items() if right is False)


def score(case: Case, ran: Ran) -> Score:
    """Hold the run against the labels."""
    labels = case.labels
    allowed = {*labels.first, *labels.also}
    rightly = [one for one in ran.asked if _about(one, allowed)]
    raised = any(_about(one, set(labels.first)) for one in ran.asked)
    forbidden = any(one.field in labels.must_not_ask for one in ran.asked)
    needs = labels.needs_question and bool(labels.first)
    dark = noise(case.workspace, case.seed)
    places = [place(one) for one in ran.evidence if one not in ran.invalid]
    return Score(
        decision=ran.outcome in labels.outcome,
        first=bool(ran.asked) and _about(ran.asked[0], set(labels.first)) if needs else None,
        missed=not raised if needs else None,
        over_asked=forbidden
        or len(ran.asked) > labels.asked_at_most
        or (bool(ran.asked) and "ASK" not in labels.outcome),
        asked=len(ran.asked),
        asked_rightly=len(rightly),
        order=_order(ran, labels.first, labels.also),
        silent_on_complete=ran.outcome == "silent" and not ran.wrote if labels.complete else None,
        false_silence=ran.outcome == "silent" if "silent" not in labels.outcome else None,
        issue=labels.issue,
        issue_found=ran.asked[0].issue if ran.asked else "",
        cause=ran.cause == labels.cause if labels.cause else None,
        delegation=_delegation(ran, labels.delegation, labels.final),
        irreversible=_irreversible(ran) if labels.irreversible else None,
        target=ran.target == labels.target if labels.target and ran.outcome != "silent" else None,
        cited=sum(any(_is(where, path) for where in places) for path in labels.cites),
        to_cite=len(labels.cites),
        pointers=len(ran.evidence),
        invalid=len(ran.invalid),
        noisy=sum(where in dark for where in places),
        budget=len(ran.asked) <= BUDGET and ran.lookups_kept,
        counts=ran.counts_add_up,
    )


def _about(asked: Asked, names: set[str]) -> bool:
    return asked.field in names or (bool(asked.issue) and asked.issue in names)


def _is(where: str, path: str) -> bool:
    """A document or a record is cited without the start of its path and its ending."""
    stem = path.rsplit(".", 1)[0]
    return where in (path, stem) or stem.endswith("/" + where)


def _order(ran: Ran, first: tuple[str, ...], also: tuple[str, ...]) -> bool | None:
    ahead = [place for place, one in enumerate(ran.asked) if _about(one, set(first))]
    behind = [place for place, one in enumerate(ran.asked) if _about(one, set(also))]
    return min(ahead) < min(behind) if ahead and behind else None


def _delegation(ran: Ran, label: str, final: str) -> bool | None:
    if not label:
        return None
    taken = "delegated" if label == "accepted" else "refused"
    return any(one.read_as == taken for one in ran.asked) and ran.final == final


def _irreversible(ran: Ran) -> bool:
    return bool(ran.asked) and ran.asked[0].irreversible
