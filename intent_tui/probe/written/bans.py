"""What a sentence rules out and what it prescribes, as stems.

Word lists and the places around them, no grammar: a ban is the clause around "must not", what
follows "never" at the beginning of a clause, what stands before "was taken out". A negation that
only describes ("it does not …") is none. The premise check compares the stems with the request
and wants at least half of those that tell the thing apart, so a clause read too widely does less
harm than one that names the wrong thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from intent_tui.language import stems
from intent_tui.probe.written.vocabulary import ignored, listed, pattern

MOST = 8
"""Stems kept of one clause: the first ones name the thing, later ones its circumstances."""
LONGEST = 400
"""Characters of a sentence that is still read as a ruling; longer ones tell a story."""
_NEAR = 2
"""Stems beside `only` that are what is prescribed."""
_PRESCRIBED = 4

_STOPS = re.compile(r"[,;:.!?()\[\]—–，；：。！？（）]")
_PULL = re.compile(r"[(\[]?[#!]\d{1,7}[)\]]?")
_FIRST_WORD = re.compile(r"[\w-]+")
_CONDITIONS = frozenset({"with", "if", "when", "after", "for", "once", "by", "as", "while", "wenn"})


@dataclass(frozen=True, slots=True)
class Ruling:
    """Stems of what is ruled out and of what is prescribed, each in the order of the text."""

    bans: tuple[str, ...] = ()
    allows: tuple[str, ...] = ()


def read(text: str, language: str = "en", *, title: bool = False, decided: bool = False) -> Ruling:
    """What one sentence rules out and prescribes.

    Args:
        text: one sentence or a title.
        language: two-letter code, decides how words are cut and folded.
        title: a title may rule out without a verb (`No such thing`).
        decided: the sentence decides something, so `instead of` rules out as well.
    """
    low = _PULL.sub(" ", text[:LONGEST].lower().replace("’", "'"))
    bans: list[str] = []
    spans = list(_forbidden(low, language, title, decided))
    for start, end in spans:
        bans += content(low[start:end], language)[:MOST]
    allows: list[str] = []
    for start, end, most in _prescribed(low):
        if not any(left <= start < right for left, right in spans):
            found = content(low[start:end], language)
            allows += found[most:] if most < 0 else found[:most]
    banned = tuple(dict.fromkeys(bans))[:MOST]
    allowed = tuple(stem for stem in dict.fromkeys(allows) if stem not in banned)
    return Ruling(banned, allowed[:MOST])


def content(text: str, language: str = "en") -> list[str]:
    """The stems of the words that tell something apart, in order, each once."""
    found: list[str] = []
    for word in stems.words(text.lower(), language):
        for part in stems.parts(word) if word.isascii() else (word,):
            if part in ignored() or part.isdecimal() or (part.isascii() and len(part) < 2):
                continue
            found.append(stems.stem(part, language))
    return list(dict.fromkeys(found))


def none_of(text: str, language: str = "en") -> tuple[str, ...]:
    """The stems of what a sentence says there is none of, () if it says nothing of the kind."""
    low = text[:LONGEST].lower().replace("’", "'")
    found = pattern("says_none").search(low)
    if found is None:
        return ()
    clause = low[found.end() : _end(low, found.end())]
    words = [word for word in stems.words(clause, language) if word not in ("and", "or")]
    if any(pattern("not_a_thing").fullmatch(word) for word in words[:2]):
        return ()
    return tuple(dict.fromkeys(stems.stem(word, language) for word in words[:_PRESCRIBED]))


def _forbidden(low: str, language: str, title: bool, decided: bool) -> Iterator[tuple[int, int]]:
    """Where ruled-out things stand."""
    if title:
        first = next((word for word in listed("forbids_title") if low.startswith(word)), "")
        if first:
            yield len(first), _end(low, len(first))
            return
    for match in pattern("forbids", language).finditer(low):
        # The subject is part of what must not be: `labels must never be printed`.
        yield _start(low, match.start()), match.start()
        yield match.end(), _end(low, match.end())
    for match in pattern("forbids_opening", language).finditer(low):
        if _opens(low, match.start()):
            yield match.end(), _end(low, match.end())
    for match in pattern("forbids_before", language).finditer(low):
        yield _start(low, match.start()), match.start()
    if decided:
        for match in pattern("forbids_decided", language).finditer(low):
            yield match.end(), _end(low, match.end())


def _prescribed(low: str) -> Iterator[tuple[int, int, int]]:
    """Where prescribed things stand, and how many stems count: negative from the end."""
    for match in pattern("only").finditer(low):
        end = _end(low, match.end())
        after = low[match.end() : end].strip()
        word = _FIRST_WORD.match(after)
        if not after:
            yield _noun_start(low, match.start()), match.start(), -_NEAR
        elif word is None or word.group() not in _CONDITIONS:
            yield match.end(), end, _NEAR
    for match in pattern("prescribes").finditer(low):
        yield match.end(), _end(low, match.end()), _PRESCRIBED


def _marks(low: str, at: int, before: int) -> Iterator[re.Match[str]]:
    """What ends a clause between two places."""
    for found in (*_STOPS.finditer(low, at, before), *pattern("ends").finditer(low, at, before)):
        # A dot inside a name or a number ends nothing.
        if not _inside_word(low, found.start()):
            yield found


def _end(low: str, at: int) -> int:
    """Where the clause that goes on at `at` ends."""
    return min((found.start() for found in _marks(low, at, len(low))), default=len(low))


def _start(low: str, before: int) -> int:
    """Where the clause that ends before `before` begins."""
    return max((found.end() for found in _marks(low, 0, before)), default=0)


def _opens(low: str, at: int) -> bool:
    """Whether nothing but blanks stands before a place since the last punctuation.

    A subordinate clause (`which do not …`) describes, so its first word does not count here.
    """
    start = max((found.end() for found in _STOPS.finditer(low, 0, at)), default=0)
    return not low[start:at].strip(" \"'*-")


def _noun_start(low: str, before: int) -> int:
    starts = [_start(low, before)]
    starts += [match.end() for match in pattern("before_noun").finditer(low, 0, before)]
    return max(starts)


def _inside_word(low: str, at: int) -> bool:
    return low[at] in ".:" and low[at + 1 : at + 2].isalnum() and low[at - 1 : at].isalnum()
