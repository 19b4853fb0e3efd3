"""Cases run by the engine, by worker processes and by the verb."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from builders.program import run as program

from intent_tui.evaluate.cases import Case, written
from intent_tui.evaluate.execution import run
from intent_tui.evaluate.pool import run_all
from intent_tui.evaluate.workspaces import build


def case(name: str) -> Case:
    return next(one for one in written() if one.id == name)


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    build("harbour", 0, tmp_path / "harbour")
    return tmp_path / "harbour"


def test_a_run_answers_by_the_table_and_leaves_nothing_behind(harbour: Path):
    ran = run(case("h-cache"), harbour)
    assert (ran.outcome, ran.final) == ("ASK", "ROUTE")
    assert [one.read_as in "ABC" for one in ran.asked] == [True]
    assert ran.wrote
    assert not (harbour / ".intent").exists()


def test_the_table_can_hand_the_decision_back(harbour: Path):
    ran = run(case("h-stale-delegated"), harbour)
    assert {one.read_as for one in ran.asked} == {"refused"}
    assert (ran.final, ran.cause) == ("HALT", "underspecified")


def test_equal_runs_have_equal_digests_and_others_have_not(harbour: Path):
    one, two = (run(case("h-cache"), harbour) for _ in range(2))
    other = run(replace(case("h-cache"), request="Cache the list of berths."), harbour)
    assert one.digest == two.digest != other.digest


def test_a_question_ends_silent_and_writes_nothing(harbour: Path):
    ran = run(case("h-question"), harbour)
    assert (ran.outcome, ran.asked, ran.wrote) == ("silent", (), False)


def test_workers_give_the_results_in_the_order_of_the_cases():
    cases = [case("h-question"), case("e-cache"), case("h-cache")]
    done: list[int] = []
    results = run_all(cases, 0, 2, done.append)
    assert [one.id for one, _, _ in results] == [one.id for one in cases]
    assert [ran.outcome if ran else None for _, ran, _ in results][::2] == ["silent", "ASK"]
    assert all(equal for _, _, equal in results)
    assert sorted(done) == [1, 2, 3]


def test_the_verb_prints_a_document(tmp_path: Path, home: Path):
    done = program(
        "bench", "--only", "h-question", "--limit", "3", "--json", cwd=tmp_path, home=home
    )
    assert done.code == 0, done.err
    document = done.json()
    assert (document["version"], document["cases"]) == (1, 3)
    assert set(document["halves"]) == {"development", "held back"}


def test_the_verb_prints_a_table_with_the_baselines(tmp_path: Path, home: Path):
    done = program("bench", "--only", "f-question", "--limit", "1", cwd=tmp_path, home=home)
    assert done.code == 0, done.err
    for words in ("held back", "always ask", "never ask", "first question right"):
        assert words in done.out


@pytest.mark.parametrize(
    "wrong", [("--limit", "many"), ("--only", "no such case"), ("--seed", "-1")]
)
def test_what_cannot_be_run_is_said(wrong: tuple[str, str], tmp_path: Path, home: Path):
    done = program("bench", *wrong, cwd=tmp_path, home=home)
    assert done.code == 2, (done.out, done.err)
    assert json.dumps(done.out) == '""'
