"""Rows of text: nothing is wider than its width, nothing said is lost, nothing is obeyed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripting import LONGEST, QUESTION, asked, opening

from intent_tui.app import commands
from intent_tui.app.pages import facts, question
from intent_tui.app.paper import Span, columns, cut_spans, fit, heading, line, pair, span, wrap
from intent_tui.app.screens.fitting import fitted
from intent_tui.base.display import cells, visible_line
from intent_tui.passes.state import SessionState, reduce

APP = Path(facts.__file__).parent.parent
TEXTS = st.text(
    st.characters(codec="utf-8") | st.sampled_from("[]\\$@\x1b\u202e\u200b包裹ｗ😀\t\n"),
    max_size=80,
)
WIDTHS = st.integers(1, 130)


@given(TEXTS, st.integers(2, 100))
def test_wrapped_rows_fit_and_lose_no_character(text: str, width: int) -> None:
    rows = wrap(text, width)
    assert rows
    assert all(cells(row) <= width for row in rows)
    assert "".join("".join(rows).split(" ")) == "".join(visible_line(text).split(" "))


@given(TEXTS, TEXTS, WIDTHS)
def test_no_row_is_wider_than_the_screen(left: str, right: str, width: int) -> None:
    for row in (
        fit(pair([left], [right], width), width),
        fit(heading(left, right, width), width),
        fit(columns([(left, 9), (right, 12), (left, 0)], [right], width), width),
    ):
        assert row.width <= width


@given(TEXTS)
def test_no_control_character_reaches_a_row(text: str) -> None:
    shown = line(text, Span(text, "found"), span(text)).text
    assert not any(
        character < " " or "\x7f" <= character <= "\x9f" or character in "\u202e\u200b"
        for character in shown
    )


@given(st.lists(TEXTS, max_size=4), st.integers(0, 40))
def test_cut_spans_fit(texts: list[str], width: int) -> None:
    assert sum(cells(one.text) for one in cut_spans(map(span, texts), width)) <= width


@pytest.mark.parametrize("pending", [QUESTION, LONGEST])
@given(
    width=st.integers(20, 140), height=st.integers(3, 40), marked=st.sampled_from(["", "B", "d"])
)
def test_a_question_never_takes_more_rows_than_it_has(
    pending: question.Pending, width: int, height: int, marked: str
) -> None:
    rows = question.rows(pending, marked, width, height)
    assert 1 <= len(rows) <= height
    assert all(row.width <= width for row in rows)


@given(width=st.integers(1, 140), height=st.integers(1, 45), lines=st.integers(1, 3))
def test_all_parts_fit_together(width: int, height: int, lines: int) -> None:
    state = SessionState()
    for event in (*opening(), *asked()):
        state = reduce(state, event)
    plan = fitted(state, "B", width, height, lines, bold=False)
    above = len(plan.head) + lines + 2
    left = len(plan.unknowns) + len(plan.trace_head) + plan.trace_rows
    if plan.side_by_side:
        assert above + max(left, len(plan.question)) <= height
    elif width >= 20 and height >= 8:
        assert above + left + len(plan.question) <= height
    for row in (*plan.head, *plan.unknowns, *plan.trace_head):
        assert row.width <= width


@pytest.mark.parametrize("place", commands.ALL_PLACES)
@pytest.mark.parametrize("width", [12, 20, 40, 80, 120])
def test_footers_fit_and_keep_the_way_to_the_rest(place: commands.Place, width: int) -> None:
    shown = commands.footer(place, width)
    assert cells(shown) <= width - commands.MARGINS
    assert "? help" in shown


def test_no_two_commands_of_a_place_share_a_key_or_differ_by_case_alone() -> None:
    for place in commands.Place.__args__:  # type: ignore[attr-defined]
        keys = [key.lower() for one in commands.at(place) for key in one.keys]
        assert len(keys) == len(set(keys)), place


def test_every_command_is_carried_out_somewhere() -> None:
    sources = "\n".join(path.read_text() for path in sorted(APP.rglob("*.py")))
    lines = {"submit", "newline", "keys", "take", "options", "keep", "leave_line", "interrupt"}
    lists = {"choose", "close_palette", "filter"}
    for command in commands.COMMANDS:
        if command.name not in lines | lists:
            assert f"def do_{command.name}(" in sources, command.name


def test_our_own_words_use_glyphs_of_one_cell_only() -> None:
    allowed = set("✓✗❯›»")
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strange = {one for one in node.value if not one.isascii()} - allowed
                assert not strange, (path.name, strange)


def test_text_never_meets_a_markup_parser() -> None:
    """No widget or call that reads markup is used at all; rows are made of plain segments."""
    reads_markup = {
        "Static", "Label", "Button", "OptionList", "Option", "Select", "RadioButton", "Checkbox",
        "SelectionList", "Collapsible", "notify", "Markdown", "from_markup", "escape",
    }  # fmt: skip
    titles = {"border_title", "border_subtitle", "tooltip"}
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                assert name not in reads_markup, (path.name, name)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                assert node.attr not in titles, (path.name, node.attr)
