"""What a terminal would obey is shown; everything else is left letter for letter."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base.display import CUT, cells, cut, visible, visible_line

ANY = st.text(alphabet=st.characters())


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("a\u202egnp.exe", r"a\u202egnp.exe"),
        ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
        ("\x9b31m", r"\x9b31m"),
        ("lone \ud800 and byte \udcff", r"lone \ud800 and byte \xff"),
        ("tag \U000e0041", r"tag \U000e0041"),
        ("line\u2028sep\x00", r"line\u2028sep\x00"),
        ("plain [b] 中文 é \\ ~", "plain [b] 中文 é \\ ~"),
        ("two\nlines\tand", "two\nlines\tand"),
    ],
)
def test_visible(given_text, shown):
    assert visible(given_text) == shown


def test_one_row_has_no_newline():
    assert visible_line("a\r\nb\tc") == r"a\x0d\nb c"


@given(ANY)
def test_nothing_a_terminal_obeys_is_left(text):
    shown = visible_line(text)
    assert not any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in shown)
    assert not any(unicodedata.bidirectional(c) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI",
                   "RLI", "FSI", "PDI"} for c in shown)  # fmt: skip
    shown.encode()


@given(st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N", "P", "S"])))
def test_ordinary_text_is_untouched(text):
    hidden = {"\u3164", "\uffa0", "\u115f", "\u1160", "\ufffc", "\ufffd"}
    if hidden.isdisjoint(text):
        assert visible(text) == text


def test_cells():
    assert [cells(t) for t in ("abc", "中文", "e\u0301", "ｱ", "", "한국어")] == [3, 4, 1, 1, 0, 6]


def test_cut():
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdef", 5) == "abcd»"
    assert cut("中文字", 5) == "中文»"
    assert cut("中文字", 4) == "中»"
    assert (cut("abc", 1), cut("abc", 0), cut("", 3)) == ("»", "", "")


@given(ANY, st.integers(min_value=-1, max_value=40))
def test_a_cut_text_fits_and_is_a_beginning(text, width):
    result = cut(text, width)
    assert cells(result) <= max(0, width)
    if result != text:
        assert result == "" or (result.endswith(CUT) and text.startswith(result[:-1]))
