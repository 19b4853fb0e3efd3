"""Pass 3: typecheck what is known and make the spec. The stopping condition is computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from intent_tui.ask.pending import Pending
from intent_tui.passes.dialogue import Dialogue, Turn
from intent_tui.passes.events import Typechecked
from intent_tui.passes.resolve import read_rank, reasons, to_read
from intent_tui.passes.work import Work
from intent_tui.probe.facts import Fact, Lookup
from intent_tui.spec.model import (
    Constraint,
    Decision,
    IntentSpec,
    Resolution,
    TraceItem,
    Unknown,
)
from intent_tui.spec.typecheck import check, sufficient

MAX_REQUEST = 500
_WEIGHTS = {"probed": 0.95, "asked": 0.9, "inferred": 0.5}
"""Confidence by how an unknown was closed: looked up > answered > inferred > open (ruling G8)."""
_MAX_DETAIL = 300
ENOUGH = 12
"""Read spans from which on they tell what is near and what is not."""


@dataclass(frozen=True, slots=True)
class Result:
    """The decision and why, with the question that waits when there is one."""

    spec: IntentSpec
    pending: Pending | None
    reason: str


def make(dialogue: Dialogue, *, request: str, intent: str, budget: int, may_ask: bool) -> Result:
    """The spec of this state.

    Args:
        dialogue: what is closed and open.
        request: the person's words; cut at 500 characters after constraints were taken (G14).
        intent: the stem of the saved file.
        budget: how many questions may be sent.
        may_ask: whether another question may be sent, or the waiting one shown again.
    """
    work = dialogue.work
    open_now = tuple(each.open() for each in dialogue.open)
    constraints = _constraints(dialogue)
    objects = objects_of(work)
    pending, why_none = dialogue.pending()
    failed = [each for each in dialogue.open if each.field in work.failed]
    confidence = _confidence(dialogue)
    question: Pending | None = None
    if not dialogue.open:
        decision = Decision("ROUTE", confidence, target=work.draft.target)
        reason = "nothing is unknown and nothing irreversible was inferred"
    elif failed:
        error = "; ".join(reasons(work.scene.lookups)) or "look-ups failed"
        decision = Decision("HALT", confidence, cause="degraded", error=error[:500])
        reason = f"look-ups failed: {error}"
    elif pending is not None and may_ask:
        question = pending
        decision = Decision("ASK", confidence, question=pending.question)
        reason = f"{pending.field} is open and only a person can say"
    else:
        fields = tuple(dict.fromkeys(each.field for each in open_now))
        decision = Decision("HALT", confidence, cause="underspecified", open_fields=fields)
        reason = why_none or (
            "no question may be asked" if budget == 0 else f"all {budget} questions are used"
        )
    spec = IntentSpec(
        request=request[:MAX_REQUEST],
        intent=intent,
        objects=objects,
        constraints=constraints,
        unknown=open_now,
        decision=decision,
        resolution=_resolution(dialogue, budget),
        trace=_trace(dialogue, decision, question),
        verification_status="routed" if decision.state == "ROUTE" else "asked",
    )
    return Result(spec, question, reason)


def objects_of(work: Work) -> tuple[str, ...]:
    """What the intent acts on: what look-ups found, else what the request names."""
    found = work.scene.objects or work.draft.objects
    if not found:
        phrases = [each.span.text for each in work.draft.reading.mentions if each.kind == "phrase"]
        found = tuple(dict.fromkeys(phrases))[:3]
    return found or (work.draft.reading.text.strip()[:80],)


def _constraints(dialogue: Dialogue) -> tuple[Constraint, ...]:
    """Explicit, found, asked, guessed: the order in which a reviewer trusts them."""
    work = dialogue.work
    every = [
        *work.draft.explicit,
        *(each for each in work.records if each.source == "probed"),
        *(each for closed in dialogue.standing() for each in closed.constraints),
        *(each for each in work.records if each.source != "probed"),
    ]
    rank = {"explicit": 0, "probed": 1, "asked": 2, "inferred": 3}
    spans = [fact.pointer for fact in to_read(work.scene.lookups)]
    left_out = _neighbours(dialogue, spans)
    ordered = sorted(
        (each for each in dict.fromkeys(every) if each not in left_out),
        key=lambda each: (
            rank[each.source],
            read_rank(each.evidence, spans) if each.source == "probed" else 0,
        ),
    )
    seen: set[tuple[str, str | None]] = set()
    kept = []
    for each in ordered:
        if (each.text, each.evidence) not in seen:
            seen.add((each.text, each.evidence))
            kept.append(each)
    return tuple(kept)


def _neighbours(dialogue: Dialogue, spans: Sequence[str]) -> set[Constraint]:
    """What was found away from everything the request leads to, and settles nothing by itself.

    A long row of things that merely bear a word of the request hides what has to be read. What
    contradicts, what a commit or a record says, what the request names and the one value of an
    unknown stay; so does everything in a small workspace.
    """
    work = dialogue.work
    if len(spans) < ENOUGH:
        return set()
    premise = work.contradiction.constraints if work.contradiction is not None else ()
    met = [each for each in work.records if each.source == "probed" and each not in premise]
    found = {each for each in met if _is_away(each, spans)}
    shown: set[tuple[str, int]] = set()
    for each in met:
        said = (each.text, read_rank(each.evidence, spans))
        if said in shown:
            # The same words of two lines of one span: the first sends a reader there.
            found.add(each)
        shown.add(said)
    values: set[Constraint] = set()
    for closed in dialogue.standing():
        away = {each for each in closed.constraints if _is_away(each, spans)}
        near = [each for each in closed.constraints if each not in away]
        values.update(near or closed.constraints[:1])
        # A row that lies where the request leads is its scope: then no part of it may be missing.
        if closed.source == "probed" and len(away) > len(near):
            found.update(away)
        else:
            values.update(closed.constraints)
    named = [name.lower() for name in work.draft.objects]
    return {
        each
        for each in found - values
        if not each.irreversible and not any(name in each.text.lower() for name in named)
    }


def _is_away(constraint: Constraint, spans: Sequence[str]) -> bool:
    return read_rank(constraint.evidence, spans) == len(spans)


def _resolution(dialogue: Dialogue, budget: int) -> Resolution:
    def count(source: str) -> int:
        return sum(each.listed and each.source == source for each in dialogue.standing())

    probed, asked, inferred = count("probed"), count("asked"), count("inferred")
    found = probed + asked + inferred + len(dialogue.open)
    return Resolution(found, probed, asked, inferred, budget)


def _confidence(dialogue: Dialogue) -> float:
    """The mean over all unknowns, rounded to two places; never a threshold for anything."""
    weights = [_WEIGHTS[each.source] for each in dialogue.standing() if each.listed]
    every = len(weights) + len(dialogue.open)
    if dialogue.work.failed:
        return 0.1
    return round(sum(weights) / every, 2) if every else _WEIGHTS["probed"]


def _trace(
    dialogue: Dialogue, decision: Decision, question: Pending | None
) -> tuple[TraceItem, ...]:
    work = dialogue.work
    listed = [each.field for each in work.draft.unknowns]
    items = [
        TraceItem("parse", f"unknowns listed: {', '.join(listed) or 'none'}; "
                           f"playbook {work.draft.playbook}")
    ]  # fmt: skip
    if work.contradiction is not None:
        items += [_contradicts(each) for each in work.contradiction.constraints]
    items += [_to_read(place, fact) for place, fact in enumerate(to_read(work.scene.lookups), 1)]
    items += [_probed(lookup) for lookup in work.scene.lookups]
    items += [TraceItem("probe", f"refused: {each}"[:_MAX_DETAIL]) for each in work.refused]
    items += [_answered(turn) for turn in dialogue.turns]
    items += [
        TraceItem("ask", f"{each.field}: carried from an earlier run")
        for each in dialogue.closed
        if not each.listed
    ]
    if question is not None:
        items.append(TraceItem("ask", f"{question.field}: waiting for an answer"))
    items.append(TraceItem("typecheck", _checked(dialogue)))
    items.append(TraceItem("emit", _outcome(decision)))
    return tuple(items)


def _contradicts(constraint: Constraint) -> TraceItem:
    """What stands against the request: before anything else a reader has to see it."""
    detail = f"contradicts the request: {constraint.text}"
    return TraceItem("probe", detail[:_MAX_DETAIL], constraint.evidence)


def _to_read(place: int, fact: Fact) -> TraceItem:
    """Where to read first, and which lane led there: context, nothing was settled by it."""
    why = f" ({fact.value})" if fact.value else ""
    detail = f"to read {place}, lane {fact.name}{why}"
    return TraceItem("probe", detail[:_MAX_DETAIL], fact.pointer)


def _probed(lookup: Lookup) -> TraceItem:
    head = f"{lookup.field}: {lookup.action}"
    first = lookup.facts[0].pointer if lookup.facts else None
    if lookup.failed and first is None:
        return TraceItem("probe", f"{head}: failed, {lookup.failed}"[:_MAX_DETAIL])
    found = f"{lookup.hits} found" if lookup.hits else "nothing found"
    if lookup.failed:
        found = f"{found}, not complete: {lookup.failed}"
    return TraceItem("probe", f"{head}: {found}"[:_MAX_DETAIL], first)


def _answered(turn: Turn) -> TraceItem:
    by = f" by {turn.by}" if turn.by else ""
    detail = f"{turn.field}: answered{by}, read as {turn.read_as}"
    if turn.read_as in ("refused", "unusable"):
        detail = f"{turn.field}: asked again, the reply was {turn.read_as}{by}"
    return TraceItem("ask", detail[:_MAX_DETAIL])


def _checked(dialogue: Dialogue) -> str:
    counts = _resolution(dialogue, 0)
    return (
        f"{counts.unknowns_found} unknowns = {counts.resolved_by_probe} looked up + "
        f"{counts.asked} asked + {counts.inferred} inferred + {len(dialogue.open)} open"
    )


def _outcome(decision: Decision) -> str:
    if decision.state == "ROUTE":
        return f"sufficient; hand off to {decision.target}"
    if decision.state == "ASK":
        return "not sufficient; one question is out"
    return f"not sufficient; halted {decision.cause}"


def typechecked(result: Result, exists: Callable[[str], bool]) -> Typechecked:
    """What the typechecker says of the result: the two conditions, the counts, failed rules."""
    spec = result.spec
    enough = sufficient(spec.unknown, spec.constraints)
    counts = spec.resolution
    return Typechecked(
        unknown_empty=enough.unknown_empty,
        no_inferred_irreversible=enough.no_inferred_irreversible,
        counts={
            "found": counts.unknowns_found,
            "looked up": counts.resolved_by_probe,
            "asked": counts.asked,
            "inferred": counts.inferred,
            "open": len(spec.unknown),
        },
        failed=tuple(f"{each.rule}: {each.detail}" for each in check(spec, exists)),
    )


def unknowns(dialogue: Dialogue) -> tuple[Unknown, ...]:
    """What is still open, as a spec shows it."""
    return tuple(each.open() for each in dialogue.open)
