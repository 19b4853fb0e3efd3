"""Themes: shipped ones can be read on the terminals they are for, broken ones say what is wrong."""

from __future__ import annotations

import os
import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from scripting import REQUEST, Stage

from intent_tui.app import theme
from intent_tui.base import knowledge
from intent_tui.base.problem import Problem

GOOD = (knowledge.folder("themes") / "intent-dark.yaml").read_text()
ASSUMED = {True: ("#1e1e1e", "#d4d4d4"), False: ("#ffffff", "#1c1c1c")}
"""Paper and ink of a common terminal, dark or light, for themes that leave them to it."""


def light(colour: str) -> float:
    """Relative luminance as the web guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio between two colours."""
    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", theme.names())
def test_a_shipped_theme_is_yaml_and_reads_the_same_by_our_reader(name: str) -> None:
    text = (knowledge.folder("themes") / f"{name}.yaml").read_text()
    mine, other = theme.load(name), yaml.safe_load(text)
    assert mine.name == name == other["name"]
    assert mine.dark == other["dark"]
    assert mine.heading_style == other["heading-style"]
    assert mine.colours == other["colours"]


@pytest.mark.parametrize("name", [one for one in theme.names() if one != theme.NO_COLOUR])
def test_every_text_can_be_read(name: str) -> None:
    given = theme.load(name)
    paper, ink = ASSUMED[given.dark]
    colours = dict(given.colours)
    colours["paper"] = paper if colours["paper"] == "ansi_default" else colours["paper"]
    colours["ink"] = ink if colours["ink"] == "ansi_default" else colours["ink"]
    least = 7.0 if name == "high-contrast" else 4.5
    for tone in ("ink", *theme.MEANINGS):
        assert contrast(colours[tone], colours["paper"]) >= least, tone
    assert contrast(colours["heading-ink"], colours["heading-paper"]) >= least


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "intent-dark"),
        ({"NO_COLOR": "1"}, "mono"),
        ({"NO_COLOR": ""}, "mono"),
        ({"COLORFGBG": "0;15"}, "intent-light"),
        ({"COLORFGBG": "15;default;0"}, "intent-dark"),
        ({"COLORFGBG": "nonsense"}, "intent-dark"),
    ],
)
def test_the_terminal_chooses(environ: dict[str, str], name: str) -> None:
    assert theme.chosen(environ) == name


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('found: "#7fc48a"', 'found: "#7fc48"', "found is no colour"),
        ('found: "#7fc48a"', "found: red", "found is no colour"),
        ('  found: "#7fc48a"\n', "", '"found" is missing'),
        ("dark: true", "dark: maybe", "dark is true or false"),
        ("dark: true", "drak: true", '"dark" is missing'),
        ("heading-style: none", "heading-style: blink", "heading-style"),
        ("colours:", "colours: [", "line 5: not a line of a theme"),
        ("  ink: ansi_default", "   ink: ansi_default", "line 7: not a line of a theme"),
    ],
)
def test_a_broken_theme_says_where(old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(Problem, match=re.escape(said)):
        theme.parse(GOOD.replace(old, new), "mine.yaml")


@given(st.text(max_size=200))
def test_any_other_text_is_a_problem_in_words(text: str) -> None:
    with pytest.raises(Problem) as raised:
        theme.parse(text, "mine.yaml")
    assert raised.value.what.startswith("mine.yaml")


@pytest.mark.parametrize("name", ["nope", "../pyproject", "", "intent-dark.yaml"])
def test_an_unknown_theme_names_those_that_exist(name: str) -> None:
    with pytest.raises(Problem) as raised:
        theme.load(name)
    assert "intent-light" in raised.value.next_step


@pytest.mark.parametrize("name", theme.names())
async def test_every_theme_draws_every_place(name: str) -> None:
    stage = Stage(request=REQUEST, colours=name)
    async with stage.app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            await pilot.pause()
        stage.clock.later()
        await pilot.press("b")
        await pilot.pause()
        assert "❯ B" in stage.text()
        await pilot.press("enter")
        for _ in range(3):
            await pilot.pause()
        assert "ROUTE" in stage.text()


async def test_without_colour_no_colour_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stage = Stage(request=REQUEST, colours=theme.chosen(os.environ))
    async with stage.app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            await pilot.pause()
        for row in stage.app.screen._compositor.render_strips():
            for part in row:
                style = part.style
                if style is not None:
                    for colour in (style.color, style.bgcolor):
                        assert colour is None or colour.is_default, part
