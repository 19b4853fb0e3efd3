"""What a person says to the program itself: no questions, so many questions, its name.

Looked for in every language whatever was detected, because such clauses are too short to tell.
Only short clauses count, so that a page that has no questions stays what the request is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.mind.offline.reading_lexicon import compiled
from intent_tui.mind.offline.reading_mask import flatten, lower

_LOOKED_AT: Final = 20_000
_CUT: Final = re.compile(r"[,;:.!?。、\n]|\s-\s|\s\(|\)")
_LONGEST: Final = 80
_MOST: Final = 20
"""More questions than this is no budget anyone means."""
_LATIN: Final = ("en", "de", "fr", "es", "pt", "ru")


@dataclass(frozen=True, slots=True)
class Spoken:
    """Options found in the words, and the text with them blanked (same length)."""

    no_ask: bool
    ask_budget: int | None
    program_named: bool
    rest: str


@cache
def _pattern(key: str, language: str) -> re.Pattern[str]:
    body: str = knowledge.yaml("words/spoken.yaml")[key][language]
    return re.compile(_whole(body.replace("{num}", _any_number())), re.IGNORECASE)


@cache
def _any_number() -> str:
    listed = sorted(_numbers(), key=lambda word: (-len(word), word))
    return r"\d{1,2}|" + "|".join(
        re.escape(word) + (r"(?!\w)" if word.isascii() else "") for word in listed
    )


@cache
def _gates(key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """For each language the parts of words of which an option of it holds at least one."""
    gates: dict[str, str] = knowledge.yaml("words/spoken.yaml")["gate"][key]
    return tuple(
        (language, tuple(word.replace("_", " ") for word in words.split()))
        for language, words in gates.items()
    )


def _found(key: str, clause: str) -> Iterator[re.Match[str]]:
    for language, words in _gates(key):
        if any(word in clause for word in words):
            found = _pattern(key, language).search(clause)
            if found is not None and _alone(clause, found):
                yield found


def _whole(body: str) -> str:
    """Each alternative on its own may name the group n, so each becomes a branch with its own."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    renamed = [line.replace("(?P<n>", f"(?P<n{place}>") for place, line in enumerate(lines)]
    return "(?:" + "|".join(renamed) + ")"


@cache
def _numbers() -> dict[str, int]:
    listed: dict[Any, str] = knowledge.yaml("words/spoken.yaml")["numbers"]
    return {word: int(value) for value, words in listed.items() for word in str(words).split()}


@cache
def _program() -> re.Pattern[str]:
    return compiled_lines(str(knowledge.yaml("words/spoken.yaml")["program"]))


def compiled_lines(alternatives: str) -> re.Pattern[str]:
    """Alternatives, one a line, without word boundaries."""
    lines = [line.strip() for line in alternatives.splitlines() if line.strip()]
    return re.compile("|".join(f"(?:{line})" for line in lines)) if lines else compiled("", "en")


def read_spoken(text: str) -> Spoken:
    """The options a request names, and what is left of it."""
    low = lower(flatten(text[:_LOOKED_AT]))
    rest = list(text)
    named = _program().match(low)
    if named is not None:
        rest[: named.end()] = " " * named.end()
    no_ask = False
    budget: int | None = None
    start = named.end() if named else 0
    for end in [*(found.start() for found in _CUT.finditer(low, start)), len(low)]:
        clause = low[start:end]
        found = _option(clause) if len(clause) <= _LONGEST + 200 else None
        if found is not None:
            (begin, stop), value = found
            if value is None or value == 0:
                no_ask = True
            elif budget is None:
                budget = value
            rest[start + begin : start + stop] = " " * (stop - begin)
        start = end + 1
    return Spoken(no_ask, 0 if no_ask else budget, named is not None, "".join(rest))


def _option(clause: str) -> tuple[tuple[int, int], int | None] | None:
    """Where an option stands in a clause and its number; None for a clause that is content."""
    for found in _found("budget", clause):
        said = next(value for value in found.groupdict().values() if value)
        value = int(said) if said.isdigit() else _numbers()[said.lower()]
        if value <= _MOST:
            return found.span(), value
    for found in _found("no_questions", clause):
        return found.span(), None
    return None


def _alone(clause: str, found: re.Match[str]) -> bool:
    """The option is the clause, or ends it behind `and`; a word that goes on makes it content."""
    before, after = clause[: found.start()].strip(), clause[found.end() :].strip(" .!?")
    if after and after not in ("please", "pls", "thanks", "ok", "吧", "。", "bitte", "por favor"):
        return False
    if not before:
        return True
    joined = re.match(r"(?:and|und|et|y|e|и)\s", found.group()) is not None
    return joined or not before.isascii() or before in ("please", "but", "and", "bitte", "oh")
