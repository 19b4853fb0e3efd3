"""A reason is told from a mere note that something was decided, in nine languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.probe.reason import LONGEST, dangling, reason_in


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Hold libfoo at 3.x: 4.x drops rows when a node moves (#77)", "4.x drops rows"),
        ("Hold libfoo at 3.x: 4.x corrupts rows (#77)", "4.x corrupts rows"),
        ("Pinned because the new parser is slower", "because the new parser is slower"),
        ("taken back in 12 as readers diverged", "as readers diverged"),
        ("Pin libfoo to 3.1 to resolve an upstream bug", "to resolve an upstream bug"),
        ("Drop the pool since it leaks handles", "since it leaks handles"),
        ("Revert the pool; broke sign-in on old phones", "broke sign-in on old phones"),
        (
            "Back to 4.0\n\nWith 4.1 the press\nthrows an error",
            "With 4.1 the press throws an error",
        ),
        ("锁定版本，因为新版不兼容", "因为新版不兼容"),
        ("Fixiert auf 3.x, weil 4.x abstürzt", "weil 4.x abstürzt"),
        ("Épingler à 2.x parce que 3 casse tout", "parce que 3 casse tout"),
        ("Fijar en 2.x porque 3 rompe el informe", "porque 3 rompe el informe"),
        ("Fixar em 2.x porque 3 quebra o relatório", "porque 3 quebra o relatório"),
        ("バージョンを固定（メモリ不足のため）", "メモリ不足のため"),
        ("버전 고정: 새 버전은 호환되지 않음", "새 버전은 호환되지 않음"),
        ("Закрепить 2.x, потому что 3 ломает отчёт", "потому что 3 ломает отчёт"),
    ],
)
def test_the_clause_that_says_why_is_found(text: str, clause: str) -> None:
    found = reason_in(text)
    assert found is not None
    assert clause in found
    assert dangling(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "hold libfoo at 3.x (#77)",
        "Fix crash when the list is empty",
        "kept as a map since 2024",
        "Fixes #22: Fix exception when the list is empty",
        "Hold libfoo at 3.x to fix #77",
        "in place since version 3",
        "feat(api): list, get and delete",
        "Use the map as the store for all",
        "keep it short",
        "Hold libfoo at 3.x: see docs/pins.md",
        "",
    ],
)
def test_what_only_says_what_gives_no_reason(text: str) -> None:
    assert reason_in(text) is None


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("hold libfoo at 3.x (#77)", ("#77", "hold")),
        ("PR 42 and issue #7", ("#42", "#7")),
        ("merge request !9", ("#9",)),
        ("limit = 3  # temporary, GH-99", ("#99", "temporary")),
        ("pinned, see docs/pins.md", ("docs/pins.md", "pinned")),
        ("临时绕过 #12", ("#12", "临时", "绕过")),
        ("#0042", ("#42",)),
        ("colour #a1b2c3 of page#4", ()),
        ("a quiet line", ()),
    ],
)
def test_references_to_a_reason_kept_elsewhere(text: str, references: tuple[str, ...]) -> None:
    found = dangling(text)
    assert found[: len(references)] == references
    assert bool(found) == bool(references)


@given(st.text(max_size=300))
def test_any_text_is_read_and_a_reason_is_part_of_it(text: str) -> None:
    reason = reason_in(text)
    if reason is not None:
        assert reason.split() == [word for word in reason.split() if word in text]
        assert 0 < len(reason) <= LONGEST
        assert dangling(text) == ()


def test_a_long_hostile_text_is_answered_soon() -> None:
    assert reason_in(": " * 200_000 + "#" * 200_000) is None
