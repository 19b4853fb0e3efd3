"""The shape `blocks`: routes as calls in nested blocks (Rails, Sinatra, Grape, Phoenix, Plug).

A row of `blocks` in the surfaces data says what each call does. A block is run with the prefix in
force where it stands; files drawn in, concerns, engines and routers mounted elsewhere are run
where they are named. What an unknown call wraps is run as if it stood there: no route is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from intent_tui.probe.routes.model import Entry, Piece, http_entry, join
from intent_tui.probe.routes.outline import Node, chain, filled
from intent_tui.probe.routes.resources import expanded, one
from intent_tui.probe.source.surfaces import Data

DEEPEST_RUN = 40
"""Blocks, files and concerns run inside each other."""
MOST_MOUNTS = 500
"""Mounts that are followed."""
MOST_ROUTES = 20_000
"""Routes of one framework in one workspace."""


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


@dataclass(frozen=True, slots=True)
class Table:
    """A set of routes with the name it is mounted by."""

    name: str
    file: str
    body: list[Node]
    rooted: bool


class Blocks:
    """The routes of one framework in the outlines of its files."""

    def __init__(
        self, row: Data, outlines: dict[str, list[Node]], bases: tuple[str, ...] = ()
    ) -> None:
        self.row = row
        self.bases = bases
        self.id = str(row["id"])
        self.calls: Data = row["calls"]
        self.outlines = outlines
        self.found: list[Entry] = []
        self.drawn: set[str] = set()
        self.concerns: dict[str, tuple[str, Node]] = {}
        self.defined: dict[str, tuple[str, Node]] = {}
        self.tables: list[Table] = []
        self.waiting: list[tuple[str, Frame]] = []
        self.lists: dict[str, Node] = {}
        self._doing: dict[str, Callable[[Node, Data, Frame], None]] = {
            "verb": self._verb, "scope": self._scope, "prefix": self._prefixed,
            "resources": self._resources, "inside": self._inside, "controller": self._controller,
            "shallow": self._shallow, "concern": self._concern, "concerns": self._concerns,
            "draw": self._draw, "mount": self._mount, "expand": self._expand,
        }  # fmt: skip

    def entries(self) -> list[Entry]:
        """Every route: first what is at the top, then what that mounts, then what is left."""
        for path in sorted(self.outlines):
            self._gather(path, self.outlines[path], "", 0)
        loose = bool(self.row.get("mounted"))
        # once to learn what is mounted somewhere, then from the tops down
        for table in self.tables:
            self._table(table, Frame())
        under = {id(table) for name, _ in self.waiting for table in self._meant(name)}
        self.found, self.waiting = [], []
        for table in self.tables:
            if id(table) not in under:
                self._table(table, Frame(Piece(whole=table.rooted or not loose)))
        self._mounts(under)
        for table in self.tables:
            if id(table) in under:
                self._table(table, Frame(Piece(whole=False)))
        for path in sorted(set(self.outlines) - self.drawn):
            if self._is_part(path):
                self._run(self.outlines[path], Frame(Piece(whole=False), file=path))
        return self.found

    def _table(self, table: Table, frame: Frame) -> None:
        self._run(table.body, replace(frame, file=table.file, owner=table.name))

    def _meant(self, name: str) -> list[Table]:
        return [table for table in self.tables if not table.rooted and same_name(table.name, name)]

    def _mounts(self, left: set[int]) -> None:
        """Runs what is mounted, each table at most as often as it is mounted from the tops."""
        runs = 0
        while self.waiting and runs < MOST_MOUNTS and len(self.found) < MOST_ROUTES:
            name, frame = self.waiting.pop(0)
            for table in self._meant(name):
                runs += 1
                left.discard(id(table))
                self._table(table, frame)

    # -- what stands where ---------------------------------------------------------------------

    def _gather(self, path: str, nodes: list[Node], owner: str, deep: int) -> None:
        """The tables and the definitions of a file."""
        bases = self.bases
        if not owner and not deep and self.row.get("top"):
            self.tables.append(Table(path, path, nodes, rooted=True))
        for node in nodes:
            if deep > DEEPEST_RUN:
                return
            if node.kind == "define" and node.body is not None:
                self.defined.setdefault(node.text, (path, node))
                self._gather(path, node.body, owner, deep + 1)
            elif node.kind == "owner" and node.body is not None:
                name = "::".join(part for part in (owner, node.text) if part)
                if any(same_name(each, known) for each in node.bases for known in bases):
                    self.tables.append(Table(name, path, node.body, rooted=False))
                self._gather(path, node.body, name, deep + 1)
            elif node.kind == "assign" and node.args and node.args[0].kind == "list":
                self.lists.setdefault(node.text, node.args[0])
            elif node.kind == "call" and node.body is not None:
                self._gather_call(path, node, owner, deep)

    def _gather_call(self, path: str, node: Node, owner: str, deep: int) -> None:
        name = node.callee()
        if name in (self.row.get("begins") or ()) and node.body is not None:
            over = node.of.of.dotted() if node.of is not None and node.of.of is not None else ""
            over = over.removesuffix(".routes").replace(".", "::")
            at_root = not over.endswith(tuple(self.row.get("apart") or ("\0",)))
            self.tables.append(Table(over, path, node.body, rooted=at_root))
            return
        kept = owner
        if name in (self.row.get("modules") or ()) and node.args:
            kept = node.args[0].dotted().replace(".", "::")
            if self._uses(node.body or ()):
                self.tables.append(Table(kept, path, node.body or [], rooted=False))
        if name in (self.row.get("macros") or ()) and node.args:
            self.defined.setdefault(node.args[0].callee() or node.args[0].text, (path, node))
            return
        self._gather(path, node.body or [], kept, deep + 1)

    def _uses(self, body: list[Node] | tuple[()]) -> bool:
        """Whether a module says that it is a router (`use Some.Router`, `use MyWeb, :router`)."""
        for node in body:
            if node.callee() in ("use", "import") and node.args:
                words = [node.args[0].dotted(), *(each.text for each in node.args[1:])]
                if any(same_name(word.replace(".", "::"), known) for word in words
                       for known in self.row.get("uses") or ()):  # fmt: skip
                    return True
        return False

    def _is_part(self, path: str) -> bool:
        folder = str(self.row.get("drawn_from") or "\0")
        return f"/{folder}/" in f"/{path}" and not any(table.file == path for table in self.tables)

    # -- running -------------------------------------------------------------------------------

    def _run(self, nodes: list[Node], frame: Frame) -> None:
        if frame.deep > DEEPEST_RUN or len(self.found) > MOST_ROUTES:
            return
        frame = replace(frame, deep=frame.deep + 1, values=dict(frame.values))
        for node in nodes:
            if node.kind == "assign" and node.args:
                frame.values[node.text] = node.args[0]
            elif self._leads(node):
                frame = replace(frame, prefix=frame.prefix.then(self.piece(node.args[0], frame)))
            elif node.kind == "call":
                here = replace(frame, chosen=frame.chosen or node.chosen)
                self._call(node, here)

    def _leads(self, node: Node) -> bool:
        """Whether a call gives a prefix to all that follows it in its block."""
        row = self.calls.get(node.callee()) if node.kind == "call" else None
        way = node.options.get("using")
        told = way is None or way.text == "path"
        return bool(row and row["does"] == "lead" and node.args and told)

    def _call(self, node: Node, frame: Frame) -> None:
        name = node.callee()
        owner = node.of.of if node.of is not None else None
        row = self.calls.get(name)
        foreign = owner is not None and owner.dotted().partition(".")[0] not in frame.names
        if row is None or foreign:
            self._unknown(node, name, owner, frame)
            return
        if row["does"] == "lead" or (row.get("block") and node.body is None):
            return
        frame = replace(frame, names=frame.names | set(node.params))
        self._doing[str(row["does"])](node, row, frame)

    def _unknown(self, node: Node, name: str, owner: Node | None, frame: Frame) -> None:
        """A call that means nothing: a loop is unrolled, a block run, a definition followed."""
        if name in (self.row.get("macros") or ()):
            return
        if node.body is not None:
            loop, items = self._loop(node, name, owner, frame)
            for item in items:
                self._run(node.body, replace(frame, values={**frame.values, loop: item}))
            if items:
                return
            prefix = frame.prefix
            if name not in self.row.get("through", (name,)):
                # what an unknown wrapper does to the paths in it is not known
                prefix = Piece(prefix.text, whole=False)
            self._run(node.body, replace(frame, names=frame.names | set(node.params),
                                         prefix=prefix))  # fmt: skip
        elif owner is None and name in self.defined:
            path, made = self.defined[name]
            self._run(made.body or [], replace(frame, file=path, line=frame.line or node.line))

    def _loop(
        self, node: Node, name: str, owner: Node | None, frame: Frame
    ) -> tuple[str, list[Node]]:
        """The name a block is run with once for each of some texts: `%w[a b].each do |x|`."""
        if name == "each" and node.params:
            return node.params[0], self._items(owner, frame)
        told = node.args[0] if name == "for" and node.args else None
        parts = told.args if told is not None and told.kind == "other" else []
        if len(parts) == 2 and parts[0].kind == "name":
            return parts[0].text, self._items(parts[1], frame)
        return "", []

    def _items(self, owner: Node | None, frame: Frame) -> list[Node]:
        if owner is None:
            return []
        if owner.kind in ("name", "member"):
            name = owner.dotted()
            owner = frame.values.get(name) or self.lists.get(name.rpartition(".")[2], owner)
        return owner.args if owner.kind == "list" else []

    # -- texts ---------------------------------------------------------------------------------

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

    # -- what the calls do ---------------------------------------------------------------------

    def _emit(self, method: str, path: Piece, handler: str, frame: Frame, line: int) -> None:
        for way in _ways(path.text):
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

    def _draw(self, node: Node, _: Data, frame: Frame) -> None:
        folder = str(self.row.get("drawn_from") or "")
        for each in node.args:
            for path in sorted(self.outlines):
                if f"/{path}".endswith(f"/{folder}/{each.text}.rb") and each.text:
                    self.drawn.add(path)
                    self._run(self.outlines[path], replace(frame, file=path))

    def _mount(self, node: Node, row: Data, frame: Frame) -> None:
        """Something else put under a path: what it is decides whether its routes are known."""
        place: Node | None = node.options.get("at") or node.options.get("path")
        target: Node | None = node.options.get("to")
        for each in node.args:
            if each.kind == "pair" and len(each.args) == 2:
                target, place = each.args
            elif each.kind == "text" and not each.word:
                place = each
            elif target is None and each.kind in ("name", "member", "call"):
                target = each
        path = (frame.nested or frame.prefix).then(self.piece(place, frame))
        name = _named(target)
        if any(not table.rooted and same_name(table.name, name) for table in self.tables):
            self.waiting.append((name, replace(frame, prefix=path, nested=None, member=None)))
        elif row.get("method"):
            known = Piece(path.text, whole=False)
            self._emit(str(row["method"]), known, name, frame, node.line)

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


def _named(target: Node | None) -> str:
    while target is not None and target.kind == "call":
        base, steps = chain(target)
        target = base if steps or base is not target else target.of
    return target.dotted().replace(".", "::") if target is not None else ""


def same_name(one_name: str, other: str) -> bool:
    """Whether two names of a constant mean the same: one may lack its outer modules."""
    if not one_name or not other:
        return False
    return f"::{one_name}".endswith(f"::{other}") or f"::{other}".endswith(f"::{one_name}")


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


def _ways(path: str) -> Iterator[str]:
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
