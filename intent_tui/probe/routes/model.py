"""An entry of the inventory, and the inventory itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Sort = Literal["http", "command", "job", "event"]
Access = Literal["read", "write"]
Confidence = Literal["literal", "resolved", "partial", "conditional"]

READS = frozenset({"GET", "HEAD", "OPTIONS", "WS"})
"""Methods that do not change anything."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One way in.

    `confidence`: every part literal; parts followed through names; a part unknown; or only
    registered under a condition. `aliases` are the other paths the same registration has,
    `described` the places (`path:line`) of documents that describe what code registers.
    """

    sort: Sort
    method: str
    path: str
    name: str
    handler: str
    file: str
    line: int
    access: Access
    framework: str
    confidence: Confidence = "literal"
    aliases: tuple[str, ...] = ()
    described: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entries:
    """The inventory of a workspace; `partial` says why it may lack something."""

    entries: tuple[Entry, ...] = field(default=())
    partial: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a path: whether all of it is known and whether it stands there literally."""

    text: str = ""
    whole: bool = True
    resolved: bool = False

    def then(self, other: Piece) -> Piece:
        """This prefix before another piece."""
        return Piece(
            join(self.text, other.text), self.whole and other.whole, self.resolved or other.resolved
        )


def join(prefix: str, path: str) -> str:
    """Two parts of a path with one slash between them."""
    if not prefix or prefix == "/":
        return path or prefix
    if not path or path == "/":
        return prefix
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"


def tidy(path: str) -> str:
    """A path as people read it: a leading slash, no doubled and no trailing one."""
    text = re.sub(r"/{2,}", "/", "/" + path)
    return text.rstrip("/") or "/"


_PARAM = re.compile(
    r"\{(?:\w+:)?\*?([A-Za-z_]\w*)[^}/]*\}|<(?:\w+(?:\([^)]*\))?:)?(\w+)>|:([A-Za-z_]\w*)(?:\([^)]*\))?\??"
    r"|\[\.{0,3}(\w+)\]|\$\{[^}]*\}"
)


def segments(path: str) -> tuple[str, ...]:
    """A path for comparison: lower case, every parameter spelling as `{}`, a wildcard as `*`."""
    bare = path.split("?")[0].strip().strip("/")
    if not bare:
        return ()
    return tuple(_PARAM.sub("{}", part).lower() or "{}" for part in bare.split("/") if part)


def confidence_of(piece: Piece, chosen: bool) -> Confidence:
    """The confidence of a path and the condition it is registered under."""
    if chosen:
        return "conditional"
    if not piece.whole:
        return "partial"
    return "resolved" if piece.resolved else "literal"


def http_entry(
    method: str,
    path: Piece,
    handler: str,
    where: tuple[str, int],
    framework: str,
    chosen: bool = False,
) -> Entry:
    """An HTTP entry: named by method and path, read or write by its method."""
    shown = tidy(path.text)
    access: Access = "read" if method in READS else "write"
    return Entry(
        "http",
        method,
        shown,
        f"{method} {shown}",
        handler,
        where[0],
        where[1],
        access,
        framework,
        confidence_of(path, chosen),
    )
