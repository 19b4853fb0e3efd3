"""Values that take routes, the places statements stand in, and what nodes say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from intent_tui.probe.routes.model import Piece
from intent_tui.probe.routes.outline import Node
from intent_tui.probe.routes.resources import one
from intent_tui.probe.routes.sources import Defined


@dataclass(slots=True, eq=False)
class Scope:
    """A value that takes routes: what it hangs under, and whether it is a top."""

    whole: bool = True
    edges: list[tuple[Scope, Piece, bool]] = field(default_factory=list)
    home: Defined | None = None
    lead: Piece = field(default_factory=Piece)
    controller: str = ""


@dataclass(slots=True)
class Route:
    """A route on a scope, its prefixes not yet known."""

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


def nested(
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


def at(node: Node, place: int) -> Node | None:
    return node.args[place] if -len(node.args) <= place < len(node.args) else None


def items(node: Node | None) -> list[Node]:
    """What a list or a macro that makes one holds; anything else by itself."""
    if node is None:
        return []
    if node.kind == "list" or node.callee() == "vec!":
        return node.args
    return [node]


def texts(node: Node | None) -> list[str]:
    return [each.text for each in items(node) if each.kind == "text"]


def methods(node: Node | None) -> list[str]:
    """The methods a list of texts or of constants names."""
    words = [each.text or each.dotted() for each in items(node)]
    return [word.rpartition(".")[2].upper() for word in words if word] or ["ANY"]


def words_of(node: Node) -> list[str]:
    """The methods joined in a filter: `MethodFilter::GET.or(MethodFilter::PUT)`."""
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        if each.kind == "member" and each.text.isupper():
            found.append(each.text)
        waiting.extend([*([each.of] if each.of is not None else []), *each.args])
    return sorted(found)


def shown(node: Node | None) -> str:
    """A handler as people read it."""
    if node is None:
        return ""
    if node.kind == "list" and len(node.args) == 2:
        return ".".join(part for part in (shown(node.args[0]), shown(node.args[1])) if part)
    if node.kind == "text":
        return node.text
    if node.kind == "call":
        return shown(node.args[0]) if node.args else ""
    name = node.dotted().removesuffix(".class")
    return name.rpartition("\\")[2]


def plain(path: str) -> str:
    """A path without the patterns its parameters must fit: `{id:\\d+}` is `{id}`."""
    return re.sub(r"\{(\w+):(?:[^{}]|\{[^{}]*\})*\}", r"{\1}", path)
