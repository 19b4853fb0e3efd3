"""Spans of a file that a reader needs: the best windows of hits, grown to what encloses them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.source import surfaces

WINDOW = 24
"""Lines in which hits count together."""
LONGEST = 40
"""Lines of a span at the most."""
SHORTEST = 12
ABOVE = 10
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
    scored: list[tuple[float, int, int, dict[str, float]]] = []
    end = 0
    for place, first in enumerate(numbers):
        best: dict[str, float] = {}
        total = 0.0
        end = max(end, place)
        for number in numbers[place:]:
            if number - first >= WINDOW:
                break
            total += 0.04 * sum(worth[number].values())
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
                key=lambda n: (sum(worth[n].values()), -n),
            )
            grown = enclosing(lines, first, last, path)
            words = sorted(best, key=lambda word: (-best[word], word))[:4]
            chosen.append(Window(*grown, peak, -minus, tuple(words)))
            if len(chosen) == most:
                break
    return chosen


def enclosing(lines: Sequence[str], first: int, last: int, path: str) -> tuple[int, int]:
    """The span grown to the beginning of its function or section and to a readable length."""
    heads = _definitions(path)
    begins = first
    indent = _indent(lines[first - 1])
    for number in range(first, max(0, first - ABOVE - 1), -1):
        text = lines[number - 1]
        if not text.strip() or len(text) > LONGEST_LINE:
            continue
        if _indent(text) > indent:
            continue
        if any(each.match(text.strip()) for each in heads) or _HEAD.match(text):
            begins = number
            break
    ends = min(max(last, begins + SHORTEST - 1), len(lines))
    if ends - begins + 1 < SHORTEST:
        begins = max(1, ends - SHORTEST + 1)
    lead = max(0, (SHORTEST + WINDOW - (ends - begins + 1)) // 2)
    begins = max(1, begins - min(lead, 6))
    ends = min(len(lines), ends + lead)
    if ends - begins + 1 > LONGEST:
        ends = begins + LONGEST - 1
    return begins, ends


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
