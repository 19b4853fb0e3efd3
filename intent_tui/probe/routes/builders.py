"""The shape `builders`: routes put on values that are handed around (Axum, Laravel, minimal APIs).

A value that takes routes is a `Scope`; what is nested, mounted or configured hangs it under another
one with a prefix. Every function is run once, its parameters stand for all they are ever given. The
paths of a route are all ways from the top down to its scope; a top nobody is seen to serve leaves a
hole at the left and keeps the right end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.outline import Node, chain, filled
from intent_tui.probe.routes.resources import expanded, one
from intent_tui.probe.routes.sources import Defined, Names, only_tested
from intent_tui.probe.source.surfaces import Data

DEEPEST_RUN = 60
"""Calls and closures inside each other that are followed."""
FARTHEST = 12
"""Names followed in a row."""
MOST_PATHS = 16
"""Ways to one scope that are followed."""


_SAME_TEXT = frozenset({"to_string", "as_str", "into", "to_owned", "clone", "String", "trim"})


@dataclass(slots=True, eq=False)
class Scope:
    """A value that takes routes: what it hangs under, and whether it is a top."""

    whole: bool = True
    edges: list[tuple[Scope, Piece, bool]] = field(default_factory=list)
    home: Defined | None = None
    lead: Piece = field(default_factory=Piece)
    controller: str = ""


@dataclass(slots=True)
class _Route:
    scope: Scope
    method: str
    path: Piece
    handler: str
    file: str
    line: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands: what names are bound to, what routes without an owner go to."""

    file: str
    names: dict[str, Scope | Node]
    ambient: Scope
    home: Defined | None = None
    chosen: bool = False
    deep: int = 0


class Builders:
    """The routes of one framework in the outlines of its files."""

    def __init__(self, row: Data, outlines: dict[str, list[Node]]) -> None:
        self.row = row
        self.id = str(row["id"])
        self.steps: Data = row.get("steps") or {}
        self.verbs: Data = row.get("verbs") or {}
        self.marks: Data = row.get("marks") or {}
        self.makes: Data = row.get("makes") or {}
        self.outlines = outlines
        self.names = Names()
        self.routes: list[_Route] = []
        self.files: dict[str, Scope] = {}
        self.tops: dict[tuple[str, str], Scope] = {}
        self.run: dict[int, tuple[dict[str, Scope], list[Scope]]] = {}
        self.mounted: set[int] = set()
        self.after: dict[int, tuple[list[Node], int]] = {}

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
                    path = Piece(_plain(path.text), path.whole, path.resolved)
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

    # -- running -------------------------------------------------------------------------------

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
            return self._plain(node, place)
        value: Scope | None = None
        for number, step in enumerate(steps):
            self.after[id(step)] = (steps, number + 1)
            value = self._link(step, base if number == 0 else None, value, place)
        return value

    def _plain(self, node: Node, place: Place) -> Scope | None:
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
            over = _at(base if base.kind == "call" else steps[0], 0)
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
            scope.lead = self.piece(_at(node, row["path"]), place)
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

    # -- what a step does ----------------------------------------------------------------------

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
            return self._under(owner, self.piece(_at(node, row.get("path", 0)), place), place)
        elif does == "controller":
            child = self._under(owner, Piece(), place)
            child.controller = _shown(_at(node, 0))
            return child
        return owner

    def _under(self, owner: Scope, piece: Piece, place: Place) -> Scope:
        child = Scope(controller=owner.controller)
        child.edges.append((owner, piece, place.chosen))
        return child

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

    def _add(
        self, scope: Scope, method: str, path: Piece, handler: str, line: int, place: Place
    ) -> None:
        made = _Route(scope, method, path, handler, place.file, line, place.chosen)
        self.routes.append(made)

    def _verb(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        told = _at(node, row.get("path", 0))
        if row.get("texts") and (told is None or told.kind not in ("text", "name", "other")):
            return
        if row.get("block") and not any(each.kind == "closure" for each in node.args):
            return
        if told is not None and told.kind == "closure":
            told = None
        if told is not None and row.get("loose") and told.kind not in ("text",):
            told = next((each for each in node.args if each.kind == "text"), told)
        path = self.piece(told, place) if told is not None else Piece()
        listed = _at(node, row["methods"]) if "methods" in row else None
        methods = _methods(listed) if listed is not None else [str(row.get("method", "ANY"))]
        handler = _shown(_at(node, row.get("handler", 1)))
        if owner.controller and handler and "." not in handler:
            handler = f"{owner.controller}.{handler}"
        for method in methods:
            self._add(owner, method, path, handler, node.of.line if node.of else node.line, place)

    def _route(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        """`.route(path, get(a).post(b))`: the methods stand in what is routed to."""
        if row.get("inside"):
            self._predicate(owner, node, place)
            return
        told = _at(node, row["path"]) if "path" in row else None
        path = self.piece(told, place) if told is not None else Piece()
        target = _at(node, row["to"])
        line = (told or node).line
        found = list(self._routed(target, place)) or [("ANY", _shown(target))]
        for method, handler in found:
            self._add(owner, method, path, handler, line, place)

    def _predicate(self, owner: Scope, node: Node, place: Place) -> None:
        """`route(GET("/x").and(…), handler)`: method and path stand in the first argument."""
        base, steps = chain(node.args[0]) if node.args else (node, [])
        for call in (base, *steps):
            if call.callee() in self.verbs and call.args:
                path = self.piece(call.args[0], place)
                handler = _shown(_at(node, 1))
                method = str(self.verbs[call.callee()])
                self._add(owner, method, path, handler, call.line, place)
                return

    def _routed(self, target: Node | None, place: Place) -> Iterator[tuple[str, str]]:
        """(method, handler) of each verb in a chain."""
        if target is None:
            return
        held = place.names.get(target.text) if target.kind == "name" else None
        if isinstance(held, Node):
            target = held
        base, steps = chain(target)
        calls = [base, *steps] if base.kind == "call" else steps
        handler = next((_shown(step.args[0]) for step in steps if step.callee() == "to"
                        and step.args), "")  # fmt: skip
        for call in calls:
            name = call.callee()
            if name in self.verbs:
                own = _shown(call.args[0]) if call.args else handler
                yield str(self.verbs[name]), own or handler
            elif name in (self.row.get("filters") or ()) and call.args:
                words = _words(call.args[0])
                for word in words:
                    yield word, _shown(call.args[-1])

    def _nest(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        """Puts a scope, a marked function, or what a function does with a scope under another."""
        path = self.piece(_at(node, row["path"]), place) if "path" in row else Piece()
        for child in _items(_at(node, row["child"])):
            if child.kind == "closure":
                self._value_nested(self._closure(child, self._under(owner, path, place), place),
                                   owner, path, place)  # fmt: skip
                continue
            if child.kind in ("name", "member") and self._marked(child, owner, path, place):
                continue
            value = self._value(child, place)
            if value is None and child.kind in ("name", "member"):
                found = self.names.function(place.file, child.dotted())
                if found is not None:
                    value = self._bound(found, [self._under(owner, path, place)], place)
            self._value_nested(value, owner, path, place)

    def _value_nested(self, value: Scope | None, owner: Scope, path: Piece, place: Place) -> None:
        if value is not None and value is not owner:
            own = Piece() if value.edges else value.lead
            value.edges.append((owner, path.then(own), place.chosen))

    def _marked(self, child: Node, owner: Scope, path: Piece, place: Place) -> bool:
        """Whether a name is a function with routes of its own in front; they are put here."""
        found = self.names.function(place.file, child.dotted())
        if found is None or not any(mark.callee() in self.marks for mark in found.node.marks):
            return False
        scope = self._under(owner, path, place)
        self.mounted.add(id(found.node))
        self._own(found, scope, replace(place, file=found.file))
        return True

    def _own(self, found: Defined, scope: Scope, place: Place) -> None:
        """The routes that the attributes before a function declare."""
        for mark in found.node.marks:
            row = self.marks.get(mark.callee())
            if row is None:
                continue
            told = mark.options.get("path") or mark.options.get("uri") or next(
                (each for each in mark.args if each.kind == "text"), None)  # fmt: skip
            if told is None:
                continue
            piece = self.piece(told, place)
            piece = Piece(piece.text.split("?")[0], piece.whole, piece.resolved)
            for method in self._marked_methods(mark, row):
                self._add(scope, method, piece, found.node.text, mark.line, place)

    def _marked_methods(self, mark: Node, row: Data) -> list[str]:
        """The methods an attribute names: by itself, as an option, as words among its arguments."""
        if "method" in row:
            return [str(row["method"])]
        told = mark.options.get("method")
        found = _methods(told) if told is not None else []
        for arg in (each for one_arg in mark.args for each in (one_arg, *one_arg.args)):
            if arg.kind == "name" and arg.text.lower() in self.verbs:
                found.append(str(self.verbs[arg.text.lower()]))
        return list(dict.fromkeys(found)) or ["ANY"]

    def _unmounted(self) -> None:
        """Functions with routes of their own that nothing is seen to mount."""
        for listed in self.names.functions.values():
            for found in listed:
                if id(found.node) not in self.mounted and found.node.marks:
                    scope = Scope(whole=False)
                    self._own(found, scope, Place(found.file, {}, scope))

    def _group(
        self, owner: Scope, row: Data, node: Node, place: Place, over: Node | None = None
    ) -> None:
        """A closure, or a file, whose routes get a prefix."""
        piece = Piece()
        told = over or (_at(node, row["path"]) if "path" in row else None)
        while told is not None and told.kind == "call" and row.get("inside"):
            base, steps = chain(told)
            told = _at(base if base.kind == "call" else steps[0], 0)
        controller = owner.controller
        if told is not None and told.kind in ("text", "name", "member"):
            piece = self.piece(told, place)
        for arg in node.args:
            if arg.kind == "table" and row.get("option") in arg.options:
                piece = self.piece(arg.options[str(row["option"])], place)
            if arg.kind == "table" and "controller" in arg.options:
                controller = _shown(arg.options["controller"])
        child = self._under(owner, piece, place)
        child.controller = controller
        for arg in node.args:
            if arg.kind == "closure":
                self._closure(arg, child, place)
            elif arg.kind in ("text", "call") and arg is not told:
                self._file(arg, child, Piece(), place)
            elif arg.kind in ("name", "member") and arg is not told:
                found = self.names.function(place.file, arg.dotted())
                if found is not None:
                    self._bound(found, [child], place)

    def _file(self, node: Node | None, owner: Scope, piece: Piece, place: Place) -> None:
        """Hangs the routes of a file under a scope: `require __DIR__.'/more.php'`."""
        while node is not None and node.kind == "call":
            node = node.args[0] if node.args else None
        if node is None or node.kind != "text":
            return
        ending = node.text.rpartition("\x02")[2].lstrip("./")
        folder = place.file.rpartition("/")[0]
        beside = f"{folder}/{ending}".lstrip("/")
        paths = [beside] if beside in self.files else [
            path for path in self.files if ending and f"/{path}".endswith(f"/{ending}")
        ]  # fmt: skip
        for path in paths[:1]:
            if self.files[path] is not owner and path != place.file:
                self.files[path].edges.append((owner, piece, place.chosen))

    def _resources(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        listed: list[tuple[Node, Node | None]] = [(node.args[0], _at(node, 1))]
        if node.args[0].kind == "table":
            listed = [(each.args[0], each.args[1]) for each in node.args[0].args
                      if each.kind == "pair" and len(each.args) == 2]  # fmt: skip
        only, without, renamed = None, set(row.get("without") or ()), dict[str, str]()
        shallow = False
        options = node.args[2].options if len(node.args) > 2 else {}
        chained, behind = self.after.get(id(node), ([], 0))
        steps = [(step.callee(), _at(step, 0)) for step in chained[behind:]]
        for name, told in (*options.items(), *steps):
            if name == "only":
                only = set(_texts(told))
            elif name == "except":
                without |= set(_texts(told))
            elif name == "parameters" and told is not None:
                renamed.update((key, each.text) for key, each in told.options.items())
            elif name == "shallow":
                shallow = True
        for told, controller in listed:
            named = self.piece(told, place)
            base, path, member = _nested(named, renamed, shallow, bool(row.get("single")))
            shown = _shown(controller)
            for made in expanded(self.row["resources"], only, without,
                                 single=bool(row.get("single"))):  # fmt: skip
                whole = base.then(path).then(Piece(made.below))
                if made.member:
                    whole = member.then(Piece(made.below.replace("/:id", "", 1)))
                handler = f"{shown}.{made.action}" if shown else made.action
                line = node.of.line if node.of is not None else node.line
                self._add(owner, made.method, whole, handler, line, place)

    # -- texts ---------------------------------------------------------------------------------

    def piece(self, node: Node | None, place: Place, far: int = 0) -> Piece:
        """The part of a path an expression is; a hole where it is not known."""
        if node is None:
            return Piece()
        if node.kind == "text":
            return Piece(node.text) if node.whole else self._filled(node, place, far)
        if node.kind in ("name", "member") and far < FARTHEST:
            name = node.dotted()
            held = place.names.get(name)
            known = held if isinstance(held, Node) else self.names.constant(place.file, name)
            if known is not None and known is not node:
                inner = self.piece(known, place, far + 1)
                return Piece(inner.text, inner.whole, resolved=True)
        if node.kind == "call" and far < FARTHEST:
            return self._computed(node, place, far)
        return Piece("{" + (node.dotted().rpartition(".")[2] or "…") + "}", whole=False)

    def _computed(self, node: Node, place: Place, far: int) -> Piece:
        """A text that is put together: `format!("/{}", a)`, `[a, b].concat()`, `a.to_string()`."""
        name, over = node.callee(), node.of.of if node.of is not None else None
        if name == "format!" and node.args and node.args[0].kind == "text":
            rest = iter(node.args[1:])
            pieces: list[Piece] = []

            def value(met: re.Match[str]) -> str:
                told = Node("name", met.group(1)) if met.group(1) else next(rest, None)
                pieces.append(self.piece(told or Node("other"), place, far + 1))
                return pieces[-1].text

            text = re.sub(r"\{([A-Za-z_]\w*)?\}", value, node.args[0].text)
            return Piece(text, all(each.whole for each in pieces), resolved=True)
        if name in ("concat", "join") and over is not None and over.kind == "list":
            parts = [self.piece(each, place, far + 1) for each in over.args]
            whole = all(each.whole for each in parts)
            return Piece("".join(each.text for each in parts), whole, resolved=True)
        if name in _SAME_TEXT and over is not None:
            return self.piece(over, place, far + 1)
        return Piece("{" + (name or "…") + "}", whole=False)

    def _filled(self, node: Node, place: Place, far: int) -> Piece:
        def value(name: str) -> str | None:
            held = place.names.get(name) or place.names.get(f"${name}")
            known = held if isinstance(held, Node) else self.names.constant(place.file, name)
            if known is None or known is node or far > FARTHEST:
                return None
            inner = self.piece(known, place, far + 1)
            return inner.text if inner.whole else None

        text, whole = filled(node.text, value)
        return Piece(text, whole, resolved=True)


def _nested(
    named: Piece, renamed: dict[str, str], shallow: bool, single: bool
) -> tuple[Piece, Piece, Piece]:
    """`a.b` of a nested resource: what stands before it, its own path, the path of one of it."""
    parts = named.text.strip("/").split(".")
    before = ""
    for part in parts[:-1]:
        last = part.rpartition("/")[2]
        before += f"/{part}/{{{renamed.get(last, one(last).replace('-', '_'))}}}"
    last = parts[-1].rpartition("/")[2]
    shown = renamed.get(last, one(last).replace("-", "_"))
    own = Piece(parts[-1], named.whole, named.resolved)
    base = Piece(before)
    stem = own if shallow and len(parts) > 1 else base.then(own)
    return base, own, stem if single else stem.then(Piece("{" + shown + "}"))


def _at(node: Node, place: int) -> Node | None:
    return node.args[place] if -len(node.args) <= place < len(node.args) else None


def _items(node: Node | None) -> list[Node]:
    """What a list or a macro that makes one holds; anything else by itself."""
    if node is None:
        return []
    if node.kind == "list" or node.callee() == "vec!":
        return node.args
    return [node]


def _texts(node: Node | None) -> list[str]:
    return [each.text for each in _items(node) if each.kind == "text"]


def _methods(node: Node | None) -> list[str]:
    """The methods a list of texts or of constants names."""
    words = [each.text or each.dotted() for each in _items(node)]
    return [word.rpartition(".")[2].upper() for word in words if word] or ["ANY"]


def _words(node: Node) -> list[str]:
    """The methods joined in a filter: `MethodFilter::GET.or(MethodFilter::PUT)`."""
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        if each.kind == "member" and each.text.isupper():
            found.append(each.text)
        waiting.extend([*([each.of] if each.of is not None else []), *each.args])
    return sorted(found)


def _shown(node: Node | None) -> str:
    """A handler as people read it."""
    if node is None:
        return ""
    if node.kind == "list" and len(node.args) == 2:
        return ".".join(part for part in (_shown(node.args[0]), _shown(node.args[1])) if part)
    if node.kind == "text":
        return node.text
    if node.kind == "call":
        return _shown(node.args[0]) if node.args else ""
    name = node.dotted().removesuffix(".class")
    return name.rpartition("\\")[2]


def _plain(path: str) -> str:
    """A path without the patterns its parameters must fit: `{id:\\d+}` is `{id}`."""
    return re.sub(r"\{(\w+):(?:[^{}]|\{[^{}]*\})*\}", r"{\1}", path)
