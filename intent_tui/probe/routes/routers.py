"""Which router an expression stands for, and the texts paths are made of."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.probe.routes.model import Piece
from intent_tui.probe.routes.nodes import Edge, Key, Route
from intent_tui.probe.routes.resolve import FARTHEST, Resolver
from intent_tui.probe.routes.rules import Rules, receiver_rules
from intent_tui.probe.routes.texts import dotted_name, piece_of
from intent_tui.probe.source.code import Expr, Function, Unit
from intent_tui.probe.source.javascript import required
from intent_tui.probe.source.surfaces import ecosystems


class Routers:
    """The routers of one ecosystem in one workspace, found as they are asked for."""

    def __init__(self, ecosystem: str, resolver: Resolver) -> None:
        self.frameworks = receiver_rules().get(ecosystem, ())
        self.resolver = resolver
        self.rules: dict[Key, Rules] = {}
        self.own: dict[Key, Piece] = {}
        self.roots: set[Key] = set()
        self.edges: dict[Key, dict[Edge, None]] = {}
        self.routes: dict[Route, None] = {}
        self.guessing: Rules | None = None
        self._known: dict[tuple[str, str, int, str], Key | None] = {}
        self.receivers = frozenset(
            name
            for eco in ecosystems()
            if eco.name == ecosystem
            for name in eco.data.get("receivers") or ()
        )

    def router(self, unit: Unit, scope: str, expr: Expr, far: int = 0) -> Key | None:
        """The router an expression stands for, or None.

        Kept for one pass; an expression that is asked for while it is being worked out (`x = f(x)`)
        has no router.
        """
        if far > FARTHEST:
            return None
        name = f"{expr.kind} {expr.text or expr.dotted()}"
        key = (unit.path, scope, expr.place, name)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._router(unit, scope, expr, far)
        return self._known[key]

    def _router(self, unit: Unit, scope: str, expr: Expr, far: int) -> Key | None:
        if expr.kind == "call":
            if required(expr):
                found = self.resolver.follow(unit, scope, expr)
                return self.router(*found, far + 1) if found is not None else None
            return self._called(unit, scope, expr, far)
        if expr.kind not in ("name", "member"):
            return None
        if expr.kind == "name":
            function = self.resolver.parameter(unit, scope, expr.text)
            if function is not None:
                return self._parameter(unit, function, expr.text)
        canonical = self.resolver.canonical(unit, scope, expr)
        for rules in self.frameworks:
            if canonical and canonical == rules.module_router:
                return self._node(("", canonical), rules, root=True)
        found = self.resolver.follow(unit, scope, expr)
        if found is not None and found[2] is not expr:
            key = self.router(*found, far + 1)
            if key is not None:
                return key
        if expr.kind == "member" and expr.of is not None:
            owner = self.router(unit, scope, expr.of, far + 1)
            if owner is not None and owner in self.rules and expr.text in self.rules[owner].same:
                return owner
        return None

    def _parameter(self, unit: Unit, function: Function, name: str) -> Key:
        key = (unit.path, f"{function.scope}:{name}")
        if key not in self.rules:
            kind = next((item.type for item in function.params if item.name == name), "")
            bare = kind.split("<")[0].split("[")[0].strip()
            canonical = self.resolver.canonical(unit, "", dotted_name(bare)) if bare else ""
            for rules in self.frameworks:
                known = {bare, canonical} - {""}
                if known & rules.param_types or known & set(rules.constructors):
                    self._node(key, rules)
                    break
        return key

    def _node(self, key: Key, rules: Rules, *, root: bool = False) -> Key:
        self.rules.setdefault(key, rules)
        if root:
            self.roots.add(key)
        return key

    def _called(self, unit: Unit, scope: str, expr: Expr, far: int) -> Key | None:
        callee = expr.of
        if callee is None:
            return None
        canonical = self.resolver.canonical(unit, scope, callee)
        for rules in self.frameworks:
            row = rules.constructors.get(canonical) if canonical else None
            if row is not None:
                key = self._node((unit.path, f"@{expr.place}"), rules, root=bool(row.get("root")))
                option = str(row.get("prefix", ""))
                if option in expr.options and key not in self.own:
                    self.own[key] = self.piece(unit, scope, expr.options[option]) or Piece()
                return key
        if callee.kind == "member" and callee.of is not None:
            owner = self.router(unit, scope, callee.of, far + 1)
            if owner is not None and owner in self.rules:
                return self._step(unit, scope, expr, owner, callee.text)
        found = self.resolver.function(unit, scope, callee)
        if found is None:
            return None
        target, function = found
        self._bind(unit, scope, expr.args, target, function)
        for value in function.returns:
            returned = self.router(target, function.scope, value, far + 1)
            if returned is not None:
                return returned
        return None

    def _step(self, unit: Unit, scope: str, expr: Expr, owner: Key, step: str) -> Key | None:
        rules = self.rules[owner]
        if step in rules.groups:
            key = self._node((unit.path, f"@{expr.place}-{step}-{expr.line}"), rules)
            prefix = self.piece(unit, scope, expr.args[0]) if expr.args else Piece()
            self.mount(owner, key, prefix or Piece("{…}", whole=False), chosen=False)
            return key
        subrouters = {row.get("step") for row in rules.groups.values()}
        return owner if step in rules.steps() or step in subrouters else None

    # -- texts -------------------------------------------------------------------------------

    def piece(self, unit: Unit, scope: str, expr: Expr) -> Piece | None:
        """The part of a path an expression is; None when it is no text."""
        return piece_of(self.resolver, unit, scope, expr)

    def _bind(
        self, unit: Unit, scope: str, args: Sequence[Expr], target: Unit, function: Function
    ) -> None:
        for arg, param in zip(args, function.params, strict=False):
            if arg.kind in ("name", "member", "call"):
                key = self.router(unit, scope, arg)
                if key is not None and key in self.rules:
                    self.mount(key, self._parameter(target, function, param.name), Piece(), False)

    def mount(
        self, parent: Key, child: Key, prefix: Piece, chosen: bool, replaces: bool = False
    ) -> None:
        if parent == child:
            return
        self.rules.setdefault(child, self.rules[parent])
        edge = Edge(parent, prefix, chosen, replaces)
        self.edges.setdefault(child, {})[edge] = None
