"""The reading of a command line, the choice of a face, and the page made from the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base.problem import Problem
from intent_tui.cli import pages
from intent_tui.cli.face import Terminal, choose
from intent_tui.cli.options import Verb, parse
from intent_tui.cli.verbs import APP, BY_NAME, VERBS, overview, page

GRILL = BY_NAME["grill"]
SCREEN = Terminal(keyboard=True, screen=True, encoding="UTF-8")
DRAWS = {"TERM": "xterm-256color"}


def refusal(verb: Verb, arguments: list[str]) -> Problem | None:
    """The refusal of these arguments, or None when they are read."""
    try:
        parse(verb, arguments)
    except Problem as problem:
        return problem
    return None


@given(st.lists(st.text(), max_size=6))
def test_any_arguments_are_read_or_refused_in_words(arguments: list[str]):
    for verb in (APP, *VERBS):
        problem = refusal(verb, arguments)
        assert problem is None or (problem.exit_code == 2 and problem.what)


@given(st.text(), st.lists(st.text(alphabet="ab -=", min_size=1), max_size=4))
def test_what_stands_after_two_dashes_is_taken_as_it_is(request_text: str, answers: list[str]):
    line = [part for answer in answers for part in ("--answer", answer)]
    parsed = parse(GRILL, [*line, "--json", "--", request_text])
    assert parsed.words == (request_text,)
    assert parsed.all("--answer") == tuple(answers)
    assert parsed.on("--json")


def test_a_value_may_begin_with_a_dash_and_the_last_one_wins():
    parsed = parse(GRILL, ["x", "--answer=-1", "--answer", "-2", "--lang", "en", "--lang=de"])
    assert parsed.all("--answer") == ("-1", "-2")
    assert parsed.value("--lang") == "de"


def test_a_request_that_begins_with_a_dash_is_one_when_it_has_a_blank():
    assert parse(GRILL, ["- drop the old flag"]).words == ("- drop the old flag",)


@pytest.mark.parametrize(
    ("plain", "environ", "terminal", "face", "said"),
    [
        (False, DRAWS, SCREEN, "app", ""),
        (True, DRAWS, SCREEN, "plain", ""),
        (True, {}, Terminal(False, False, ""), "plain", ""),
        (False, {**DRAWS, "ACCESSIBLE": "1"}, SCREEN, "plain", ""),
        (False, {**DRAWS, "ACCESSIBLE": "0"}, SCREEN, "app", ""),
        (False, {"TERM": "dumb"}, SCREEN, "plain", "TERM=dumb"),
        (False, {}, SCREEN, "plain", "TERM is not set"),
        (False, DRAWS, Terminal(True, True, "iso8859-1"), "plain", "iso8859-1"),
        (False, DRAWS, Terminal(True, True, "utf8"), "app", ""),
    ],
)
def test_the_face_follows_from_the_environment(
    plain: bool, environ: dict[str, str], terminal: Terminal, face: str, said: str
):
    choice = choose(plain, environ, terminal)
    assert choice.face == face
    assert said in choice.said
    assert bool(choice.said) is bool(said)


@pytest.mark.parametrize(
    "terminal", [Terminal(False, True, "utf-8"), Terminal(True, False, "utf-8")]
)
def test_without_a_terminal_there_is_no_face(terminal: Terminal):
    with pytest.raises(Problem, match="no terminal") as caught:
        choose(False, DRAWS, terminal)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "made"), [("verbs.md", pages.verbs_page), ("keys.md", pages.keys_page)]
)
def test_the_pages_are_made_from_their_tables(name: str, made: Callable[[], str]):
    shown = Path(__file__).parents[2] / "docs" / name
    assert shown.read_text(encoding="utf-8") == made()


def test_every_page_fits_80_columns_and_names_its_options():
    for verb in VERBS:
        text = page(verb)
        assert max(map(len, text.splitlines())) <= 80
        assert all(option.name in text for option in verb.options)
    assert max(map(len, overview().splitlines())) <= 80
