"""Spans of a file that a reader needs: the best windows of hits, grown to what encloses them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.source import surfaces

WINDOW = 30
"""Lines in which hits count together."""
LONGEST = 40
"""Lines of a span at the most."""
SHORTEST = 6
WHOLE = 56
"""Lines of a function that is shown whole."""
ABOVE = 48
"""Lines above a hit in which the beginning of its function or section is looked for."""
LONGEST_LINE = 1000

_COMMENT, _IMPORT, _PLAIN = 0.5, 0.35, 1.0
_HEAD = re.compile(r"\s{0,8}(?:#{1,6}\s|\[[\w. \"-]+\]\s*$|[\w./ -]{1,60}:\s*$)")


@dataclass(frozen=True, slots=True)
class Window:
    """Lines `first` to `last` (from 1), the strongest line in them, and what they are worth."""

    first: int
    last: int
    best: int
    score: float
    words: tuple[str, ...] = ()


def windows(
    lines: Sequence[str], hits: Mapping[int, Mapping[str, float]], path: str, most: int
) -> list[Window]:
    """The best windows of a file, best first, none overlapping another.

    Args:
        lines: of the file.
        hits: line number -> word -> weight.
        path: tells the language.
        most: how many at the most.
    """
    eco = surfaces.of_path(path)
    worth = {
        number: {word: weight * _factor(eco, lines[number - 1]) for word, weight in found.items()}
        for number, found in hits.items()
        if len(lines[number - 1]) <= LONGEST_LINE
    }
    numbers = sorted(worth)
    sums = {number: sum(worth[number].values()) for number in numbers}
    scored: list[tuple[float, int, int, dict[str, float]]] = []
    end = 0
    for place, first in enumerate(numbers):
        best: dict[str, float] = {}
        total = 0.0
        end = max(end, place)
        for after in range(place, len(numbers)):
            number = numbers[after]
            if number - first >= WINDOW:
                break
            total += 0.04 * sums[number]
            for word, weight in worth[number].items():
                if weight > best.get(word, 0.0):
                    best[word] = weight
            end = number
        score = sum(best.values()) * (1 + 0.15 * (len(best) - 1)) + min(total, 1.0)
        scored.append((-score, first, end, best))
    scored.sort(key=lambda row: row[:3])
    chosen: list[Window] = []
    for minus, first, last, best in scored:
        if all(last < other.first or first > other.last for other in chosen):
            peak = max(
                (n for n in numbers if first <= n <= last),
                key=lambda n: (sums[n], -n),
            )
            grown = enclosing(lines, first, last, path)
            words = sorted(best, key=lambda word: (-best[word], word))[:4]
            chosen.append(Window(*grown, peak, -minus, tuple(words)))
            if len(chosen) == most:
                break
    return chosen


def enclosing(lines: Sequence[str], first: int, last: int, path: str) -> tuple[int, int]:
    """The span grown to its whole function or section, else to a readable length.

    Functions of up to `WHOLE` lines are shown whole; of longer ones, and where nothing encloses
    the span, some lines before and after, `LONGEST` in all. A short file is read from its first
    line: what stands outside a function there (a field, an import, a rule) is as near.
    """
    if len(lines) <= WHOLE:
        return 1, len(lines)
    begins = _head_above(lines, first, path)
    if begins:
        _, ends = body(lines, begins, WHOLE + 1)
        if last <= ends and LONGEST - 4 <= ends - begins + 1 <= WHOLE:
            return begins, ends
    begins = begins if begins and last - begins < LONGEST else first
    lead = max(0, LONGEST - 4 - (last - begins + 1)) // 2
    begins = max(1, begins - min(lead, 8))
    ends = min(len(lines), last + lead)
    return begins, min(ends, begins + LONGEST - 1)


def body(lines: Sequence[str], first: int, most: int) -> tuple[int, int]:
    """A definition with what is indented or in brackets below it, at most `most` lines."""
    indent = _indent(lines[first - 1])
    last = first
    for number in range(first + 1, min(len(lines), first + most - 1) + 1):
        text = lines[number - 1]
        if not text.strip():
            continue
        deep, closes = _indent(text), text.strip()[0] in "})]{"
        if deep <= indent and not closes and not text.strip().startswith("end"):
            break
        last = number
        if (
            deep <= indent
            and text.strip()[0] != "{"
            and not text.rstrip().endswith(("{", "(", ":"))
        ):
            break
    return first, last


def _head_above(lines: Sequence[str], first: int, path: str) -> int:
    """The line on which the function or section around a line begins, 0 when none is near."""
    patterns = _definitions(path)
    indent = _indent(lines[first - 1]) if lines[first - 1].strip() else 99
    for number in range(first, max(0, first - ABOVE - 1), -1):
        text = lines[number - 1]
        if not text.strip() or len(text) > LONGEST_LINE or _indent(text) > indent:
            continue
        indent = _indent(text)
        bare = text.strip()
        plain = "=" in bare.partition("(")[0]
        if not plain and any(each.match(bare) for each in patterns):
            return number
        if not patterns and _HEAD.match(text):
            return number
    return 0


def heads(lines: Sequence[str], path: str) -> list[int]:
    """The lines on which a type begins at the left margin or just below it, four at most."""
    found = []
    for number, text in enumerate(lines, 1):
        if len(text) < LONGEST_LINE and _TYPE.match(text):
            found.append(number)
    return found[:4] if surfaces.of_path(path) is not None else []


_TYPE = re.compile(
    r"\s{0,4}(?:(?:export|public|internal|abstract|final|sealed|data|pub(?:\([a-z]+\))?|default"
    r"|partial|open|readonly) ){0,4}(?:type|class|struct|interface|enum|record|trait|module|object)"
    r"\s+[A-Za-z_]"
)


@lru_cache(maxsize=256)
def _heads_of(ecosystem: str) -> tuple[re.Pattern[str], ...]:
    return surfaces.patterns(ecosystem, "definitions")


def _definitions(path: str) -> tuple[re.Pattern[str], ...]:
    eco = surfaces.of_path(path)
    return _heads_of(eco.name) if eco is not None else ()


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _factor(eco: surfaces.Ecosystem | None, text: str) -> float:
    """What a line's words are worth: less in comments and imports."""
    if eco is None:
        return _PLAIN
    bare = text.strip()
    if bare.startswith(eco.comment):
        return _COMMENT
    if any(pattern.match(bare) for pattern in surfaces.patterns(eco.name, "imports")):
        return _IMPORT
    return _PLAIN
