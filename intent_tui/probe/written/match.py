"""When a stem of a request stands in a sentence, and how much that says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from intent_tui.language import stems
from intent_tui.language.concepts import concepts

MARK = "@"
"""Stands before a term that names a concept (`language.concepts`): its words in any language."""
LONG = 5
"""A term of this many letters matches every word it begins (`authent`, `authentication`)."""
_TAIL = 5
"""Letters a word may have beyond a term of four."""
_FLOOR = 0.28
"""What a word that stands in every text still counts: it may be the object itself."""

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8192)
def words_of(text: str) -> frozenset[str]:
    """The lower-case words of a text, identifiers also in their parts."""
    found = {match.group().lower() for match in _WORD.finditer(text)}
    found.update(stems.parts(text))
    return frozenset(found)


def present(terms: Iterable[str], text: str) -> tuple[str, ...]:
    """The terms that stand in the text, in the order given, each once."""
    low = text.lower()
    return tuple(term for term in dict.fromkeys(terms) if term and _meets(term.lower(), text, low))


def named(names: Iterable[str], text: str) -> tuple[str, ...]:
    """The exact names that stand in the text as whole words, upper and lower case alike."""
    low = text.lower()
    return tuple(
        name
        for name in dict.fromkeys(names)
        if name.strip() and name.lower() in low and _bounded(name.lower()).search(low)
    )


@lru_cache(maxsize=512)
def _bounded(name: str) -> re.Pattern[str]:
    before = r"(?<!\w)" if name[0].isalnum() and name[0].isascii() else ""
    after = r"(?!\w)" if name[-1].isalnum() and name[-1].isascii() else ""
    return re.compile(before + re.escape(name) + after)


def _meets(term: str, text: str, low: str) -> bool:
    if term.startswith(MARK):
        return term[len(MARK) :] in concepts(text)
    if "_" in term:
        return all(_meets(part, text, low) for part in term.split("_") if part)
    if not term.isascii():
        return term in low
    if term[: LONG - 1] not in low and stems.stem(term)[: LONG - 1] not in low:
        return False
    return any(_same(term, word) for word in words_of(text))


@lru_cache(maxsize=65536)
def _same(term: str, word: str) -> bool:
    if term == word or stems.stem(word) in (term, stems.stem(term)):
        return True
    if len(term) < LONG - 1 or not word.startswith(term):
        return False
    return len(term) >= LONG or len(word) - len(term) <= _TAIL


def weights(terms: Sequence[str], texts: Sequence[str]) -> Mapping[str, float]:
    """How much each term tells apart among the texts, from 0.28 to about 1: rare counts more."""
    spread = dict.fromkeys(terms, 0)
    for text in texts:
        for term in present(terms, text):
            spread[term] += 1
    scale = math.log(len(texts) + 2)
    return {
        term: max(_FLOOR, math.log((len(texts) + 1) / (count + 0.5)) / scale)
        for term, count in spread.items()
    }


def score(found: Iterable[str], weight: Mapping[str, float]) -> float:
    """The weights of the terms found, a little more for each that stands beside another."""
    own = [weight.get(term, 1.0) for term in found]
    return sum(own) * (1 + 0.15 * max(0, len(own) - 1))
