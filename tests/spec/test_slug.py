from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.spec.slug import normal, slug

SHAPE = re.compile(r"[a-z][a-z0-9_]*")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("print", "label"), "print_label"),
        (("print", "parcel label"), "print_parcel_label"),
        (("Drucke", "Größe"), "drucke_grosse"),
        (("agregar", "dirección"), "agregar_direccion"),
        (("добавить", "отчёт"), "dobavit_otchet"),
        (("εκτύπωση",), "ektyposi"),
        (("2fa", "login"), "request_2fa_login"),
        (("send", "e-mail"), "send_e_mail"),
        (("no",), "no"),
    ],
)
def test_words_in_letters_become_the_name(words, name):
    assert slug(words, "whatever") == name


REQUESTS = {
    "zh": (("打印", "标签"), "给每个包裹打印标签"),
    "ja": (("ラベル", "印刷"), "すべての荷物にラベルを印刷する"),
    "ko": (("라벨", "인쇄"), "모든 소포에 라벨을 인쇄"),
    "ru": (("печатать", "этикетки"), "печатать этикетки для посылок"),
    "el": (("εκτύπωση", "ετικέτας"), "εκτύπωση ετικέτας"),
    "ar": (("طباعة", "ملصق"), "طباعة ملصق لكل طرد"),
    "emoji": ((), "📦🏷️"),
    "none": ((), "label"),
}


def test_every_script_gets_a_usable_different_name():
    names = [slug(words, request) for words, request in REQUESTS.values()]
    assert all(SHAPE.fullmatch(name) and len(name) >= 5 for name in names)
    assert len(set(names)) == len(names)
    assert names == [slug(words, request) for words, request in REQUESTS.values()]


def test_blanks_and_case_do_not_change_the_name():
    assert slug((), "打印 A  标签") == slug((), "打印 a 标签\n")
    assert slug((), "打印标签") != slug((), "打印邮票")


@given(st.lists(st.text(max_size=30), max_size=5), st.text(max_size=60))
def test_any_words_give_a_name(words, request):
    name = slug(words, request)
    assert SHAPE.fullmatch(name)
    assert len(name) <= 64
    assert name == slug(words, request)


@given(st.text(max_size=60))
def test_normal_is_stable(text):
    assert normal(normal(text)) == normal(text)
    assert normal(f"  {text}\n") == normal(text)
