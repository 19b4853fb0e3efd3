"""Parsing with native grammars, stopped on time.

The parser only looks at its deadline when it is fed through a reader callback: given bytes, it
ignores the callback and a hostile file of one megabyte keeps it busy for ten seconds (measured).
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

DEADLINE = 0.25
"""Seconds one file may be parsed."""
LARGEST = 1_000_000
"""Bytes of a file that is still parsed."""
CHUNK = 65_536

_GRAMMARS = {
    ".py": ("tree_sitter_python", "language"),
    ".go": ("tree_sitter_go", "language"),
    ".js": ("tree_sitter_javascript", "language"),
    ".jsx": ("tree_sitter_javascript", "language"),
    ".mjs": ("tree_sitter_javascript", "language"),
    ".cjs": ("tree_sitter_javascript", "language"),
    ".ts": ("tree_sitter_typescript", "language_typescript"),
    ".mts": ("tree_sitter_typescript", "language_typescript"),
    ".cts": ("tree_sitter_typescript", "language_typescript"),
    ".tsx": ("tree_sitter_typescript", "language_tsx"),
}


class TooSlowError(Exception):
    """A file that was not parsed within its time, or is too large to try."""


@lru_cache(maxsize=16)
def _parser(module: str, function: str) -> Parser:
    from tree_sitter import Language, Parser

    return Parser(Language(getattr(import_module(module), function)()))


def parses(suffix: str) -> bool:
    """Whether there is a grammar for files ending in `suffix`."""
    return suffix in _GRAMMARS


def parse(source: bytes, suffix: str, seconds: float = DEADLINE) -> Node:
    """The root node of a source text.

    Raises:
        TooSlowError: the text is larger than `LARGEST` or took longer than `seconds`.
    """
    if len(source) > LARGEST:
        raise TooSlowError("too large to parse")
    parser = _parser(*_GRAMMARS[suffix])
    end = monotonic() + seconds
    try:
        tree = parser.parse(
            lambda offset, _point: source[offset : offset + CHUNK],
            progress_callback=lambda _offset, _error: monotonic() > end,
        )
    except ValueError as error:
        parser.reset()
        raise TooSlowError("took too long to parse") from error
    return tree.root_node
