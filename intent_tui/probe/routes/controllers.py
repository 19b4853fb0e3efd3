"""The shape `attributes`: a type with attributes gives a prefix, its functions the routes.

What a type inherits (routes of a base or an interface, the prefix of a base) is its own; what is
only inherited from is not a route by itself. Paths are followed through constants, settings and
attributes that stand for others; what stays unknown leaves a hole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.outline import DEEPEST, Node, filled
from intent_tui.probe.routes.sources import Names, only_tested, shared
from intent_tui.probe.source.surfaces import Data

FARTHEST = 8
"""Bases, sub-resources and attributes followed in a row."""


class Convention(NamedTuple):
    """A pattern that gives controllers their paths, what it fixes, and where it stands."""

    pattern: str
    fixed: dict[str, str]
    file: str
    line: int


@dataclass(slots=True, eq=False)
class Type:
    """A type and the file it stands in."""

    file: str
    node: Node
    heirs: list[Type] = field(default_factory=list)


@dataclass(slots=True)
class Told:
    """What one attribute says: its name, the paths it gives (none: not told), the methods."""

    name: str
    paths: list[Piece]
    methods: list[str]
    line: int


class Controllers:
    """The routes of one framework that marks types and functions."""

    def __init__(
        self,
        row: Data,
        outlines: Mapping[str, list[Node]],
        leads: Mapping[str, Piece],
        settings: Mapping[str, Mapping[str, str]],
        conventions: list[Convention],
    ) -> None:
        self.row = row
        self.id = str(row["id"])
        self.verbs: Data = row["verbs"]
        self.paths = frozenset(row.get("paths") or ())
        self.leads = leads
        self.settings = settings
        self.conventions = conventions
        self.names = Names()
        self.types: dict[str, list[Type]] = {}
        for path in sorted(outlines):
            self.names.gather(path, outlines[path])
            self._gather(path, outlines[path], 0)
        for listed in self.types.values():
            for each in listed:
                for base in self._bases(each):
                    base.heirs.append(each)

    def entries(self) -> Iterator[Entry]:
        """The routes of every type that is not only there to be inherited from."""
        for one in self.conventions:
            if "{controller" not in one.pattern and {"controller", "action"} <= set(one.fixed):
                handler = f"{one.fixed['controller']}Controller.{one.fixed['action']}"
                path = Piece(one.pattern, resolved=True)
                yield http_entry("GET", path, handler, (one.file, one.line), self.id)
        for name in sorted(self.types):
            for each in self.types[name]:
                if not self._apart(each) and not (each.heirs and self._only_inherited(each)):
                    yield from self._of_type(each)

    def _gather(self, path: str, nodes: list[Node], deep: int) -> None:
        for node in nodes:
            if node.kind == "owner" and deep < DEEPEST and not only_tested(node):
                self.types.setdefault(node.text, []).append(Type(path, node))
                self._gather(path, node.body or [], deep + 1)

    def _apart(self, each: Type) -> bool:
        """Whether a type describes what is called elsewhere, not what is served here."""
        apart = self.row.get("apart") or ()
        return any(mark.callee() in apart for mark in each.node.marks)

    def _only_inherited(self, each: Type) -> bool:
        served = self.row.get("served") or ()
        if any(mark.callee() in served for mark in each.node.marks):
            return False
        return (
            each.node.word
            or any(mark.text == "abstract" for mark in each.node.marks)
            or not any(
                told.name in self.paths and told.name not in self.verbs
                for told in self._told(each, each.node.marks)
            )
        )

    # -- attributes ----------------------------------------------------------------------------

    def _told(self, each: Type, marks: list[Node], far: int = 0) -> list[Told]:
        """What attributes say about routes; one that stands for others says what they say."""
        found: list[Told] = []
        for mark in marks:
            name = mark.callee()
            if name.endswith("Attribute"):
                name = name.removesuffix("Attribute")
            if name in self.verbs or name in self.paths:
                found.append(self._one(each, name, mark))
            elif name in self.types and far < FARTHEST and mark.kind == "call":
                own = self._one(each, name, mark)
                other = self._type(name, each.file) or each
                for told in self._told(other, other.node.marks, far + 1):
                    paths = own.paths or told.paths
                    found.append(Told(told.name, paths, told.methods, mark.line))
        return found

    def _one(self, each: Type, name: str, mark: Node) -> Told:
        options = self.row.get("names") or ("value", "path")
        nodes = [mark.options[key] for key in options if key in mark.options]
        if not nodes:
            nodes = mark.args[:1] if name not in (self.row.get("listing") or ()) else []
        if nodes and nodes[0].kind == "pair":
            nodes = []
        paths = [self._piece(each, item) for node in nodes for item in _items(node)]
        methods: list[str] = []
        told = next(
            (mark.options[key] for key in ("methods", "method") if key in mark.options), None
        )
        if name in (self.row.get("listing") or ()):
            methods = [arg.text.upper() for arg in mark.args if arg.kind == "text"]
        elif told is not None:
            words = [item.text or item.dotted() for item in _items(told)]
            methods = [word.rpartition(".")[2].removeprefix("METHOD_").upper() for word in words]
            methods = [part for word in methods for part in word.split("|") if part]
        if not methods and name in self.verbs:
            methods = [str(self.verbs[name])]
        return Told(name, paths, methods, mark.line)

    def _piece(self, each: Type, node: Node, far: int = 0) -> Piece:
        if node.kind == "text":
            text, whole = filled(node.text, lambda name: self._known(each, name, far))
            put, known_all = self._filled(each, text)
            return Piece(put, whole and known_all, resolved=put != node.text)
        if node.kind in ("name", "member") and far <= FARTHEST:
            known = self._constant(each, node.dotted())
            if known is not None:
                inner = self._piece(each, known, far + 1)
                return Piece(inner.text, inner.whole, resolved=True)
        if node.kind == "table" and node.options:  # a path for each language
            return self._piece(each, next(iter(node.options.values())), far + 1)
        return Piece("{" + (node.dotted().rpartition(".")[2] or "…") + "}", whole=False)

    def _known(self, each: Type, name: str, far: int) -> str | None:
        """The text of a constant, when all of it is known."""
        known = self._constant(each, name) if far <= FARTHEST else None
        inner = self._piece(each, known, far + 1) if known is not None else Piece(whole=False)
        return inner.text if inner.whole else None

    def _constant(self, each: Type, name: str) -> Node | None:
        within = name if "." in name else f"{each.node.text}.{name}"
        return self.names.constant(each.file, within)

    def _type(self, name: str, file: str) -> Type | None:
        """The type of a name that is nearest to a file."""
        found = self.types.get(name)
        return max(found, key=lambda each: shared(each.file, file)) if found else None

    def _bases(self, each: Type) -> list[Type]:
        bases = [self._type(base, each.file) for base in each.node.bases]
        return [base for base in bases if base is not None and base is not each]

    def _filled(self, each: Type, text: str) -> tuple[str, bool]:
        """A text with its `${setting:default}` filled in, and whether all of them are known."""
        whole = True

        def value(met: re.Match[str]) -> str:
            nonlocal whole
            key, _, default = met.group(1).partition(":")
            for folder, known in self.settings.items():
                if each.file.startswith(folder) and key in known:
                    return known[key]
            if not default:
                whole = False
                return "{" + key + "}"
            return default

        for _ in range(FARTHEST):
            put = re.sub(r"\$\{([^${}]*)\}", value, text)
            if put == text:
                break
            text = put
        return text, whole

    # -- types ---------------------------------------------------------------------------------

    def _prefixes(self, each: Type, far: int = 0) -> list[Piece]:
        """The prefixes a type gives: its own, else those of the nearest base that gives any."""
        own = [piece for told in self._told(each, each.node.marks)
               if told.name in self.paths or told.name in self.verbs
               for piece in told.paths]  # fmt: skip
        if own or far > FARTHEST:
            return own
        for base in self._bases(each):
            found = self._prefixes(base, far + 1)
            if found:
                return found
        return []

    def _functions(self, each: Type, far: int = 0) -> list[tuple[Type, Node, list[Told]]]:
        """The functions of a type with what their attributes say, inherited ones after its own."""
        found: dict[tuple[str, int], tuple[Type, Node, list[Told]]] = {}
        for node in each.node.body or ():
            if node.kind == "define":
                told = self._told(each, node.marks)
                found[(node.text, node.line)] = (each, node, told)
        for base in self._bases(each) if far < FARTHEST else ():
            for home, node, told in self._functions(base, far + 1):
                alike = (node.text, len(node.params))
                own = [key for key, (_, mine, _) in found.items()
                       if (mine.text, len(mine.params)) == alike]  # fmt: skip
                if not own:
                    found[(node.text, node.line)] = (home, node, told)
                elif told and not any(found[key][2] for key in own):
                    found[own[0]] = (home, node, told)
        return list(found.values())

    def _of_type(self, each: Type, before: Piece | None = None, far: int = 0) -> Iterator[Entry]:
        name = each.node.text
        given = self._prefixes(each)
        lead = self._lead(each.file) if before is None else before
        loose = before is None and self.row.get("rooted") and not given
        for home, node, told in self._functions(each):
            verbs = [one for one in told if one.name in self.verbs]
            apart = [piece for one in told if one.name in self.paths and one.name not in self.verbs
                     for piece in one.paths]  # fmt: skip
            handler = f"{name}.{node.text}"
            if not verbs and apart:
                if self.row.get("sub") and far < FARTHEST:
                    yield from self._beneath(each, node, lead, given, apart, far)
                elif "bare" in self.row:
                    verbs = [Told("", one.paths, one.methods or [str(self.row["bare"])], one.line)
                             for one in told]  # fmt: skip
            if not verbs and not apart and self._is_action(each, node):
                yield from self._by_convention(each, home, node, ["GET"])
            for one in verbs:
                if loose:
                    continue
                own = one.paths or apart
                if not own and not given and self._is_controller(each):
                    yield from self._by_convention(each, home, node, one.methods, one.line)
                    continue
                for prefix, path in product(given or [Piece()], own or [Piece()]):
                    whole = self._joined(lead, prefix, path)
                    shown = Piece(self._tokens(each, node, whole.text), whole.whole, whole.resolved)
                    for method in dict.fromkeys(one.methods):
                        yield http_entry(method, shown, handler, (home.file, one.line), self.id)

    def _joined(self, lead: Piece, prefix: Piece, path: Piece) -> Piece:
        if self.row.get("absolute") and path.text.startswith(("/", "~/")):
            return Piece(path.text.lstrip("~"), path.whole, path.resolved)
        if self.row.get("absolute") and prefix.text.startswith("~/"):
            prefix = Piece(prefix.text.lstrip("~"), prefix.whole, prefix.resolved)
        return lead.then(prefix).then(path)

    def _beneath(
        self, each: Type, node: Node, lead: Piece, given: list[Piece], apart: list[Piece], far: int
    ) -> Iterator[Entry]:
        """The routes of the type a function gives that has a path and no method."""
        target = node.of.text if node.of is not None else ""
        other = self._type(target, each.file)
        if other is not None:
            for prefix, path in product(given or [Piece()], apart):
                yield from self._of_type(other, lead.then(prefix).then(path), far + 1)

    def _lead(self, file: str) -> Piece:
        """The prefix the application of a file gives to all its routes."""
        best, found = -1, Piece()
        for folder, piece in self.leads.items():
            if file.startswith(folder) and len(folder) > best:
                best, found = len(folder), piece
        return found

    def _tokens(self, each: Type, node: Node, path: str) -> str:
        """A path with the words that stand for the type, the function and the area filled in."""
        if "[" in path:
            area = next((mark.args[0].text for mark in each.node.marks
                         if mark.callee() == "Area" and mark.args), "")  # fmt: skip
            short = re.sub(r"Controller$", "", each.node.text)
            for word, text in (("controller", short), ("action", node.text), ("area", area)):
                path = re.sub(rf"(?i)\[{word}\]", text.lower(), path)
        return _DEFAULT.sub(lambda met: met.group().partition("=")[0] + "}", path)

    # -- routes by convention ------------------------------------------------------------------

    def _is_controller(self, each: Type) -> bool:
        ending = self.row.get("controllers")
        return bool(ending) and each.node.text.endswith(str(ending))

    def _is_action(self, each: Type, node: Node) -> bool:
        """Whether a public function of a controller is served by its name."""
        if not self._is_controller(each) or not self.conventions or self._prefixes(each):
            return False
        words = {mark.text for mark in node.marks if mark.kind == "name"}
        inherits = any(base.endswith(str(self.row["controllers"])) for base in each.node.bases)
        hidden = any(mark.callee() == "NonAction" for mark in node.marks)
        return (
            inherits and "public" in words and not words & {"static", "override", "abstract"}
            and not hidden and node.text != each.node.text
        )  # fmt: skip

    def _by_convention(
        self, each: Type, home: Type, node: Node, methods: list[str], line: int = 0
    ) -> Iterator[Entry]:
        short = re.sub(r"Controller$", "", each.node.text)
        values = {"controller": short, "action": node.text}
        patterns = [one.pattern for one in self.conventions if "{controller" in one.pattern]
        known = bool(patterns)
        for pattern in patterns or ["{controller}/{action}"]:
            parts = []
            for part in pattern.strip("/").split("/"):
                met = re.fullmatch(r"\{(\w+)(:[^=?}]*)?(=[^}]*)?(\?)?\}", part)
                if met is None:
                    parts.append(part)
                elif met.group(1) in values:
                    parts.append(values[met.group(1)])
                elif met.group(1) in node.params:
                    parts.append("{" + met.group(1) + "}")
                elif not met.group(4) and not met.group(3):
                    parts.append(part)
            piece = Piece("/".join(parts), known, resolved=True)
            where = (home.file, line or node.line)
            for method in dict.fromkeys(methods):
                yield http_entry(method, piece, f"{each.node.text}.{node.text}", where, self.id)


_DEFAULT = re.compile(r"\{\w+(?::[^{}=]*)?=[^{}]*\}")


def _items(node: Node) -> list[Node]:
    """What stands in a list or in the braces of an annotation."""
    if node.kind == "list":
        return node.args
    if node.kind == "closure":
        return node.body or []
    if node.callee() in ("arrayOf", "listOf"):
        return node.args
    return [node]
