"""The tables behind the reading: complete, compilable, and without an entry that cannot matter."""

from __future__ import annotations

import pytest

from intent_tui.base import knowledge
from intent_tui.language.detect import LANGUAGES
from intent_tui.language.vocabulary import listed
from intent_tui.mind.offline.reading_classes import classes, every_class
from intent_tui.mind.offline.reading_lexicon import lexicon
from intent_tui.mind.offline.text import read

NEEDED = (
    *("interrogative", "question_idiom", "polite", "wish", "symptom", "condition", "failure"),
    *("completion", "means", "keep", "negation", "taste", "trivial", "record_nouns", "kinds"),
    "target",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_forms_and_they_compile(language: str) -> None:
    tables = lexicon(language)
    assert [key for key in NEEDED if not tables.data.get(key)] == []
    for key, value in tables.data.items():
        for part in value if isinstance(value, dict) else ("",):
            assert not tables.pattern(key, part).fullmatch("\x00")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_has_words_in_every_language(language: str) -> None:
    table = classes(language)
    known = {*table.verbs.values(), *table.nouns.values(), *(name for name, _ in table.phrases)}
    assert known == set(every_class())


@pytest.mark.parametrize(
    "name", [name for name in every_class() if name not in ("widen", "option")]
)
def test_an_english_ordering_word_orders_its_class(name: str) -> None:
    groups = [group for group in listed("en") if (group.name, group.form) == (name, "verb")]
    verbs = [word for group in groups for word in group.words]
    read_as = [read(f"{verb} the pigeons").effects for verb in verbs if verb.isalpha()]
    named = sum(bool(found) and found[0].name == name for found in read_as)
    assert named >= 0.8 * len(read_as)


@pytest.mark.parametrize("axis", list(knowledge.yaml("defects.yaml")["axes"]))
def test_an_axis_has_two_poles_in_both_main_languages(axis: str) -> None:
    entry = knowledge.yaml("defects.yaml")["axes"][axis]
    poles = [key for key in entry if key not in ("cancelled", "strict")]
    assert len(poles) == 2
    assert all(entry[pole].get("en") and entry[pole].get("zh") for pole in poles)


@pytest.mark.parametrize("family", list(knowledge.yaml("defects.yaml")["families"]))
def test_a_family_can_be_cancelled(family: str) -> None:
    entry = knowledge.yaml("defects.yaml")["families"][family]
    assert entry["en"]
    assert entry["zh"]
    assert entry["cancelled"]["en"]
    assert len(entry["readings"]) >= 2
