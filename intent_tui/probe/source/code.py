"""Source code as the look-ups see it: expressions, assignments and calls of any language.

The readers (`javascript.py`, `python.py`, `golang.py`) turn a syntax tree into one `Unit`; what a
route or a job is, is decided on units only, so that a framework is data and not a language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["text", "name", "member", "call", "table", "list", "closure", "other"]


@dataclass(slots=True)
class Expr:
    """One expression.

    `text` is the literal, the name, or the member's name; `of` is the callee of a call and the
    owner of a member. `whole` is no for a text with holes (`/v1/{x}`). A closure's `text` is its
    own scope; `place` is its position in the file, which makes two expressions distinct.
    """

    kind: Kind
    text: str = ""
    line: int = 0
    place: int = 0
    of: Expr | None = None
    args: list[Expr] = field(default_factory=list)
    options: dict[str, Expr] = field(default_factory=dict)
    params: list[Param] = field(default_factory=list)
    whole: bool = True
    created: bool = False

    def dotted(self) -> str:
        """`a.b.c` for names and members of names, else ""."""
        if self.kind == "name":
            return self.text
        if self.kind == "member" and self.of is not None:
            head = self.of.dotted()
            return f"{head}.{self.text}" if head else ""
        return ""

    def walk(self) -> Iterator[Expr]:
        """This expression and every one inside it."""
        yield self
        if self.of is not None:
            yield from self.of.walk()
        for child in (*self.args, *self.options.values()):
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: its name and its type as written (without `*` and `&`)."""

    name: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """A local name bound to a module, or to one name of it (`*` for the module itself)."""

    module: str
    name: str = "*"


@dataclass(slots=True)
class Assigned:
    """A name given a value in a scope; `chosen` when that happens under a condition."""

    expr: Expr
    line: int
    chosen: bool = False


@dataclass(slots=True)
class Call:
    """An outermost call, and what it decorates, if it is a decorator."""

    expr: Expr
    scope: str
    line: int
    chosen: bool = False
    handler: str = ""
    handler_line: int = 0


@dataclass(slots=True)
class Function:
    """A function: `scope` is the scope of its body, `outer` the one it stands in.

    `gives` is the type of what it returns, where it is written.
    """

    name: str
    scope: str
    outer: str
    line: int
    params: list[Param] = field(default_factory=list)
    returns: list[Expr] = field(default_factory=list)
    owner: str = ""
    decorators: list[Expr] = field(default_factory=list)
    gives: str = ""


@dataclass(slots=True)
class Class:
    """A class with its decorators, the names of its bases and its functions."""

    name: str
    line: int
    bases: list[str] = field(default_factory=list)
    decorators: list[Expr] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    attributes: dict[str, Expr] = field(default_factory=dict)


@dataclass(slots=True)
class Unit:
    """One source file.

    `loaded` are the modules it loads without binding them to a name; `loops` the names that stand
    for the items of a list: by scope and name the list, and the item's part ("" for all of it, a
    number for its place, a name for its key).
    """

    path: str
    language: str
    package: str = ""
    imports: dict[str, Import] = field(default_factory=dict)
    whole_imports: list[str] = field(default_factory=list)
    assigned: dict[tuple[str, str], list[Assigned]] = field(default_factory=dict)
    exports: dict[str, Expr] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    functions: dict[tuple[str, str], Function] = field(default_factory=dict)
    bodies: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    tables: list[tuple[Expr, str]] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    loops: dict[tuple[str, str], tuple[Expr, str]] = field(default_factory=dict)

    def modules(self) -> set[str]:
        """The modules the file imports."""
        found = {item.module for item in self.imports.values()}
        found.update(self.whole_imports)
        found.update(self.loaded)
        return found


def outer(scope: str) -> str | None:
    """The scope around a scope; None around the outermost one."""
    if not scope:
        return None
    return scope.rpartition("/")[0]
