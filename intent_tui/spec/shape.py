"""Whether the values of a record have the types the records declare.

Code can build a record from anything (a mind's answer, a hand-made test); the rules above
may then rely on types, and a wrong one is a finding instead of a crash.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from intent_tui.spec.findings import Finding, finding

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_NAMES = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}


def faults(record: DataclassInstance, where: str = "") -> Iterator[Finding]:
    """Findings of `field.type` and `field.choice` on a record and everything inside it."""
    for spot in fields(record):
        place = f"{where}.{spot.name}" if where else spot.name
        yield from _value(_hints(type(record))[spot.name], getattr(record, spot.name), place)


@cache
def _hints(kind: type[DataclassInstance]) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _value(hint: object, value: object, where: str) -> Iterator[Finding]:
    origin = get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        if value is None:
            return
        hint = next(part for part in get_args(hint) if part is not type(None))
        origin = get_origin(hint)
    if origin is Literal:
        if value not in get_args(hint) or not isinstance(value, str):
            yield finding("field.choice", choice(value, get_args(hint)), where)
    elif origin is tuple:
        if not isinstance(value, tuple):
            yield finding("field.type", "must be a list", where)
            return
        for place, item in enumerate(value):
            yield from _value(get_args(hint)[0], item, f"{where}[{place}]")
    elif isinstance(hint, type) and is_dataclass(hint):
        if isinstance(value, hint):
            yield from faults(value, where)
        else:
            yield finding("field.type", "must hold keys and values", where)
    elif isinstance(hint, type) and not _is(hint, value):
        yield finding("field.type", f"must be {_NAMES[hint]}", where)


def _is(kind: type, value: object) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def choice(value: object, allowed: tuple[str, ...]) -> str:
    """The sentence for a word that is not in its closed list, with the nearest that is."""
    from intent_tui.base.nearest import nearest

    if not isinstance(value, str):
        return f"must be one of {', '.join(allowed)}"
    near = nearest(value, allowed)
    hint = f" ({near}?)" if near else f"; it is one of {', '.join(allowed)}"
    return f'"{value[:40]}" is not a word for this place{hint}'
