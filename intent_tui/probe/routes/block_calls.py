"""What the calls in nested blocks do: verbs, scopes, resources, concerns, calls of libraries."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from intent_tui.probe.routes.model import Entry, Piece, http_entry, join
from intent_tui.probe.routes.outline import Node, filled
from intent_tui.probe.routes.resources import expanded, one
from intent_tui.probe.source.surfaces import Data


@dataclass(frozen=True, slots=True)
class Frame:
    """What is in force where a statement stands.

    `prefix` for calls here, `member` and `nested` for one of the resource around, `shallow` where
    its members are put instead: `base`, the prefix without resources, where that was asked for.
    `values` are the texts of names.
    """

    prefix: Piece = field(default_factory=Piece)
    base: Piece = field(default_factory=Piece)
    member: Piece | None = None
    nested: Piece | None = None
    shallow: Piece | None = None
    module: str = ""
    controller: str = ""
    chosen: bool = False
    file: str = ""
    line: int = 0
    deep: int = 0
    owner: str = ""
    values: dict[str, Node] = field(default_factory=dict)
    names: frozenset[str] = frozenset()


class Calls(ABC):
    """What calls do; how blocks are run is told by the class below."""

    def __init__(self, row: Data) -> None:
        self.row = row
        self.id = str(row["id"])
        self.found: list[Entry] = []
        self.concerns: dict[str, tuple[str, Node]] = {}
        self.lists: dict[str, Node] = {}

    @abstractmethod
    def _run(self, nodes: list[Node], frame: Frame) -> None:
        """Runs statements with what is in force around them."""

    def _items(self, owner: Node | None, frame: Frame) -> list[Node]:
        if owner is None:
            return []
        if owner.kind in ("name", "member"):
            name = owner.dotted()
            owner = frame.values.get(name) or self.lists.get(name.rpartition(".")[2], owner)
        return owner.args if owner.kind == "list" else []

    def piece(self, node: Node | None, frame: Frame) -> Piece:
        """The part of a path a node is."""
        if node is None:
            return Piece()
        if node.kind == "text":
            return self._filled(node, frame)
        if node.kind == "name" and node.text in frame.values:
            held = frame.values[node.text]
            rest = {key: value for key, value in frame.values.items() if key != node.text}
            inner = self.piece(held, replace(frame, values=rest))
            return Piece(inner.text, inner.whole, resolved=True)
        known = node.dotted()
        return Piece("{" + (known or "…") + "}" if known != "nil" else "", whole=known == "nil")

    def _filled(self, node: Node, frame: Frame) -> Piece:
        if node.whole:
            return Piece(node.text)

        def value(name: str) -> str | None:
            held = frame.values.get(re.split(r"\W", name, maxsplit=1)[0])
            return held.text if held is not None and held.kind == "text" and held.whole else None

        text, whole = filled(node.text, value)
        return Piece(text, whole, resolved=True)

    def _texts(self, node: Node | None, frame: Frame) -> list[str]:
        """The words of a list or of a single one."""
        if node is None:
            return []
        items = self._items(node, frame) or [node]
        return [item.text or item.dotted() for item in items if item.kind in ("text", "name")]

    def _emit(self, method: str, path: Piece, handler: str, frame: Frame, line: int) -> None:
        for way in ways(path.text):
            piece = Piece(way, path.whole, path.resolved)
            where = (frame.file, line)
            self.found.append(http_entry(method, piece, handler, where, self.id, frame.chosen))

    def _verb(self, node: Node, row: Data, frame: Frame) -> None:
        args, handler = list(node.args), self._handler(node, frame)
        if row.get("own"):
            handler = handler or "".join(each.text for each in args[:1] if each.kind == "text")
            args = []
        methods = [str(row["method"])]
        if row.get("methods") == "first" and args and (args[0].word or args[0].kind == "list"):
            methods = _methods(self._texts(args.pop(0), frame))
        elif row.get("methods") == "words":
            methods = _methods([each.text for each in args if each.word])
            args = [each for each in args if not each.word]
        elif "methods" in row and "via" in node.options:
            methods = _methods(self._texts(node.options["via"], frame))
        listed = args if row.get("several") else args[:1]
        paths = [each for each in listed if each.kind in ("text", "pair", "name", "list", "member")]
        if not paths and "path" in row:
            paths = [Node("text", str(row["path"]), node.line)]
        base = self._placed(node, frame)
        for each in paths:
            told = each.args[0] if each.kind == "pair" and each.args else each
            if told.kind not in ("text", "name", "list"):
                continue
            for item in told.args if told.kind == "list" else [told]:
                given = node.options.get("path")
                own = self.piece(given if given is not None and given.kind == "text" else item,
                                 frame)  # fmt: skip
                if own.text == "_" or (
                    item.kind == "name" and not own.whole and row.get("literal")
                ):
                    continue
                for method in methods:
                    shown = handler or _guess(own.text, frame)
                    self._emit(method, base.then(own), shown, frame, node.line)

    def _placed(self, node: Node, frame: Frame) -> Piece:
        """The prefix of a route: the resource around it may be meant as a whole or one of it."""
        where = node.options.get("on")
        if where is not None and where.text == "member" and frame.member is not None:
            return frame.member
        if where is not None and where.text == "new":
            return frame.prefix.then(Piece("new"))
        if where is not None and where.text == "collection":
            return frame.prefix
        return frame.nested or frame.prefix

    def _handler(self, node: Node, frame: Frame) -> str:
        style = self.row.get("handlers", "")
        if style == "pair":
            told = node.options.get("to")
            for each in node.args:
                if told is None and each.kind == "pair" and len(each.args) == 2:
                    told = each.args[1]
            action = node.options.get("action")
            if told is not None and told.kind == "text":
                apart = "#" in told.text
                return frame.module + told.text if apart else f"{frame.controller}#{told.text}"
            controller = node.options.get("controller")
            if controller is not None or action is not None:
                base = controller.text if controller is not None else frame.controller
                return f"{frame.module}{base}#{action.text if action is not None else ''}"
        if style == "second":
            names = [each for each in node.args[1:] if each.kind in ("name", "member", "text")]
            shown = [each.dotted() or each.text for each in names[:2]]
            return ".".join(part for part in (frame.module, *shown) if part)
        return frame.owner if style == "owner" else ""

    def _scope(self, node: Node, row: Data, frame: Frame) -> None:
        texts = [each for each in node.args if each.kind in ("text", "list")
                 or (each.kind == "name" and (each.text in frame.values or row.get("open")))
                 or (each.kind == "call" and row.get("open"))]  # fmt: skip
        own = Piece()
        for each in texts if not row.get("first") else texts[:1]:
            for item in each.args if each.kind == "list" else [each]:
                part = self.piece(item, frame)
                if row.get("parameter"):
                    part = Piece(":" + part.text, part.whole)
                own = own.then(part)
        told = node.options.get("path")
        if told is not None:
            own = self.piece(told.options.get("value", told), frame)
        frame = self._within(node, row, frame)
        inner = (frame.nested or frame.prefix).then(own)
        base = frame.base.then(own)
        inside = replace(frame, prefix=inner, base=base, nested=None, member=None)
        self._run(node.body or [], inside)

    def _within(self, node: Node, row: Data, frame: Frame) -> Frame:
        """The module and the controller a scope gives to the handlers in it."""
        told = node.options.get("module")
        if told is None and row.get("named") and node.args:
            told = node.args[0]
        if told is not None and told.text:
            frame = replace(frame, module=f"{frame.module}{told.text}/")
        names = [each.dotted() for each in node.args if each.kind in ("name", "member")]
        if self.row.get("handlers") == "second" and names and names[0] not in frame.values:
            frame = replace(frame, module=".".join(p for p in (frame.module, names[0]) if p))
        controller = node.options.get("controller")
        return replace(frame, controller=controller.text) if controller is not None else frame

    def _controller(self, node: Node, _: Data, frame: Frame) -> None:
        name = node.args[0].text if node.args else ""
        self._run(node.body or [], replace(frame, controller=name))

    def _inside(self, node: Node, row: Data, frame: Frame) -> None:
        at = str(row["at"])
        prefix = frame.prefix
        if at == "member":
            prefix = frame.member or frame.prefix
        elif at == "new":
            prefix = frame.prefix.then(Piece("new"))
        elif at == "nested":
            prefix = frame.nested or frame.prefix
        self._run(node.body or [], replace(frame, prefix=prefix, nested=None))

    def _shallow(self, node: Node, _: Data, frame: Frame) -> None:
        self._run(node.body or [], replace(frame, shallow=frame.base))

    def _resources(self, node: Node, row: Data, frame: Frame) -> None:
        for each in node.args:
            if each.kind == "text" or (each.kind == "name" and each.text in frame.values):
                self._resource(node, row, frame, self.piece(each, frame))
            if row.get("first"):
                break

    def _resource(self, node: Node, row: Data, frame: Frame, named: Piece) -> None:
        options, known = node.options, self.row["resources"]
        single = bool(row.get("single")) or _true(options.get("singleton"))
        base = frame.nested or frame.prefix
        own = self.piece(options["path"], frame) if "path" in options else named
        prefix = base.then(own)
        word = named.text.strip("/").rpartition("/")[2]
        param = self._texts(options.get("param"), frame)
        id_name = (param or ["id"])[0]
        shallow = frame.shallow
        if shallow is None and _true(options.get("shallow")):
            shallow = frame.base
        stem = shallow.then(own) if shallow is not None and frame.nested is not None else prefix
        member = prefix if single else stem.then(Piece(f":{id_name}"))
        inner = id_name if id_name.startswith(one(word)) and param else f"{one(word)}_{id_name}"
        nested = prefix if single else stem.then(Piece(f":{inner}"))
        told = options.get("controller")
        if self.row.get("handlers") == "second":
            listed = [each.dotted() for each in node.args[1:2]]
            controller = ".".join(part for part in (frame.module, *listed) if part)
        else:
            controller = frame.module + (told.text if told is not None else word)
        only = self._texts(options["only"], frame) if "only" in options else None
        for made in expanded(known, only, self._texts(options.get("except"), frame), single=single):
            path = prefix.then(Piece(made.below))
            if made.member:
                path = member.then(Piece(made.below.replace("/:id", "", 1)))
            handler = f"{controller}{known.get('joint', '#')}{made.action}"
            self._emit(made.method, path, handler, frame, node.line)
        inside = replace(frame, prefix=prefix, member=member, nested=nested, shallow=shallow,
                         controller=controller)  # fmt: skip
        for name in self._texts(options.get("concerns"), frame):
            self._concerned(name, inside)
        self._run(node.body or [], inside)

    def _concern(self, node: Node, _: Data, frame: Frame) -> None:
        if node.args:
            self.concerns[node.args[0].text] = (frame.file, node)

    def _concerns(self, node: Node, _: Data, frame: Frame) -> None:
        for each in node.args:
            for name in self._texts(each, frame):
                self._concerned(name, frame)

    def _concerned(self, name: str, frame: Frame) -> None:
        if name in self.concerns:
            path, made = self.concerns[name]
            self._run(made.body or [], replace(frame, file=path))

    def _prefixed(self, node: Node, row: Data, frame: Frame) -> None:
        """`map "/x" do run X end`: a prefix for what is mounted in the block."""
        place = self.piece(node.args[0], frame) if node.args else Piece()
        self._run(node.body or [], replace(frame, prefix=frame.prefix.then(place)))

    def _expand(self, node: Node, row: Data, frame: Frame) -> None:
        """A call of a library that stands for a list of routes."""
        skipped = set(self._texts(node.options.get("skip"), frame))
        skipped |= {f"{word}s" for word in skipped}
        for call in node.body or ():
            if call.callee() == row.get("skipping"):
                skipped |= {word for arg in call.args for word in self._texts(arg, frame)}
        default = [Node("text", str(row["path"]), node.line)] if "path" in row else []
        told = node.options.get("path") or node.options.get("scope")
        for each in default or node.args:
            own = self.piece(told if told is not None else each, frame)
            for group, method, path in row["routes"]:
                if each.kind == "text" and group not in skipped and "all" not in skipped:
                    whole = (frame.nested or frame.prefix).then(own).then(Piece(path))
                    piece = Piece(whole.text, whole.whole, resolved=True)
                    self._emit(method, piece, group, frame, node.line)


def _true(node: Node | None) -> bool:
    return node is not None and node.dotted() == "true"


def _methods(words: list[str]) -> list[str]:
    return ["ANY" if word in ("all", "*", "_") else word.upper() for word in words] or ["ANY"]


def _guess(path: str, frame: Frame) -> str:
    """The handler a path names by itself: `a/b` is `a#b`, a word is an action."""
    bare = path.strip("/")
    if frame.controller:
        return f"{frame.controller}#{bare}" if re.fullmatch(r"\w+", bare) else ""
    head, slash, last = bare.rpartition("/")
    return f"{frame.module}{head}#{last}" if slash and re.fullmatch(r"[\w/]+", bare) else ""


_OPTIONAL = re.compile(r"\(([^()]*)\)")


def ways(path: str) -> Iterator[str]:
    """The paths a pattern with parts in brackets stands for: without those parts, and with them."""
    path = re.sub(r"\(\.:?\w+\)", "", path)
    if not _OPTIONAL.search(path) or "(?" in path:
        yield path
        return
    bare = path
    while _OPTIONAL.search(bare):
        bare = _OPTIONAL.sub("", bare)
    yield join("", bare)
    yield path.replace("(", "").replace(")", "")
