"""Whether a text says why, or only that something was decided.

A what-only answer (a number of a pull request, "pinned", "reverted") has not settled anything: the
reason is followed once, in the history (seed 000, section 4.2).
"""

from __future__ import annotations

import re
from functools import cache

from intent_tui.base import knowledge

LONGEST = 200
_NUMBER = re.compile(r"(?<![\w#])(?:#|PR ?#?|pull request #?|!)(\d{1,6})\b")
_HELD = re.compile(r"^[^:\n]{3,80}[:：–—]\s+(\S.{8,})$", re.M)
_SENTENCE = re.compile(r"(?<=[.!?;。！？；])\s+|\n+")


def reason_in(text: str) -> str | None:
    """The clause that gives a reason, or None. At most 200 characters, as it stands there."""
    for sentence in _SENTENCE.split(text):
        found = _because().search(sentence)
        if found is not None:
            return _clause(sentence, found)
    held = _HELD.search(text)
    if held is not None and _holds().search(text[: held.start(1)]):
        return _bare(held[1])
    return None


def _clause(sentence: str, found: re.Match[str]) -> str:
    """From the word that opens the reason; the whole half of a sentence when it says it itself."""
    colon = max(sentence.rfind(mark, 0, found.start()) for mark in ":：")
    start = colon + 1 if colon >= 0 else found.start()
    return _bare(sentence[start:])


def _bare(clause: str) -> str:
    """The clause without the number of its pull request."""
    return re.sub(r"\s*\([#!]\d+\)\s*$", "", clause.strip()).strip("()")[:LONGEST]


def dangling(text: str) -> tuple[str, ...]:
    """References to a reason that is kept elsewhere: `#17`, or the word that says "decided".

    Empty when the text gives the reason itself.
    """
    if reason_in(text):
        return ()
    numbers = [f"#{number}" for number in _NUMBER.findall(text)]
    words = [found[0].lower() for found in _holds().finditer(text)]
    return tuple(dict.fromkeys((*numbers, *words)))


@cache
def _because() -> re.Pattern[str]:
    return _any_of("because")


@cache
def _holds() -> re.Pattern[str]:
    return _any_of("holds")


def _any_of(key: str) -> re.Pattern[str]:
    table = knowledge.yaml("words/reasons.yaml")[key]
    words = sorted({str(word) for words in table.values() for word in words}, key=len, reverse=True)
    bounded = [rf"\b{re.escape(w)}" + (r"\b" if w[-1].isalnum() else "") if w.isascii()
               else re.escape(w) for w in words]  # fmt: skip
    return re.compile("|".join(bounded), re.IGNORECASE)
