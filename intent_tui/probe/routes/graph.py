"""The shape `receiver_call`: routers, what is mounted where, and the routes on them.

Routers are nodes, mounts are edges with a prefix, functions that are given a router bind their
parameter to it. The paths of a route are all ways from a root to its router.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from intent_tui.probe.routes.chain import Chain
from intent_tui.probe.routes.loops import unrolled
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.nodes import Key
from intent_tui.probe.routes.routers import Routers
from intent_tui.probe.routes.rules import Mount, Rules, is_module
from intent_tui.probe.source.code import Call, Expr, Unit

MOST_PATHS = 16
"""Ways to one router that are followed."""
ROUNDS = 6
"""Passes over the calls: each may give rules to routers that functions were handed."""


class Graph(Routers):
    """Routers, mounts and routes of one ecosystem in one workspace."""

    def read(self, units: Sequence[Unit]) -> None:
        """Goes over all calls until nothing new is learnt, then once more, guessing."""
        seen = [rules for rules in self.frameworks if self._imported(units, rules)]
        if not seen:
            return
        calls = [(unit, call) for unit in units for call in unit.calls]
        for _ in range(ROUNDS):
            before = (len(self.rules), len(self.routes), sum(map(len, self.edges.values())))
            calls = self._pass(calls)
            after = (len(self.rules), len(self.routes), sum(map(len, self.edges.values())))
            if before == after:
                break
        self.guessing = seen[0]
        self._pass(calls)

    def _imported(self, units: Sequence[Unit], rules: Rules) -> bool:
        return any(
            is_module(name, module)
            for unit in units
            for name in unit.modules()
            for module in rules.modules
        )

    def _pass(self, calls: Sequence[tuple[Unit, Call]]) -> list[tuple[Unit, Call]]:
        """Goes over the calls once; gives back those that may mean something in the next pass."""
        self._known = {key: router for key, router in self._known.items() if router is not None}
        return [(unit, call) for unit, call in calls if self._call(unit, call)]

    # -- what one call does ------------------------------------------------------------------

    def _call(self, unit: Unit, call: Call) -> bool:
        """What one call adds in all its turns; whether it is about a router, as far as known."""
        turns = [self._turn(unit, each) for each in unrolled(self.resolver, unit, call)]
        return any(turns)

    def _turn(self, unit: Unit, call: Call) -> bool:
        steps: list[Expr] = []
        base = call.expr
        if base.kind == "member":
            base = Expr("call", line=base.line, place=base.place, of=base)
        while base.kind == "call" and base.of is not None and base.of.kind == "member":
            owner = base.of.of
            if owner is None or self._constructs(unit, call.scope, base.of):
                break
            steps.append(base)
            base = owner
        steps.reverse()
        bare = self._bare(unit, call.scope, base)
        if bare is not None:
            steps.insert(0, base if base.of is None else replace(base, of=_member(base.of)))
        current = bare or self.router(unit, call.scope, base)
        if current is not None and current not in self.rules and self.guessing is not None:
            self._guess(unit, base, current)
        if current is None and self.guessing is not None and steps:
            current = self._unknown(unit, base)
        if current is None or current not in self.rules:
            bound = call.expr.kind == "call" and self._binding(unit, call)
            return bound or current is not None or base.text in self.receivers
        Chain(self, unit, call, current).run(steps)
        return True

    def _bare(self, unit: Unit, scope: str, base: Expr) -> Key | None:
        """The router of a module whose own functions register routes (`@route("/x")`)."""
        if base.kind != "call" or base.of is None or base.of.kind != "name":
            return None
        module, _, name = self.resolver.canonical(unit, scope, base.of).rpartition(".")
        for rules in self.frameworks:
            if module and module == rules.module_router and name in rules.steps():
                return self._node(("", module), rules, root=True)
        return None

    def _constructs(self, unit: Unit, scope: str, callee: Expr) -> bool:
        canonical = self.resolver.canonical(unit, scope, callee)
        return bool(canonical) and any(canonical in rules.constructors for rules in self.frameworks)

    def _guess(self, unit: Unit, base: Expr, key: Key) -> None:
        """Rules for a parameter nobody was seen to hand a router to, by its name."""
        if base.text in self.receivers:
            self.rules[key] = self._likely(unit)

    def _unknown(self, unit: Unit, base: Expr) -> Key | None:
        """A router whose making was not seen, in a file that imports a framework."""
        name = base.dotted().rpartition(".")[2]
        known = any(
            is_module(module, other)
            for rules in self.frameworks
            for other in rules.modules
            for module in unit.modules()
        )
        if known and name in self.receivers:
            return self._node((unit.path, f"?{base.dotted()}"), self._likely(unit))
        return None

    def _likely(self, unit: Unit) -> Rules:
        for rules in self.frameworks:
            if self._imported([unit], rules):
                return rules
        return self.guessing or self.frameworks[0]

    def _binding(self, unit: Unit, call: Call) -> bool:
        """Binds the routers a call hands to a function; whether it hands any."""
        callee = call.expr.of
        if callee is None or not any(
            arg.kind in ("name", "member", "call") and self.router(unit, call.scope, arg)
            for arg in call.expr.args
        ):
            return False
        found = self.resolver.function(unit, call.scope, callee)
        if found is not None:
            self._bind(unit, call.scope, call.expr.args, *found)
        return True

    def child(self, unit: Unit, scope: str, expr: Expr, mount: Mount, rules: Rules) -> Key | None:
        """The router a mount's argument stands for: a router, or a function that is given one."""
        key = self.router(unit, scope, expr)
        if key is not None:
            return key
        if expr.kind == "call" and expr.of is not None and expr.args:
            canonical = self.resolver.canonical(unit, scope, expr.of)
            if canonical in rules.wrappers:
                return self.child(unit, scope, expr.args[0], mount, rules)
        found = self.resolver.function(unit, scope, expr)
        if found is None:
            target = self.resolver.follow(unit, scope, expr)
            if target is None or target[2] is expr or target[2].kind not in ("call", "closure"):
                return None
            return self.child(*target, mount, rules)
        target_unit, function = found
        handed = mount.prefix in ("option", "none") or unit.language == "go"
        if not function.params or not handed:
            return None
        return self._parameter(target_unit, function, function.params[0].name)

    # -- the entries -------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Every route with every path it has."""
        found = []
        for route in self.routes:
            for prefix, chosen in self._paths(route.router, ()):
                found.append(
                    http_entry(
                        route.method,
                        prefix.then(route.path),
                        route.handler,
                        (route.file, route.line),
                        route.framework,
                        chosen or route.chosen,
                    )
                )
        return found

    def _paths(self, key: Key, seen: tuple[Key, ...]) -> list[tuple[Piece, bool]]:
        own = self.own.get(key, Piece())
        edges = [edge for edge in self.edges.get(key, {}) if edge.parent not in seen]
        if not edges:
            return [(Piece(own.text, own.whole and key in self.roots, own.resolved), False)]
        found: list[tuple[Piece, bool]] = []
        for edge in edges:
            for prefix, chosen in self._paths(edge.parent, (*seen, key)):
                whole = prefix.then(edge.prefix)
                if not edge.replaces:
                    whole = whole.then(own)
                found.append((whole, chosen or edge.chosen))
            if len(found) >= MOST_PATHS:
                break
        return found[:MOST_PATHS]


def _member(callee: Expr) -> Expr:
    """A name as the step it is on the module it comes from."""
    return Expr("member", callee.text, callee.line, callee.place, of=callee)
