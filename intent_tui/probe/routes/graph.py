"""The shape `receiver_call`: routers, what is mounted where, and the routes on them.

Routers are nodes, mounts are edges with a prefix, functions that are given a router bind their
parameter to it. The paths of a route are all ways from a root to its router.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.resolve import FARTHEST, Resolver
from intent_tui.probe.routes.rules import Mount, Rules, is_module, receiver_rules
from intent_tui.probe.source.code import Call, Expr, Function, Unit
from intent_tui.probe.source.javascript import required
from intent_tui.probe.source.surfaces import ecosystems

Key = tuple[str, str]
MOST_PATHS = 16
"""Ways to one router that are followed."""
ROUNDS = 6
"""Passes over the calls: each may give rules to routers that functions were handed."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A router under another one."""

    parent: Key
    prefix: str
    whole: bool
    resolved: bool
    chosen: bool
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A route on a router, its prefixes not yet known."""

    router: Key
    method: str
    path: str
    whole: bool
    resolved: bool
    handler: str
    file: str
    line: int
    chosen: bool
    framework: str


class Graph:
    """Routers, mounts and routes of one ecosystem in one workspace."""

    def __init__(self, ecosystem: str, resolver: Resolver) -> None:
        self.frameworks = receiver_rules().get(ecosystem, ())
        self.resolver = resolver
        self.rules: dict[Key, Rules] = {}
        self.own: dict[Key, Piece] = {}
        self.roots: set[Key] = set()
        self.edges: dict[Key, dict[Edge, None]] = {}
        self.routes: dict[Route, None] = {}
        self.guessing: Rules | None = None
        self.receivers = frozenset(
            name
            for eco in ecosystems()
            if eco.name == ecosystem
            for name in eco.data.get("receivers") or ()
        )

    # -- reading -----------------------------------------------------------------------------

    def read(self, units: Sequence[Unit]) -> None:
        """Goes over all calls until nothing new is learnt, then once more, guessing."""
        for _ in range(ROUNDS):
            before = (len(self.rules), len(self.routes), sum(map(len, self.edges.values())))
            self._pass(units)
            after = (len(self.rules), len(self.routes), sum(map(len, self.edges.values())))
            if before == after:
                break
        seen = [rules for rules in self.frameworks if self._imported(units, rules)]
        if seen:
            self.guessing = seen[0]
            self._pass(units)

    def _imported(self, units: Sequence[Unit], rules: Rules) -> bool:
        return any(
            is_module(name, module)
            for unit in units
            for name in unit.modules()
            for module in rules.modules
        )

    def _pass(self, units: Iterable[Unit]) -> None:
        for unit in units:
            for call in unit.calls:
                self._call(unit, call)

    # -- which router an expression is -------------------------------------------------------

    def router(self, unit: Unit, scope: str, expr: Expr, far: int = 0) -> Key | None:
        """The router an expression stands for, or None."""
        if far > FARTHEST:
            return None
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
            canonical = self.resolver.canonical(unit, "", _dotted(bare)) if bare else ""
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
            self._edge(owner, key, prefix or Piece("{…}", whole=False), chosen=False)
            return key
        subrouters = {row.get("step") for row in rules.groups.values()}
        return owner if step in rules.steps() or step in subrouters else None

    # -- texts -------------------------------------------------------------------------------

    def piece(self, unit: Unit, scope: str, expr: Expr, far: int = 0) -> Piece | None:
        """The part of a path an expression is; None when it is no text."""
        if expr.kind == "text":
            if expr.whole:
                return Piece(expr.text)
            return self._filled(unit, scope, expr, far)
        if expr.kind in ("name", "member") and far <= FARTHEST:
            found = self.resolver.follow(unit, scope, expr)
            if found is not None and found[2] is not expr:
                inner = self.piece(*found, far + 1)
                if inner is not None:
                    return Piece(inner.text, inner.whole, resolved=True)
        return None

    def _filled(self, unit: Unit, scope: str, expr: Expr, far: int) -> Piece:
        """A text with its named holes filled as far as their values are known."""
        text, whole = "", True
        rest = expr.text
        while "{" in rest:
            head, _, tail = rest.partition("{")
            name, _, rest = tail.partition("}")
            value = None
            if name and far < FARTHEST:
                value = self.piece(unit, scope, _dotted(name), far + 1)
            whole = whole and value is not None and value.whole
            text += head + (value.text if value is not None else "{" + name + "}")
        return Piece(text + rest, whole, resolved=True)

    # -- what one call does ------------------------------------------------------------------

    def _call(self, unit: Unit, call: Call) -> None:
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
        current = self.router(unit, call.scope, base)
        if current is not None and current not in self.rules and self.guessing is not None:
            self._guess(unit, base, current)
        if current is None and self.guessing is not None and steps:
            current = self._unknown(unit, base)
        if current is None or current not in self.rules:
            if call.expr.kind == "call":
                self._binding(unit, call)
            return
        Chain(self, unit, call, current).run(steps)

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

    def _binding(self, unit: Unit, call: Call) -> None:
        callee = call.expr.of
        if callee is None or not call.expr.args:
            return
        found = self.resolver.function(unit, call.scope, callee)
        if found is not None:
            self._bind(unit, call.scope, call.expr.args, *found)

    def _bind(
        self, unit: Unit, scope: str, args: Sequence[Expr], target: Unit, function: Function
    ) -> None:
        for arg, param in zip(args, function.params, strict=False):
            if arg.kind in ("name", "member", "call"):
                key = self.router(unit, scope, arg)
                if key is not None and key in self.rules:
                    self._edge(key, self._parameter(target, function, param.name), Piece(), False)

    def _edge(
        self, parent: Key, child: Key, prefix: Piece, chosen: bool, replaces: bool = False
    ) -> None:
        if parent == child:
            return
        self.rules.setdefault(child, self.rules[parent])
        edge = Edge(parent, prefix.text, prefix.whole, prefix.resolved, chosen, replaces)
        self.edges.setdefault(child, {})[edge] = None

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
            own = Piece(route.path, route.whole, route.resolved)
            for prefix, chosen in self._paths(route.router, ()):
                found.append(
                    http_entry(
                        route.method,
                        prefix.then(own),
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
            piece = Piece(edge.prefix, edge.whole, edge.resolved)
            for prefix, chosen in self._paths(edge.parent, (*seen, key)):
                whole = prefix.then(piece)
                if not edge.replaces:
                    whole = whole.then(own)
                found.append((whole, chosen or edge.chosen))
        return found[:MOST_PATHS]


def _dotted(name: str) -> Expr:
    """The expression of a dotted name."""
    head, _, rest = name.partition(".")
    made = Expr("name", head)
    for part in rest.split(".") if rest else ():
        made = Expr("member", part, of=made)
    return made


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
        if name in rules.mounts and self._mount(rules.mounts[name], step, rules):
            return
        if name in rules.groups:
            key = self.graph.router(self.unit, self.call.scope, step)
            self.current = key or self.current
        elif name in rules.objects and step.options:
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
        paths = args[0].args if args[0].kind == "list" else [args[0]]
        for expr in paths:
            piece = self._piece(expr)
            if piece is None:
                if expr.kind in ("other", "call", "text"):
                    continue
                piece = Piece("{" + (expr.dotted() or "…") + "}", whole=False)
            if rules.method_in_path and " " in piece.text:
                head, _, tail = piece.text.partition(" ")
                method, piece = head.upper(), Piece(tail.strip(), piece.whole, piece.resolved)
            slashed = not piece.text or piece.text[0] in "/*{:" or rules.ecosystem != "javascript"
            if slashed and " " not in piece.text:
                self._add(method, piece, args[1:], rules, step.line)

    def _add(self, method: str, path: Piece, args: Sequence[Expr], rules: Rules, line: int) -> None:
        methods = self.methods if method == "ANY" and self.methods else (method,)
        handler = self.call.handler or _handler(args)
        for item in methods:
            route = Route(
                self.current,
                item,
                path.text,
                path.whole,
                path.resolved,
                handler,
                self.unit.path,
                line or self.call.line,
                self.call.chosen,
                rules.id,
            )
            self.graph.routes[route] = None
            self.last.append(route)

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
                path = Piece(route.path, route.whole, route.resolved)
                for method in self.methods:
                    self._replace(route, method, path)

    def _replace(self, route: Route, method: str, path: Piece) -> None:
        made = Route(
            route.router,
            method,
            path.text,
            path.whole,
            path.resolved,
            route.handler,
            route.file,
            route.line,
            route.chosen,
            route.framework,
        )
        self.graph.routes[made] = None

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
            found.append(text.upper() if text else "ANY")
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
        path = step.options.get(str(row["path"])) or step.options.get(str(row.get("also", "")))
        if path is None:
            return
        piece = self._piece(path) or Piece("{…}", whole=False)
        handler = step.options.get(str(row["handler"]))
        methods = self._named_methods(step.options.get(str(row["method"])), "ANY")
        for method in methods:
            self._add(method, piece, [handler] if handler is not None else [], rules, step.line)

    def _mount(self, mount: Mount, step: Expr, rules: Rules) -> bool:
        """Puts the children of a mount below the router; whether there were any."""
        args = list(step.args)
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
            inner, strip = self._stripped(arg, rules)
            if rules.strip:
                prefixes = [strip]
            key = self.graph.child(self.unit, self.call.scope, inner, mount, rules)
            if key is None or key == self.current:
                continue
            done = True
            for prefix in prefixes:
                replaces = mount.replaces and given
                self.graph._edge(self.current, key, prefix, self.call.chosen, replaces)
        return done

    def _stripped(self, arg: Expr, rules: Rules) -> tuple[Expr, Piece]:
        wraps = arg.kind == "call" and arg.of is not None and len(arg.args) == 2
        if wraps and self._named(arg.of) in rules.strip:
            return arg.args[1], self._piece(arg.args[0]) or Piece()
        return arg, Piece()


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
