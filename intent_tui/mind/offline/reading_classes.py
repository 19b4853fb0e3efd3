"""The effect classes, ready to be matched in one language.

What is true of a class stands in references/effects.yaml, with the patterns that need more than
words; its words stand in references/vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.language import vocabulary
from intent_tui.language.stems import plain, stem
from intent_tui.mind.offline.reading_lexicon import RUNS, compiled
from intent_tui.mind.offline.reading_phrases import (
    Phrases,
    Runs,
    phrases,
    runs,
    wide_phrases,
)

ANY_KIND: Final = "*"
_ELIDED: Final = 2
"""Letters of a word that was shortened before a vowel."""
_JOINED: Final = {
    "es": re.compile(r"(?<=[a-z]{3})(?:[mts]e|nos|l[oae]s?){1,2}$"),
    "pt": re.compile(r"-(?:[mts]e|nos|lhes?|l?[oa]s?)$"),
    "fr": re.compile(r"-(?:l[ea]s?|lui|leur|moi|nous|y|en)$"),
}
"""Pronouns written together with a verb."""
_MADE_OF_VERBS: Final = {
    "de": re.compile(r"ung(?:en)?$"),
    "fr": re.compile(r"(?:tion|sion|ement)s?$"),
    "es": re.compile(r"(?:ci[oó]n|ciones|mientos?)$"),
    "pt": re.compile(r"(?:ção|ções|mentos?)$"),
}
"""Endings that make a noun of a verb."""
_ACTS_IN_RUSSIAN: Final = re.compile(
    r"(?<!ни)(?:ть|ти|чь|ся|сь|йте|ите|й|[еи]м|[её]т|ит|[юяуа]т|[еи]шь|л[аио]?)$"
)
"""Endings that verbs have; a noun made of a verb ends otherwise or holds `ни` before them."""


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
    """Patterns of effects.yaml."""
    steps: dict[str, frozenset[str]]
    run: Runs | None
    idioms: Phrases
    """What takes several words, in languages with blanks."""
    compounds: Phrases
    """Names of things of several words, in languages with blanks."""
    wide: tuple[tuple[str, tuple[str, ...]], ...]
    """What idioms are in languages without."""
    whole: frozenset[str] = field(default_factory=frozenset)
    """The listed forms of the verbs."""
    things: frozenset[str] = field(default_factory=frozenset)
    """The listed forms of the nouns."""

    def verb(self, word: str) -> str | None:
        """The class the word orders, or None."""
        return next((name for each in self._read(word) if (name := self.verbs.get(each))), None)

    def noun(self, word: str) -> str | None:
        """The class the word names as a thing, or None."""
        return self.nouns.get(stem(self._bare(word), self.language))

    def _read(self, word: str) -> Iterator[str]:
        yield stem(self._bare(word), self.language)
        alone = self._alone(word)
        if alone != word:
            yield stem(alone, self.language)

    def _bare(self, word: str) -> str:
        """French: `l'accès` is `accès` behind a shortened article."""
        start, mark, rest = word.partition("'")
        return rest if self.language == "fr" and mark and len(start) <= _ELIDED else word

    def _alone(self, word: str) -> str:
        """A verb without the pronouns written together with it: `bórralo`, `avise-me`."""
        joined = _JOINED.get(self.language)
        # Spanish marks by an accent that a verb has grown.
        if joined is None or (self.language == "es" and word.isascii()):
            return word
        return joined.sub("", plain(word))

    def at(self, text: str, place: int) -> str | None:
        """The class of the run that starts at this place (languages without blanks)."""
        found = self.run.match(text, place) if self.run else None
        return self.of(found.group()) if found else None

    def of(self, run: str) -> str | None:
        """The class of a matched run, whether it acts or names."""
        return self.verbs.get(run) or self.nouns.get(run)

    def names(self, word: str) -> bool:
        """Whether a form whose stem may be a verb's is a noun's, in languages that inflect."""
        if self.language == "en" or self.commands(word):
            return False
        if self.language == "ru" and not _ACTS_IN_RUSSIAN.search(word):
            return True
        made = _MADE_OF_VERBS.get(self.language)
        return word in self.things or (made is not None and made.search(word) is not None)

    def commands(self, word: str) -> bool:
        """Whether this very form stands in the table: infinitives and imperatives do."""
        low = word.lower()
        return plain(low) in self.whole or plain(self._alone(low)) in self.whole


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
    """The words of all classes in a language; a word that two classes list is the first one's."""
    wide = language in RUNS
    words = _words(language)
    verbs: dict[str, str] = {}
    nouns: dict[str, str] = {}
    for table, form in ((verbs, "verb"), (nouns, "noun")):
        for name in every_class():
            for word in words.get((name, form), ()):
                table.setdefault(word if wide or " " in word else stem(word, language), name)
    said = [(name, phrase) for name in every_class() for phrase in words.get((name, "phrase"), ())]
    return Classes(
        language,
        verbs,
        nouns,
        tuple(_patterns(language)),
        {name: _steps(name, language, verbs, nouns) for name in every_class()},
        runs([*verbs, *nouns]) if wide else None,
        phrases(() if wide else said, language),
        phrases((name, word) for word, name in nouns.items() if " " in word and not wide),
        wide_phrases(said if wide else ()),
        frozenset(plain(word) for word in _forms(words, "verb")),
        frozenset(_forms(words, "noun")),
    )


def _forms(words: dict[tuple[str, str], list[str]], wanted: str) -> Iterator[str]:
    return (word for (_, form), listed in words.items() if form == wanted for word in listed)


def _words(language: str) -> dict[tuple[str, str], list[str]]:
    words: dict[tuple[str, str], list[str]] = {}
    for group in vocabulary.listed(language):
        words.setdefault((group.name, group.form), []).extend(group.words)
    return words


def _patterns(language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    for name, entry in _data().items():
        said = (entry.get("phrase") or {}).get(language)
        if said:
            yield name, compiled(str(said), language)


def _steps(
    name: str, language: str, verbs: dict[str, str], nouns: dict[str, str]
) -> frozenset[str]:
    """Stems a failure rule may use for the class: its own words, and what it is made of."""
    said = str((_data()[name].get("steps") or {}).get(language, "")).split()
    more = [word if language in RUNS else stem(word, language) for word in said]
    own = (word for table in (verbs, nouns) for word, owner in table.items() if owner == name)
    return frozenset((*more, *own))
