"""The shape `url_list`: lists of routes that include other lists, and resource routers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.resolve import FARTHEST, Resolver
from intent_tui.probe.source.code import Class, Expr, Unit
from intent_tui.probe.source.surfaces import Data

MOST_ITEMS = 20_000
"""Items of lists that are looked at: lists that include each other would never end."""

Where = tuple[Unit, str]
"""A unit and a scope."""

_FORMAT = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)|\((?:[^()?]|\?:)(?:[^()]|\([^()]*\))*\)")


class Lists:
    """The routes of one framework that keeps them in lists."""

    def __init__(self, row: Data, resolver: Resolver, units: Sequence[Unit]) -> None:
        self.row = row
        self.id = str(row["id"])
        self.resolver = resolver
        self.units = [unit for unit in units if self._speaks(unit)]
        self.entry: dict[str, int] = dict(row.get("entry") or {})
        self.nested: dict[str, str] = dict(row.get("nested") or {})
        self.included: set[str] = set()
        self.seen = 0

    def _speaks(self, unit: Unit) -> bool:
        names = [*self.row["modules"], *((self.row.get("resources") or {}).get("modules") or ())]
        return any(
            module == name or module.startswith(name + ".")
            for module in unit.modules()
            for name in names
        )

    def entries(self) -> list[Entry]:
        """The routes of every list that no other list includes."""
        found = [(unit, list(self._list(unit, Piece(), 0))) for unit in self.units]
        return [
            entry for unit, entries in found if unit.path not in self.included for entry in entries
        ]

    def _list(self, unit: Unit, prefix: Piece, far: int) -> Iterator[Entry]:
        for name in self.row["lists"]:
            for assigned in unit.assigned.get(("", name), ()):
                if assigned.chosen and self._only_moved(unit, name, assigned.expr):
                    continue
                yield from self._items((unit, ""), assigned.expr, prefix, assigned.chosen, far)
        for call in unit.calls:
            for item in self._added(call.expr):
                yield from self._items((unit, call.scope), item, prefix, call.chosen, far)
            for name in self.row["lists"]:
                value = call.expr.options.get(name)
                if value is not None and value.kind == "list" and not self._is_entry(call.expr):
                    yield from self._items((unit, call.scope), value, prefix, call.chosen, far)

    def _added(self, expr: Expr) -> list[Expr]:
        """What a call adds to a list of routes (`urlpatterns.extend([…])`)."""
        callee = expr.of
        if callee is None or callee.kind != "member" or callee.text not in ("append", "extend"):
            return []
        owner = callee.of
        named = owner is not None and owner.kind == "name" and owner.text in self.row["lists"]
        return expr.args[:1] if named else []

    def _only_moved(self, unit: Unit, name: str, expr: Expr) -> bool:
        """Whether a list is made, under a condition, of itself below a prefix nobody knows.

        Its routes stand in the inventory as they are without that prefix.
        """
        if expr.kind != "list" or len(expr.args) != 1 or expr.args[0].kind != "call":
            return False
        outer = expr.args[0]
        names = [each.dotted() for arg in outer.args for each in arg.walk()]
        return name in names and not self._path((unit, ""), outer.args[0], "").whole

    def _is_entry(self, expr: Expr) -> bool:
        name = expr.of.dotted().rpartition(".")[2] if expr.of is not None else ""
        return name in self.entry or name in self.nested

    def _items(
        self, where: Where, expr: Expr, prefix: Piece, chosen: bool, far: int
    ) -> Iterator[Entry]:
        self.seen += 1
        if far > FARTHEST or self.seen > MOST_ITEMS:
            return
        if expr.kind == "list":
            for item in expr.args:
                yield from self._items(where, item, prefix, chosen, far + 1)
        elif expr.kind == "call":
            yield from self._call(where, expr, prefix, chosen, far)
        elif expr.kind in ("name", "member"):
            resources = self._resource_urls(where, expr)
            if resources is not None:
                yield from self._resources(resources, prefix)
                return
            found = self.resolver.follow(*where, expr)
            if found is not None and found[2] is not expr:
                yield from self._items((found[0], found[1]), found[2], prefix, chosen, far + 1)

    def _call(
        self, where: Where, expr: Expr, prefix: Piece, chosen: bool, far: int
    ) -> Iterator[Entry]:
        name = expr.of.dotted().rpartition(".")[2] if expr.of is not None else ""
        if name in self.entry or name in self.nested:
            expr = _placed(expr, self.row.get("named") or ())
        if name in self.nested and expr.args:
            inner = prefix.then(self._path(where, expr.args[0], name))
            below = expr.options.get(self.nested[name])
            if below is not None:
                yield from self._items(where, below, inner, chosen, far + 1)
        elif name in self.entry and len(expr.args) > self.entry[name]:
            path = prefix.then(self._path(where, expr.args[self.entry[name]], name))
            view = expr.args[1] if len(expr.args) > 1 else expr.options.get("view")
            if view is None:
                view = expr.options.get("endpoint")
            yield from self._route(where, expr, name, path, view, chosen, far)
        else:
            for arg in expr.args:
                if arg.kind == "list":
                    yield from self._items(where, arg, prefix, chosen, far + 1)

    def _route(
        self,
        where: Where,
        expr: Expr,
        name: str,
        path: Piece,
        view: Expr | None,
        chosen: bool,
        far: int,
    ) -> Iterator[Entry]:
        if view is not None and view.kind == "call" and view.of is not None:
            called = view.of.dotted().rpartition(".")[2]
            if called in (self.row.get("include") or ()):
                yield from self._include(where, view, path, chosen, far)
                return
        if view is not None and view.kind == "member" and view.text == "urls":
            yield http_entry(
                "ANY",
                path.then(Piece("**", whole=False)),
                view.dotted(),
                (where[0].path, expr.line),
                self.id,
                chosen,
            )
            return
        for method in self._methods(where, expr, name, view):
            handler = _handler_of(view)
            yield http_entry(method, path, handler, (where[0].path, expr.line), self.id, chosen)

    def _include(
        self, where: Where, view: Expr, prefix: Piece, chosen: bool, far: int
    ) -> Iterator[Entry]:
        target = view.args[0] if view.args else None
        if target is not None and target.kind == "list" and target.args:
            inner = target.args[0]
            target = inner if inner.kind in ("text", "list", "name", "member") else target
        if target is None:
            return
        if target.kind == "text":
            for unit in self.resolver.units.module(where[0], target.text):
                self.included.add(unit.path)
                yield from self._list(unit, prefix, far + 1)
            return
        imported = where[0].imports.get(target.text) if target.kind == "name" else None
        if imported is not None and self._resource_urls(where, target) is None:
            joiner = "" if imported.module.endswith(".") else "."
            name = (
                imported.module
                if imported.name == "*"
                else (f"{imported.module}{joiner}{imported.name}")
            )
            for unit in self.resolver.units.module(where[0], name):
                self.included.add(unit.path)
                yield from self._list(unit, prefix, far + 1)
                return
        below = list(self._items(where, target, prefix, chosen, far + 1))
        if not below and target.kind != "list":
            # what is included was not found: one entry says that there is something
            unknown = prefix.then(Piece("**", whole=False))
            at = (where[0].path, view.line)
            below = [http_entry("ANY", unknown, _handler_of(target), at, self.id, chosen)]
        yield from below

    def _path(self, where: Where, expr: Expr, name: str) -> Piece:
        piece = self._text(where, expr)
        if name in (self.row.get("patterns") or ()):
            text = piece.text.lstrip("^").rstrip("$").replace("\\Z", "").replace("\\/", "/")
            text = _FORMAT.sub(lambda m: "<" + (m.group(1) or "_") + ">", text)
            piece = Piece(text.rstrip("?").replace("\\.", "."), piece.whole, piece.resolved)
        return piece

    def _text(self, where: Where, expr: Expr, far: int = 0) -> Piece:
        if expr.kind == "text" and expr.whole:
            return Piece(expr.text)
        if expr.kind == "text":
            text, whole = expr.text, True
            for hole in dict.fromkeys(re.findall(r"\{([A-Za-z_]\w*)\}", text)):
                inner = self._text(where, Expr("name", hole), far + 1)
                whole = whole and inner.whole
                text = text.replace("{" + hole + "}", inner.text)
            return Piece(text, whole and "{" not in text, resolved=True)
        if expr.kind in ("name", "member") and far < FARTHEST:
            found = self.resolver.follow(*where, expr)
            if found is not None and found[2] is not expr:
                inner = self._text((found[0], found[1]), found[2], far + 1)
                return Piece(inner.text, inner.whole, resolved=True)
        return Piece("{" + (expr.dotted() or "…") + "}", whole=False)

    # -- methods -----------------------------------------------------------------------------

    def _methods(self, where: Where, expr: Expr, name: str, view: Expr | None) -> list[str]:
        row = self.row.get("methods") or {}
        if name in (row.get("sockets") or ()):
            return ["WS"]
        option = expr.options.get(str(row.get("option", "")))
        if option is not None and option.kind == "list":
            return [item.text.upper() for item in option.args if item.kind == "text"] or ["ANY"]
        if view is None:
            return ["ANY"]
        target = view.of if view.kind == "call" else view
        if target is not None and target.kind == "member" and target.text == "as_view":
            mapped = view.args[0] if view.args and view.args[0].kind == "table" else None
            if mapped is not None:
                return [key.upper() for key in mapped.options]
            target = target.of
        if target is None:
            return ["ANY"]
        made = self._class(where, target)
        if made is not None:
            verbs = [f.name.upper() for f in made[1].functions if f.name in _VERBS]
            return verbs or ["ANY"]
        function = self.resolver.function(*where, target)
        decorators = function[1].decorators if function is not None else []
        return self._decorated(decorators) or [str(row.get("default", "ANY"))]

    def _decorated(self, decorators: Sequence[Expr]) -> list[str]:
        known: dict[str, Any] = self.row.get("view_decorators") or {}
        for decorator in decorators:
            call = decorator if decorator.kind == "call" else None
            base = call.of if call is not None and call.of is not None else decorator
            value = known.get(base.dotted().rpartition(".")[2])
            if isinstance(value, str):
                return [value]
            if value == 0 and call is not None and call.args and call.args[0].kind == "list":
                return [item.text.upper() for item in call.args[0].args if item.kind == "text"]
            if value == 0:
                return ["GET"]
        return []

    def _class(self, where: Where, expr: Expr) -> tuple[Unit, Class] | None:
        """The class a name stands for, in this file or the one it is imported from."""
        return self.resolver.class_named(where[0], expr.dotted())

    def _bases(self, unit: Unit, made: Class) -> list[str]:
        """The names of all bases of a class, followed as far as they lie in the workspace."""
        return [
            base.rpartition(".")[2]
            for _, each in self.resolver.line_of((unit, made))
            for base in each.bases
        ]

    # -- resource routers --------------------------------------------------------------------

    def _resource_urls(self, where: Where, expr: Expr) -> tuple[Where, Expr] | None:
        """The resource router whose routes an expression stands for (`router.urls`)."""
        row = self.row.get("resources")
        if not row or expr.kind != "member" or expr.text != row["urls"] or expr.of is None:
            return None
        found = self.resolver.value(*where, expr.of)
        if found is None or found[2].kind != "call" or found[2].of is None:
            return None
        made = found[2].of.dotted()
        names = {made.rpartition(".")[2]}
        own = self.resolver.class_named(found[0], made)
        if own is not None:
            names.update(self._bases(*own))
        return ((found[0], found[1]), found[2]) if names & set(row["routers"]) else None

    def _resources(self, router: tuple[Where, Expr], prefix: Piece) -> Iterator[Entry]:
        row = self.row["resources"]
        (unit, _), made = router
        for call in unit.calls:
            callee = call.expr.of
            if callee is None or callee.kind != "member" or callee.text != row["register"]:
                continue
            expr = _placed(call.expr, row.get("named") or ())
            if callee.of is None or len(expr.args) < 2:
                continue
            found = self.resolver.value(unit, call.scope, callee.of)
            if found is None or found[2] is not made:
                continue
            base = prefix.then(self._path((unit, call.scope), expr.args[0], "register"))
            yield from self._resource((unit, call.scope), expr, base, call.chosen)

    def _resource(self, where: Where, expr: Expr, base: Piece, chosen: bool) -> Iterator[Entry]:
        row = self.row["resources"]
        view = expr.args[1]
        found = self._class(where, view)
        made = found[1] if found is not None else None
        bases = self._bases(*found) if found is not None else []
        lookup = "pk"
        if made is not None:
            field = made.attributes.get(str(row["lookup"]))
            lookup = field.text if field is not None and field.text else "pk"
        actions = {
            action for name in bases for action in row["bases"].get(name.rpartition(".")[2], ())
        }
        if made is not None:
            actions.update(f.name for f in made.functions if f.name in row["actions"])
        at = (where[0].path, expr.line)
        for action, (method, place) in row["actions"].items():
            if action in actions:
                path = base.then(Piece(f"<{lookup}>")) if place else base
                yield http_entry(method, path, f"{view.dotted()}.{action}", at, self.id, chosen)
        if not actions:
            unknown = base.then(Piece("**", whole=False))
            yield http_entry("ANY", unknown, view.dotted(), at, self.id, chosen)
        for function in made.functions if made is not None else ():
            yield from self._extra(function.name, function.decorators, base, lookup, view, at)

    def _extra(
        self,
        name: str,
        decorators: Sequence[Expr],
        base: Piece,
        lookup: str,
        view: Expr,
        at: tuple[str, int],
    ) -> Iterator[Entry]:
        for decorator in decorators:
            callee = decorator.of if decorator.kind == "call" else decorator
            if (
                callee is None
                or callee.dotted().rpartition(".")[2] != self.row["resources"]["extra"]
            ):
                continue
            options = decorator.options
            url = options.get("url_path")
            detail = options.get("detail")
            tail = Piece(url.text if url is not None and url.text else name)
            path = base
            if detail is not None and "True" in detail.text:
                path = path.then(Piece(f"<{lookup}>"))
            methods = options.get("methods")
            listed = [item.text.upper() for item in methods.args] if methods is not None else []
            for method in listed or ["GET"]:
                yield http_entry(method, path.then(tail), f"{view.dotted()}.{name}", at, self.id)


_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})


def _placed(expr: Expr, names: Sequence[str]) -> Expr:
    """A call with what it is given by these names where it would stand without them."""
    given = [expr.options[name] for name in names[len(expr.args) :] if name in expr.options]
    return replace(expr, args=[*expr.args, *given]) if given else expr


def _handler_of(view: Expr | None) -> str:
    if view is None:
        return ""
    if view.kind == "call" and view.of is not None:
        name = view.of.dotted()
        if name.endswith(".as_view"):
            return name.removesuffix(".as_view")
        inner = _handler_of(view.args[0]) if view.args else ""
        return inner or name
    return view.dotted()
