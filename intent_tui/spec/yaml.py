"""The file form of a spec: written line by line, read with the line of everything in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from intent_tui.spec import scalars
from intent_tui.spec.findings import Finding, errors
from intent_tui.spec.model import IntentSpec
from intent_tui.spec.plain import to_plain

MAX_BYTES = 1_000_000
MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read. `lines` maps a place (`constraints[2].evidence`) to its line, from 1.

    `spec` is None when the text is no spec at all; with findings it may still be there.
    """

    spec: IntentSpec | None
    findings: tuple[Finding, ...]
    lines: Mapping[str, int]

    @property
    def valid(self) -> bool:
        """Whether there is a spec and no finding that makes it invalid."""
        return self.spec is not None and not errors(self.findings)


def dump(spec: IntentSpec) -> str:
    """The spec as the text of its file: fixed order, optional keys left out, no folded lines."""
    return "\n".join(mapping_lines(to_plain(spec), 0)) + "\n"


def mapping_lines(data: Mapping[str, Any], indent: int) -> Iterator[str]:
    """The lines of a mapping whose keys stand behind `indent` blanks."""
    blanks = " " * indent
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield f"{blanks}{key}:"
            yield from mapping_lines(value, indent + 2)
        elif isinstance(value, list) and value:
            yield f"{blanks}{key}:"
            for item in value:
                yield from item_lines(item, indent + 2)
        else:
            yield from f"{blanks}{key}: {_scalar(value, indent)}".split("\n")


def item_lines(item: object, indent: int) -> Iterator[str]:
    """The lines of one list item whose dash stands behind `indent` blanks."""
    dash = " " * indent + "- "
    if isinstance(item, dict):
        for place, line in enumerate(mapping_lines(item, indent + 2)):
            yield dash + line[indent + 2 :] if place == 0 else line
    else:
        yield from (dash + _scalar(item, indent)).split("\n")


def _scalar(value: object, indent: int) -> str:
    if isinstance(value, str):
        return scalars.written(value, indent)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        # Some readers take `1e-05` for text; with a point in it every reader sees a number.
        digits = repr(value)
        return digits.replace("e", ".0e") if "e" in digits and "." not in digits else digits
    return "[]" if isinstance(value, list) else "{}"


def load(text: str) -> Loaded:
    """Reads the text of a spec's file.

    Never raises on bad data: everything wrong is a finding with its line. Bounded to 1 MB and
    12 levels; references inside the file are refused and repeated keys are found.
    """
    from intent_tui.spec.tree import read

    tree = read(text)
    if tree.findings:
        return Loaded(None, tree.findings, tree.lines)
    from intent_tui.spec.wire import parse

    spec, findings = parse(tree.data)
    placed = tuple(replace(item, line=_line(item.where, tree.lines)) for item in findings)
    return Loaded(spec, tuple(sorted(placed, key=lambda item: item.line or 0)), tree.lines)


def _line(where: str, lines: Mapping[str, int]) -> int | None:
    """The line of a place, else of the nearest place around it that is there."""
    while where and where not in lines:
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return lines.get(where)


def update(old_text: str, spec: IntentSpec) -> str:
    """The text of a file for `spec` that keeps what people wrote into `old_text`.

    In block style, comments, blank lines, order and spelling of everything that did not change
    stay byte for byte, and comments on what did change stay at its place. In flow style every
    comment stays, and the layout where it can. An unchanged spec gives `old_text`.
    """
    from intent_tui.spec.splice import splice

    return splice(old_text, spec)
