"""How a reply to a question is read.

Order (measured; own words are never bent into an option): delegation, yes, a letter or digit alone
or before a reason, ordinals, the one option whose words the reply shares, otherwise own words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from intent_tui.ask.pending import Pending
from intent_tui.base import knowledge
from intent_tui.language.content import content
from intent_tui.spec.model import Option, OptionId

MAX_OWN_WORDS = 500
"""Characters of own words that are kept as said (product page: Own words)."""

_LETTER = re.compile(
    r"^(?:\(?([a-c1-3])\)?[.):]?)(?:[\s,;:\-\u2013\u3001\uff0c\u3002]+(.+))?$", re.S
)
_WIDE_LETTER = re.compile(r"^([a-c])(?=[^\x00-\x7f])(.+)$", re.S)
_LISTED_ALONE = frozenset(",;:-\u2013\u3001\uff0c")


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as it was read.

    `option` is set for `option`; `words` hold a rule the person added to an option, or the whole
    reply for `own words`.
    """

    kind: Literal["option", "delegated", "own words", "unusable"]
    option: OptionId | None = None
    words: str = ""


def read(pending: Pending, reply: str, language: str) -> Reply:
    """Read `reply` against the options of `pending`.

    Args:
        pending: the question that waits.
        reply: what was typed; at most 500 characters are kept.
        language: the language of the question; phrases of every language are understood.
    """
    said = unicodedata.normalize("NFKC", reply).strip()
    plain = _plain(said)
    if not plain:
        return Reply("unusable")
    tables = _tables(language)
    if any(_hands_back(plain, table["delegate"]) for table in tables):
        return Reply("delegated")
    if any(_among(plain, table["yes"]) for table in tables):
        return Reply("option", pending.question.recommended)
    return (
        _chosen(pending, said, language, tables)
        or _turned_down(pending, said, language, tables)
        or Reply("own words", words=reply.strip()[:MAX_OWN_WORDS])
    )


def _chosen(
    pending: Pending, said: str, language: str, tables: list[dict[str, Any]]
) -> Reply | None:
    return (
        _by_letter(pending, said, tables)
        or _by_ordinal(pending, _plain(said), tables)
        or _by_words(pending, said, language, tables)
    )


def _turned_down(
    pending: Pending, said: str, language: str, tables: list[dict[str, Any]]
) -> Reply | None:
    """`no, rather the second`: what follows the refusal chooses, when it names another option."""
    for table in tables:
        for lead in sorted(table["rather"], key=len, reverse=True):
            rest = said[len(lead) :].strip(" ,:;.-\u3001\uff0c")
            if not _starts(said, lead) or not rest:
                continue
            found = _chosen(pending, _without_lead(rest, tables), language, tables)
            if found is not None and found.option != pending.question.recommended:
                return found
    return None


def _hands_back(plain: str, phrases: list[str]) -> bool:
    """Whether a reply gives the choice back: the phrase itself, or a short sentence around it.

    A single word (`any`, `either`) must be all of the reply; it may stand in an answer as well.
    """
    if _among(plain, phrases):
        return True
    if len(plain.split()) > _SHORT_REPLY:
        return False
    return any(
        f" {phrase} " in f" {plain} " if phrase.isascii() else phrase in plain
        for phrase in phrases
        if " " in phrase or (not phrase.isascii() and len(phrase) > 2)
    )


def _among(plain: str, phrases: Iterable[str]) -> bool:
    """Whether a reply is one of the phrases, a slip of a key in a long word forgiven."""
    if plain in phrases:
        return True
    said = plain.split()
    if not any(len(word) >= _LONG_WORD for word in said):
        return False
    return any(
        len(words := phrase.split()) == len(said)
        and all(_near(one, other) for one, other in zip(said, words, strict=True))
        for phrase in phrases
    )


def _near(said: str, word: str) -> bool:
    """Equal, or in a long word one letter too many, too few, wrong or swapped with the next."""
    if said == word:
        return True
    if min(len(said), len(word)) < _LONG_WORD or abs(len(said) - len(word)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(said, word, strict=False)) if a != b), 0)
    rest, other = said[start:], word[start:]
    if not said.startswith(word[:start]):
        return False
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or swapped == other


_LONG_WORD = 6
"""Letters: in a shorter word another letter makes another word."""
_SHORT_REPLY = 9
"""Words: a longer reply says more than that somebody else should choose."""


def _by_letter(pending: Pending, said: str, tables: list[dict[str, Any]]) -> Reply | None:
    bare = _without_lead(said, tables)
    found = _LETTER.match(bare.lower()) or _WIDE_LETTER.match(bare.lower())
    if found is None:
        return None
    option = _option_at(pending, "abc".find(found[1]) if found[1] in "abc" else int(found[1]) - 1)
    if option is None:
        return None
    rest = bare[found.start(2) :].strip() if found[2] else ""
    if not rest:
        return Reply("option", option)
    separator = bare[1 : found.start(2)].strip()
    if separator[:1] in _LISTED_ALONE and separator:
        return Reply("option", option, words=_own_rule(rest, tables))
    if any(_starts(rest, word) for table in tables for word in (*table["but"], *_REASONS)):
        return Reply("option", option, words=_own_rule(rest, tables))
    # "a week at most" or "2 days" begin like a letter or a digit but are own words.
    return None


_REASONS = ("because", "since", "please", "as ", "weil", "porque", "parce", "因为", "なぜなら")


def _own_rule(rest: str, tables: list[dict[str, Any]]) -> str:
    """What follows the letter: a reason adds no rule, anything else is the person's own rule."""
    if any(_starts(rest, word) for word in _REASONS):
        return ""
    for table in tables:
        for word in table["but"]:
            if _starts(rest, word):
                return rest[len(word) :].strip(" ,:\uff0c")[:MAX_OWN_WORDS] or rest
    return rest[:MAX_OWN_WORDS]


def _by_ordinal(pending: Pending, plain: str, tables: list[dict[str, Any]]) -> Reply | None:
    for table in tables:
        for index, names in enumerate(table["ordinals"]):
            if _among(plain, names):
                last = len(pending.question.options) - 1
                option = _option_at(pending, min(index, last) if index == 2 else index)
                return Reply("option", option) if option else None
    return None


def _by_words(
    pending: Pending, said: str, language: str, tables: list[dict[str, Any]]
) -> Reply | None:
    """The one option that shares the reply's telling words, with the same sense of negation."""
    options = pending.question.options
    own = [_telling(option.text, language) for option in options]
    shared_by_all = set.intersection(*own) if own else set()
    told = _telling(said, language)
    scores = [_shared(words - shared_by_all, told) for words in own]
    best = max(scores, default=0)
    if best == 0 or scores.count(best) > 1:
        return None
    index = scores.index(best)
    if _negated(said, tables) != _negated(options[index].text, tables):
        return _other_of_two(options, index)
    # More than half of what was said must be in the option: else the reply says more than it.
    if best * 2 < len(told - shared_by_all):
        return None
    return Reply("option", options[index].id)


def _shared(words: set[str], told: set[str]) -> int:
    """How many of the words were said, slips of a key forgiven."""
    return sum(any(_near(one, word) for one in told) for word in words)


def _other_of_two(options: tuple[Option, ...], index: int) -> Reply | None:
    return Reply("option", options[1 - index].id) if len(options) == 2 else None


def _telling(text: str, language: str) -> set[str]:
    return set(content(text, language))


def _negated(text: str, tables: list[dict[str, Any]]) -> bool:
    plain = f" {_plain(text)} "
    return any(
        (f" {word} " in plain) if word.isascii() else (word in plain)
        for table in tables[:1]
        for word in table["negation"]
    )


def _without_lead(said: str, tables: list[dict[str, Any]]) -> str:
    for table in tables:
        for lead in sorted(table["option"], key=len, reverse=True):
            if _starts(said, lead) and said[len(lead) :].strip():
                return said[len(lead) :].strip()
    return said


def _starts(text: str, word: str) -> bool:
    low = _plain(text)
    if not low.startswith(word):
        return False
    return not word.isascii() or not low[len(word) : len(word) + 1].isalnum()


def _option_at(pending: Pending, index: int) -> OptionId | None:
    options = pending.question.options
    return options[index].id if 0 <= index < len(options) else None


def _plain(text: str) -> str:
    """Lower case, no accents, no end punctuation, single blanks: what phrases are compared by."""
    parts = unicodedata.normalize("NFD", text.casefold().replace("\u00df", "ss"))
    bare = "".join(part for part in parts if not _is_accent(part))
    bare = unicodedata.normalize("NFC", bare).replace("\u2019", "'")
    return " ".join(bare.split()).strip(" .!?,;:\u3002\uff01\uff1f\uff0c")


def _is_accent(character: str) -> bool:
    # Only Latin accents: kana and hangul marks carry sense of their own.
    return "\u0300" <= character <= "\u036f"


@cache
def _all_tables() -> dict[str, dict[str, Any]]:
    raw = knowledge.yaml("words/replies.yaml")
    return {
        language: {
            key: [[_plain(name) for name in names] for names in value]
            if key == "ordinals"
            else [_plain(str(name)) for name in value]
            for key, value in table.items()
        }
        for language, table in raw.items()
    }


def _tables(language: str) -> list[dict[str, Any]]:
    """The question's language first; short replies are often in another one."""
    tables = _all_tables()
    order: Iterable[str] = [language, *(name for name in tables if name != language)]
    return [tables[name] for name in order if name in tables]
