"""What the three language readers share: walking a tree with a depth limit, scopes, texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from intent_tui.probe.source.code import Assigned, Call, Expr, Function, Param, Unit

if TYPE_CHECKING:
    from tree_sitter import Node

DEEPEST = 150
"""Nesting that is followed: real code stays far below, hostile code would end the process."""


SPAN = 2_000_000
"""More than the bytes of any file that is parsed: start and end of a node make one number."""


SPEAKING = re.compile(
    rb"rout|app|server|fastify|include|register|mount|schedul|cron|Worker|command|task|subscribe"
    rb"|Group|Handle|urlpatterns|add_|\.(?:use|get|post|put|delete|patch|on)\(",
    re.IGNORECASE,
)
"""What the body of a method holds that makes or uses a router, a command or a job."""


class Walker:
    """Fills a `Unit` from a syntax tree. Subclasses say what a node means."""

    strings: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()

    def __init__(self, path: str, language: str, source: bytes) -> None:
        self.unit = Unit(path, language)
        self.source = source
        self.depth = 0
        self.scope = ""
        self.owner = ""
        self.chosen = 0

    def read(self, root: Node) -> Unit:
        """The unit of the tree."""
        self.children(root)
        return self.unit

    def visit(self, node: Node) -> None:
        """What one node adds to the unit; to be given by the language."""
        self.children(node)

    def convert(self, node: Node) -> Expr:
        """The expression a node stands for; to be given by the language."""
        return self.other(node)

    def children(self, node: Node) -> None:
        """Visits every named child, within the depth limit."""
        if self.depth >= DEEPEST:
            return
        self.depth += 1
        chosen = node.type in self.branches
        self.chosen += chosen
        for child in node.named_children:
            self.visit(child)
        self.chosen -= chosen
        self.depth -= 1

    def expr(self, node: Node | None) -> Expr:
        """The expression of a node, within the depth limit."""
        if node is None:
            return Expr("other")
        if self.depth >= DEEPEST:
            return self.other(node)
        self.depth += 1
        made = self.convert(node)
        self.depth -= 1
        made.line = made.line or node.start_point[0] + 1
        made.place = made.place or node.start_byte * SPAN + node.end_byte
        return made

    def other(self, node: Node) -> Expr:
        """An expression that is only shown, cut at 80 characters."""
        return Expr("other", self.text(node)[:80], whole=False)

    def text(self, node: Node | None) -> str:
        """The source text of a node."""
        if node is None:
            return ""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def assign(self, name: str, value: Expr, line: int) -> None:
        """Notes that a name has a value in the present scope (members of `this`: in the file)."""
        scope = "" if name.startswith("this:") else self.scope
        kept = Assigned(value, line, self.chosen > 0)
        self.unit.assigned.setdefault((scope, name), []).append(kept)

    def call(self, value: Expr, line: int, handler: str = "", handler_line: int = 0) -> None:
        """Notes an outermost call."""
        self.unit.calls.append(
            Call(value, self.scope, line, self.chosen > 0, handler, handler_line)
        )

    def enter(self, name: str, node: Node, params: list[Param], body: Node | None) -> Function:
        """Notes a function and walks its body in its own scope."""
        line = node.start_point[0] + 1
        inner = f"{self.scope}/{name or 'closure'}@{node.start_byte}"
        function = Function(name, inner, self.scope, line, params, owner=self.owner)
        if name and not self.owner:
            self.unit.functions.setdefault((self.scope, name), function)
        self.unit.bodies[inner] = function
        if body is not None and (not self.owner or self._speaks(body)):
            before, chosen = self.scope, self.chosen
            self.scope, self.chosen = inner, 0
            self.body(function, body)
            self.scope, self.chosen = before, chosen
        return function

    def _speaks(self, body: Node) -> bool:
        """Whether the body of a method can hold what the look-ups seek: most need no walk."""
        return bool(SPEAKING.search(self.source, body.start_byte, body.end_byte))

    def body(self, function: Function, body: Node) -> None:
        """Walks the body of a function."""
        self.children(body)

    def loop(self, names: list[str], keys: list[str], over: Expr, scope: str) -> None:
        """Notes the names that stand for the items of a list in a scope, or for their parts."""
        for name, key in zip(names, keys, strict=True):
            if name:
                self.unit.loops[(scope, name)] = (over, key)

    def returned(self, value: Expr) -> None:
        """Notes what the function around the present scope returns."""
        function = self.unit.bodies.get(self.scope)
        if function is not None:
            function.returns.append(value)


def joined(left: Expr, right: Expr) -> Expr:
    """Two texts put together with `+`; what is no text becomes a hole."""
    whole = left.kind == right.kind == "text" and left.whole and right.whole
    return Expr("text", hole(left) + hole(right), left.line, left.place, whole=whole)


def hole(value: Expr) -> str:
    """A text, or a named hole where the value is not literal."""
    if value.kind == "text":
        return value.text
    return "{" + (value.dotted() or "…") + "}"
