"""Faults in the shape of plain data, told as findings a person can mend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from intent_tui.base.nearest import nearest
from intent_tui.spec import model
from intent_tui.spec.findings import Finding, finding
from intent_tui.spec.shape import choice

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Place = tuple[int | str, ...]

_DEEPEST = 8
MOST = 100
"""Findings of one kind that are told; a file of a million faults is not read to its end."""

_KINDS: Mapping[str, type] = {
    "constraints": model.Constraint,
    "unknown": model.Unknown,
    "decision": model.Decision,
    "question": model.Question,
    "options": model.Option,
    "resolution": model.Resolution,
    "trace": model.TraceItem,
    "verification": model.Verification,
    "results": model.VerificationResult,
}

_TYPES: Mapping[str, str] = {
    "string_type": "must be text; put it in quotes if it is meant as text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "model_type": "must hold keys and values",
    "model_attributes_type": "must hold keys and values",
    "dict_type": "must hold keys and values",
    "invalid_key": "keys must be words",
}


def written(place: Place) -> str:
    """A place as findings write it: `constraints[2].evidence`; the root is empty."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def empty_values(data: object, where: str = "", depth: int = 0) -> Iterator[Finding]:
    """Findings on keys without a value: legal YAML, but they say neither yes nor no.

    Looks as deep as a spec can be; what lies deeper is of the wrong type already.
    """
    if depth > _DEEPEST:
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from empty_values(value, f"{where}.{key}" if where else str(key), depth + 1)
            if key == "open_fields" and value == []:
                yield finding("field.empty", '"open_fields" is empty', f"{where}.{key}")
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from empty_values(value, f"{where}[{place}]", depth + 1)
    elif data is None:
        detail = "has no value; write one or leave the key out" if where else "is empty"
        yield finding("field.type", detail, where)


def from_error(error: ErrorDetails) -> Finding:
    """The finding for one error of the wire form."""
    where = written(error["loc"])
    key = str(error["loc"][-1])[:40] if error["loc"] else "the spec"
    kind = error["type"]
    if kind == "missing":
        return finding("field.missing", f'"{key}" is missing', where)
    if kind == "extra_forbidden":
        near = nearest(key, _keys(error["loc"][:-1]))
        hint = f" ({near}?)" if near else ""
        return finding("field.unknown-key", f'"{key}" is not a key{hint}', where)
    if kind == "literal_error":
        words = error["ctx"]["expected"].replace(" or ", ", ").split(", ")
        detail = choice(error["input"], tuple(word.strip("'") for word in words))
        return finding("field.choice", detail, where)
    if kind == "string_unicode":
        return finding("field.text", "holds bytes that are not UTF-8 text", where)
    return finding("field.type", _TYPES.get(kind, "is not of the right type"), where)


def _keys(place: Place) -> tuple[str, ...]:
    """The keys that are allowed at a place."""
    kind: type = model.IntentSpec
    for part in place:
        if isinstance(part, str):
            kind = _KINDS.get(part, kind)
    return tuple(spot.name for spot in fields(kind))
