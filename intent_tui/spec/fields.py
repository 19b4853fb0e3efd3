"""What a single field must be: lengths, patterns, ranges. Source: the field tables of the seed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from intent_tui.spec.findings import Finding, finding
from intent_tui.spec.model import SPEC_VERSION, IntentSpec

TEXT_MAX = 500
INTENT_PATTERN = "^[a-z][a-z0-9_]*$"

_INTENT = re.compile(r"[a-z][a-z0-9_]*")
_COUNTS = ("unknowns_found", "resolved_by_probe", "asked", "inferred", "ask_budget")


def field_rules(spec: IntentSpec) -> Iterator[Finding]:
    """Findings on single fields of a spec whose values have the right types."""
    if spec.spec_version != SPEC_VERSION:
        detail = f'spec_version is "{SPEC_VERSION}", not "{spec.spec_version[:20]}"'
        yield finding("field.choice", detail, "spec_version")
    for where, text in texts(spec):
        yield from _text(where, text)
    if spec.intent and not _INTENT.fullmatch(spec.intent):
        detail = f'"{spec.intent[:40]}" is not lower-case words joined by "_"'
        yield finding("field.intent", detail, "intent")
    confidence = spec.decision.confidence
    if not math.isfinite(confidence) or not 0 <= confidence <= 1:
        detail = f"{confidence} is not between 0 and 1"
        yield finding("field.confidence", detail, "decision.confidence")
    for key in _COUNTS:
        if getattr(spec.resolution, key) < 0:
            yield finding("field.count", f"{key} is below 0", f"resolution.{key}")


def texts(spec: IntentSpec) -> Iterator[tuple[str, str]]:
    """Every text of a spec that may not be empty, with its place."""
    yield "request", spec.request
    yield "intent", spec.intent
    for place, name in enumerate(spec.objects):
        yield f"objects[{place}]", name
    for place, item in enumerate(spec.constraints):
        yield f"constraints[{place}].text", item.text
        if item.evidence is not None:
            yield f"constraints[{place}].evidence", item.evidence
    for place, unknown in enumerate(spec.unknown):
        yield f"unknown[{place}].field", unknown.field
        if unknown.note is not None:
            yield f"unknown[{place}].note", unknown.note
    yield from _decision_texts(spec)
    for place, step in enumerate(spec.trace):
        yield f"trace[{place}].detail", step.detail
        if step.evidence is not None:
            yield f"trace[{place}].evidence", step.evidence
    yield from _verification_texts(spec)


def _decision_texts(spec: IntentSpec) -> Iterator[tuple[str, str]]:
    decision = spec.decision
    if decision.target is not None:
        yield "decision.target", decision.target
    if decision.question is not None:
        yield "decision.question.text", decision.question.text
        yield "decision.question.why_human", decision.question.why_human
        for place, option in enumerate(decision.question.options):
            yield f"decision.question.options[{place}].text", option.text
    for place, name in enumerate(decision.open_fields):
        yield f"decision.open_fields[{place}]", name
    if decision.error is not None:
        yield "decision.error", decision.error


def _verification_texts(spec: IntentSpec) -> Iterator[tuple[str, str]]:
    if spec.verification is None:
        return
    yield "verification.checked_at", spec.verification.checked_at
    for place, line in enumerate(spec.verification.results):
        yield f"verification.results[{place}].constraint", line.constraint
        if line.pointer is not None:
            yield f"verification.results[{place}].pointer", line.pointer


def _text(where: str, text: str) -> Iterator[Finding]:
    if not text:
        yield finding("field.empty", f'"{where.rsplit(".", 1)[-1]}" is empty', where)
    limited = where == "request" or (where.startswith("constraints[") and where.endswith(".text"))
    if limited and len(text) > TEXT_MAX:
        detail = f"{len(text)} characters; at most {TEXT_MAX}"
        yield finding("field.long", detail, where)
    if any(0xD800 <= ord(char) < 0xE000 for char in text):
        yield finding("field.text", "holds bytes that are not UTF-8 text", where)
