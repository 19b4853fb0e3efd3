"""Jobs, events and commands that a few words of a source declare, in any language.

A row of `marks` in the surfaces data gives the endings of the files, the texts one of which such a
file holds (lower case), and the patterns; each captures `name` and, if they stand there, `when`,
`handler` and `topic`. Comments are blanked first, so that what is commented out declares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from intent_tui.probe.routes.kept import READ
from intent_tui.probe.routes.model import Entry, Sort
from intent_tui.probe.routes.others import access_of
from intent_tui.probe.routes.spec_model import Document
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.surfaces import Data, Ecosystem
from intent_tui.workspace.files import Workspace

MOST = 2_000
"""Marks of one file that are read."""
_WORTH = 3
"""Needles with the same first byte from which on one pattern is quicker than one search each."""
LONGEST_NAME = 120
LONGEST_BLOCK = 20_000
"""Characters of a block that is read."""

_TEXT = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
_BLOCK = r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
_NO_ATTRIBUTE = r"(?!\[)"
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def entries(workspace: Workspace) -> Iterator[Entry]:
    """What the marks of every source declare, a file at a time."""
    sources = corpus(workspace)
    rows = _by_suffix()
    for number in sources.numbers(sources.of_kinds(READ, grammar=False)):
        info, eco = sources.files[number]
        suffix = "." + info.path.rpartition(".")[2].lower()
        own = rows.get(suffix, ())
        if not own:
            continue
        low = sources.low(number)
        if not _sieved(suffix, low):
            continue
        met = [row for row in own if _may_hold(row, info.path, low)]
        if met:
            lines = reading.lines_of(workspace, info.path) or ()
            if any(len(line) > reading.LONGEST_LINE for line in lines):
                continue
            text = code("\n".join(lines), eco)
            for row in met:
                yield from of_text(info.path, text, row)


@lru_cache(maxsize=1)
def _by_suffix() -> Mapping[str, tuple[Data, ...]]:
    found: dict[str, list[Data]] = {}
    for eco in surfaces.ecosystems():
        for row in eco.rows("marks"):
            for suffix in row["suffixes"]:
                found.setdefault(suffix, []).append(row)
    return {suffix: tuple(rows) for suffix, rows in found.items()}


def _sieved(suffix: str, low: bytes) -> bool:
    """Whether any needle of a suffix is there: asked at once, for most sources hold none."""
    patterns, texts = _sieve(suffix)
    return any(each.search(low) for each in patterns) or any(each in low for each in texts)


@lru_cache(maxsize=64)
def _sieve(suffix: str) -> tuple[tuple[re.Pattern[bytes], ...], tuple[bytes, ...]]:
    """The needles of a suffix: those that begin alike as one pattern, the others as they are."""
    groups: dict[bytes, list[bytes]] = {}
    for needle in sorted({n.encode() for row in _by_suffix()[suffix] for n in row["needles"]}):
        groups.setdefault(needle[:1], []).append(needle)
    joined = [group for group in groups.values() if len(group) >= _WORTH]
    alone = [needle for group in groups.values() if len(group) < _WORTH for needle in group]
    patterns = tuple(re.compile(b"|".join(map(re.escape, group))) for group in joined)
    return patterns, tuple(alone)


def _may_hold(row: Data, path: str, low: bytes) -> bool:
    names = row.get("names")
    if names and not surfaces.namer(names)(path):
        return False
    return any(needle in low for needle in _raw(tuple(row["needles"])))


@lru_cache(maxsize=256)
def _raw(needles: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(needle.encode() for needle in needles)


def code(text: str, eco: Ecosystem | None) -> str:
    """The text with its comments blanked, every line where it was."""
    marks = eco.comment if eco is not None else ("#",)
    starts = sorted({mark for mark in marks if mark in ("#", "//", ";", "--")}, key=len)
    return _hidden(tuple(starts), "/*" in marks).sub(_blank, text)


@lru_cache(maxsize=16)
def _hidden(starts: tuple[str, ...], blocks: bool) -> re.Pattern[str]:
    parts = [_TEXT, *([_BLOCK] if blocks else ())]
    # an attribute of PHP or Rust begins like a comment of another language
    parts += [
        re.escape(start) + (r"(?!\[)" if start == "#" else "") + r"[^\n]*" for start in starts
    ]
    return re.compile("|".join(parts))


def _blank(met: re.Match[str]) -> str:
    part = met.group()
    return part if part[0] in "\"'" else re.sub(r"[^\n]", " ", part)


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def documents(found: Sequence[Document]) -> Iterator[Entry]:
    """The same of files that are no sources of their own (`setup.py`): a row of `documents`."""
    for document in found:
        text = code("\n".join(document.lines), surfaces.of_path(document.path))
        yield from of_text(document.path, text, document.row)


def of_text(path: str, text: str, row: Data) -> Iterator[Entry]:
    """The entries of one text, in the order of the patterns and the lines."""
    for pattern in row["patterns"]:
        found = _compiled(pattern["match"])
        inside = pattern.get("inside")
        parts = _insides(text, _compiled(inside)) if inside else iter((text,))
        for part in parts:
            for place, met in enumerate(found.finditer(part)):
                if place >= MOST:
                    break
                made = _entry(path, part, met, row, pattern)
                if made is not None:
                    yield made


def _insides(text: str, opens: re.Pattern[str]) -> Iterator[str]:
    """The text with nothing left but what stands directly in a block, one for each block.

    `opens` ends with the brace that opens the block; brackets inside it are blanked.
    """
    for met in opens.finditer(text):
        kept, depth = [], 1
        for at in range(met.end(), min(len(text), met.end() + LONGEST_BLOCK)):
            char = text[at]
            depth -= char in ")]}"
            if not depth:
                break
            kept.append(char if depth == 1 or char == "\n" else " ")
            depth += char in "([{"
        yield re.sub(r"[^\n]", " ", text[: met.end()]) + "".join(kept)


def _entry(path: str, text: str, met: re.Match[str], row: Data, pattern: Data) -> Entry | None:
    said = {key: (value or "").strip() for key, value in met.groupdict().items()}
    spelling = str(row.get("spelling", ""))
    name = _of_path(path) if spelling == "path" else _spelt(said.get("name", ""), spelling)
    when = _when(said.get("when", ""))
    if not name or len(name) > LONGEST_NAME:
        return None
    sort = cast("Sort", pattern.get("sort") or row["sort"])
    line = text.count("\n", 0, met.start("name")) + 1
    handler = said.get("handler", "")
    method = str(pattern.get("does") or "")
    title = f"{method} {name}" if method else name
    access = access_of(name) if sort == "command" else "write"
    shown = when or name
    return Entry(sort, method, shown, title, handler, path, line, access, str(row["id"]))


def _when(text: str) -> str:
    """A time as it is shown: the text in quotes it begins with, else what stands there."""
    quoted = re.match(r"(?:\w+\s*[=:]\s*)?[\"']([^\"']+)[\"']", text)
    return (quoted.group(1) if quoted else text.strip(" ,"))[:LONGEST_NAME]


def _of_path(path: str) -> str:
    """The name of a command whose file says it: what stands below the folder `commands`."""
    steps = path.rpartition(".")[0].split("/")
    if "commands" not in steps:
        return ""
    below = steps[len(steps) - steps[::-1].index("commands") :]
    return ":".join(below[:-1] if below[1:] and below[-1] == "index" else below)


def _spelt(name: str, spelling: str) -> str:
    """A name as people type it: `kebab` (ListAll: list-all), `snake`, or `first` word only."""
    if spelling == "kebab":
        return _WORD_START.sub("-", name).lower()
    if spelling == "snake":
        return _WORD_START.sub("_", name).lower()
    return name.split(" ")[0] if spelling == "first" else name
