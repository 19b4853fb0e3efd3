"""The rules between fields that JSON Schema can say, as `if`/`then` blocks.

What it cannot say (sums, order of ids, whether a pointer names something) stays with
`spec.typecheck`; `findings.RULES` tells which is which.
"""

from __future__ import annotations

from typing import Any

_PARTS = ("target", "question", "cause", "open_fields", "error")


def conditions() -> list[dict[str, Any]]:
    """The content of `allOf` at the root of the schema."""
    return [
        _decision({"state": "ROUTE"}, needs=("target",)),
        _route_is_sufficient(),
        _decision({"state": "ASK"}, needs=("question",)),
        _decision({"state": "HALT"}, needs=("cause",), may=("open_fields", "error")),
        _decision({"state": "HALT", "cause": "underspecified"}, needs=("cause", "open_fields")),
        _decision({"state": "HALT", "cause": "degraded"}, needs=("cause", "error")),
        _evidence(),
    ]


def _where(values: dict[str, str]) -> dict[str, Any]:
    return {
        "properties": {key: {"const": value} for key, value in values.items()},
        "required": list(values),
    }


def _decision(
    values: dict[str, str], needs: tuple[str, ...], may: tuple[str, ...] = ()
) -> dict[str, Any]:
    foreign = [part for part in _PARTS if part not in (*needs, *may)]
    then: dict[str, Any] = {"required": list(needs)}
    then["properties"] = dict.fromkeys(foreign, False)
    return {
        "if": {"properties": {"decision": _where(values)}, "required": ["decision"]},
        "then": {"properties": {"decision": then}},
    }


def _route_is_sufficient() -> dict[str, Any]:
    guess = {
        "properties": {"source": {"const": "inferred"}, "irreversible": {"const": True}},
        "required": ["source", "irreversible"],
    }
    return {
        "if": {"properties": {"decision": _where({"state": "ROUTE"})}, "required": ["decision"]},
        "then": {
            "properties": {
                "objects": {"minItems": 1},
                "unknown": {"maxItems": 0},
                "constraints": {"items": {"not": guess}},
            }
        },
    }


def _evidence() -> dict[str, Any]:
    found = {"properties": {"source": {"enum": ["probed", "inferred"]}}, "required": ["source"]}
    return {
        "properties": {"constraints": {"items": {"if": found, "then": {"required": ["evidence"]}}}}
    }
