"""The tables of one language, compiled when they are first used.

A pattern that a language does not have never matches, so that every step can be written once.
Languages with blanks get word boundaries round each pattern; Chinese, Japanese and Korean match
inside a run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.language.stems import plain, stem

CODE: Final = "\ue000"
"""What every character of masked code is replaced by: same width, no letter."""

RUNS: Final = frozenset({"zh", "ja", "ko"})
"""Languages whose words are not (reliably) separated by blanks."""

NUMBER: Final = r"\d[\d.,]*"
_NEVER: Final = re.compile(r"(?!)")


@dataclass(slots=True)
class Lexicon:
    """The word tables of one language."""

    language: str
    data: dict[str, Any]
    _patterns: dict[str, re.Pattern[str]] = field(default_factory=dict)
    _words: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def runs(self) -> bool:
        """Words are matched inside runs of characters."""
        return self.language in RUNS

    def pattern(self, key: str, part: str = "") -> re.Pattern[str]:
        """The alternatives under a key as one pattern; `part` picks one entry of a mapping."""
        name = f"{key}.{part}" if part else key
        found = self._patterns.get(name)
        if found is None:
            value = self.data.get(key) or ""
            if part:
                value = value.get(part, "") if isinstance(value, dict) else ""
            found = self._patterns[name] = compiled(str(value), self.language)
        return found

    def has(self, key: str, text: str) -> bool:
        """Whether the pattern occurs in the text."""
        return self.pattern(key).search(text) is not None

    def words(self, key: str) -> frozenset[str]:
        """The words under a key, lower case."""
        found = self._words.get(key)
        if found is None:
            found = self._words[key] = frozenset(str(self.data.get(key) or "").lower().split())
        return found

    def kinds(self) -> dict[str, frozenset[str]]:
        """Object kinds, each with the stems of its nouns."""
        entries = self.data.get("kinds") or {}
        for name, listed in entries.items():
            key = f"kinds.{name}"
            if key not in self._words:
                self._words[key] = frozenset(
                    plain(word) if self.runs else stem(word, self.language)
                    for word in str(listed).lower().split()
                )
        return {name: self._words[f"kinds.{name}"] for name in entries}


def compiled(alternatives: str, language: str) -> re.Pattern[str]:
    """Alternatives, one a line, as one pattern; nothing gives a pattern that never matches."""
    lines = [line.strip() for line in alternatives.splitlines() if line.strip()]
    if not lines:
        return _NEVER
    body = "|".join(lines).replace("{code}", f"{CODE}+").replace("{n}", NUMBER)
    if language not in RUNS:
        body = rf"(?<!\w)(?:{body})(?!\w)"
    return re.compile(body)


@cache
def lexicon(language: str) -> Lexicon:
    """The tables of a language."""
    known = language in knowledge.names("words")
    return Lexicon(language, knowledge.yaml(f"words/{language}.yaml") if known else {})
