"""Calls in a loop over a list that is written out: one call for each of its items."""

from __future__ import annotations

from dataclasses import replace

from intent_tui.probe.routes.resolve import Resolver
from intent_tui.probe.source.code import Call, Expr, Unit, outer

MOST_ITEMS = 200
"""Items of one list that are taken: tables in code are short, generated ones are no code."""


def unrolled(resolver: Resolver, unit: Unit, call: Call) -> list[Call]:
    """The call as often as the loop around it runs, with the items in place of the names.

    A call that uses no name of a loop, or one over a list nobody can read, stands as it is.
    """
    if not unit.loops:
        return [call]
    names = {each.text for each in call.expr.walk() if each.kind == "name"}
    place: str | None = call.scope
    while place is not None:
        taken = {name: unit.loops[(place, name)] for name in names if (place, name) in unit.loops}
        for source, _ in sorted(taken.values(), key=lambda pair: pair[0].place):
            items = _items(resolver, unit, call.scope, source)
            if items:
                held = {name: key for name, (each, key) in taken.items() if each is source}
                return [_with(call, item, held) for item in items]
        place = outer(place)
    return [call]


def _items(resolver: Resolver, unit: Unit, scope: str, source: Expr) -> list[Expr]:
    found = resolver.value(unit, scope, source)
    if found is None or found[0] is not unit:
        return []
    made = found[2]
    if made.created and len(made.args) == 1:
        made = made.args[0]  # `new Map([…])`
    return made.args[:MOST_ITEMS] if made.kind == "list" else []


def _with(call: Call, item: Expr, held: dict[str, str]) -> Call:
    given: dict[str, Expr] = {}
    for name, key in held.items():
        value: Expr | None = item
        if key.isdigit():
            value = item.args[int(key)] if int(key) < len(item.args) else None
        elif key:
            value = item.options.get(key)
        if value is not None:
            given[name] = value
    return replace(call, expr=_put(call.expr, given))


def _put(expr: Expr, given: dict[str, Expr]) -> Expr:
    """The expression with values in place of names, and of members of names."""
    if expr.kind == "name":
        return given.get(expr.text, expr)
    owner = expr.of
    if expr.kind == "member" and owner is not None and owner.kind == "name":
        item = given.get(owner.text)
        if item is not None and expr.text in item.options:
            return item.options[expr.text]
    return replace(
        expr,
        of=_put(owner, given) if owner is not None else None,
        args=[_put(arg, given) for arg in expr.args],
        options={key: _put(value, given) for key, value in expr.options.items()},
    )
