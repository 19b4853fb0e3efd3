"""Cuts a masked request into sentences and clauses, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from intent_tui.language import detect
from intent_tui.mind.offline.reading_lexicon import CODE, RUNS, Lexicon, lexicon
from intent_tui.mind.offline.reading_mask import Masked
from intent_tui.mind.reading import Span

MOST_SENTENCES: Final = 1500
LONGEST: Final = 1200
"""Characters of one sentence that are looked at: no pattern runs over more."""

_END: Final = re.compile(
    r"[.!?]+(?=[\s\"')\]]|$)|[!?;](?=\s|$|[\u3040-\u9fff\uac00-\ud7a3])|[。｡]+|\n+|(?<=\S)\s*…+(?=\s|$)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:(?<!\w)(?:e\.g|i\.e|etc|vs|no|nr|approx|resp|cf|incl|excl|mr|mrs|ms|dr|st|z\.b|d\.h|u\.a|bzw|ca|"
    r"p\.ej|ej|p\.ex|sr|sra|env|art|т\.е|т\.к|напр)|(?:^|\n)\s*\d{1,2})$"
)
_BULLET: Final = re.compile(
    r"\s*(?:(?:[-*•·]|\d{1,2}[.)、]|\(?[a-z]\)|#{1,6}|>)\s+)?(?:\[[ x]\]\s+)?"
)
_LATIN: Final = re.compile(r"[a-z]{2,}")
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_COMMA: Final = re.compile(r"[,:]\s*(?=\S)|[、，]|\s-\s|\s?\(|\)\s?|;\s*")


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence: where it stands, its masked lower-case text, and the tables that read it."""

    start: int
    end: int
    low: str
    tables: Lexicon
    asks: bool
    """It ends in a question mark."""

    def span(self, text: str) -> Span:
        """The sentence as the person wrote it."""
        return Span(self.start, self.end, text[self.start : self.end])


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence; `start` counts from the start of the text."""

    start: int
    low: str

    @property
    def end(self) -> int:
        """One past the last character."""
        return self.start + len(self.low)


def sentences(masked: Masked, tables: Lexicon) -> tuple[Said, ...]:
    """The sentences of a request in order; blank ones are left out."""
    found: list[Said] = []
    for start, end, mark in _cuts(masked.low):
        if len(found) >= MOST_SENTENCES:
            break
        lead = _BULLET.match(masked.low, start, end)
        begin = lead.end() if lead else start
        while end > begin and masked.low[end - 1].isspace():
            end -= 1
        if end <= begin:
            continue
        low = masked.low[begin : min(end, begin + LONGEST)]
        found.append(Said(begin, end, low, _tables_for(low, tables), "?" in mark))
    return tuple(found)


def _cuts(low: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for found in _END.finditer(low):
        if found.group().startswith(".") and _ABBREVIATION.search(
            low, max(start, found.start() - 12), found.start()
        ):
            continue
        yield start, found.start(), found.group()
        start = found.end()
    yield start, len(low), ""


def _tables_for(low: str, tables: Lexicon) -> Lexicon:
    """A sentence in another script than the text is read with that language's tables."""
    wide = len(_WIDE.findall(low))
    if tables.language in RUNS:
        if not wide and len(_LATIN.findall(low)) >= 3:
            return lexicon("en")
    elif wide >= 4:
        found = detect.detect(low)
        if found in RUNS:
            return lexicon(found)
    return tables


def clauses(said: Said) -> tuple[Clause, ...]:
    """The clauses of a sentence: cut at commas, colons, dashes and brackets."""
    found: list[Clause] = []
    place = 0
    for cut in _COMMA.finditer(said.low):
        if cut.start() > place:
            found.append(Clause(said.start + place, said.low[place : cut.start()]))
        place = cut.end()
    if place < len(said.low):
        found.append(Clause(said.start + place, said.low[place:]))
    return tuple(clause for clause in found if clause.low.strip(" ,.;:"))


def tokens(low: str) -> list[re.Match[str]]:
    """Words and masked pieces of a Latin or Cyrillic text, in order."""
    return list(_TOKEN.finditer(low))


_TOKEN: Final = re.compile(rf"{CODE}+|[^\W_]+(?:[-'][^\W_]+)*|[?!,;:]")


_RUN_NOISE: Final = (
    "interrogative", "polite", "wish", "condition", "completion", "keep", "cap", "always",
    "example", "means", "definite", "separator",
)  # fmt: skip


def spaced(low: str, tables: Lexicon) -> str:
    """The text without masked code and, where words have no blanks, without its function words.

    Same width as before: what is taken out becomes blanks, so that what is left falls apart into
    the nouns and verbs it is about.
    """
    bare = low.replace(CODE, " ")
    if not tables.runs:
        return bare
    for key in _RUN_NOISE:
        bare = tables.pattern(key).sub(lambda found: " " * len(found.group()), bare)
    for word in sorted(tables.words("stop"), key=lambda word: (-len(word), word)):
        bare = bare.replace(word, " " * len(word))
    return bare


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without blanks and loose punctuation at its ends."""
    while start < end and (text[start].isspace() or text[start] in ",;:.，；：。、-–—("):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:，；：、-–—("):
        end -= 1
    return Span(start, end, text[start:end])
