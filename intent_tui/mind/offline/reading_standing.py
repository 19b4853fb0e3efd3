"""How firmly a class word orders, judged by what stands round it.

At the head of a clause, behind a modal, as the object of a light verb or as the state that is
wanted, a word orders. Behind an article or in front of a finite verb it only names a thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from intent_tui.language.stems import plain, stem
from intent_tui.mind.offline.reading_lexicon import Lexicon

REACH: Final = 7
"""How many words back a light verb or a modal may stand."""
MENTION: Final = -4.0
"""The strength of a word that is only mentioned: it names the intent when nothing is ordered."""


def standing(
    words: Sequence[re.Match[str]], place: int, verb: str | None, noun: str | None, tables: Lexicon
) -> tuple[float | None, bool]:
    """How firmly a class word orders, and whether as a verb; None when it does not at all."""
    before = [found.group() for found in words[max(0, place - REACH) : place]]
    word = words[place].group()
    after = words[place + 1].group() if place + 1 < len(words) else ""
    if tables.language != "en":
        behind = [found.group() for found in words[place + 1 : place + 1 + REACH]]
        return _standing_elsewhere(before, behind, verb, tables)
    leads = verb is not None and _base(word) and heads(before, tables)
    listed = bool(before) and after in ("and", "or", ",", "")
    if leads and not listed and not _names_next(after, tables):
        return 0.5, True
    if verb is not None and triggered(before, word, tables):
        if _given_to(before, after, tables):
            return MENTION, False
        return 0.4, True
    lit = _lit(before, tables)
    if noun is not None and lit:
        return 0.3, False
    if verb is not None and word.endswith("ing") and (not before or lit):
        return 0.2, True
    if noun is not None and not word.endswith("ed"):
        return MENTION - (_FURTHER if _behind_preposition(before, tables) else 0.0), False
    return (MENTION - 0.2, False) if verb is not None else (None, False)


def _standing_elsewhere(
    before: Sequence[str], behind: Sequence[str], verb: str | None, tables: Lexicon
) -> tuple[float, bool]:
    articles = tables.words("article")
    if verb is None or (before and before[-1] in articles):
        opens = verb is None and all(word in articles for word in before)
        given = not _tied(before, tables) and (_lit(before, tables) or _lit_behind(behind, tables))
        return (0.1 if given or opens else MENTION), False
    return (0.4 if not before else 0.2), True


def _tied(before: Sequence[str], tables: Lexicon) -> bool:
    """A preposition stands before the noun: `a limit for the uploads` orders no uploads."""
    articles = tables.words("article")
    last = next((word for word in reversed(before) if word not in articles), "")
    return last in tables.words("between")


def _lit_behind(behind: Sequence[str], tables: Lexicon) -> bool:
    """German puts the light verb last: `ein Limit für die Suche einbauen`."""
    final = tables.words("light_last")
    clause = [*behind, ","]
    return any(word in final for word in clause[: clause.index(",")])


def _base(word: str) -> bool:
    if word.endswith(("ed", "ing")):
        return word in (
            "embed",
            "speed",
            "feed",
            "seed",
            "need",
            "shed",
            "bring",
            "ping",
            "proceed",
        )
    return not word.endswith("s") or word.endswith(("ss", "us"))


def heads(before: Sequence[str], tables: Lexicon) -> bool:
    """Nothing but lead-in words stands between the clause's start and here."""
    if not before:
        return True
    since = _since_mark(before)
    rest = " ".join(since)
    for _ in range(4):
        lead = tables.pattern("lead_in").match(rest)
        if not rest or lead is None or lead.end() == 0:
            break
        rest = rest[lead.end() :].lstrip()
    return not rest and (len(since) < REACH)


def _since_mark(before: Sequence[str]) -> list[str]:
    since: list[str] = []
    for word in reversed(before):
        if word in (",", ":", ";", "?", "!"):
            break
        since.insert(0, word)
    return since


def _names_next(after: str, tables: Lexicon) -> bool:
    """The next word shows that this one is a noun: `cache is`, `limit on`."""
    return after in tables.words("finite") or after in ("of", "on") or after == ":"


def triggered(before: Sequence[str], word: str, tables: Lexicon) -> bool:
    """A modal, a wish or `let` before the word makes it an order."""
    if not before:
        return False
    last = before[-1]
    negated = any(each in ("not", "don't", "never", "without", "no") for each in before[-2:])
    if negated:
        return False
    if "let" in before and _base(word) and last != "let":
        return True
    if tables.pattern("trigger").fullmatch(last) and _base(word):
        return last not in ("and", "or") or len(_since_mark(before)) > 1
    if word.endswith(("ed", "en", "wn", "nt", "pt", "id", "ut")) and tables.pattern(
        "passive"
    ).fullmatch(last):
        return any(tables.pattern("wish").search(" ".join(before[cut:])) for cut in (0,))
    state = before[-4:]
    return word.endswith("ed") and any(
        tables.pattern("wanted_state").fullmatch(each) for each in state
    )


def _behind_preposition(before: Sequence[str], tables: Lexicon) -> bool:
    """`an option for prune`, `during the sync`: the word only says more about another."""
    bare = [word for word in before[-3:] if word not in tables.words("article")]
    return bool(bare) and bare[-1] in _BETWEEN


_FURTHER: Final = 8.0
"""How much weaker a thing is named behind a preposition."""


def _given_to(before: Sequence[str], after: str, tables: Lexicon) -> bool:
    """`add a switch to sync that …`: what the new thing is given to is a name, no second order."""
    if before[-1] != "to" or after not in _ENDS:
        return False
    return any(word in tables.words("light") for word in before[:-1])


_ENDS: Final = frozenset({"", ",", ";", ":", "that", "which", "so", "when", "if", "and", "as"})
_BETWEEN_WORDS: Final = """
to for of with that which on by from when if in at into inside within under
"""
_BETWEEN: Final = frozenset(_BETWEEN_WORDS.split())


def _lit(before: Sequence[str], tables: Lexicon) -> bool:
    """A light verb stands before, with nothing but a noun phrase in between."""
    light = tables.words("light")
    for back, word in enumerate(reversed(before)):
        if word in (",", ";", ":") or back >= REACH:
            return False
        if word in light or stem(word, tables.language) in light or plain(word) in light:
            behind = before[len(before) - back] if back else ""
            bound = word in tables.words("light_indefinite")
            return not bound or not behind or behind in tables.words("indefinite")
        if word in _BETWEEN:
            return False
    return False
