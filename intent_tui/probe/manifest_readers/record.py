"""One declared package, and what the readers share: comments, pins, guards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Pinned = Literal["yes", "no", "range"]

MOST_DOTS = 100
"""Dots a TOML line may hold outside quotes: beyond that tomllib is quadratic (measured)."""


class MalformedError(Exception):
    """A manifest that cannot be read as what it claims to be; the reason is a clause."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package as one line of a manifest or a lock file declares it; `line` counts from 1."""

    name: str
    version: str
    line: int
    group: str = "runtime"
    pinned: Pinned = "range"
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A package and the file that declares it; `source`: the file and line that fix its version
    when the declaration leaves it open."""

    package: Package
    path: str
    ecosystem: str
    source: tuple[str, int] | None = None


_EXACT = re.compile(r"^(?:==\s*|=\s*)?v?\d+(?:\.\d+)*(?:[-+.]?[0-9A-Za-z][\w.+-]*)?$")
_ANY = frozenset({"", "*", "x", "latest", "any"})
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_FIXED = re.compile(r"(?:git\+|github:|https?:|file:|link:|workspace:|npm:.*@\d|@\s*git)")


def pin_of(version: str, *, bare_is_exact: bool = True) -> Pinned:
    """How tightly a version text binds: exactly, within a range, or not at all."""
    text = version.strip().strip("\"'").lower()
    if text in _ANY:
        return "no"
    if _FIXED.match(text) or text.startswith("===") or _COMMIT.fullmatch(text):
        return "yes"
    if "," in text or "*" in text or "||" in text or " - " in text:
        return "range"
    if _EXACT.match(text):
        return "yes" if bare_is_exact or text.startswith("=") else "range"
    return "range"


def prerelease(version: str) -> bool:
    """Whether a version text names a release that is not final."""
    return bool(re.search(r"\d[-.]?(?:alpha|beta|rc|pre|dev|next|canary|a\d|b\d)", version.lower()))


def comment_at(lines: Sequence[str], line: int, marks: Sequence[str]) -> str:
    """The comment behind a line, or the comment lines directly above it; "" when there is none."""
    if not 1 <= line <= len(lines):
        return ""
    behind = _behind(lines[line - 1], marks)
    if behind:
        return behind
    above: list[str] = []
    place = line - 2
    while place >= 0 and len(above) < 4:
        text = lines[place].strip()
        mark = next((mark for mark in marks if text.startswith(mark)), None)
        if mark is None:
            break
        above.insert(0, text.removeprefix(mark).strip("/*# "))
        place -= 1
    return " ".join(part for part in above if part)[:300]


LONGEST_COMMENTED = 2_000
"""Characters of a line whose comment is looked for: one line may declare thousands."""


def _behind(text: str, marks: Sequence[str]) -> str:
    if len(text) > LONGEST_COMMENTED:
        return ""
    quote = ""
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        else:
            for mark in marks:
                spaced = place == 0 or text[place - 1] in " \t;,"
                if mark in ("#", "//", ";") and text.startswith(mark, place) and spaced:
                    if place == len(text) - len(text.lstrip()):
                        return ""
                    return text[place + len(mark) :].strip()[:300]
    return ""


def guard_toml(text: str) -> None:
    """Refuses a TOML text whose dotted keys would keep the parser busy for seconds.

    Raises:
        MalformedError: a line holds more than `MOST_DOTS` dots outside quotes.
    """
    for line in text.split("\n"):
        if line.count(".") > MOST_DOTS:
            bare = re.sub(r"\"[^\"]*\"|'[^']*'|#.*", "", line)
            if bare.count(".") > MOST_DOTS:
                raise MalformedError("a key with too many dots")
