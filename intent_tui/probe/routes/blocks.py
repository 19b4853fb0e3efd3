"""The shape `blocks`: routes as calls in nested blocks (Rails, Sinatra, Grape, Phoenix, Plug).

A row of `blocks` in the surfaces data says what each call does. A block is run with the prefix in
force where it stands; files drawn in, concerns, engines and routers mounted elsewhere are run
where they are named. What an unknown call wraps is run as if it stood there: no route is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from intent_tui.probe.routes.block_calls import Calls, Frame
from intent_tui.probe.routes.model import Entry, Piece
from intent_tui.probe.routes.outline import Node, chain
from intent_tui.probe.source.surfaces import Data

DEEPEST_RUN = 40
"""Blocks, files and concerns run inside each other."""
MOST_MOUNTS = 500
"""Mounts that are followed."""
MOST_ROUTES = 20_000
"""Routes of one framework in one workspace."""


@dataclass(frozen=True, slots=True)
class Table:
    """A set of routes with the name it is mounted by."""

    name: str
    file: str
    body: list[Node]
    rooted: bool


class Blocks(Calls):
    """The routes of one framework in the outlines of its files."""

    def __init__(
        self, row: Data, outlines: dict[str, list[Node]], bases: tuple[str, ...] = ()
    ) -> None:
        super().__init__(row)
        self.bases = bases
        self.calls: Data = row["calls"]
        self.outlines = outlines
        self.drawn: set[str] = set()
        self.defined: dict[str, tuple[str, Node]] = {}
        self.tables: list[Table] = []
        self.waiting: list[tuple[str, Frame]] = []
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
