"""The shape `builders`: routes put on values that are handed around (Axum, Laravel, minimal APIs).

A value that takes routes is a `Scope`; what is nested, mounted or configured hangs it under another
one with a prefix. Every function is run once, its parameters stand for all they are ever given. The
paths of a route are all ways from the top down to its scope; a top nobody is seen to serve leaves a
hole at the left and keeps the right end.
"""

from __future__ import annotations

import re
from dataclasses import replace

from intent_tui.probe.routes.builder_model import Place, Scope, at, plain, shown
from intent_tui.probe.routes.builder_steps import Steps
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.outline import Node, chain
from intent_tui.probe.routes.sources import Defined, only_tested
from intent_tui.probe.source.surfaces import Data

DEEPEST_RUN = 60
"""Calls and closures inside each other that are followed."""
MOST_PATHS = 16
"""Ways to one scope that are followed."""


class Builders(Steps):
    """The routes of one framework in the outlines of its files."""

    def __init__(self, row: Data, outlines: dict[str, list[Node]]) -> None:
        super().__init__(row)
        self.id = str(row["id"])
        self.steps: Data = row.get("steps") or {}
        self.makes: Data = row.get("makes") or {}
        self.outlines = outlines
        self.tops: dict[tuple[str, str], Scope] = {}
        self.run: dict[int, tuple[dict[str, Scope], list[Scope]]] = {}

    def entries(self) -> list[Entry]:
        """Every route with every path it has."""
        for file in sorted(self.outlines):
            self.names.gather(file, self.outlines[file])
            self.files[file] = Scope(lead=self._lead(file))
        for file in sorted(self.outlines):
            self._statements(self.outlines[file], Place(file, {}, self.files[file]))
        for listed in list(self.names.functions.values()):
            for each in listed:
                self._function(each)
        self._unmounted()
        found = []
        for route in self.routes:
            for prefix, chosen in self._paths(route.scope, ()):
                where = (route.file, route.line)
                path = prefix.then(route.path)
                if self.row.get("patterns"):
                    path = Piece(plain(path.text), path.whole, path.resolved)
                made = http_entry(
                    route.method, path, route.handler, where, self.id, chosen or route.chosen
                )
                found.append(made)
        return found

    def _lead(self, path: str) -> Piece:
        """The prefix a framework gives to the routes of a file by its name."""
        for ending, prefix in (self.row.get("files") or {}).items():
            if f"/{path}".endswith(f"/{ending}"):
                return Piece(str(prefix), resolved=True)
        return Piece()

    def _paths(self, scope: Scope, seen: tuple[Scope, ...]) -> list[tuple[Piece, bool]]:
        edges = [edge for edge in scope.edges if edge[0] not in seen and edge[0] is not scope]
        if not edges:
            open_end = scope.home is not None and not scope.home.called
            return [(replace(scope.lead, whole=scope.whole and not open_end), False)]
        found: list[tuple[Piece, bool]] = []
        for parent, piece, chosen in edges:
            for prefix, before in self._paths(parent, (*seen, scope)):
                found.append((prefix.then(piece), before or chosen))
            if len(found) >= MOST_PATHS:
                break
        return list(dict.fromkeys(found))[:MOST_PATHS]

    def _function(self, each: Defined) -> tuple[dict[str, Scope], list[Scope]]:
        """Runs a function once; gives its parameters that take routes, and what it gives back."""
        known = self.run.get(id(each.node))
        if known is not None:
            return known
        params: dict[str, Scope] = {}
        for name, kind in zip(each.node.params, [*each.node.bases, *[""] * 9], strict=False):
            words = set(re.findall(r"\w+", kind))
            if words & set(self.row.get("types") or ()) or name in (
                self.row.get("receivers") or ()
            ):
                params[name] = Scope(whole=False)
        returned: list[Scope] = []
        self.run[id(each.node)] = (params, returned)
        ambient = params.get("this") or self.files.get(each.file) or Scope()
        place = Place(each.file, dict(params), ambient, each)
        returned.extend(self._statements(each.node.body or [], place))
        if each.node.text != "main":
            for scope in returned:
                scope.home = scope.home or each
        return self.run[id(each.node)]

    def _statements(self, nodes: list[Node], place: Place) -> list[Scope]:
        """Runs statements; gives the scopes they return."""
        returned: list[Scope] = []
        if place.deep > DEEPEST_RUN:
            return returned
        for node in nodes:
            if node.kind == "assign" and node.args:
                value = self._value(node.args[0], place)
                place.names[node.text] = value or node.args[0]
            elif node.callee() == "return":
                for arg in node.args:
                    value = self._value(arg, place)
                    if value is not None:
                        returned.append(value)
            elif node.callee() == "require":
                self._file(node.args[0] if node.args else None, place.ambient, Piece(), place)
            elif node.body is not None and node.kind == "call":
                inner = replace(place, chosen=place.chosen or node.chosen, deep=place.deep + 1)
                returned.extend(self._statements(node.body, inner))
            elif node.kind not in ("define", "owner"):
                self._value(node, place)
        return returned

    def _value(self, node: Node | None, place: Place) -> Scope | None:
        """What an expression is, when it takes routes; all it does on the way is done."""
        if node is None or place.deep > DEEPEST_RUN:
            return None
        if node.kind == "name":
            return self._named(node.text, place)
        if node.kind == "call":
            return self._call(node, replace(place, deep=place.deep + 1))
        if node.kind == "closure":
            inner = replace(place, names=dict(place.names), deep=place.deep + 1)
            found = self._statements(node.body or [], inner)
            return found[0] if found else None
        if node.kind == "member":
            if node.text in (self.row.get("receivers") or ()):
                return self._top(place.file, node.text)
            return self._value(node.of, place) if node.text == "await" else None
        if node.kind == "assign" and node.args:
            value = self._value(node.args[0], place)
            place.names[node.text] = value or node.args[0]
            return value
        inner = replace(place, deep=place.deep + 1)
        for child in (*node.args, *node.options.values()):
            self._value(child, inner)
        return None

    def _named(self, name: str, place: Place) -> Scope | None:
        held = place.names.get(name)
        if isinstance(held, Scope):
            return held
        if name in (self.row.get("ambient") or ()):
            return place.ambient
        if name in (self.row.get("receivers") or ()):
            return self._top(place.file, name)
        return None

    def _top(self, file: str, name: str) -> Scope:
        return self.tops.setdefault((file, name), Scope(lead=self._lead(file)))

    def _call(self, node: Node, place: Place) -> Scope | None:
        """A chain of calls, one after the other, or a single call."""
        base, steps = chain(node)
        if not steps:
            return self._single(node, place)
        value: Scope | None = None
        for number, step in enumerate(steps):
            self.after[id(step)] = (steps, number + 1)
            value = self._link(step, base if number == 0 else None, value, place)
        return value

    def _single(self, node: Node, place: Place) -> Scope | None:
        callee = node.of
        if callee is None or callee.kind != "name":
            return self._value(callee, place)
        made = self._made(callee.text)
        if made is not None and not isinstance(place.names.get(callee.text), Scope):
            return self._make(node, made, place)
        if self.row.get("bare") and callee.text in self.steps:
            return self._step(place.ambient, callee.text, node, place)
        return self._applied(node, callee.text, place)

    def _link(
        self, node: Node, base: Node | None, owner: Scope | None, place: Place
    ) -> Scope | None:
        """One call of a chain: on the base when it is the first, else on what came before."""
        callee = node.of or node
        dotted = callee.dotted()
        made = self._made(dotted)
        if made is not None and not isinstance(place.names.get(dotted.partition(".")[0]), Scope):
            return self._make(node, made, place)
        if self.row.get("bare") and self._under_text(node, callee, place):
            return None
        if base is not None:
            owner = self._value(callee.of, place)
        row = self.steps.get(callee.text)
        if owner is None and row is not None and row.get("any"):
            owner = self._top(place.file, chain(node)[0].dotted().partition(".")[0])
        if owner is not None:
            return self._step(owner, callee.text, node, place)
        return self._applied(node, dotted or callee.text, place)

    def _under_text(self, node: Node, callee: Node, place: Place) -> bool:
        """`"/path".nest { … }`: whether a text or a predicate gives a block its prefix."""
        row = self.steps.get(callee.text)
        over = callee.of
        while over is not None and over.kind == "call":
            if over.callee() not in ("path", "and"):
                return False
            base, steps = chain(over)
            over = at(base if base.kind == "call" else steps[0], 0)
        if row is None or row["does"] != "group" or over is None or over.kind != "text":
            return False
        self._group(place.ambient, {}, Node("call", args=[over, *node.args]), place, over)
        return True

    def _made(self, dotted: str) -> Data | None:
        for name, row in self.makes.items():
            if dotted and f".{dotted}".endswith(f".{name}"):
                known: Data = row
                return known
        return None

    def _make(self, node: Node, row: Data, place: Place) -> Scope:
        scope = Scope()
        if row.get("list"):
            for arg in node.args:
                self._marked(arg, scope, Piece(), place)
            return scope
        if "path" in row:
            scope.lead = self.piece(at(node, row["path"]), place)
            scope.whole = not row.get("inner")
        for arg in node.args[1:] if "path" in row else node.args:
            if row.get("block") and arg.kind == "closure":
                self._closure(arg, scope, place)
            else:
                self._value(arg, place)
        if row.get("routes"):
            self._route(scope, {"to": 0, "inside": True}, node, place)
        return scope

    def _applied(self, node: Node, name: str, place: Place) -> Scope | None:
        """A call of a function of the workspace: its parameters get what it is given."""
        owner = place.home.owner if place.home is not None else ""
        found = self.names.function(place.file, name, owner) if name else None
        values = [self._value(arg, place) for arg in node.args]
        if found is None:
            return None
        if found.node.params[:1] == ["this"]:
            values = [place.ambient, *values]
        return self._bound(found, values, place)

    def _bound(self, found: Defined, values: list[Scope | None], place: Place) -> Scope | None:
        found.called = True
        params, returned = self._function(found)
        names = found.node.params
        for name, value in zip(names, values, strict=False):
            if value is not None and name in params:
                params[name].edges.append((value, Piece(), place.chosen))
        return returned[0] if returned else None

    def _step(self, owner: Scope, name: str, node: Node, place: Place) -> Scope | None:
        row = self.steps.get(name)
        if row is None:
            return self._unknown(owner, name, node, place)
        if len(node.args) < int(row.get("least", 0)):
            return owner
        does = row["does"]
        if does == "verb":
            self._verb(owner, row, node, place)
        elif does == "route":
            self._route(owner, row, node, place)
        elif does == "path_or_route":
            bare = len(node.args) < 2
            self._route(owner, {"to": 0} if bare else row, node, place)
        elif does == "nest":
            self._nest(owner, row, node, place)
        elif does == "group":
            self._group(owner, row, node, place)
        elif does == "resources":
            self._resources(owner, row, node, place)
        elif does == "prefix":
            return self._under(owner, self.piece(at(node, row.get("path", 0)), place), place)
        elif does == "controller":
            child = self._under(owner, Piece(), place)
            child.controller = shown(at(node, 0))
            return child
        return owner

    def _unknown(self, owner: Scope, name: str, node: Node, place: Place) -> Scope | None:
        """A step the data does not name: an extension of the workspace, else it changes nothing."""
        candidates = self.names.functions.get(name, []) if self.row.get("extensions") else []
        if candidates:
            found = self.names.function(place.file, name) or candidates[0]
            others = [self._value(arg, place) for arg in node.args]
            return self._bound(found, [owner, *others], place) or owner
        for arg in node.args:
            if arg.kind == "closure":
                self._closure(arg, owner, place)
            elif not only_tested(arg):
                self._value(arg, place)
        return owner

    def _closure(self, closure: Node, scope: Scope, place: Place) -> Scope | None:
        """Runs a closure with its first parameter bound, and routes without an owner put there."""
        names = dict(place.names)
        if closure.params:
            names[closure.params[0]] = scope
        for name in self.row.get("receivers") or () if not closure.params else ():
            names[name] = scope
        inner = replace(place, names=names, ambient=scope, deep=place.deep + 1)
        found = self._statements(closure.body or [], inner)
        return found[0] if found else None
