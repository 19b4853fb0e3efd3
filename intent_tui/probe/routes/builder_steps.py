"""What the steps on a value that takes routes do: verbs, prefixes, groups, mounts, resources."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

from intent_tui.probe.routes.builder_model import (
    Place,
    Route,
    Scope,
    at,
    items,
    methods,
    nested,
    shown,
    texts,
    words_of,
)
from intent_tui.probe.routes.model import Piece
from intent_tui.probe.routes.outline import Node, chain, filled
from intent_tui.probe.routes.resources import expanded
from intent_tui.probe.routes.sources import Defined, Names
from intent_tui.probe.source.surfaces import Data

FARTHEST = 12
"""Names followed in a row."""
_SAME_TEXT = frozenset({"to_string", "as_str", "into", "to_owned", "clone", "String", "trim"})


class Steps(ABC):
    """What steps do; how values are worked out is told by the class below."""

    def __init__(self, row: Data) -> None:
        self.row = row
        self.verbs: Data = row.get("verbs") or {}
        self.marks: Data = row.get("marks") or {}
        self.names = Names()
        self.routes: list[Route] = []
        self.files: dict[str, Scope] = {}
        self.mounted: set[int] = set()
        self.after: dict[int, tuple[list[Node], int]] = {}

    @abstractmethod
    def _value(self, node: Node | None, place: Place) -> Scope | None:
        """What an expression is, when it takes routes; all it does on the way is done."""

    @abstractmethod
    def _closure(self, closure: Node, scope: Scope, place: Place) -> Scope | None:
        """Runs a closure with its first parameter bound, and routes without an owner put there."""

    @abstractmethod
    def _bound(self, found: Defined, values: list[Scope | None], place: Place) -> Scope | None:
        """Binds the parameters of a function; gives what it returns."""

    def _under(self, owner: Scope, piece: Piece, place: Place) -> Scope:
        child = Scope(controller=owner.controller)
        child.edges.append((owner, piece, place.chosen))
        return child

    def _add(
        self, scope: Scope, method: str, path: Piece, handler: str, line: int, place: Place
    ) -> None:
        made = Route(scope, method, path, handler, place.file, line, place.chosen)
        self.routes.append(made)

    def _verb(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        told = at(node, row.get("path", 0))
        if row.get("texts") and (told is None or told.kind not in ("text", "name", "other")):
            return
        if row.get("block") and not any(each.kind == "closure" for each in node.args):
            return
        if told is not None and told.kind == "closure":
            told = None
        if told is not None and row.get("loose") and told.kind not in ("text",):
            told = next((each for each in node.args if each.kind == "text"), told)
        path = self.piece(told, place) if told is not None else Piece()
        listed = at(node, row["methods"]) if "methods" in row else None
        named = methods(listed) if listed is not None else [str(row.get("method", "ANY"))]
        handler = shown(at(node, row.get("handler", 1)))
        if owner.controller and handler and "." not in handler:
            handler = f"{owner.controller}.{handler}"
        for method in named:
            self._add(owner, method, path, handler, node.of.line if node.of else node.line, place)

    def _route(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        """`.route(path, get(a).post(b))`: the methods stand in what is routed to."""
        if row.get("inside"):
            self._predicate(owner, node, place)
            return
        told = at(node, row["path"]) if "path" in row else None
        path = self.piece(told, place) if told is not None else Piece()
        target = at(node, row["to"])
        line = (told or node).line
        found = list(self._routed(target, place)) or [("ANY", shown(target))]
        for method, handler in found:
            self._add(owner, method, path, handler, line, place)

    def _predicate(self, owner: Scope, node: Node, place: Place) -> None:
        """`route(GET("/x").and(…), handler)`: method and path stand in the first argument."""
        base, steps = chain(node.args[0]) if node.args else (node, [])
        for call in (base, *steps):
            if call.callee() in self.verbs and call.args:
                path = self.piece(call.args[0], place)
                handler = shown(at(node, 1))
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
        handler = next((shown(step.args[0]) for step in steps if step.callee() == "to"
                        and step.args), "")  # fmt: skip
        for call in calls:
            name = call.callee()
            if name in self.verbs:
                own = shown(call.args[0]) if call.args else handler
                yield str(self.verbs[name]), own or handler
            elif name in (self.row.get("filters") or ()) and call.args:
                words = words_of(call.args[0])
                for word in words:
                    yield word, shown(call.args[-1])

    def _nest(self, owner: Scope, row: Data, node: Node, place: Place) -> None:
        """Puts a scope, a marked function, or what a function does with a scope under another."""
        path = self.piece(at(node, row["path"]), place) if "path" in row else Piece()
        for child in items(at(node, row["child"])):
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
        found = methods(told) if told is not None else []
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
        told = over or (at(node, row["path"]) if "path" in row else None)
        while told is not None and told.kind == "call" and row.get("inside"):
            base, steps = chain(told)
            told = at(base if base.kind == "call" else steps[0], 0)
        controller = owner.controller
        if told is not None and told.kind in ("text", "name", "member"):
            piece = self.piece(told, place)
        for arg in node.args:
            if arg.kind == "table" and row.get("option") in arg.options:
                piece = self.piece(arg.options[str(row["option"])], place)
            if arg.kind == "table" and "controller" in arg.options:
                controller = shown(arg.options["controller"])
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
        listed: list[tuple[Node, Node | None]] = [(node.args[0], at(node, 1))]
        if node.args[0].kind == "table":
            listed = [(each.args[0], each.args[1]) for each in node.args[0].args
                      if each.kind == "pair" and len(each.args) == 2]  # fmt: skip
        only, without, renamed = None, set(row.get("without") or ()), dict[str, str]()
        shallow = False
        options = node.args[2].options if len(node.args) > 2 else {}
        chained, behind = self.after.get(id(node), ([], 0))
        steps = [(step.callee(), at(step, 0)) for step in chained[behind:]]
        for name, told in (*options.items(), *steps):
            if name == "only":
                only = set(texts(told))
            elif name == "except":
                without |= set(texts(told))
            elif name == "parameters" and told is not None:
                renamed.update((key, each.text) for key, each in told.options.items())
            elif name == "shallow":
                shallow = True
        for told, controller in listed:
            named = self.piece(told, place)
            base, path, member = nested(named, renamed, shallow, bool(row.get("single")))
            owned = shown(controller)
            for made in expanded(self.row["resources"], only, without,
                                 single=bool(row.get("single"))):  # fmt: skip
                whole = base.then(path).then(Piece(made.below))
                if made.member:
                    whole = member.then(Piece(made.below.replace("/:id", "", 1)))
                handler = f"{owned}.{made.action}" if owned else made.action
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
