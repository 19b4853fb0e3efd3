"""What a request asks for in words a repository may hold: code tokens, words, pairs of words.

A name spelled as code tells most; words of the clause that orders tell more than those of the
clause that explains; words every program is full of tell little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from intent_tui.language import stems
from intent_tui.language.concepts import concepts
from intent_tui.language.content import content
from intent_tui.probe.lanes import data

MOST_TOKENS = 8
ENOUGH = 2
"""Telling words beside which general ones are not looked for."""
MOST_WORDS = 14
MOST_PAIRS = 8
MOST_LENT = 12
LENT = 0.45
"""Share of its source's weight a word of the same meaning has."""
READ = 2000
"""Characters of a request that are read for terms."""

_TICKED = re.compile(r"`([^`\n]{2,60})`")
_CODE = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"--[a-z][a-z0-9-]{1,40}"
    r"|\?[a-z][a-z0-9_]{1,30}"
    r"|[A-Za-z0-9_.-]{1,40}(?:/[A-Za-z0-9_.\[\]-]{1,40}){1,8}"
    r"|[A-Za-z0-9_-]{1,40}\.(?:[a-z]{1,5}[0-9]?)(?![A-Za-z0-9])"
    r"|[A-Za-z0-9]{1,30}(?:_[A-Za-z0-9]{1,30}){1,6}"
    r"|[a-z]{1,30}[A-Z][A-Za-z0-9]{0,40}"
    r"|[A-Z][a-z0-9]{1,30}[A-Z][A-Za-z0-9]{0,40}"
    r"|[A-Z][A-Z0-9]{3,30}"
    r"|[A-Za-z_][A-Za-z0-9_]{2,40}(?=\(\))"
    r")"
)
_CLAUSE = re.compile(r"[^.;!?\n。;!?、]{1,400}")


@dataclass(frozen=True, slots=True)
class Term:
    """A word to look for: `stem` is its folded form, `weight` before rarity is known."""

    stem: str
    weight: float
    lent: bool = False
    """Not said: it only means the same as a word that was."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything a request gives the lanes."""

    tokens: tuple[str, ...]
    terms: tuple[Term, ...]
    pairs: tuple[tuple[str, str], ...]
    """Neighbouring words that may be one identifier."""
    kinds: tuple[tuple[str, float], ...]
    """The kinds called for with their strength, strongest first."""


def asked(text: str, language: str) -> Asked:
    """Reads a request. Pure and bounded: only its first 2,000 characters count."""
    text = text[:READ]
    tokens = _tokens(text)
    weights: dict[str, float] = {}
    pairs: list[tuple[str, str]] = []
    for clause in _clauses(text):
        factor = _salience(clause)
        before = ""
        for word in _words(clause, language):
            weights[word] = max(weights.get(word, 0.0), factor * _class(word))
            if before and before != word and _class(before) > 0.2 and _class(word) > 0.2:
                pairs.append((before, word))
            before = word
    for token in tokens:
        for part in stems.parts(token):
            word = stems.stem(part)
            if len(word) > 2 and not word.isdigit():
                weights[word] = max(weights.get(word, 0.0), 0.8 * _class(word))
    telling = {word: weight for word, weight in weights.items() if word not in data.words().general}
    if len(telling) >= ENOUGH:
        weights = telling
    own = sorted(weights.items(), key=lambda pair: -pair[1])[:MOST_WORDS]
    terms = [Term(word, weight) for word, weight in own]
    terms += _also(terms)
    return Asked(
        tokens=tokens,
        terms=tuple(terms),
        pairs=tuple(dict.fromkeys(pairs))[:MOST_PAIRS],
        kinds=_kinds(text, language),
    )


def _tokens(text: str) -> tuple[str, ...]:
    found = [match[1].strip() for match in _TICKED.finditer(text)]
    found += [match[0].strip("?.-/") for match in _CODE.finditer(text)]
    plain = data.words()
    kept = [
        token
        for token in dict.fromkeys(found)
        if len(token) > 2 and token.lower() not in plain.meta and " " not in token
    ]
    return tuple(kept[:MOST_TOKENS])


def _clauses(text: str) -> Iterator[str]:
    for match in _CLAUSE.finditer(text):
        yield match[0]


def _salience(clause: str) -> float:
    low = f" {clause.lower()} "
    listed = data.words()
    if any(f" {phrase} " in low for phrase in listed.background):
        return 0.6
    return 1.25 if any(f" {phrase} " in low for phrase in listed.wish) else 1.0


def _words(clause: str, language: str) -> Iterator[str]:
    for word in content(clause, language):
        if len(word) > 2 or not word.isascii():
            yield word


def _class(word: str) -> float:
    listed = data.words()
    if word in listed.general:
        return 0.2
    return 0.5 if word in listed.meta else 1.0


def _also(terms: list[Term]) -> list[Term]:
    """Other words for what the telling words name: programs seldom take the request's own."""
    there = {term.stem for term in terms}
    found: dict[str, float] = {}
    for term in terms:
        if _class(term.stem) < 1.0:
            continue
        named = [word for each in sorted(concepts(term.stem)) for word in data.spellings(each)]
        for word in map(stems.stem, (*data.alike().get(term.stem, ()), *named)):
            if word not in there and len(word) > 2:
                found[word] = max(found.get(word, 0.0), LENT * term.weight)
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_LENT]
    return [Term(word, weight, lent=True) for word, weight in best]


def _kinds(text: str, language: str) -> tuple[tuple[str, float], ...]:
    low = text.lower()
    said = {form for word in stems.words(low) for form in (word, stems.stem(word, language))}
    found: list[tuple[str, float]] = []
    for kind in data.kinds():
        hits = sum(_worth(cue) for cue in kind.cues if _cued(cue, low, said))
        if hits:
            found.append((kind.name, hits))
    found.sort(key=lambda pair: -pair[1])
    return tuple(found)


def _cued(cue: str, low: str, said: set[str]) -> bool:
    if not cue.isascii() and cue[:1] >= "ᄀ":
        return cue in low
    if " " in cue or "-" in cue:
        return cue in low
    if len(cue) < 5:
        return cue in said
    return any(word.startswith(cue) and len(word) - len(cue) <= 5 for word in said)


def _worth(cue: str) -> float:
    """A cue every program speaks of calls for a kind only half."""
    return 0.5 if _class(stems.stem(cue)) < 1.0 else 1.0
