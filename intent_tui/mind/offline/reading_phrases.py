"""What takes several words: `get rid of`, `throw … away`, matched word by word.

No regular expressions: a language has hundreds of phrases, they are looked up by their first word,
and the cost grows with the sentence alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from intent_tui.language.vocabulary import GAP

_GAP_WORDS: Final = 5
"""Words that may stand in a gap."""
_GAPS: Final = {"de": 12}
"""German puts the particle of a verb at the end of its clause."""
_GAP_CHARACTERS: Final = 14
"""Characters of a gap where words are not separated by blanks."""
_STOPS: Final = frozenset("?!,;:、，。；")

Piece = tuple[str, ...]
"""Alternatives for one word; () is a gap; a `*` at the end stands for any ending."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase with the class it orders."""

    name: str
    pieces: tuple[Piece, ...]

    @property
    def fixed(self) -> int:
        """How many of its words are given: the more, the surer."""
        return sum(bool(piece) for piece in self.pieces)

    def end(self, words: Sequence[str], place: int, reach: int) -> int | None:
        """One past the last word, when the phrase stands at this place."""
        return _end(self.pieces, words, place, reach)


@dataclass(frozen=True, slots=True)
class Phrases:
    """All phrases of a language whose words are separated by blanks, by first word."""

    by_word: Mapping[str, tuple[Phrase, ...]]
    by_start: tuple[tuple[str, Phrase], ...]
    """Those whose first word may have any ending."""
    reach: int
    """Words that may stand in a gap."""

    @property
    def known(self) -> bool:
        """Whether there is any."""
        return bool(self.by_word or self.by_start)

    def at(self, words: Sequence[str], place: int) -> tuple[str, int] | None:
        """The class and the end of the longest phrase that starts at this word."""
        first = words[place]
        listed = [*self.by_word.get(first, ())]
        listed += [phrase for start, phrase in self.by_start if first.startswith(start)]
        ends = [(phrase.end(words, place, self.reach), phrase) for phrase in listed]
        found = [(end, phrase.fixed, phrase.name) for end, phrase in ends if end is not None]
        if not found:
            return None
        end, _, name = max(found, key=lambda one: one[:2])
        return name, end


def phrases(entries: Iterable[tuple[str, str]], language: str = "en") -> Phrases:
    """Pairs of class and phrase, ready to be matched; the first of equals stands."""
    by_word: dict[str, list[Phrase]] = {}
    by_start: list[tuple[str, Phrase]] = []
    for name, said in entries:
        pieces = tuple(() if piece == GAP else tuple(piece.split("|")) for piece in said.split())
        phrase = Phrase(name, pieces)
        for word in pieces[0]:
            if word.endswith("*"):
                by_start.append((word[:-1], phrase))
            else:
                by_word.setdefault(word, []).append(phrase)
    return Phrases(
        {word: tuple(listed) for word, listed in by_word.items()},
        tuple(by_start),
        _GAPS.get(language, _GAP_WORDS),
    )


def _end(pieces: tuple[Piece, ...], words: Sequence[str], place: int, reach: int) -> int | None:
    for at, piece in enumerate(pieces):
        if not piece:
            rest = pieces[at + 1 :]
            for start in range(place, min(place + reach, len(words)) + 1):
                end = _end(rest, words, start, reach)
                if end is not None:
                    return end
                if start < len(words) and words[start] in _STOPS:
                    return None
            return None
        if place >= len(words) or not any(_is(words[place], form) for form in piece):
            return None
        place += 1
    return place


def _is(word: str, form: str) -> bool:
    return word.startswith(form[:-1]) if form.endswith("*") else word == form


@dataclass(frozen=True, slots=True)
class Found:
    """A run that a table holds, where it stands in the text."""

    said: str
    begin: int

    def group(self) -> str:
        """The run."""
        return self.said

    def start(self) -> int:
        """Its first character."""
        return self.begin

    def end(self) -> int:
        """One past its last character."""
        return self.begin + len(self.said)


@dataclass(frozen=True, slots=True)
class Runs:
    """The words of a language without blanks, looked up by their first character."""

    by_character: Mapping[str, tuple[str, ...]]
    """Longest first, so that a word wins over the beginning of it."""

    def match(self, text: str, place: int = 0) -> Found | None:
        """The longest word that starts at this place."""
        for word in self.by_character.get(text[place : place + 1], ()):
            if text.startswith(word, place):
                return Found(word, place)
        return None

    def search(self, text: str) -> Found | None:
        """The first word in the text."""
        return next(self.finditer(text), None)

    def finditer(self, text: str) -> Iterator[Found]:
        """All words, left to right, none inside another."""
        place = 0
        while place < len(text):
            found = self.match(text, place)
            if found is not None:
                yield found
            place = found.end() if found else place + 1

    def blanked(self, text: str, only: Container[str]) -> str:
        """The text with blanks in place of every word that `only` holds, same length."""
        rest = list(text)
        for found in self.finditer(text):
            if found.group() in only:
                rest[found.start() : found.end()] = " " * len(found.group())
        return "".join(rest)


def runs(words: Iterable[str]) -> Runs:
    """The words, ready to be found inside text."""
    by_character: dict[str, list[str]] = {}
    for word in sorted(set(words), key=lambda word: (-len(word), word)):
        by_character.setdefault(word[0], []).append(word)
    return Runs({first: tuple(listed) for first, listed in by_character.items()})


def wide_phrases(entries: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Phrases of a language without blanks: the class and the parts round the gaps."""
    return tuple(
        (name, tuple(part.replace("_", " ") for one in said.split(GAP) if (part := one.strip())))
        for name, said in entries
    )


def wide_at(parts: tuple[str, ...], text: str) -> tuple[int, int] | None:
    """Where the parts stand in this order, each within a gap's length of the one before."""
    start = text.find(parts[0])
    while start >= 0:
        end = start + len(parts[0])
        for part in parts[1:]:
            place = text.find(part, end, end + _GAP_CHARACTERS + len(part))
            if place < 0 or any(mark in _STOPS for mark in text[end:place]):
                break
            end = place + len(part)
        else:
            return start, end
        start = text.find(parts[0], start + 1)
    return None


__all__ = ["Found", "Phrase", "Phrases", "Runs", "phrases", "runs", "wide_at", "wide_phrases"]
