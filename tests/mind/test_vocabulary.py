"""Every entry of the vocabulary is proved by its examples: there it orders its class, there not."""

from __future__ import annotations

import pytest

from intent_tui.language.detect import LANGUAGES
from intent_tui.language.vocabulary import Group, filled, with_examples
from intent_tui.mind.offline.reading_classes import every_class
from intent_tui.mind.offline.text import read

HAVE_EXAMPLES = [language for language in LANGUAGES if language in ("en", "de", "fr", "es", "pt", "ru")]


def _classes(said: str, language: str) -> set[str]:
    return {effect.name for effect in read(said, language).effects}


def _groups(language: str, name: str) -> list[Group]:
    return [group for group in with_examples(language) if group.name == name]


@pytest.mark.parametrize("language", HAVE_EXAMPLES)
@pytest.mark.parametrize("name", list(every_class()))
def test_an_entry_orders_its_class_where_its_example_says_so(language: str, name: str) -> None:
    unread = [
        f"{language}.txt:{group.line} {filled(example, word)}"
        for group in _groups(language, name)
        for word in group.words
        for example in group.found_in
        if name not in _classes(filled(example, word), language)
    ]
    assert unread == []


@pytest.mark.parametrize("language", HAVE_EXAMPLES)
@pytest.mark.parametrize("name", list(every_class()))
def test_an_entry_orders_nothing_where_its_example_says_so(language: str, name: str) -> None:
    misread = [
        f"{language}.txt:{group.line} {filled(example, word)}"
        for group in _groups(language, name)
        for word in group.words
        for example in group.absent_from
        if name in _classes(filled(example, word), language)
    ]
    assert misread == []


@pytest.mark.parametrize("language", HAVE_EXAMPLES)
def test_every_group_has_an_example_of_both_kinds(language: str) -> None:
    bare = [group.line for group in with_examples(language) if not _shown(group)]
    assert bare == []


def _shown(group: Group) -> bool:
    """A word that is no entry where it stands otherwise is an example against it as well."""
    return bool(group.absent_from) and any("~" in said for said in group.found_in)
