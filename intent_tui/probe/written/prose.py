"""The sentences of a document, each with its line and the heading it stands under."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intent_tui.workspace.documents import front_matter_length, headings

LONGEST = 1000
"""Characters of a sentence that are still prose; longer ones are made by machines."""

MOST = 3000
"""Sentences read of one document."""
LONGEST_LINE = 5000
"""Characters of a line that is still looked at."""

_END = re.compile(r"(?<=[.!?])[\"')\]*_`]*\s+(?=[^\sa-z])|(?<=[。！？])\s*")
_ITEM = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
_RULE = re.compile(r"\s{0,3}(?:[-=*_~^|:+]\s*){3,}$")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\](?:\([^()\s]{0,500}\)|\[[^\[\]]{0,100}\])?")
_MARKS = re.compile(r"\*{1,3}|`+|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_COMMENT = re.compile(r"<!--.{0,2000}?-->")


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence. `line` is where it begins, counted from 1.

    `heading` is the title of the section it stands in and `heading_line` that title's line; ""
    and 0 above the first heading.
    """

    text: str
    line: int
    heading: str
    heading_line: int


def sentences(lines: Sequence[str]) -> tuple[Said, ...]:
    """The sentences of a document in order; code, rules and headings themselves are none.

    At most `MOST` are read: a document with more was made by a machine.
    """
    found = headings(lines)
    titles = [each.line for each in found]
    read: list[Said] = []
    for block in _blocks(lines, frozenset(titles)):
        for text, line in _split(block):
            place = bisect_right(titles, line)
            under = found[place - 1] if place else None
            heading = (under.title, under.line) if under else ("", 0)
            read.append(Said(text, line, *heading))
        if len(read) >= MOST:
            break
    return tuple(read[:MOST])


def plain(text: str) -> str:
    """A line without list mark, links and emphasis, blanks joined."""
    bare = _LINK.sub(r"\1", _ITEM.sub("", _COMMENT.sub("", text), count=1))
    return " ".join(_MARKS.sub("", bare).split())


def _blocks(lines: Sequence[str], titles: frozenset[int]) -> Iterator[list[tuple[int, str]]]:
    """Paragraphs, list items and table rows as (line, text) lists."""
    block: list[tuple[int, str]] = []
    for number, line in _readable(lines):
        starts = bool(_ITEM.match(line)) or line.lstrip().startswith(("|", ">"))
        text = (
            ""
            if number in titles or _RULE.match(line)
            else plain(line.strip().lstrip("|>").rstrip("|"))
        )
        if block and (starts or not text):
            yield block
            block = []
        if text:
            block.append((number, text))
    if block:
        yield block


def _readable(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are no front matter, code or comment; an empty one in place of each block."""
    start = front_matter_length(lines)
    fence = ""
    hidden = False
    for number, line in enumerate(lines[start:], start + 1):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif hidden:
            hidden = "-->" not in line
        elif mark:
            fence = mark[1]
            yield number, ""
        elif "<!--" in line and "-->" not in line:
            hidden = True
            yield number, ""
        elif len(line) <= LONGEST_LINE:
            yield number, line


def _split(block: list[tuple[int, str]]) -> Iterator[tuple[str, int]]:
    starts, length = [0], 0
    for _, part in block[:-1]:
        length += len(part) + 1
        starts.append(length)
    text = " ".join(part for _, part in block)
    at = 0
    for end in (*(match.end() for match in _END.finditer(text)), len(text)):
        if end - at <= LONGEST_LINE:
            sentence = plain(text[at:end].strip())
            if sentence and len(sentence) <= LONGEST:
                yield sentence, block[bisect_right(starts, at) - 1][0]
        at = end
