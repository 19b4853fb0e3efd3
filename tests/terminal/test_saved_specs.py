"""Saved specs on screen: the list, the review and its veto, the Intent check."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml
from builders.program import command, run
from builders.terminal import Terminal
from builders.workspaces import build

pytestmark = pytest.mark.terminal

ALONE = 0.5
"""Seconds after which an Escape is no longer the beginning of another key."""


@pytest.fixture
def routed(tmp_path: Path, home: Path) -> tuple[Path, str]:
    """A workspace with one routed spec that was committed, and its name."""
    root = build("service", tmp_path / "service")
    line = ("grill", "add caching to the plant API", "--answer", "A", "--answer", "A", "--json")
    name = run(*line, cwd=root, home=home).json()["spec"]["intent"]
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for words in (["add", "-A"], ["commit", "-qm", "spec"]):
        subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)
    return root, name


def spec_of(root: Path, name: str) -> dict:
    return yaml.safe_load((root / ".intent" / f"{name}.intent.yaml").read_text(encoding="utf-8"))


def opened(root: Path, home: Path, name: str, columns: int, rows: int) -> Terminal:
    """The app, at the review of the spec."""
    terminal = Terminal(command(), cwd=root, home=home, columns=columns, rows=rows)
    terminal.__enter__()
    terminal.wait("What should be done")
    terminal.keys("Escape")
    terminal.rest(ALONE)
    terminal.keys("s")
    terminal.wait(name)
    terminal.keys("Enter")
    terminal.wait("Guesses")
    return terminal


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20)])
def test_the_list_leads_to_the_review_and_the_review_to_the_check(
    routed: tuple[Path, str], home: Path, columns: int, rows: int
):
    root, name = routed
    with opened(root, home, name, columns, rows) as terminal:
        assert "fresh" in terminal.text
        terminal.keys("c")
        shown = terminal.wait("Intent check")
        assert "not met" in shown
        terminal.keys("Escape")
        terminal.wait("Guesses")


def test_verdicts_are_written_when_they_are_and_not_before(routed: tuple[Path, str], home: Path):
    root, name = routed
    with opened(root, home, name, 100, 30) as terminal:
        terminal.keys("c")
        terminal.wait("Intent check")
        assert "verification" not in spec_of(root, name)
        terminal.keys("w")
        terminal.keys("Enter")
        terminal.wait("written|wrote")
        assert spec_of(root, name)["verification_status"] == "verified"


def test_a_veto_first_shows_what_hangs_on_the_guess(routed: tuple[Path, str], home: Path):
    root, name = routed
    with opened(root, home, name, 100, 30) as terminal:
        before = terminal.text
        terminal.keys("v")
        shown = terminal.wait("Enter")
        assert shown != before
        assert spec_of(root, name)["decision"]["state"] == "ROUTE"
