"""The pydantic twins of the records: what may cross a file or a wire, and the JSON Schema.

The twins check shape: keys, types and closed lists. Lengths, patterns and the rules between
fields are annotated for the schema and judged by `spec.typecheck`, so that saving, loading
and checking cannot disagree. Imported on the first read or write only.
"""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from intent_tui.spec import faults, model, typecheck
from intent_tui.spec.conditions import conditions
from intent_tui.spec.fields import INTENT_PATTERN, TEXT_MAX
from intent_tui.spec.findings import Finding
from intent_tui.spec.plain import to_plain

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _whole(value: object) -> object:
    # JSON knows one kind of number: 3.0 is the whole number 3 there.
    return int(value) if isinstance(value, float) and value.is_integer() else value


Text = Annotated[str, Field(json_schema_extra={"minLength": 1})]
Cut = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": TEXT_MAX})]
# `$` also matches before a last line break in some engines; the second half does not.
Name = Annotated[
    str, Field(json_schema_extra={"pattern": INTENT_PATTERN, "not": {"pattern": "[^a-z0-9_]"}})
]
Pointer = Annotated[str, Field(json_schema_extra={"minLength": 1, "not": {"pattern": r"\s"}})]
Count = Annotated[int, BeforeValidator(_whole), Field(json_schema_extra={"minimum": 0})]
Share = Annotated[float, Field(json_schema_extra={"minimum": 0, "maximum": 1})]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class WireConstraint(_Closed):
    """Twin of `Constraint`."""

    source: model.Source
    text: Cut
    evidence: Pointer | None = None
    irreversible: bool | None = None
    category: model.Category | None = None


class WireUnknown(_Closed):
    """Twin of `Unknown`."""

    field: Text
    kind: model.Kind
    category: model.Category | None = None
    issue: model.Issue | None = None
    note: Text | None = None


class WireOption(_Closed):
    """Twin of `Option`."""

    id: model.OptionId
    text: Text


class WireQuestion(_Closed):
    """Twin of `Question`."""

    text: Text
    why_human: Text
    recommended: model.OptionId
    options: Annotated[list[WireOption], Field(json_schema_extra={"minItems": 2, "maxItems": 3})]


class WireDecision(_Closed):
    """Twin of `Decision`."""

    state: model.State
    confidence: Share
    target: Text | None = None
    question: WireQuestion | None = None
    cause: model.Cause | None = None
    open_fields: Annotated[list[Text] | None, Field(json_schema_extra={"minItems": 1})] = None
    error: Text | None = None


class WireResolution(_Closed):
    """Twin of `Resolution`."""

    unknowns_found: Count
    resolved_by_probe: Count
    asked: Count
    inferred: Count
    ask_budget: Count


class WireTraceItem(_Closed):
    """Twin of `TraceItem`."""

    step: model.Step
    detail: Text
    evidence: Text | None = None


class WireVerificationResult(_Closed):
    """Twin of `VerificationResult`."""

    constraint: Text
    verdict: model.Verdict
    pointer: Text | None = None


class WireVerification(_Closed):
    """Twin of `Verification`."""

    status: Literal["verified", "partial", "not_checkable"]
    checked_at: Text
    results: list[WireVerificationResult]


class WireSpec(_Closed):
    """Twin of `IntentSpec`."""

    spec_version: Literal["0.1"]
    verification_status: model.VerificationState | None = None
    verification: WireVerification | None = None
    request: Cut
    intent: Name
    objects: list[Text]
    constraints: list[WireConstraint]
    unknown: list[WireUnknown]
    decision: WireDecision
    resolution: WireResolution
    trace: list[WireTraceItem]


def to_record(wire: WireSpec) -> model.IntentSpec:
    """The record of a wire form; the values are taken as they are."""
    decision = wire.decision
    return model.IntentSpec(
        spec_version=wire.spec_version,
        verification_status=wire.verification_status,
        verification=_verification(wire.verification),
        request=wire.request,
        intent=wire.intent,
        objects=tuple(wire.objects),
        constraints=tuple(
            model.Constraint(
                item.source, item.text, item.evidence, bool(item.irreversible), item.category
            )
            for item in wire.constraints
        ),
        unknown=tuple(
            model.Unknown(item.field, item.kind, item.category, item.issue, item.note)
            for item in wire.unknown
        ),
        decision=model.Decision(
            state=decision.state,
            confidence=decision.confidence,
            target=decision.target,
            question=_question(decision.question),
            cause=decision.cause,
            open_fields=tuple(decision.open_fields or ()),
            error=decision.error,
        ),
        resolution=model.Resolution(**wire.resolution.model_dump()),
        trace=tuple(model.TraceItem(item.step, item.detail, item.evidence) for item in wire.trace),
    )


def _question(wire: WireQuestion | None) -> model.Question | None:
    if wire is None:
        return None
    options = tuple(model.Option(item.id, item.text) for item in wire.options)
    return model.Question(wire.text, wire.why_human, wire.recommended, options)


def _verification(wire: WireVerification | None) -> model.Verification | None:
    if wire is None:
        return None
    results = tuple(
        model.VerificationResult(item.constraint, item.verdict, item.pointer)
        for item in wire.results
    )
    return model.Verification(wire.status, wire.checked_at, results)


def from_record(spec: model.IntentSpec) -> WireSpec:
    """The wire form of a record. Raises pydantic's ValidationError when its shape is wrong."""
    return WireSpec.model_validate(to_plain(spec))


def parse(
    data: object, exists: typecheck.Exists | None = None
) -> tuple[model.IntentSpec | None, tuple[Finding, ...]]:
    """Reads plain data (a parsed file, a message) as a spec.

    Returns the record and all findings on it. The record is None when the shape is wrong; it
    is there, with findings, when the shape is right and a rule is broken. Never raises on bad
    data. `exists` is that of `typecheck.check`.
    """
    empty = tuple(islice(faults.empty_values(data), faults.MOST))
    try:
        wire = WireSpec.model_validate(data)
    except ValidationError as error:
        places = {item.where for item in empty}
        told = error.errors(include_url=False)[: faults.MOST]
        wrong = [faults.from_error(item) for item in told]
        return None, (*empty, *(item for item in wrong if item.where not in places))
    if empty:
        return None, empty
    record = to_record(wire)
    return record, typecheck.check(record, exists)


class _Schema(GenerateJsonSchema):
    """Says an optional key is absent, never null, and leaves titles and defaults out."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def get_title_from_name(self, name: str) -> str:
        return name


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a saved spec, conditional rules included."""
    made = WireSpec.model_json_schema(schema_generator=_Schema)
    return {
        "$schema": _DIALECT,
        "title": "IntentSpec 0.1",
        **_bare(made),
        "allOf": conditions(),
    }


def _bare(node: dict[str, Any]) -> dict[str, Any]:
    """A schema without pydantic's decoration, which repeats the names of our classes."""
    bare: dict[str, Any] = {}
    for key, item in node.items():
        if key in ("properties", "$defs"):
            bare[key] = {name: _bare(part) for name, part in item.items()}
        elif key not in ("title", "description"):
            bare[key] = _bare(item) if isinstance(item, dict) else item
    return bare
