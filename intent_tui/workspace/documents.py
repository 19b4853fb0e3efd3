"""The structure of Markdown text: front matter, headings, sections and their anchors.

A line scanner, fifteen times as fast as a full parser; a property test holds it to what
markdown-it finds. Only headings of the document itself count: code, comments, raw HTML, front
matter, quotes and list items hold none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from intent_tui.workspace.blocks import Blocks

_FRONT_MARKS = {"---": ("---", "..."), "+++": ("+++",)}
_KEY = re.compile(r"([\w.-]+)[ \t]*[:=](?:[ \t]+(.*))?$")
_FRONT_START = re.compile(r"[\w.\"'-]+[ \t]*[:=]")
_TITLE_LONGEST = 1000
_FRONT_LONGEST = 400
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = re.compile(r"(?<![\w\\])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_MARKS = re.compile(r"(?<!\\)[*`]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its line counted from 1, level 1 to 6, its text without markup, its anchor.

    The line of an underlined heading is the one its text begins in.
    """

    line: int
    level: int
    title: str
    slug: str


def headings(lines: Sequence[str]) -> tuple[Heading, ...]:
    """The headings of a document in order.

    A title that stands there before gets `-1`, `-2` and so on in its anchor, as on code hosts.
    """
    start = front_matter_length(lines)
    taken: dict[str, int] = {}
    found = []
    for line, level, raw in Blocks(lines, start).headings():
        title = _plain(raw[:_TITLE_LONGEST])
        found.append(Heading(line, level, title, _unique(slug(title), taken)))
    return tuple(found)


def section(lines: Sequence[str], line: int) -> tuple[int, int]:
    """First and last line, counted from 1, of the section a line stands in.

    A section ends before the next heading of its level or above; sub-sections belong to it.
    Text above the first heading is a section of its own.
    """
    found = headings(lines)
    above = [heading for heading in found if heading.line <= line]
    level = above[-1].level if above else 6
    start = above[-1].line if above else 1
    for heading in found[len(above) :]:
        if heading.level <= level:
            return start, heading.line - 1
    return start, max(start, len(lines))


def slug(title: str) -> str:
    """The anchor of a heading as code hosts make it: lower case, each blank a dash.

    Letters, marks and digits of every script, `_` and `-` stay; everything else goes.
    """
    kept = [char for char in title.strip().lower() if char in " -" or _is_word(char)]
    return "".join(kept).replace(" ", "-")


def front_matter(lines: Sequence[str]) -> dict[str, str]:
    """The plain `key: value` lines of a block between dashes at the top; {} without one.

    Quotes around a value are taken off. A list written below its key is joined by commas;
    anything nested deeper is left out.
    """
    values: dict[str, str] = {}
    key = ""
    for line in lines[1 : max(1, front_matter_length(lines) - 1)]:
        item = line.strip()
        if key and item.startswith("- "):
            values[key] = ", ".join(filter(None, (values[key], _unquoted(item[2:]))))
            continue
        match = _KEY.match(line)
        if match is not None:
            key = match[1]
            values[key] = _unquoted(match[2] or "")
    return values


def front_matter_length(lines: Sequence[str]) -> int:
    """How many lines the block at the top takes with its marks; 0 if there is none.

    A rule at the top of a page is not a block: a block begins in the next line, and the first
    line inside that is no comment looks like a key.
    """
    ends = _FRONT_MARKS.get(lines[0].rstrip()) if lines else None
    if ends is None or not "".join(lines[1:2]).strip():
        return 0
    inside = next((line for line in lines[1:_FRONT_LONGEST] if not line.startswith("#")), "")
    if not _FRONT_START.match(inside) and inside.rstrip() not in ends:
        return 0
    for number, line in enumerate(lines[1:_FRONT_LONGEST], start=2):
        if line.rstrip() in ends:
            return number
    return 0


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text


def _unique(anchor: str, taken: dict[str, int]) -> str:
    wanted = anchor
    while wanted in taken:
        taken[anchor] += 1
        wanted = f"{anchor}-{taken[anchor]}"
    taken[wanted] = 0
    return wanted


def _plain(raw: str) -> str:
    """The text of a heading without links, tags and emphasis."""
    text = _TAG.sub("", _LINK.sub(r"\1", raw))
    text = _MARKS.sub("", _EMPHASIS.sub(r"\2", text))
    return " ".join(_ESCAPED.sub(r"\1", text).split())


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category in {"Nd", "Nl", "Pc"}
