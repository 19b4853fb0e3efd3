"""A spec as plain data in the order a file shows it, without the keys that say nothing.

Everything that leaves the program (the file, `--json`, the wire) starts from here, so all
of them agree on order and on what is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intent_tui.spec.model import (
    Constraint,
    Decision,
    IntentSpec,
    Question,
    TraceItem,
    Unknown,
    Verification,
)


def to_plain(spec: IntentSpec) -> dict[str, Any]:
    """The spec as dicts, lists, strings and numbers; keys in file order, defaults left out."""
    return _filled(
        {
            "spec_version": spec.spec_version,
            "verification_status": spec.verification_status,
            "verification": _verification(spec.verification) if spec.verification else None,
            "request": spec.request,
            "intent": spec.intent,
            "objects": list(spec.objects),
            "constraints": [_constraint(item) for item in spec.constraints],
            "unknown": [_unknown(item) for item in spec.unknown],
            "decision": _decision(spec.decision),
            "resolution": {
                "unknowns_found": spec.resolution.unknowns_found,
                "resolved_by_probe": spec.resolution.resolved_by_probe,
                "asked": spec.resolution.asked,
                "inferred": spec.resolution.inferred,
                "ask_budget": spec.resolution.ask_budget,
            },
            "trace": [_trace(item) for item in spec.trace],
        }
    )


def _constraint(item: Constraint) -> dict[str, Any]:
    return _filled(
        {
            "source": item.source,
            "text": item.text,
            "evidence": item.evidence,
            "irreversible": item.irreversible or None,
            "category": item.category,
        }
    )


def _unknown(item: Unknown) -> dict[str, Any]:
    return _filled(
        {
            "field": item.field,
            "kind": item.kind,
            "category": item.category,
            "issue": item.issue,
            "note": item.note,
        }
    )


def _decision(item: Decision) -> dict[str, Any]:
    return _filled(
        {
            "state": item.state,
            "confidence": item.confidence,
            "target": item.target,
            "question": _question(item.question) if item.question else None,
            "cause": item.cause,
            "open_fields": list(item.open_fields) or None,
            "error": item.error,
        }
    )


def _question(item: Question) -> dict[str, Any]:
    return {
        "text": item.text,
        "why_human": item.why_human,
        "recommended": item.recommended,
        "options": [{"id": option.id, "text": option.text} for option in item.options],
    }


def _trace(item: TraceItem) -> dict[str, Any]:
    return _filled({"step": item.step, "detail": item.detail, "evidence": item.evidence})


def _verification(item: Verification) -> dict[str, Any]:
    return {
        "status": item.status,
        "checked_at": item.checked_at,
        "results": [
            _filled(
                {"constraint": line.constraint, "verdict": line.verdict, "pointer": line.pointer}
            )
            for line in item.results
        ],
    }


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}
