"""Languages are told apart, words fold alike on both sides, sentences come from catalogues."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.language import catalogue, stems
from intent_tui.language.detect import LANGUAGES, detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("put a cache in front of the invoice list", "en"),
        ("给发票列表加缓存", "zh"),
        ("请把 GET /invoices 的结果缓存 120 秒", "zh"),
        ("請求書の一覧にキャッシュを追加してください", "ja"),
        ("청구서 목록에 캐시를 추가해 주세요", "ko"),
        ("добавь кэш для списка счетов", "ru"),
        ("Füge der Rechnungsliste einen Cache hinzu", "de"),
        ("Ajoute un cache devant la liste des factures", "fr"),
        ("Añade una caché a la lista de facturas", "es"),
        ("Adicione um cache na lista de faturas", "pt"),
        ("rename read_rows to load_rows", "en"),
        ("the title says 你好, show it", "en"),
        ("", "en"),
        ("12345", "en"),
    ],
)
def test_detect(text: str, language: str) -> None:
    assert detect(text) == language


@given(st.text(max_size=80))
def test_detect_always_names_a_language(text: str) -> None:
    assert detect(text) in LANGUAGES


@pytest.mark.parametrize(
    "family",
    [
        ("cache", "caches", "cached", "caching"),
        ("retry", "retries", "retried", "retrying"),
        ("invalidate", "invalidates", "invalidation", "invalidating"),
        ("limit", "limits", "limited", "limiting"),
        ("drop", "dropped", "dropping", "drops"),
        ("category", "categories"),
    ],
)
def test_a_family_has_one_stem(family: tuple[str, ...]) -> None:
    assert len({stems.stem(word) for word in family}) == 1


def test_different_words_keep_different_stems() -> None:
    words = ("string", "user", "speed", "feed", "status", "setting", "set", "position", "post")
    assert len({stems.stem(word) for word in words}) == len(words)


@pytest.mark.parametrize(
    ("language", "family"),
    [
        ("de", ("löschen", "lösche", "löscht")),
        ("fr", ("supprimer", "supprime", "supprimez")),
        ("es", ("eliminar", "elimina", "eliminan")),
        ("pt", ("remover", "remova", "removem")),
        ("ru", ("удалить", "удалите")),
    ],
)
def test_other_languages_fold_too(language: str, family: tuple[str, ...]) -> None:
    assert len({stems.stem(word, language) for word in family}) == 1


def test_parts_of_identifiers() -> None:
    assert stems.parts("loadRowByID") == ("load", "row", "by", "id")
    assert stems.parts("MAX_ROW_COUNT") == ("max", "row", "count")
    assert stems.parts("HTTPServer-v2") == ("http", "server", "v", "2")
    assert stems.parts("src/rows/list.py") == ("src", "rows", "list", "py")


def test_fold_brings_plural_and_singular_together() -> None:
    for many, one in (
        ("invoices", "invoice"),
        ("categories", "category"),
        ("caches", "cache"),
        ("boxes", "box"),
        ("people", "person"),
        ("status", "status"),
    ):
        assert stems.fold(many) == stems.fold(one)


def test_words_of_a_text_without_blanks() -> None:
    assert stems.words("给发票列表加缓存 GET /rows", "zh") == ("发票列表", "缓存", "get", "rows")
    assert stems.words("Sort the rows, please") == ("sort", "the", "rows", "please")


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_words_and_stems_take_any_text(text: str, language: str) -> None:
    for word in stems.words(text, language):
        assert word == word.lower()
        stems.stem(word, language)
    stems.parts(text)
    stems.fold(text)


def test_a_missing_key_is_said_in_english() -> None:
    english = catalogue.messages("en")
    key = sorted(english)[0]
    assert catalogue.messages("xx") == {}
    slots = dict.fromkeys(catalogue.slots(english[key]), "")
    assert catalogue.say("xx", key, **slots) == catalogue.say("en", key, **slots)


def test_an_unknown_key_is_the_callers_fault() -> None:
    with pytest.raises(KeyError):
        catalogue.say("en", "no.such.key")


def test_slots_are_filled_as_they_are() -> None:
    flat = catalogue.flatten({"a": {"b": "x {name}"}, "c": "d"})
    assert flat == {"a.b": "x {name}", "c": "d"}
    assert flat["a.b"].format_map({"name": "{y}"}) == "x {y}"
