"""The shape `annotated`: a decorated class gives a prefix, its decorated functions the routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.resolve import Resolver
from intent_tui.probe.source.code import Class, Expr, Function, Unit
from intent_tui.probe.source.surfaces import Data


class Annotated:
    """The routes of one framework that decorates classes and functions."""

    def __init__(self, row: Data, resolver: Resolver, units: Sequence[Unit]) -> None:
        self.row = row
        self.id = str(row["id"])
        self.resolver = resolver
        self.all = units
        self.units = [unit for unit in units if set(row["modules"]) & unit.modules()]

    def entries(self) -> list[Entry]:
        """The routes of every decorated class."""
        prefix = self._app_prefix()
        return [
            entry
            for unit in self.units
            for made in unit.classes.values()
            for entry in self._class(unit, made, prefix)
        ]

    def _app_prefix(self) -> Piece:
        """The prefix the whole application is given (`setGlobalPrefix`)."""
        for unit in self.all:
            for call in unit.calls:
                callee = call.expr.of
                named = callee is not None and callee.text in (self.row.get("app_prefix") or ())
                if named and call.expr.args:
                    return self._text(unit, call.expr.args[0])
        return Piece()

    def _text(self, unit: Unit, expr: Expr) -> Piece:
        if expr.kind == "text":
            return Piece(expr.text, expr.whole)
        found = self.resolver.follow(unit, "", expr)
        if found is not None and found[2].kind == "text":
            return Piece(found[2].text, found[2].whole, resolved=True)
        return Piece("{" + (expr.dotted() or "…") + "}", whole=False)

    def _class(self, unit: Unit, made: Class, app: Piece) -> Iterator[Entry]:
        prefix, known = app, False
        for decorator in made.decorators:
            row = (self.row.get("classes") or {}).get(_name(decorator))
            if row is not None:
                known = True
                prefix = app.then(self._argument(unit, decorator, row["option"]))
        for function in made.functions:
            for decorator in function.decorators:
                name = _name(decorator)
                if known and name in self.row["verbs"]:
                    yield from self._routes(unit, made, function, decorator, prefix)
                yield from self._others(unit, made, function, decorator, name)

    def _argument(self, unit: Unit, decorator: Expr, option: str = "") -> Piece:
        if option and option in decorator.options:
            return self._text(unit, decorator.options[option])
        if decorator.args and decorator.args[0].kind not in ("table", "list"):
            return self._text(unit, decorator.args[0])
        if decorator.args and decorator.args[0].kind == "list" and decorator.args[0].args:
            return self._text(unit, decorator.args[0].args[0])
        return Piece()

    def _routes(
        self, unit: Unit, made: Class, function: Function, decorator: Expr, prefix: Piece
    ) -> Iterator[Entry]:
        method = self.row["verbs"][_name(decorator)]
        listed = decorator.args[0] if decorator.args else None
        items = listed.args if listed is not None and listed.kind == "list" else None
        paths = (
            [self._text(unit, item) for item in items]
            if items
            else [self._argument(unit, decorator)]
        )
        for path in paths:
            at = (unit.path, decorator.line or function.line)
            yield http_entry(method, prefix.then(path), f"{made.name}.{function.name}", at, self.id)

    def _others(
        self, unit: Unit, made: Class, function: Function, decorator: Expr, name: str
    ) -> Iterator[Entry]:
        for row in self.row.get("also") or ():
            if row["decorator"] != name:
                continue
            first = decorator.args[0] if decorator.args else None
            text = first.text or first.dotted() if first is not None else ""
            sort = row["sort"]
            handler = f"{made.name}.{function.name}"
            title = f"{text} {handler}" if sort == "event" and text else handler
            yield Entry(
                sort, name, text, title, handler, unit.path, decorator.line, "write", self.id
            )


def _name(decorator: Expr) -> str:
    callee = decorator.of if decorator.kind == "call" and decorator.of is not None else decorator
    return callee.dotted().rpartition(".")[2]
