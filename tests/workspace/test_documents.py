"""Headings, sections and anchors, held to what a full Markdown parser finds."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from intent_tui.workspace.documents import front_matter, headings, section, slug


def _found(text: str) -> list[tuple[int, int]]:
    return [(found.line, found.level) for found in headings(text.split("\n"))]


def _parsed(text: str) -> list[tuple[int, int]]:
    """Line and level of each heading of the document itself, as markdown-it has them."""
    return [
        (token.map[0] + 1, int(token.tag[1]))
        for token in MarkdownIt("commonmark").parse(text)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


LINES = [
    "", "", "", "# one", "## two ##", "### three #x", "#no", "####### seven", "#", "   # in three",
    "    # in four", "text", "more text", "===", "---", "   ---", "    ---", "- - -", "***", "--",
    "=", "```", "```py", "````", "~~~", "``` a`b", "> quote", "> # in quote", ">", "- item",
    "- # in item", "  under item", "   under", "  ---", "  # in item too", "1. first", "2. second",
    "   of first", "-", "* ", "+ plus", "<!-- open", "close -->", "<!-- both -->", "<div>",
    "</div>",
    "<b>bold</b>", "<script>", "</script>", "<span>", "\\# no", "\t# tab", "-\ttabbed", "    code",
    "[a]: /b", "[a]: /b 'c'", "a | b", "--- | ---", "<?php", "?>", "  ```", "- ```", "> ```", "`x`",
    "-   wide", "    deep", "> - both", "1) paren", "10. ten", "# 中文", "<pre>", "</pre>", "+++",
]  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=9))
@example(["- item", "text", "---"])
@example(["text", "- # in item", "  # in item too"])
@example(["> quote", "text", "==="])
@example(["[a]: /b", "==="])
@example(["[a]: /b", "text", "---"])
@example(["- ```", "# one", "```"])
def test_the_scanner_finds_what_a_parser_finds(lines):
    text = "\n".join(["", *lines])  # a first blank line, so that nothing is front matter
    assert _found(text) == _parsed(text)


def test_titles_lose_their_markup():
    lines = [
        "# **Bold** and `code`", "", "## A [link](http://x.y) here ##", "", "### snake_case _kept_",
        "", "Two", "lines", "---", "", r"# \# escaped \*", "", "# <a name='x'></a>Tag",
    ]  # fmt: skip
    assert [found.title for found in headings(lines)] == [
        "Bold and code", "A link here", "snake_case kept", "Two lines", "# escaped *", "Tag",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Cache policy", "cache-policy"),
        ("What's new in 2.0?", "whats-new-in-20"),
        ("退款 政策", "退款-政策"),
        ("Größe & Maß", "größe--maß"),
        ("snake_case-and-dash", "snake_case-and-dash"),
        ("हिन्दी", "हिन्दी"),
        ("!?", ""),
    ],
)
def test_anchors(title, anchor):
    assert slug(title) == anchor


def test_equal_headings_get_numbers_and_never_the_same():
    lines = ["# Notes", "# Notes", "# notes", "# Notes 1", "# 说明", "# 说明"]
    assert [found.slug for found in headings(lines)] == [
        "notes", "notes-1", "notes-2", "notes-1-1", "说明", "说明-1",
    ]  # fmt: skip


@given(st.lists(st.sampled_from(["a", "A", "a 1", "a-1", "a 1 1", "b", "!"]), max_size=12))
def test_anchors_are_unique(titles):
    anchors = [found.slug for found in headings([f"# {title}" for title in titles])]
    assert len(anchors) == len(titles) == len(set(anchors))


PAGE = ["---", "title: 'Export: all'", "owner: Bo", "tags:", "  - one", "  - two", "empty:",
        "---", "", "# Head", "text", "## Sub", "more", "# Next", "end"]  # fmt: skip


def test_front_matter_is_no_content_and_lines_stay_right():
    assert [(found.line, found.title) for found in headings(PAGE)] == [
        (10, "Head"), (12, "Sub"), (14, "Next"),
    ]  # fmt: skip
    assert front_matter(PAGE) == {
        "title": "Export: all", "owner": "Bo", "tags": "one, two", "empty": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["text"],
        ["---", "", "Some prose.", "", "---"],
        ["---", "never: closed"],
        [" ---", "a: b", "---"],
    ],
)
def test_what_is_not_front_matter(lines):
    assert front_matter(lines) == {}


def test_a_rule_at_the_top_hides_no_heading():
    assert _found("---\n\n# Real\n\n---\n") == [(3, 1)]


def test_sections():
    assert section(PAGE, 11) == (10, 13)
    assert section(PAGE, 12) == (12, 13)
    assert section(PAGE, 15) == (14, 15)
    assert section(PAGE, 9) == (1, 9)
    assert section([], 1) == (1, 1)


@given(st.lists(st.sampled_from(LINES), max_size=12), st.integers(min_value=1, max_value=12))
def test_a_section_holds_its_line(lines, line):
    if line <= len(lines):
        start, end = section(lines, line)
        assert 1 <= start <= line <= end <= len(lines)


@pytest.mark.parametrize(
    "lines",
    [
        [">" * 1000 + " deep"] * 50,
        ["- " * 300 + "deep"] * 50,
        ["x" * 2_000_000],
        ["| a " * 100_000],
        ["[" * 100_000],
        ["#" * 100_000],
        ["# " + "*_`[" * 50_000],
        ["# " + "_a " * 20_000],
        ["# " + "<a" * 50_000],
        ["- - " * 50_000],
        ["[" + "\\" * 100_000 + ": x", "==="],
        ["[" + "a " * 50_000 + "]: x", "==="],
        ["---", *["a: b"] * 100_000],
        ["text"] * 100_000 + ["---"],
    ],
)
def test_hostile_text_is_answered_soon(lines):
    import time

    begin = time.process_time()
    headings(lines)
    front_matter(lines)
    assert time.process_time() - begin < 4
