"""The records of an IntentSpec, in the order a file shows them.

Plain frozen dataclasses: cheap to import, safe to share between threads. What crosses a
file or a wire is checked by `spec.wire`; what must hold between fields by `spec.typecheck`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SPEC_VERSION = "0.1"

Source = Literal["explicit", "probed", "asked", "inferred"]
Category = Literal[
    "scope",
    "approach",
    "data_compatibility",
    "failure_behavior",
    "acceptance",
    "non_goals_constraints",
]
Kind = Literal["probe", "ask"]
Issue = Literal["ambiguous", "conflict", "premise"]
State = Literal["ROUTE", "ASK", "HALT"]
Cause = Literal["underspecified", "degraded"]
Step = Literal["parse", "probe", "ask", "typecheck", "emit"]
OptionId = Literal["A", "B", "C"]
VerificationState = Literal["asked", "routed", "verified", "superseded"]
Verdict = Literal["met", "not_met", "not_checkable"]

USER_DELEGATED = "user:delegated"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing the work must or must not do, readable on its own."""

    source: Source
    text: str
    evidence: str | None = None
    irreversible: bool = False
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """A field whose value is not established yet."""

    field: str
    kind: Kind
    category: Category | None = None
    issue: Issue | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One concrete answer a person can pick."""

    id: OptionId
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """The one question of an ASK, exactly as the schema has it."""

    text: str
    why_human: str
    recommended: OptionId
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Where the request goes now. Which fields may be set depends on `state`."""

    state: State
    confidence: float
    target: str | None = None
    question: Question | None = None
    cause: Cause | None = None
    open_fields: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """How each unknown ended. The unit is the unknown, never the constraint."""

    unknowns_found: int
    resolved_by_probe: int
    asked: int
    inferred: int
    ask_budget: int


@dataclass(frozen=True, slots=True)
class TraceItem:
    """One step of the run, for whoever audits the card."""

    step: Step
    detail: str
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """The verdict on one constraint; `pointer` is required when met."""

    constraint: str
    verdict: Verdict
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What the check after the hand-off found."""

    status: Literal["verified", "partial", "not_checkable"]
    checked_at: str
    results: tuple[VerificationResult, ...]


@dataclass(frozen=True, slots=True)
class IntentSpec:
    """A request with nothing in it guessed, or with the guesses named."""

    request: str
    intent: str
    objects: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    unknown: tuple[Unknown, ...]
    decision: Decision
    resolution: Resolution
    trace: tuple[TraceItem, ...]
    spec_version: str = SPEC_VERSION
    verification_status: VerificationState | None = None
    verification: Verification | None = None
