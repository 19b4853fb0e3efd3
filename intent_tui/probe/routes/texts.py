"""The parts of a path as far as they are known: literals, named constants, texts with holes."""

from __future__ import annotations

from intent_tui.probe.routes.model import Piece
from intent_tui.probe.routes.resolve import FARTHEST, Resolver
from intent_tui.probe.source.code import Expr, Unit


def piece_of(resolver: Resolver, unit: Unit, scope: str, expr: Expr, far: int = 0) -> Piece | None:
    """The part of a path an expression is; None when it is no text."""
    if expr.kind == "text":
        if expr.whole:
            return Piece(expr.text)
        return _filled(resolver, unit, scope, expr, far)
    if expr.kind in ("name", "member") and far <= FARTHEST:
        found = resolver.follow(unit, scope, expr)
        if found is not None and found[2] is not expr:
            inner = piece_of(resolver, *found, far + 1)
            if inner is not None:
                return Piece(inner.text, inner.whole, resolved=True)
    return None


def shown_of(resolver: Resolver, unit: Unit, expr: Expr) -> Piece:
    """The part of a path an expression is; what is not known stands in braces by its name."""
    known = piece_of(resolver, unit, "", expr)
    return known or Piece("{" + (expr.dotted() or "…") + "}", whole=False)


def _filled(resolver: Resolver, unit: Unit, scope: str, expr: Expr, far: int) -> Piece:
    """A text with its named holes filled as far as their values are known."""
    text, whole = "", True
    rest = expr.text
    while "{" in rest:
        head, _, tail = rest.partition("{")
        name, _, rest = tail.partition("}")
        value = None
        if name and far < FARTHEST:
            value = piece_of(resolver, unit, scope, dotted_name(name), far + 1)
        whole = whole and value is not None and value.whole
        text += head + (value.text if value is not None else "{" + name + "}")
    return Piece(text + rest, whole, resolved=True)


def dotted_name(name: str) -> Expr:
    """The expression of a dotted name."""
    head, _, rest = name.partition(".")
    made = Expr("name", head)
    for part in rest.split(".") if rest else ():
        made = Expr("member", part, of=made)
    return made
