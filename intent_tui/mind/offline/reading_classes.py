"""The effect classes of references/effects.yaml, ready to be matched in one language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.language.stems import plain, stem
from intent_tui.mind.offline.reading_lexicon import RUNS, compiled

ANY_KIND: Final = "*"


@dataclass(frozen=True, slots=True)
class EffectClass:
    """What is true of a class of change whatever words say it."""

    name: str
    weight: int
    fallible: bool
    irreversible: frozenset[str]
    """Kinds of object for which it cannot be taken back; `*` for all."""


@dataclass(frozen=True, slots=True)
class Classes:
    """The words of all classes in one language."""

    language: str
    verbs: dict[str, str]
    nouns: dict[str, str]
    phrases: tuple[tuple[str, re.Pattern[str]], ...]
    steps: dict[str, frozenset[str]]
    run: re.Pattern[str] | None
    whole: frozenset[str] = field(default_factory=frozenset)

    def verb(self, word: str) -> str | None:
        """The class the word orders, or None."""
        return self.verbs.get(stem(word, self.language))

    def noun(self, word: str) -> str | None:
        """The class the word names as a thing, or None."""
        return self.nouns.get(stem(word, self.language))

    def at(self, text: str, place: int) -> str | None:
        """The class of the run that starts at this place (languages without blanks)."""
        found = self.run.match(text, place) if self.run else None
        return self.of(found.group()) if found else None

    def of(self, run: str) -> str | None:
        """The class of a matched run, whether it acts or names."""
        return self.verbs.get(run) or self.nouns.get(run)

    def commands(self, word: str) -> bool:
        """Whether this very form stands in the table: infinitives and imperatives do."""
        return plain(word.lower()) in self.whole


@cache
def every_class() -> dict[str, EffectClass]:
    """All classes by name, in the order of the file."""
    return {
        name: EffectClass(
            name,
            int(entry["weight"]),
            bool(entry.get("fallible", False)),
            frozenset(entry.get("irreversible") or ()),
        )
        for name, entry in _data().items()
    }


def _data() -> dict[str, Any]:
    data: dict[str, Any] = knowledge.yaml("effects.yaml")
    return data


@cache
def classes(language: str) -> Classes:
    """The words of all classes in a language."""
    verbs: dict[str, str] = {}
    nouns: dict[str, str] = {}
    phrases: list[tuple[str, re.Pattern[str]]] = []
    steps: dict[str, frozenset[str]] = {}
    whole: set[str] = set()
    runs = language in RUNS
    for name, entry in _data().items():
        own = entry.get(language) or {}
        if isinstance(own, str):
            own = {"verb": own}
        for word in _listed(own.get("verb")):
            verbs.setdefault(word if runs else stem(word, language), name)
            whole.add(plain(word))
        for word in _listed(own.get("noun")):
            nouns.setdefault(word if runs else stem(word, language), name)
        if own.get("phrase"):
            phrases.append((name, compiled(str(own["phrase"]), language)))
        steps[name] = frozenset(_steps(entry, own, language))
    run = _run_pattern([*verbs, *nouns]) if runs else None
    return Classes(language, verbs, nouns, tuple(phrases), steps, run, frozenset(whole))


def _listed(value: object) -> list[str]:
    return [word.replace("_", " ") for word in str(value or "").lower().split()]


def _steps(entry: dict[str, Any], own: dict[str, Any], language: str) -> list[str]:
    said = (entry.get("steps") or {}).get(language)
    listed = [*_listed(said), *_listed(own.get("verb")), *_listed(own.get("noun"))]
    return listed if language in RUNS else [stem(word, language) for word in listed]


def _run_pattern(words: list[str]) -> re.Pattern[str]:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return re.compile("|".join(re.escape(word) for word in longest_first))
