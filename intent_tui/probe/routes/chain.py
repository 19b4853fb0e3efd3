"""One chain of calls on a router: what each step adds to the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from intent_tui.probe.routes.model import Piece
from intent_tui.probe.routes.nodes import Key, Route
from intent_tui.probe.routes.rules import Mount, Rules
from intent_tui.probe.source.code import Call, Expr, Unit

if TYPE_CHECKING:
    from intent_tui.probe.routes.graph import Graph


class Chain:
    """One chain of calls on a router, step by step from its beginning."""

    def __init__(self, graph: Graph, unit: Unit, call: Call, current: Key) -> None:
        self.graph = graph
        self.unit = unit
        self.call = call
        self.current = current
        self.path: Piece | None = None
        self.methods: tuple[str, ...] = ()
        self.last: list[Route] = []

    def run(self, steps: Sequence[Expr]) -> None:
        """Takes the steps in order; a step the framework does not know ends nothing."""
        for step in steps:
            name = step.of.text if step.of is not None else ""
            self._one(name, step)

    def _one(self, name: str, step: Expr) -> None:
        rules = self.graph.rules[self.current]
        given = next((step.options[key] for key in rules.named if key in step.options), None)
        place = int(rules.listed[name]["path"]) if name in rules.listed else 0
        if given is not None and (len(step.args) <= place or step.args[place].kind != "text"):
            step = replace(step, args=[*step.args[:place], given, *step.args[place:]])
        if name in rules.mounts and self._mount(rules.mounts[name], step, rules):
            return
        if name in rules.groups:
            key = self.graph.router(self.unit, self.call.scope, step)
            self.current = key or self.current
        elif name in rules.objects and (step.options or _listed_first(step)):
            self._object(rules, name, step)
        elif name in rules.chains and len(step.args) == 1 and not self.call.handler:
            self.path = self._piece(step.args[0])
        elif name in rules.multi:
            self._multi(rules, name, step)
        elif name in rules.listed:
            self._listed(rules, name, step)
        elif name == rules.method_step:
            self._method(step)
        elif name in rules.setters and step.args:
            piece = self._piece(step.args[0])
            if piece is not None:
                self.graph.own[self.current] = piece
        elif name in rules.verbs or (name in rules.ends and self.path is not None):
            self._verb(rules, rules.verbs.get(name, "ANY"), step)
        elif name in rules.ends and self.current[1].startswith("@"):
            self.path = Piece("")
            self._verb(rules, "ANY", step)

    def _piece(self, expr: Expr) -> Piece | None:
        return self.graph.piece(self.unit, self.call.scope, expr)

    def _named(self, callee: Expr | None) -> str:
        if callee is None:
            return ""
        return self.graph.resolver.canonical(self.unit, self.call.scope, callee)

    def _verb(self, rules: Rules, method: str, step: Expr) -> None:
        args = list(step.args)
        if self.path is not None:
            self._add(method, self.path, args, rules, step.line)
            return
        if not args or (len(args) < 2 and not self.call.handler):
            return
        if len(args) > 2 and args[0].kind == args[1].kind == "text" and args[1].text[:1] == "/":
            # a route that is named before its path
            args = args if args[0].text[:1] == "/" else args[1:]
        paths = args[0].args if args[0].kind == "list" else [args[0]]
        for expr in paths:
            piece = self._piece(expr)
            if piece is None:
                if expr.kind in ("other", "call", "text"):
                    continue
                piece = Piece("{" + (expr.dotted() or "…") + "}", whole=False)
            if rules.method_in_path and " " in piece.text:
                head, _, tail = piece.text.partition(" ")
                exact = tail.strip().removesuffix("{$}")
                method, piece = head.upper(), Piece(exact, piece.whole, piece.resolved)
            slashed = not piece.text or piece.text[0] in "/*{:" or rules.ecosystem != "javascript"
            if slashed and " " not in piece.text:
                self._add(method, piece, args[1:], rules, step.line)

    def _add(self, method: str, path: Piece, args: Sequence[Expr], rules: Rules, line: int) -> None:
        methods = self.methods if method == "ANY" and self.methods else (method,)
        if rules.views and method in ("ANY", "VIEW"):
            methods = self._view_methods(args) or ("GET" if method == "VIEW" else "ANY",)
        handler = self.call.handler or _handler(args)
        for item in methods:
            route = Route(
                self.current,
                item,
                path,
                handler,
                self.unit.path,
                line or self.call.line,
                self.call.chosen,
                rules.id,
            )
            self.graph.routes[route] = None
            self.last.append(route)

    def _view_methods(self, args: Sequence[Expr]) -> tuple[str, ...]:
        """The methods that the class has which is given as a handler, or is decorated."""
        names = [self.call.handler] if self.call.handler else []
        for arg in args:
            callee = arg.of if arg.kind == "call" and arg.of is not None else arg
            names.append(callee.dotted().removesuffix(".as_view"))
        resolver = self.graph.resolver
        found = [made for name in names if name and (made := resolver.class_named(self.unit, name))]
        return tuple(
            dict.fromkeys(
                function.name.upper()
                for made in found[:1]
                for _, each in resolver.line_of(made)
                for function in each.functions
                if function.name in _VERBS
            )
        )

    def _method(self, step: Expr) -> None:
        found = []
        for arg in step.args:
            piece = self._piece(arg)
            text = piece.text if piece is not None else arg.text or arg.dotted()
            found.append(text.rpartition(".")[2].removeprefix("Method").upper())
        self.methods = tuple(found)
        if self.last:
            pending, self.last = self.last, []
            for route in pending:
                self.graph.routes.pop(route, None)
                for method in self.methods:
                    self.graph.routes[replace(route, method=method)] = None

    def _named_methods(self, expr: Expr | None, default: str) -> list[str]:
        if expr is None:
            return [default]
        items = expr.args if expr.kind == "list" else [expr]
        if expr.kind == "table":
            items = expr.args
        found = []
        for item in items:
            piece = self._piece(item)
            text = piece.text if piece is not None else item.dotted().rpartition(".")[2]
            text = text.removeprefix("Method")
            found.append(text.upper() if text not in ("", "*") else "ANY")
        return found or [default]

    def _multi(self, rules: Rules, name: str, step: Expr) -> None:
        row = rules.multi[name]
        if not step.args:
            return
        piece = self._piece(step.args[0]) or Piece("{…}", whole=False)
        option = step.options.get(str(row["option"]))
        for method in self._named_methods(option, str(row["default"])):
            self._add(method, piece, step.args[1:], rules, step.line)

    def _listed(self, rules: Rules, name: str, step: Expr) -> None:
        row = rules.listed[name]
        place = int(row["path"])
        if len(step.args) <= place:
            return
        where = row.get("methods")
        expr = step.options.get(str(row.get("option", "")))
        if isinstance(where, int) and where < len(step.args):
            expr = step.args[where]
        handler = row.get("handler")
        args: list[Expr] = []
        if isinstance(handler, int):
            args = step.args[handler : handler + 1]
        elif handler in step.options:
            args = [step.options[str(handler)]]
        targets = step.args[place]
        for item in targets.args if targets.kind == "list" else [targets]:
            piece = self._piece(item) or Piece("{…}", whole=False)
            for method in self._named_methods(expr, str(row.get("default", "ANY"))):
                self._add(method, piece, args or step.args[place + 1 :], rules, step.line)

    def _object(self, rules: Rules, name: str, step: Expr) -> None:
        row = rules.objects[name]
        if listed := _listed_first(step):
            for item in listed:
                self._object(rules, name, replace(step, args=[], options=item.options))
            return
        path = step.options.get(str(row["path"])) or step.options.get(str(row.get("also", "")))
        if path is None:
            return
        piece = self._piece(path) or Piece("{…}", whole=False)
        handler = step.options.get(str(row["handler"]))
        if "method" in row and row["method"] not in step.options and name in rules.verbs:
            self._add(rules.verbs[name], piece, step.args[-1:], rules, step.line)
            return
        methods = self._named_methods(step.options.get(str(row["method"])), "ANY")
        for method in methods:
            self._add(method, piece, [handler] if handler is not None else [], rules, step.line)

    def _mount(self, mount: Mount, step: Expr, rules: Rules) -> bool:
        """Puts the children of a mount below the router; whether there were any."""
        args = list(step.args)
        if mount.named in step.options:
            args.append(step.options[mount.named])
        prefixes: list[Piece] = [Piece()]
        given = False
        if mount.prefix == "text" and args:
            listed = args[0].args if args[0].kind == "list" else [args[0]]
            pieces = [piece for item in listed if (piece := self._piece(item)) is not None]
            if pieces:
                prefixes, args = pieces, args[1:]
        elif mount.prefix == "option" and mount.option in step.options:
            given = True
            value = step.options[mount.option]
            prefixes = [self._piece(value) or Piece("{" + value.dotted() + "}", whole=False)]
        if mount.children == "first":
            args = args[:1]
        done = False
        for arg in args:
            if self._items(arg, rules):
                done = True
                continue
            inner, strip = self._stripped(arg, rules)
            if rules.strip:
                prefixes = [strip]
            key = self.graph.child(self.unit, self.call.scope, inner, mount, rules)
            if key is None or key == self.current:
                continue
            done = True
            for prefix in prefixes:
                replaces = mount.replaces and given
                self.graph.mount(self.current, key, prefix, self.call.chosen, replaces)
        return done

    def _items(self, arg: Expr, rules: Rules) -> bool:
        """Takes the routes of a list that is handed to a mount; whether there are any."""
        found = self.graph.resolver.value(self.unit, self.call.scope, arg)
        if found is None or found[2].kind != "list":
            return False
        steps = [item for item in found[2].args if item.kind == "call" and item.of is not None]
        known = {*rules.verbs, *rules.listed, *rules.multi}
        routes = [step for step in steps if step.of is not None and step.of.text in known]
        if found[0] is self.unit:
            for step in routes:
                self._one(step.of.text if step.of is not None else "", step)
        elif routes:
            call = replace(self.call, scope=found[1])
            Chain(self.graph, found[0], call, self.current).run(routes)
        return bool(routes)

    def _stripped(self, arg: Expr, rules: Rules) -> tuple[Expr, Piece]:
        wraps = arg.kind == "call" and arg.of is not None and len(arg.args) == 2
        if wraps and self._named(arg.of) in rules.strip:
            return arg.args[1], self._piece(arg.args[0]) or Piece()
        return arg, Piece()


_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})


def _listed_first(step: Expr) -> list[Expr]:
    """The tables of a list that is the first argument of a call."""
    first = step.args[0] if step.args else None
    listed = first.args if first is not None and first.kind == "list" else []
    return [item for item in listed if item.kind == "table"]


def _handler(args: Sequence[Expr]) -> str:
    """What carries a route out, as far as it has a name."""
    for arg in reversed(args):
        name = arg.dotted()
        if not name and arg.kind == "call" and arg.of is not None:
            inner = _handler(arg.args)
            name = inner or arg.of.dotted()
        if name:
            return name.removeprefix("this:")
        if arg.kind == "closure":
            return ""
    return ""
