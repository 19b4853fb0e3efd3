"""The records of the router graph: mounts and routes before their prefixes are known."""

from __future__ import annotations

from dataclasses import dataclass

from intent_tui.probe.routes.model import Piece

Key = tuple[str, str]
"""A router: the file and the place it is made in, or the parameter it is handed as."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A router under another one; `replaces`: the mount's prefix stands for the router's own."""

    parent: Key
    prefix: Piece
    chosen: bool
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A route on a router, its prefixes not yet known."""

    router: Key
    method: str
    path: Piece
    handler: str
    file: str
    line: int
    chosen: bool
    framework: str
