"""The typechecker: what must hold inside a spec, as findings instead of exceptions.

Works on records; `check_data` takes plain data and goes through the wire form first. The
rules and their weights stand in `spec.findings.RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from intent_tui.spec import evidence, shape
from intent_tui.spec.fields import field_rules
from intent_tui.spec.findings import RULES, Finding, errors, finding
from intent_tui.spec.model import (
    USER_DELEGATED,
    Constraint,
    Decision,
    IntentSpec,
    Question,
    Unknown,
    Verification,
)

Exists = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """The two conditions that alone decide ROUTE."""

    unknown_empty: bool
    no_inferred_irreversible: bool

    @property
    def enough(self) -> bool:
        """Whether both hold."""
        return self.unknown_empty and self.no_inferred_irreversible


def sufficient(unknown: Iterable[Unknown], constraints: Iterable[Constraint]) -> Sufficiency:
    """Computes the two conditions: nothing open, and nothing irreversible that was inferred."""
    return Sufficiency(
        unknown_empty=not tuple(unknown),
        no_inferred_irreversible=not any(
            item.source == "inferred" and item.irreversible for item in constraints
        ),
    )


def check(spec: IntentSpec, exists: Exists | None = None) -> tuple[Finding, ...]:
    """All findings on a spec, in the order of the file; empty when it is valid.

    Never raises on bad data: a value of the wrong type is a finding, and rules that need the
    value are then left out.

    Args:
        spec: the record.
        exists: tells whether a relative path is a file of the workspace; without it no
            pointer is called invented.
    """
    wrong = tuple(shape.faults(spec))
    if wrong:
        return wrong
    return (
        *field_rules(spec),
        *_evidence(spec, exists),
        *_decision(spec),
        *_counts(spec),
        *_verification(spec.verification),
    )


def check_data(raw: object, exists: Exists | None = None) -> tuple[Finding, ...]:
    """The same for plain data (a parsed file, a message): through the wire form."""
    from intent_tui.spec.wire import parse

    return parse(raw, exists)[1]


def _evidence(spec: IntentSpec, exists: Exists | None) -> Iterator[Finding]:
    for place, item in enumerate(spec.constraints):
        where = f"constraints[{place}].evidence"
        if item.evidence is None:
            if item.source in ("probed", "inferred"):
                detail = f'a constraint that was {item.source} needs "evidence"'
                yield finding("evidence.missing", detail, where)
            continue
        yield from _pointer(item.evidence, where, exists)
        if item.evidence == USER_DELEGATED and item.source != "inferred":
            detail = f'"{USER_DELEGATED}" goes with "inferred", not with "{item.source}"'
            yield finding("evidence.delegated", detail, where)
    for place, step in enumerate(spec.trace):
        if step.evidence is not None:
            yield from _pointer(step.evidence, f"trace[{place}].evidence", exists)


def _pointer(pointer: str, where: str, exists: Exists | None) -> Iterator[Finding]:
    verdict = evidence.judge(pointer, exists)
    if verdict.ok or not pointer:
        return  # an empty text is a finding of the field rules
    blank = any(char.isspace() for char in pointer) and where.startswith("constraints")
    rule = "evidence.blank" if blank else f"evidence.{verdict.value}"
    yield finding(rule, f'"{pointer[:60]}": {verdict.reason}', where)


def _decision(spec: IntentSpec) -> Iterator[Finding]:
    decision = spec.decision
    yield from _foreign(decision)
    if decision.state == "ROUTE":
        yield from _route(spec)
    elif decision.state == "ASK":
        yield from _ask(spec)
    else:
        yield from _halt(spec)
    expected = ("routed", "verified", "superseded") if decision.state == "ROUTE" else (
        "asked", "superseded")  # fmt: skip
    if spec.verification_status is not None and spec.verification_status not in expected:
        detail = f'"{spec.verification_status}" does not go with {decision.state}'
        yield finding("lifecycle.state", detail, "verification_status")


def _foreign(decision: Decision) -> Iterator[Finding]:
    allowed = {
        "ROUTE": {"target"},
        "ASK": {"question"},
        "HALT": {"cause", "open_fields" if decision.cause == "underspecified" else "error"},
    }[decision.state]
    if decision.state == "HALT" and decision.cause is None:
        allowed |= {"open_fields"}
    for key in ("target", "question", "cause", "open_fields", "error"):
        if getattr(decision, key) not in (None, ()) and key not in allowed:
            state = f"a {decision.state}" if decision.state != "ASK" else "an ASK"
            cause = f" with the cause {decision.cause}" if decision.state == "HALT" else ""
            yield finding("decision.foreign", f'{state}{cause} has no "{key}"', f"decision.{key}")


def _route(spec: IntentSpec) -> Iterator[Finding]:
    if not spec.objects:
        yield finding("route.objects", "a ROUTE names at least one object", "objects")
    if spec.decision.target is None:
        yield finding("route.target", 'a ROUTE needs "target"', "decision.target")
    if spec.unknown:
        detail = f'a ROUTE has nothing open, but "{spec.unknown[0].field}" is'
        yield finding("route.unknown", detail, "unknown")
    for place, item in enumerate(spec.constraints):
        if item.source == "inferred" and item.irreversible:
            detail = "an irreversible choice is never inferred; ask a person"
            yield finding("route.inferred-irreversible", detail, f"constraints[{place}]")


def _ask(spec: IntentSpec) -> Iterator[Finding]:
    question = spec.decision.question
    if question is None:
        yield finding("ask.question", 'an ASK needs "question"', "decision.question")
    else:
        yield from _question(question)
    counts = spec.resolution
    if counts.asked >= counts.ask_budget:
        detail = f"an ASK after {counts.asked} of {counts.ask_budget} questions has no budget left"
        yield finding("ask.budget", detail, "resolution.asked")


def _question(question: Question) -> Iterator[Finding]:
    ids = "".join(option.id for option in question.options)
    where = "decision.question.options"
    if len(ids) not in (2, 3):
        yield finding("question.options", f"two or three options, not {len(ids)}", where)
    elif ids != "ABC"[: len(ids)]:
        yield finding("question.ids", f"the options are {', '.join(ids)}, not A, B, C", where)
    if question.recommended not in ids:
        detail = f'the recommended "{question.recommended}" is not among the options'
        yield finding("question.recommended", detail, "decision.question.recommended")


def _halt(spec: IntentSpec) -> Iterator[Finding]:
    decision = spec.decision
    if decision.cause is None:
        yield finding("halt.cause", 'a HALT needs "cause"', "decision.cause")
    elif decision.cause == "underspecified":
        if not decision.open_fields:
            detail = 'this HALT needs "open_fields": what is missing'
            yield finding("halt.open-fields", detail, "decision.open_fields")
    elif decision.error is None:
        yield finding("halt.error", 'this HALT needs "error": what failed', "decision.error")
    names = {item.field for item in spec.unknown}
    for place, name in enumerate(decision.open_fields):
        if name not in names:
            where = f"decision.open_fields[{place}]"
            yield finding("halt.field-unknown", f'"{name[:60]}" is not listed as unknown', where)


def _counts(spec: IntentSpec) -> Iterator[Finding]:
    counts = spec.resolution
    closed = counts.resolved_by_probe + counts.asked + counts.inferred
    if counts.unknowns_found != closed + len(spec.unknown):
        detail = (
            f"{counts.unknowns_found} found, but {counts.resolved_by_probe} looked up + "
            f"{counts.asked} asked + {counts.inferred} inferred + {len(spec.unknown)} open"
        )
        yield finding("count.sum", detail, "resolution.unknowns_found")
    seen: set[str] = set()
    for place, item in enumerate(spec.unknown):
        if item.field in seen:
            detail = f'"{item.field[:60]}" is listed twice'
            yield finding("unknown.repeated", detail, f"unknown[{place}].field")
        seen.add(item.field)


def _verification(item: Verification | None) -> Iterator[Finding]:
    if item is None:
        return
    for place, line in enumerate(item.results):
        if line.verdict == "met" and not line.pointer:
            where = f"verification.results[{place}].pointer"
            yield finding("verification.pointer", 'a line that is met needs "pointer"', where)
    verdicts = {line.verdict for line in item.results}
    if verdicts <= {"not_checkable"}:
        adds_up = "not_checkable"
    else:
        adds_up = "verified" if verdicts == {"met"} else "partial"
    if item.status != adds_up:
        detail = f'the results add up to "{adds_up}", not "{item.status}"'
        yield finding("verification.status", detail, "verification.status")


__all__ = [
    "RULES", "Exists", "Finding", "Sufficiency", "check", "check_data", "errors", "sufficient",
]  # fmt: skip
