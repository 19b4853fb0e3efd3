"""The word lists of `references/words/decisions.yaml`, turned into patterns once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from intent_tui.base import knowledge


def table() -> Mapping[str, Any]:
    """The lists as they stand in the file."""
    found: Mapping[str, Any] = knowledge.yaml("words/decisions.yaml")
    return found


@cache
def listed(key: str, language: str = "") -> tuple[str, ...]:
    """The words of one list, longest first: all languages, or English and the one given."""
    value = table()[key]
    groups = [value]
    if isinstance(value, Mapping):
        spoken = ("en", language) if language else tuple(value)
        groups = [value[each] for each in dict.fromkeys(spoken) if each in value]
    words = {str(word) for group in groups for word in group}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


@cache
def pattern(key: str, language: str = "") -> re.Pattern[str]:
    """The words of one list as one pattern for lower-case text; whole words where letters allow."""
    return any_of(listed(key, language))


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of the words; those of Latin or Cyrillic letters must stand alone."""
    ordered = sorted({str(word) for word in words}, key=lambda word: (-len(word), word))
    return re.compile("|".join(_bounded(word) for word in ordered) or r"(?!)")


def _bounded(word: str) -> str:
    wide = any(char >= "ᄀ" for char in word)
    if wide:
        return re.escape(word)
    end = r"(?!\w)" if word[-1].isalnum() else ""
    return rf"(?<!\w){re.escape(word)}{end}"


def begins(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for lower-case text that any of the stems begins a word of."""
    ordered = sorted({str(word).lower() for word in words}, key=lambda word: (-len(word), word))
    parts = (re.escape(word) if word >= "ᄀ" else rf"(?<!\w){re.escape(word)}" for word in ordered)
    return re.compile("|".join(parts) or r"(?!)")


@cache
def stems_of(key: str) -> re.Pattern[str]:
    """The words of one list as a pattern that also matches longer words they begin."""
    return begins(listed(key))


@cache
def claim_words(key: str) -> re.Pattern[str]:
    """One list of `references/words/claims.yaml` as a pattern for lower-case text."""
    listed = [str(word) for word in knowledge.yaml("words/claims.yaml")[key]]
    whole = any_of(word for word in listed if not word.endswith("*"))
    beginnings = begins(word.rstrip("*") for word in listed if word.endswith("*"))
    return re.compile(f"{whole.pattern}|{beginnings.pattern}")


@cache
def ignored() -> frozenset[str]:
    """Words that do not tell one thing from another."""
    return frozenset(str(table()["ignored"]).split())


@cache
def headings(part: str) -> frozenset[str]:
    """The titles, lower case, under which a part of a decision record stands."""
    return frozenset(str(title) for title in table()["headings"][part])
