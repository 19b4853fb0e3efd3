"""Changes taken back without the word for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.workspace.history import Commit
from intent_tui.workspace.reverts import find_reverts


def history(*subjects: str) -> list[Commit]:
    """Commits from the oldest to the newest subject, given newest first."""
    made = [Commit(f"{number:040x}", (), number, text, "") for number, text in enumerate(subjects)]
    return made[::-1]


@pytest.mark.parametrize(
    ("brought", "taken"),
    [
        ("Add a tide table to the harbour page (#4)", "Remove the tide table again"),
        ("feat: show tide warnings", "fix: drop tide warnings for now (#9)"),
        ("Introduce tide warnings", "Disable tide warnings"),
        ("Zeige Gezeiten Warnungen", "Entferne Gezeiten Warnungen wieder"),
    ],
)
def test_what_was_brought_in_and_taken_out_is_taken_back(brought: str, taken: str) -> None:
    (found,) = find_reverts(history(brought, "Sort the moorings", taken))
    assert found.commit.subject == taken
    assert found.original is not None
    assert found.original.subject == brought
    assert not found.relanded


@pytest.mark.parametrize(
    "taken",
    [
        "Remove unused tide table",
        "Remove the mooring list",
        "Remove tide",
        "Document the tide table",
    ],
)
def test_clearing_up_and_other_things_are_not(taken: str) -> None:
    assert find_reverts(history("Add a tide table", taken)) == ()


def test_what_came_in_once_more_is_landed_again() -> None:
    subjects = ("Add a tide table", "Remove the tide table", "Add the tide table with times")
    (found,) = find_reverts(history(*subjects))
    assert found.relanded


def test_a_commit_that_also_says_revert_is_counted_once() -> None:
    found = find_reverts(history("Add a tide table", 'Revert "Add a tide table"'))
    assert len(found) == 1


WORDS = st.sampled_from(
    ["Add", "Remove", "Revert", "tide", "table", "again", "for now", '"', "(#3)"]
)


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=12))
def test_any_history_is_read_in_order_and_only_once(subjects: list[str]) -> None:
    commits = history(*subjects)
    found = find_reverts(commits)
    shas = [each.commit.sha for each in found]
    assert len(set(shas)) == len(shas)
    places = [next(at for at, c in enumerate(commits) if c.sha == sha) for sha in shas]
    assert places == sorted(places)
