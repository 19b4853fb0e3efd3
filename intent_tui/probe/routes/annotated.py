"""The shape `annotated`: a decorated class gives a prefix, its decorated functions the routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from intent_tui.probe.routes.model import Entry, Piece, http_entry, segments
from intent_tui.probe.routes.resolve import Resolver
from intent_tui.probe.routes.texts import shown_of
from intent_tui.probe.source.code import Class, Expr, Function, Unit
from intent_tui.probe.source.surfaces import Data


class Annotated:
    """The routes of one framework that decorates classes and functions."""

    def __init__(self, row: Data, resolver: Resolver, units: Sequence[Unit]) -> None:
        self.row = row
        self.id = str(row["id"])
        self.resolver = resolver
        self.all = units
        self.prefix = self._app_prefix()
        self.spared = self._spared()
        self.by_path = self._versioned()
        self.units = [unit for unit in units if set(row["modules"]) & unit.modules()]

    def entries(self) -> list[Entry]:
        """The routes of every decorated class."""
        return [
            entry
            for unit in self.units
            for made in unit.classes.values()
            for entry in self._class(unit, made)
        ]

    def _calls(self, names: Sequence[str]) -> Iterator[tuple[Unit, Expr]]:
        """The calls of functions with one of the names, anywhere in the workspace."""
        for unit in self.all:
            for call in unit.calls:
                callee = call.expr.of
                if callee is not None and (callee.text in names or callee.dotted() in names):
                    yield unit, call.expr

    def _app_prefix(self) -> Piece:
        """The prefix the whole application is given (`setGlobalPrefix`)."""
        for unit, call in self._calls(self.row.get("app_prefix") or ()):
            if call.args:
                return self._text(unit, call.args[0])
        return Piece()

    def _spared(self) -> frozenset[tuple[str, ...]]:
        """The paths that the prefix of the application leaves alone (its option `exclude`)."""
        found = set()
        for unit, call in self._calls(self.row.get("app_prefix") or ()):
            listed = call.options.get("exclude")
            for item in listed.args if listed is not None else ():
                path = item.options.get("path", item)
                found.add(segments(self._text(unit, path).text))
        return frozenset(found)

    def _versioned(self) -> bool:
        """Whether a version that a class or a function has stands in its path.

        It does where the application says so by path, or is not in the workspace; not where it
        is and never turns versions on, or has them in a header.
        """
        row = self.row.get("versions") or {}
        for _, call in self._calls([str(row.get("enabled", ""))]):
            kind = call.options.get("type")
            return kind is None or kind.text == row["by_path"]
        return not any(self._calls([str(row.get("bootstrap", ""))]))

    def _text(self, unit: Unit, expr: Expr) -> Piece:
        return shown_of(self.resolver, unit, expr)

    def _class(self, unit: Unit, made: Class) -> Iterator[Entry]:
        prefix, version, known = Piece(), None, False
        option = str((self.row.get("versions") or {}).get("option", ""))
        for decorator in made.decorators:
            row = (self.row.get("classes") or {}).get(_name(decorator))
            if row is not None:
                known = True
                prefix = self._argument(unit, decorator, row["option"])
                version = decorator.options.get(option)
        done: set[str] = set()
        for where, each in self.resolver.line_of((unit, made)) if known else [(unit, made)]:
            for function in each.functions:
                if function.name in done:
                    continue
                done.add(function.name)
                for decorator in function.decorators:
                    name = _name(decorator)
                    if known and name in self.row["verbs"]:
                        own = self._version(function) or version
                        for before in self._before(unit, own):
                            yield from self._routes(
                                where, made, function, decorator, (before, prefix)
                            )
                    if each is made:
                        yield from self._others(unit, made, function, decorator, name)

    def _version(self, function: Function) -> Expr | None:
        row = self.row.get("versions") or {}
        for decorator in function.decorators:
            if _name(decorator) == row.get("decorator") and decorator.args:
                return decorator.args[0]
        return None

    def _before(self, unit: Unit, version: Expr | None) -> list[Piece]:
        """The versions a route has, as they stand before its path."""
        if version is None or not self.by_path:
            return [Piece()]
        items = version.args if version.kind == "list" else [version]
        neutral = str((self.row.get("versions") or {}).get("neutral", ""))
        found = []
        for item in items:
            if neutral in (item.text, item.dotted()):
                found.append(Piece())
            else:
                text = self._text(unit, item)
                found.append(Piece(f"v{text.text}", text.whole, text.resolved))
        return found

    def _argument(self, unit: Unit, decorator: Expr, option: str = "") -> Piece:
        if option and option in decorator.options:
            return self._text(unit, decorator.options[option])
        if decorator.args and decorator.args[0].kind not in ("table", "list"):
            return self._text(unit, decorator.args[0])
        if decorator.args and decorator.args[0].kind == "list" and decorator.args[0].args:
            return self._text(unit, decorator.args[0].args[0])
        return Piece()

    def _routes(
        self,
        unit: Unit,
        made: Class,
        function: Function,
        decorator: Expr,
        before: tuple[Piece, Piece],
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
            below = before[1].then(path)
            app = Piece() if segments(below.text) in self.spared else self.prefix
            whole = app.then(before[0]).then(below)
            yield http_entry(method, whole, f"{made.name}.{function.name}", at, self.id)

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
