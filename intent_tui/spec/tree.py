"""Plain data out of YAML text, with the line of every place, and nothing clever.

Read event by event, so that limits hold while reading: a file in a workspace may have been
written by anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from intent_tui.spec.faults import MOST
from intent_tui.spec.findings import Finding, finding
from intent_tui.spec.yaml import MAX_BYTES, MAX_DEPTH

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Only what a spec can hold is more than text: no dates, no octals, no sexagesimals.
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?([0-9]{1,18}\.?[0-9]{0,40}|\.[0-9]{1,40})([eE][-+]?[0-9]{1,3})?")
# What libyaml counts as the end of a line; its marks are counted in these.
LINE_ENDS = "\n\r\x85\u2028\u2029"
_BREAKS = re.compile(f"\r\n|[{LINE_ENDS}]")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a place stands: lines from 0, the last one exclusive, and the column it starts at.

    The span of a key includes its value.
    """

    start: int
    end: int
    column: int


@dataclass(slots=True)
class Tree:
    """The data of a text, the line (from 1) and span of each place, and what is wrong with it."""

    data: Any = None
    lines: dict[str, int] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    scalars: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Start line and column, end line and column of every scalar, in order."""
    block: bool = True
    """Whether everything but empty lists is written in block style."""
    faults: list[Finding] = field(default_factory=list)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong, in the order of the text."""
        return tuple(self.faults)


class _RefusedError(Exception):
    """Reading stops here: the finding is already noted."""


def read(text: str) -> Tree:
    """Reads one document. Never raises on bad text: the findings say what and in which line."""
    tree = Tree()
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        tree.faults.append(finding("file.size", "the file is larger than 1 MB", ""))
        return tree
    try:
        _Reader(tree, text.removeprefix("\ufeff")).document()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        why = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        tree.faults.append(finding("file.yaml", f"not YAML: {why}", "", line))
    except UnicodeEncodeError:
        tree.faults.append(finding("file.yaml", "holds bytes that are not UTF-8 text", ""))
    except _RefusedError:
        tree.data = None
    return tree


class _Reader:
    def __init__(self, tree: Tree, text: str) -> None:
        self._tree = tree
        whole = lines_of(text)
        self._count = len(whole) if not whole or _BREAKS.search(whole[-1]) else len(whole) - 1
        self._events: Iterator[Any] = yaml.parse(text, Loader=_Loader)

    def document(self) -> None:
        """Reads the one document of the stream."""
        next(self._events)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            self._refuse("file.yaml", "the file is empty", 1)
        self._tree.data, _ = self._node(next(self._events), "", 0)
        next(self._events)
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._refuse("file.yaml", "a second document begins", after.start_mark.line + 1)

    def _refuse(self, rule: str, detail: str, line: int) -> None:
        self._tree.faults.append(finding(rule, detail, "", line))
        raise _RefusedError

    def _node(self, event: Any, where: str, depth: int) -> tuple[Any, int]:  # noqa: ANN401 - untyped events
        """The data of one node and the line behind its last."""
        line = event.start_mark.line
        self._tree.lines.setdefault(where, line + 1)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self._refuse("file.alias", "refers to another part of the file", line + 1)
        tag = getattr(event, "tag", None)
        if tag not in (None, "!"):
            self._refuse("file.alias", f"carries the tag {str(tag)[:40]}", line + 1)
        if depth > MAX_DEPTH:
            self._refuse("file.size", f"nests deeper than {MAX_DEPTH} levels", line + 1)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, where, depth)
        return self._mapping(event, where, depth)

    def _scalar(self, event: Any) -> tuple[Any, int]:  # noqa: ANN401 - untyped events
        start, end = event.start_mark, event.end_mark
        self._tree.scalars.append((start.line, start.column, end.line, end.column))
        # The mark behind a block scalar stands in the next line, or at the end of the text.
        behind = event.style in ("|", ">") and end.line > start.line and end.line < self._count
        last = end.line if behind else end.line + 1
        if event.style:
            return event.value, last
        return _plain(event.value), last

    def _sequence(self, event: Any, where: str, depth: int) -> tuple[list[Any], int]:  # noqa: ANN401
        items: list[Any] = []
        end = event.start_mark.line + 1
        while not isinstance(inner := next(self._events), yaml.SequenceEndEvent):
            place = f"{where}[{len(items)}]"
            start = inner.start_mark
            value, end = self._node(inner, place, depth + 1)
            self._tree.spans[place] = Span(start.line, end, start.column)
            items.append(value)
        return items, self._end(event, inner, items, end)

    def _mapping(self, event: Any, where: str, depth: int) -> tuple[dict[str, Any], int]:  # noqa: ANN401
        data: dict[str, Any] = {}
        end = event.start_mark.line + 1
        while not isinstance(inner := next(self._events), yaml.MappingEndEvent):
            start = inner.start_mark
            if not isinstance(inner, yaml.ScalarEvent):
                self._refuse("file.yaml", "a key must be a word", start.line + 1)
            self._node(inner, where, depth + 1)
            key = inner.value
            place = f"{where}.{key}" if where else key
            self._tree.lines.setdefault(place, start.line + 1)
            value, end = self._node(next(self._events), place, depth + 1)
            self._tree.spans.setdefault(place, Span(start.line, end, start.column))
            if key in data:
                detail = f'"{key[:40]}" stands here a second time'
                self._tree.faults.append(
                    finding("file.repeated-key", detail, place, start.line + 1)
                )
                if len(self._tree.faults) >= MOST:
                    raise _RefusedError
            data[key] = value
        return data, self._end(event, inner, data, end)

    def _end(self, start: Any, stop: Any, content: Any, end: int) -> int:  # noqa: ANN401
        if not start.flow_style:
            return end
        if content:
            self._tree.block = False
        last: int = stop.end_mark.line + 1
        return last


def _plain(value: str) -> Any:  # noqa: ANN401 - text, number, truth value or nothing
    """The value of an unquoted scalar."""
    if value in _NOTHING:
        return None
    if value.lower() in _TRUTH:
        return _TRUTH[value.lower()]
    if _INT.fullmatch(value):
        return int(value)
    return float(value) if _FLOAT.fullmatch(value) else value


def lines_of(text: str) -> list[str]:
    """The lines of a text as the marks of its places count them, each with its line break."""
    lines: list[str] = []
    start = 0
    for found in _BREAKS.finditer(text):
        lines.append(text[start : found.end()])
        start = found.end()
    if start < len(text):
        lines.append(text[start:])
    return lines


def comments(text: str, tree: Tree) -> dict[int, str]:
    """The comments of a text, by line from 0: each from its `#` on."""
    found: dict[int, str] = {}
    covered: Mapping[int, list[tuple[int, int]]] = _covered(tree)
    for number, line in enumerate(lines_of(text)):
        at = line.find("#")
        while at >= 0:
            inside = any(start <= at < end for start, end in covered.get(number, ()))
            if not inside and (at == 0 or line[at - 1] in " \t"):
                found[number] = line[at:].rstrip(LINE_ENDS)
                break
            at = line.find("#", at + 1)
    return found


def _covered(tree: Tree) -> dict[int, list[tuple[int, int]]]:
    """The columns of each line that belong to a scalar."""
    covered: dict[int, list[tuple[int, int]]] = {}
    for start, column, end, stop in tree.scalars:
        for line in range(start, end + 1):
            first = column if line == start else 0
            last = stop if line == end else 1 << 30
            if last > first:
                covered.setdefault(line, []).append((first, last))
    return covered
