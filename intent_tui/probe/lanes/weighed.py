"""What the words of a request are worth in this workspace, and which files they lead to."""

from __future__ import annotations

import heapq
import math
import re
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.lanes.ground import Ground
from intent_tui.probe.lanes.terms import Asked, Term
from intent_tui.probe.source.words import needles

HEAVIEST = 12
"""Words that are looked for: time grows with their number."""
COUNTED = 300
"""Files in which occurrences are counted, the best by mere presence."""
KEPT = 120
FLOOR = 0.28
EVERYWHERE = 0.08
TOKEN = 2.5
PAIR = 0.9


@dataclass(frozen=True, slots=True)
class Weighed:
    """Words with their final weights, the files by score, best first, and the tokens found."""

    weights: dict[str, float]
    files: tuple[tuple[int, float], ...]
    tokens: dict[str, tuple[int, ...]]
    patterns: dict[str, re.Pattern[str]]
    """How each token and pair is found in a text; words are found by `occurrences`."""

    def score(self, number: int) -> float:
        """The score of a file as a share of the best, 0 to 1."""
        return self.shares.get(number, 0.0)

    @property
    def shares(self) -> dict[int, float]:
        """Every kept file with its share of the best score."""
        top = self.files[0][1] if self.files else 1.0
        return {number: score / top for number, score in self.files}


def weighed(ground: Ground, asked: Asked) -> Weighed:
    """Weighs the words by rarity and ranks the files. Every file is asked, few are counted."""
    terms = asked.terms
    needle = {term.stem: needles((term.stem,))[0] for term in terms if needles((term.stem,))}
    exact = {token: token.lower().encode("utf-8", "surrogateescape") for token in asked.tokens}
    ground.ask([*needle.values(), *exact.values()])
    holding = {stem: ground.holding(low) for stem, low in needle.items()}
    named = _named(ground, terms)
    total = max(1, len(ground.files))
    weights: dict[str, float] = {}
    for term in terms:
        found = holding.get(term.stem, ())
        if found or named[term.stem]:
            rare = math.log((total + 1) / (len(found) + 0.5)) / math.log(total + 2)
            # The object of a program is everywhere; a word in nearly every file is its own name.
            worth = max(FLOOR if len(found) < 0.6 * total else EVERYWHERE, rare) * term.weight
            worth *= 1.2 if named[term.stem] else 0.75
            weights[term.stem] = worth
    heavy = sorted(weights, key=lambda stem: (-weights[stem], stem))[:HEAVIEST]
    weights = {stem: weights[stem] for stem in heavy}
    tokens = {
        token: tuple(numbers) for token, low in exact.items() if (numbers := ground.holding(low))
    }
    patterns = _patterns(asked, weights, tokens)
    files = _files(ground, weights, needle, holding, named, tokens, asked, patterns)
    return Weighed(weights, files, tokens, patterns)


def _named(ground: Ground, terms: tuple[Term, ...]) -> dict[str, dict[int, float]]:
    """Stem -> the files with it in their path: more in the base name."""
    return {
        stem: {number: 1.2 if own else 0.5 for number, own in found.items()}
        for stem, found in ground.named(term.stem for term in terms).items()
    }


def _files(
    ground: Ground,
    weights: dict[str, float],
    needle: dict[str, bytes],
    holding: dict[str, list[int]],
    named: dict[str, dict[int, float]],
    tokens: dict[str, tuple[int, ...]],
    asked: Asked,
    patterns: dict[str, re.Pattern[str]],
) -> tuple[tuple[int, float], ...]:
    rough: dict[int, float] = {}
    for stem, weight in weights.items():
        for number in holding.get(stem, ()):
            rough[number] = rough.get(number, 0.0) + weight
        for number, bonus in named[stem].items():
            rough[number] = rough.get(number, 0.0) + bonus * weight
    for numbers in tokens.values():
        bonus = TOKEN / (1 + math.log(1 + len(numbers)))
        for number in numbers:
            rough[number] = rough.get(number, 0.0) + bonus
    first = heapq.nsmallest(
        COUNTED, rough, key=lambda number: (-rough[number] * ground.prior(number), number)
    )
    scored: list[tuple[float, int]] = []
    for number in first:
        low = ground.low(number)
        spread = 0.4 + 0.6 * min(len(low) / 6000, 4.0)
        score = rough[number]
        for stem, weight in weights.items():
            count = low.count(needle[stem]) if stem in needle else 0
            score += weight * 1.2 * count / (count + 1.2 * spread)
        for one, other in asked.pairs:
            pair = patterns.get(f"{one} {other}")
            if pair and needle.get(one, b"\0") in low and needle.get(other, b"\0") in low:
                text = low.decode("utf-8", "replace")
                score += PAIR * bool(pair.search(text))
        scored.append((-score * math.sqrt(ground.prior(number)), number))
    scored.sort()
    return tuple((number, -minus) for minus, number in scored[:KEPT] if minus < 0)


def _patterns(
    asked: Asked, weights: dict[str, float], tokens: dict[str, tuple[int, ...]]
) -> dict[str, re.Pattern[str]]:
    found: dict[str, re.Pattern[str]] = {}
    for token in tokens:
        found[token] = re.compile(rf"(?<![A-Za-z0-9]){re.escape(token)}(?![A-Za-z0-9])")
    for one, other in asked.pairs:
        if one in weights and other in weights:
            found[f"{one} {other}"] = _pair(one, other)
    return found


@lru_cache(maxsize=512)
def _pair(one: str, other: str) -> re.Pattern[str]:
    left, right = (
        re.escape(needles((word,))[0].decode("utf-8", "surrogateescape")) for word in (one, other)
    )
    return re.compile(rf"(?i:{left}[a-z]{{0,4}}[ _./-]?{right})")
