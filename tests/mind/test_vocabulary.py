"""Every entry of the vocabulary is proved by its examples: there it orders its class, there not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base import knowledge
from intent_tui.language.detect import LANGUAGES
from intent_tui.language.vocabulary import Group, filled, listed, with_examples
from intent_tui.mind.offline.reading_classes import every_class
from intent_tui.mind.offline.reading_phrases import phrases, runs
from intent_tui.mind.offline.text import read


def _classes(said: str, language: str) -> set[str]:
    return {effect.name for effect in read(said, language).effects}


def _groups(language: str, name: str) -> list[Group]:
    return [group for group in with_examples(language) if group.name == name]


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_has_an_example_of_both_kinds(language: str) -> None:
    bare = [group.line for group in with_examples(language) if not _shown(group)]
    assert bare == []


def _shown(group: Group) -> bool:
    """A word that is no entry where it stands otherwise is an example against it as well."""
    return bool(group.absent_from) and any("~" in said for said in group.found_in)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_belongs_to_one_class(language: str) -> None:
    owners: dict[tuple[str, str], str] = {}
    for group in listed(language):
        for word in group.words:
            owner = owners.setdefault((group.form, word), group.name)
            assert owner == group.name, f"{word}: {owner} and {group.name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_knows_enough_ways_to_say_each_change(language: str) -> None:
    known = dict.fromkeys(every_class(), 0)
    for group in listed(language):
        known[group.name] += len(group.words)
    assert min(known.values()) >= 15
    assert sum(known.values()) >= 1000


def test_a_line_that_is_neither_entry_nor_example_is_refused() -> None:
    file = "vocabulary/en.txt"
    layer = knowledge.Layer("here", {file: "[fix]\nverb: mend\n  * Mend it.\n"})
    knowledge.use((layer,))
    try:
        with pytest.raises(ValueError, match=r"en\.txt:3"):
            with_examples("en")
    finally:
        knowledge.use(())


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Throw the expired vouchers of winter away", "remove"),
        ("Could you keep an eye on the cellar sensor?", "signal"),
        ("The old price list is to be done away with soon; wind down the shop page", "remove"),
        ("We should put a lid on the invitations a teacher sends", "limit"),
    ],
)
def test_a_phrase_is_heard_round_what_it_is_about(said: str, name: str) -> None:
    assert name in _classes(said, "en")


@pytest.mark.parametrize(
    "said",
    [
        "Rename the scrap yard page",
        "Somebody had to get rid of the queue last year. Rename the button.",
        "Rename the page that people usually clear out",
    ],
)
def test_a_phrase_that_tells_orders_nothing(said: str) -> None:
    assert "remove" not in _classes(said, "en")


_WORD = st.text("abcde …|*", min_size=1, max_size=12).map(lambda said: " ".join(said.split()))


@given(
    st.lists(_WORD.filter(lambda said: bool(said) and said[0] not in "…|*"), max_size=6),
    st.lists(st.sampled_from(["a", "b", "ab", "cde", ",", "e"]), max_size=30),
)
def test_phrases_end_inside_the_sentence(entries: list[str], words: list[str]) -> None:
    table = phrases([("fix", entry) for entry in entries])
    for place in range(len(words)):
        found = table.at(words, place)
        assert found is None or place < found[1] <= len(words)


@given(
    st.lists(st.text("删除日志的", min_size=1, max_size=4), max_size=8),
    st.text("删除日志的改", max_size=40),
)
def test_runs_lie_side_by_side(words: list[str], text: str) -> None:
    table = runs(words)
    end = 0
    for found in table.finditer(text):
        assert found.start() >= end
        end = found.end()
        assert text[found.start() : end] == found.group()
        assert found.group() in words
    assert len(table.blanked(text, words)) == len(text)
