"""Source without a grammar here as a tree of calls: the records the light readers give.

Ruby and Elixir are read by `do_end.py`, the languages with braces by `braces.py`. Both keep what a
route is made of (calls, their arguments, the blocks behind them) and step over all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal[
    "text", "name", "member", "call", "list", "table", "pair", "closure", "assign",
    "define", "owner", "other",
]  # fmt: skip

DEEPEST = 80
"""Brackets and blocks inside each other that are followed; what lies deeper is stepped over."""
LONGEST_SOURCE = 1 << 20
"""Characters of a source that are read."""


class Token(NamedTuple):
    """One token: its kind, its text without quotes, its line; `whole`: a text without holes."""

    kind: str
    text: str
    line: int
    whole: bool = True


@dataclass(slots=True)
class Node:
    """One expression or statement.

    `text`: the literal, the name, the member's name, the function or the type that is defined.
    `of`: the callee of a call, the owner of a member. `body`: the block of a call, the statements
    of a closure, a function or a type. `chosen`: it only happens under a condition. `marks`: the
    attributes before a definition. `word`: a literal written as a symbol.
    """

    kind: Kind
    text: str = ""
    line: int = 0
    of: Node | None = None
    args: list[Node] = field(default_factory=list)
    options: dict[str, Node] = field(default_factory=dict)
    params: list[str] = field(default_factory=list)
    body: list[Node] | None = None
    marks: list[Node] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)
    whole: bool = True
    chosen: bool = False
    word: bool = False

    def dotted(self) -> str:
        """`a.b.c` of names and members of names, else ""."""
        parts: list[str] = []
        node: Node | None = self
        while node is not None and node.kind == "member":
            parts.append(node.text)
            node = node.of
        if node is None or node.kind != "name":
            return ""
        return ".".join([node.text, *reversed(parts)])

    def callee(self) -> str:
        """The last name of what a call calls; "" for anything else."""
        return self.of.text if self.kind == "call" and self.of is not None else ""


def chain(node: Node) -> tuple[Node, list[Node]]:
    """`a.b(1).c(2)` as its base `a` and its steps `.b(1)`, `.c(2)`, the first one first."""
    steps: list[Node] = []
    while node.kind == "call" and node.of is not None and node.of.kind == "member":
        steps.append(node)
        if node.of.of is None:
            break
        node = node.of.of
    steps.reverse()
    return node, steps


_HOLES = re.compile("\x01([^\x01\x02]*)\x02")


def hole(name: str) -> str:
    """The place of a value in a text: no source can write it, no parameter is taken for it."""
    return f"\x01{name}\x02"


def holes(text: str) -> list[str]:
    """The names of what a text is filled with."""
    return _HOLES.findall(text)


def filled(text: str, value: Callable[[str], str | None]) -> tuple[str, bool]:
    """A text with its holes filled by name, and whether all were; `{name}` stays for the rest."""
    whole = True

    def put(met: re.Match[str]) -> str:
        nonlocal whole
        known = value(met.group(1))
        if known is None:
            whole = False
            name = re.match(r"[\w.$…-]*", met.group(1).strip())
            return "{" + (name.group().rpartition(".")[2] if name else "…") + "}"
        return known

    return _HOLES.sub(put, text), whole


def joined(left: Node, right: Node) -> Node:
    """Two texts put together; what is no text leaves a hole."""
    known = [each.text if each.kind == "text" else hole(each.dotted() or "…")
             for each in (left, right)]  # fmt: skip
    whole = all(each.kind == "text" and each.whole for each in (left, right))
    return Node("text", "".join(known), left.line, whole=whole)


def beside(left: Node, right: Node | None) -> Node:
    """Two operands of an operator that means nothing here: kept side by side, never nested."""
    if left.kind != "other" or not left.args:
        left = Node("other", line=left.line, args=[left])
    if right is not None:
        left.args.append(right)
    return left


class Cursor:
    """A place in a list of tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.deep = 0
        last = tokens[-1].line if tokens else 1
        self.end = Token("end", "", last)

    def peek(self, far: int = 0) -> Token:
        """The token ahead, the end token behind the last one."""
        place = self.at + far
        return self.tokens[place] if place < len(self.tokens) else self.end

    def take(self) -> Token:
        """The token ahead; the place moves on."""
        token = self.peek()
        self.at += 1
        return token

    def sees(self, *texts: str) -> bool:
        """Whether a sign or a name ahead is one of these."""
        token = self.peek()
        return token.kind in ("sign", "name") and token.text in texts

    def skip(self, *kinds: str) -> None:
        """Steps over tokens of these kinds."""
        while self.peek().kind in kinds:
            self.at += 1

    def close(self, opening: str) -> None:
        """Steps behind the bracket that closes the one just taken."""
        pairs = {"(": ")", "[": "]", "{": "}", "<": ">"}
        closing, depth = pairs[opening], 1
        while depth and self.peek().kind != "end":
            token = self.take()
            if token.kind == "sign":
                depth += (token.text == opening) - (token.text == closing)


def scan(pattern: re.Pattern[str], source: str) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of every token: the pattern's named groups are the kinds."""
    line = 1
    for met in pattern.finditer(source[:LONGEST_SOURCE]):
        kind, text = met.lastgroup or "", met.group()
        yield kind, text, line
        line += text.count("\n")
