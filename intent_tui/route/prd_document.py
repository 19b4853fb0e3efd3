"""A PRD as lines, sections and tables, read the way a Markdown reader sees it.

Pure: text in, records out. What stands in a code fence is an example and never a heading, a row
or a file list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEAD = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_NUMBER = re.compile(r"\d+\.[ \t]+")
_RULE = re.compile(r"[ \t]*:?-+:?[ \t]*")
_CELL_END = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be: the line it stands on (from 1), and a clause."""

    line: int | None
    detail: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what follows it up to the next heading of its level or above.

    `first` is the line of the heading, `last` the last line that belongs to it, both from 1.
    """

    level: int
    title: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table below its rule, with the line it stands on."""

    line: int
    cells: tuple[str, ...]


class Document:
    """The text of a PRD, taken apart on demand.

    Args:
        text: with line feeds; a carriage return stays part of its line, since the contract
            speaks of exact lines.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: tuple[str, ...] = tuple(text.split("\n"))

    @cached_property
    def fenced(self) -> frozenset[int]:
        """Places (from 0) of the lines that are code: the fences and what they hold."""
        if "```" not in self.text and "~~~" not in self.text:
            return frozenset()
        inside: set[int] = set()
        opened = ""
        for place, line in enumerate(self.lines):
            match = _FENCE.match(line)
            if opened:
                inside.add(place)
                if match and match[1].startswith(opened) and not line.strip().strip(opened[0]):
                    opened = ""
            elif match:
                inside.add(place)
                opened = match[1]
        return frozenset(inside)

    @cached_property
    def front(self) -> tuple[int, int] | None:
        """The places (from 0) of the two `---` around the front matter, None without one."""
        if self.lines[0] != "---":
            return None
        for place in range(1, min(len(self.lines), 51)):
            if self.lines[place].rstrip("\r") == "---":
                return 0, place
        return None

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Every heading outside code and front matter, in order."""
        start = self.front[1] + 1 if self.front else 0
        heads: list[tuple[int, str, int]] = []
        for place in range(start, len(self.lines)):
            line = self.lines[place]
            if line.startswith("#") and place not in self.fenced:
                match = _HEAD.match(line.rstrip())
                if match:
                    heads.append((len(match[1]), match[2], place + 1))
        # From the end: for each level the nearest heading that would end a section of it.
        ends = [len(self.lines)] * 7
        found = []
        for level, title, first in reversed(heads):
            found.append(Section(level, title, first, ends[level]))
            ends[level:] = [first - 1] * (7 - level)
        return tuple(reversed(found))

    def section(self, name: str) -> Section | None:
        """The first level-2 section of this name; see `named`."""
        return next(
            (each for each in self.sections if each.level == 2 and named(each.title, name)), None
        )

    def below(self, section: Section) -> tuple[Section, ...]:
        """The deeper headings inside a section."""
        return tuple(
            each
            for each in self.sections
            if each.level > section.level and section.first < each.first <= section.last
        )

    def body(self, section: Section) -> tuple[str, ...]:
        """The lines of a section after its heading, blank ones at both ends left out."""
        lines = [line.rstrip("\r") for line in self.lines[section.first : section.last]]
        while lines and not lines[-1].strip():
            lines.pop()
        while lines and not lines[0].strip():
            lines.pop(0)
        return tuple(lines)

    def rows(self, section: Section) -> tuple[Row, ...]:
        """The rows of all tables in a section, without their headers and rules."""
        found: list[Row] = []
        ruled = False
        for place in range(section.first, section.last):
            line = self.lines[place].strip()
            if not line.startswith("|") or place in self.fenced:
                ruled = False
                continue
            split = cells(line)
            if all(_RULE.fullmatch(cell) for cell in split):
                ruled = True
            elif ruled:
                found.append(Row(place + 1, split))
        return tuple(found)


def named(title: str, name: str) -> bool:
    """Whether a heading carries a name: `N. ` before it and words after a blank are fine.

    Letter case counts, except that the second word of the checkpoint section may be small.
    """
    number = _NUMBER.match(title)
    bare = title[number.end() :] if number else title
    if name == "Checkpoint Protocol" and bare.startswith("Checkpoint p"):
        bare = "Checkpoint P" + bare[len("Checkpoint p") :]
    return bare == name or bare.startswith((f"{name} ", f"{name}\t"))


def cells(line: str) -> tuple[str, ...]:
    r"""The cells of a table row; `\|` is a bar inside a cell, as is one between back-ticks."""
    inner = line.strip().removeprefix("|")
    parts: list[str] = []
    held: list[str] = []
    odd = False
    for part in _CELL_END.split(inner):
        held.append(part)
        # An odd number of back-ticks: the bar stood inside code, if that code ends at all.
        odd ^= part.count("`") % 2 == 1
        if not odd:
            parts.append("|".join(held))
            held = []
    parts += held
    if parts and not parts[-1].strip() and inner.rstrip().endswith("|"):
        parts.pop()
    return tuple(part.replace(r"\|", "|").strip() for part in parts)
