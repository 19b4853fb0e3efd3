"""The day and the moment of a run, and what is said of those that are none."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime

import pytest

from intent_tui.base.clock import now, today
from intent_tui.base.problem import Exit, Problem


@pytest.fixture(autouse=True)
def _no_fixed_time(monkeypatch):
    monkeypatch.delenv("INTENT_TUI_TODAY", raising=False)
    monkeypatch.delenv("INTENT_TUI_NOW", raising=False)


def test_the_option_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("INTENT_TUI_TODAY", "2031-05-06")
    assert today("2030-01-31") == date(2030, 1, 31)
    assert today() == date(2031, 5, 6)


def test_a_fixed_moment_gives_the_day_too(monkeypatch):
    monkeypatch.setenv("INTENT_TUI_NOW", "2030-01-31T23:30:00-02:00")
    assert now() == datetime(2030, 2, 1, 1, 30, tzinfo=UTC)
    assert today() == date(2030, 2, 1)
    monkeypatch.setenv("INTENT_TUI_NOW", "2030-01-31T09:00:00")
    assert now() == datetime(2030, 1, 31, 9, tzinfo=UTC)


def test_without_any_it_is_the_real_time():
    before = datetime.now(UTC)
    assert before <= now() <= datetime.now(UTC)
    assert abs((today() - before.date()).days) <= 1


@pytest.mark.parametrize(
    "text", ["", "2030-02-30", "20300131", "31.01.2030", "2030-W05-1", "today"]
)
def test_a_bad_date_is_named(text):
    with pytest.raises(Problem, match="is not a date") as caught:
        today(text)
    assert caught.value.exit_code is Exit.USAGE
    assert repr(text) in caught.value.what
    assert caught.value.next_step


def test_a_bad_environment_is_named(monkeypatch):
    monkeypatch.setenv("INTENT_TUI_TODAY", "soon")
    with pytest.raises(Problem, match="INTENT_TUI_TODAY is not a date"):
        today()
    monkeypatch.setenv("INTENT_TUI_NOW", "later")
    with pytest.raises(Problem, match="INTENT_TUI_NOW is not a moment"):
        now()
    assert "INTENT_TUI_NOW" in os.environ
