"""Assertions of test files with the test they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intent_tui.probe.source import surfaces

LONGEST = 24
"""Lines one assertion may go over."""

_KEY = re.compile(r"[\"']?([A-Za-z_][\w-]*)[\"']?\s*:(?!:)")
_WORD = re.compile(r"[\"']([A-Za-z_][\w-]*)[\"']")


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion: its test's title (groups before it), the statement, the keys it names."""

    title: str
    path: str
    line: int
    text: str
    keys: tuple[str, ...]
    shaped: bool


def read(path: str, lines: Sequence[str]) -> Iterator[Assertion]:
    """The assertions of a test file in their order."""
    eco = surfaces.of_path(path)
    if eco is None or "tests" not in eco.data:
        return
    titles = surfaces.patterns(eco.name, "tests.titles")
    groups = surfaces.patterns(eco.name, "tests.groups")
    asserts = surfaces.patterns(eco.name, "tests.assertions")
    shapes = tuple(eco.data["tests"]["shapes"])
    around: list[tuple[int, str]] = []
    until = 0
    for number, text in enumerate(lines, 1):
        if len(text) > 2_000 or not text.strip():
            continue
        indent = len(text) - len(text.lstrip())
        heading = _title(text, titles) or _title(text, groups)
        if heading:
            around = [item for item in around if item[0] < indent]
            around.append((indent, heading))
        if number <= until or text.lstrip().startswith(eco.comment):
            continue
        if any(pattern.search(text) for pattern in asserts):
            statement, end = _statement(lines, number)
            until = end
            inside = [title for depth, title in around if depth < indent or title == heading]
            yield Assertion(
                " › ".join(inside),
                path,
                number,
                statement,
                keys_of(statement),
                any(shape in statement for shape in shapes),
            )


def _title(text: str, patterns: Sequence[re.Pattern[str]]) -> str:
    for pattern in patterns:
        found = pattern.search(text)
        if found:
            return found.group("title")
    return ""


def _statement(lines: Sequence[str], number: int) -> tuple[str, int]:
    """The statement that begins on a line, on one line, and the line it ends on."""
    open_now, parts, end = 0, [], number
    for place in range(number - 1, min(len(lines), number - 1 + LONGEST)):
        text = lines[place]
        end = place + 1
        parts.append(text.strip())
        bare = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "", text)
        open_now += sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}")
        following = lines[place + 1].strip() if place + 1 < len(lines) else ""
        if open_now <= 0 and not following.startswith("."):
            break
    return " ".join(parts), end


def keys_of(statement: str) -> tuple[str, ...]:
    """The keys of the object an assertion compares with, else the words of its list."""
    found = re.search(r"[\[{].*", statement, re.DOTALL)
    if found is None:
        return ()
    rest = found.group()
    keys = _KEY.findall(rest) if "{" in rest else []
    if not keys:
        keys = _WORD.findall(rest)
    return tuple(dict.fromkeys(keys))[:40]
