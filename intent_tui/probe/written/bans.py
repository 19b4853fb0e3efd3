"""What a sentence rules out and what it prescribes, as stems.

Word lists and the places around them, no grammar: a ban is what follows "must not" or stands
before "was taken out", up to the end of the clause. The premise check compares the stems with the
request, so a clause that is read too widely does less harm than one that names the wrong thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from intent_tui.language import stems
from intent_tui.probe.written.vocabulary import ignored, listed, pattern

MOST = 6
"""Stems kept of one clause: the first ones name the thing, later ones its circumstances."""
_NEAR = 2
"""Stems beside `only` that are what is prescribed."""
_PRESCRIBED = 4

_STOPS = re.compile(r"[,;:.!?()\[\]—–，；：。！？（）]")
_PULL = re.compile(r"[(\[]?[#!]\d{1,7}[)\]]?")
_CODE_WORD = re.compile(r"[\w./@-]+")


@dataclass(frozen=True, slots=True)
class Ruling:
    """Stems of what is ruled out and of what is prescribed, each in the order of the text."""

    bans: tuple[str, ...] = ()
    allows: tuple[str, ...] = ()


def read(text: str, language: str = "en", *, title: bool = False) -> Ruling:
    """What one sentence rules out and prescribes.

    Args:
        text: one sentence or a title.
        language: two-letter code, decides how words are cut and folded.
        title: a title may rule out without a verb (`No such thing`).
    """
    low = _PULL.sub(" ", text.lower().replace("’", "'"))
    bans: list[str] = []
    spans: list[tuple[int, int]] = []
    for start, end in _forbidden(low, title):
        bans += content(low[start:end], language)[:MOST]
        spans.append((start, end))
    allows: list[str] = []
    for start, end, most in _prescribed(low):
        if not any(left <= start < right for left, right in spans):
            found = content(low[start:end], language)
            allows += found[most:] if most < 0 else found[:most]
    banned = tuple(dict.fromkeys(bans))
    allowed = tuple(stem for stem in dict.fromkeys(allows) if stem not in banned)
    return Ruling(banned, allowed)


def content(text: str, language: str = "en") -> list[str]:
    """The stems of the words that tell something apart, in order, each once."""
    found: list[str] = []
    for word in stems.words(text.lower(), language):
        for part in stems.parts(word) if word.isascii() else (word,):
            if part in ignored() or part.isdecimal() or (part.isascii() and len(part) < 2):
                continue
            found.append(stems.stem(part, language))
    return list(dict.fromkeys(found))


def _forbidden(low: str, title: bool) -> Iterable[tuple[int, int]]:
    """Where ruled-out things stand."""
    first = next((word for word in listed("forbids_first") if low.startswith(word)), None)
    if first and (title or first.strip() in ("no", "kein", "keine", "keinen")):
        yield len(first), _end(low, len(first))
        return
    for match in pattern("forbids_next").finditer(low):
        yield match.end(), _end(low, match.end())
    for match in pattern("forbids_before").finditer(low):
        yield _start(low, match.start()), match.start()


def _prescribed(low: str) -> Iterable[tuple[int, int, int]]:
    """Where prescribed things stand, and how many stems count: negative from the end."""
    for match in pattern("only").finditer(low):
        end = _end(low, match.end())
        after = low[match.end() : end].strip()
        if not after or _opens_condition(after):
            if not after:
                yield _noun_start(low, match.start()), match.start(), -_NEAR
            continue
        yield match.end(), end, _NEAR
    for match in pattern("prescribes").finditer(low):
        yield match.end(), _end(low, match.end()), _PRESCRIBED


def _opens_condition(after: str) -> bool:
    """`only with …`, `only after …`: a condition, no thing."""
    word = _CODE_WORD.match(after)
    return word is not None and word.group() in _CONDITIONS


_CONDITIONS = frozenset({"with", "if", "when", "after", "for", "once", "by", "as", "while", "wenn"})


def _end(low: str, at: int) -> int:
    """Where the clause that goes on at `at` ends."""
    marks = (*_STOPS.finditer(low, at), *pattern("ends").finditer(low, at))
    # A dot inside a name or a number ends nothing.
    ends = [found.start() for found in marks if not _inside_word(low, found.start())]
    return min(ends, default=len(low))


def _start(low: str, before: int) -> int:
    """Where the clause that ends before `before` begins."""
    marks = (*_STOPS.finditer(low, 0, before), *pattern("ends").finditer(low, 0, before))
    starts = [found.end() for found in marks if not _inside_word(low, found.start())]
    return max(starts, default=0)


def _noun_start(low: str, before: int) -> int:
    starts = [_start(low, before)]
    starts += [match.end() for match in pattern("before_noun").finditer(low, 0, before)]
    return max(starts)


def _inside_word(low: str, at: int) -> bool:
    return low[at] in ".:" and low[at + 1 : at + 2].isalnum() and low[at - 1 : at].isalnum()
