"""Which rule a constraint calls for, told by its words (`references/words/verify.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from intent_tui.base import knowledge


def table() -> Mapping[str, Any]:
    """The lists as they stand in the file."""
    found: Mapping[str, Any] = knowledge.yaml("words/verify.yaml")
    return found


@cache
def _pattern(key: str) -> re.Pattern[str]:
    value: Any = table()
    for step in key.split("."):
        value = value[step]
    return words(value)


def words(listed: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, where one begins; in scripts without blanks anywhere."""
    ordered = sorted({str(word).lower() for word in listed}, key=lambda word: (-len(word), word))
    parts = (
        re.escape(word) if word[:1] >= "ᄀ" else rf"(?<!\w){re.escape(word)}" for word in ordered
    )
    return re.compile("|".join(parts) or r"(?!)")


def says(key: str, text: str) -> bool:
    """Whether the text holds a word of a list; a dot leads into a section."""
    return _pattern(key).search(text.lower().replace("’", "'")) is not None


@cache
def consequences() -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """What may happen when something fails: how people say it, and how code looks that does it."""
    return {
        name: (words(row["words"]), re.compile("|".join(row["code"])))
        for name, row in table()["consequences"].items()
    }


@cache
def failing_code() -> re.Pattern[str]:
    """How a branch for a failure begins in code."""
    return re.compile("|".join(table()["failing_code"]))
