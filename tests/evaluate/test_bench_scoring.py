"""The scorer itself: every kind of wrong is seen, and what is right is not called wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders.workspaces import git

from intent_tui.evaluate import measures, report
from intent_tui.evaluate.cases import Case, Labels
from intent_tui.evaluate.evidence import place, valid
from intent_tui.evaluate.execution import Asked, Ran
from intent_tui.evaluate.scoring import score
from intent_tui.evaluate.workspaces import build
from intent_tui.workspace.files import Workspace

LABELS = Labels(
    outcome=("ASK",),
    first=("way_back",),
    also=("if_a_run_fails",),
    issue="premise",
    asked_at_most=2,
    cites=("src/server.ts", "git"),
    must_not_ask=("age",),
    final="HALT",
    cause="underspecified",
    delegation="refused",
    irreversible=True,
    target="plan",
)
CASE = Case("one", "one", "Remove old things.", "harbour", "en", "auto", {}, LABELS)
RIGHT = Ran(
    outcome="ASK",
    final="HALT",
    cause="underspecified",
    target="plan",
    asked=(
        Asked("way_back", "premise", True, "refused"),
        Asked("if_a_run_fails", "", False, "A"),
    ),
    evidence=("src/server.ts:3", "git:abcdef1"),
    invalid=(),
    counts_add_up=True,
    lookups_kept=True,
    wrote=True,
    digest="d",
    seconds=0.1,
)
HEAD, TAIL = RIGHT.asked


def test_a_right_run_has_no_failure():
    assert score(CASE, RIGHT).failures() == ()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"outcome": "ROUTE"}, "wrong outcome"),
        ({"outcome": "silent"}, "silent on an incomplete request"),
        ({"asked": (TAIL, HEAD)}, "wrong first question"),
        ({"asked": (TAIL, HEAD)}, "wrong order"),
        ({"asked": (TAIL,)}, "question missed"),
        ({"asked": (HEAD, TAIL, TAIL)}, "asked too much"),
        ({"asked": (HEAD, Asked("age", "", False))}, "asked too much"),
        ({"asked": (HEAD, TAIL, TAIL, TAIL)}, "budget"),
        ({"asked": (replace(HEAD, read_as="A"),)}, "delegation"),
        ({"asked": (replace(HEAD, irreversible=False),)}, "irreversible not seen"),
        ({"asked": (replace(HEAD, issue="conflict"),)}, "issue missed"),
        ({"final": "ROUTE"}, "delegation"),
        ({"cause": "degraded"}, "wrong cause"),
        ({"target": "implement"}, "wrong target"),
        ({"evidence": ("src/server.ts:3",)}, "evidence not cited"),
        ({"invalid": ("git:abcdef1",)}, "invalid evidence"),
        ({"evidence": (*RIGHT.evidence, "docs/visiting.md:1")}, "noise cited"),
        ({"lookups_kept": False}, "budget"),
        ({"counts_add_up": False}, "counts do not add up"),
    ],
)
def test_every_kind_of_wrong_is_seen(change: dict[str, object], kind: str):
    assert kind in score(CASE, replace(RIGHT, **change)).failures()


def test_a_complete_request_must_leave_no_file():
    case = replace(CASE, labels=Labels(outcome=("silent",), asked_at_most=0))
    quiet = replace(RIGHT, outcome="silent", asked=(), evidence=(), wrote=False)
    assert score(case, quiet).failures() == ()
    assert "spoke on a complete request" in score(case, replace(quiet, wrote=True)).failures()


def results(*outcomes: str) -> list[measures.Result]:
    needs = replace(CASE, id="needs", base="needs", labels=replace(LABELS, issue=""))
    whole = replace(CASE, id="whole", base="whole", labels=Labels(outcome=("silent",)))
    pairs = zip((needs, whole), outcomes, strict=True)
    return [
        (case, replace(RIGHT, outcome=end, asked=RIGHT.asked if end == "ASK" else ()), True)
        for case, end in pairs
    ]


def test_the_baselines_err_where_they_must():
    ours, always, never, _ = measures.baselines(results("ASK", "silent"))
    assert (ours.right.share, ours.over.share, ours.missed.share) == (1, 0, 0)
    assert (always.right.share, always.over.share, always.missed.share) == (0.5, 1, 0)
    assert (never.right.share, never.over.share, never.missed.share) == (0.5, 0, 1)


def test_a_neutral_variant_that_goes_another_way_is_unstable():
    case, ran, equal = results("ASK", "silent")[0]
    same = (replace(case, id="needs+small-letter", operator="small-letter"), ran, None)
    other = (replace(same[0], id="needs+order", operator="order"), replace(ran, asked=()), None)
    told = replace(same[0], id="needs+settled", operator="settled", neutral=False)
    found = measures.figures([(case, ran, equal), same, other, (told, other[1], None)])
    stable = next(one for one in found if one.name.startswith("stable"))
    assert (stable.good, stable.of, stable.holds) == (1, 2, False)


def test_a_run_that_broke_counts_as_wrong_everywhere_it_can():
    case, _, _ = results("ASK", "silent")[0]
    found = {one.name: one for one in measures.figures([(case, None, None)])}
    assert found["outcome as labelled"].share == 0
    assert found["engine did not break"].holds is False
    assert measures.failures([(case, None, None)])[0][0] == "engine broke"


def test_one_breach_of_a_rule_is_named():
    good = results("ASK", "silent")
    case, ran, _ = good[0]
    assert measures.breaches(good) == []
    assert ran is not None
    for change, name in (
        ({"invalid": ran.evidence[:1]}, "evidence valid"),
        ({"counts_add_up": False}, "counts add up"),
        ({"lookups_kept": False}, "budgets kept"),
    ):
        assert measures.breaches([*good, (case, replace(ran, **change), True)]) == [name]
    assert measures.breaches([*good, (case, ran, False)]) == ["two runs equal"]
    assert measures.breaches([*good, (case, None, None)]) == ["engine did not break"]


def test_the_report_fits_a_terminal_and_says_the_same_as_the_document():
    both = results("ASK", "ASK")
    lines = report.text(both, 2.0).splitlines()
    assert max(map(len, lines)) <= 100
    document = report.document(both, 2.0, 0)
    assert document["cases"] == 2
    assert {row["kind"] for row in document["failures"]} == {
        line.split("  ")[1].strip() for line in lines[lines.index("what went wrong") + 1 :]
    }


def test_pointers_are_held_against_the_workspace(tmp_path: Path):
    folder = tmp_path / "harbour"
    build("harbour", 0, folder)
    head = git(folder, "rev-parse", "HEAD").strip()
    home = Workspace.find(folder)
    there = [
        "src/server.ts", "src/server.ts:3", "git:#61", f"git:{head[:9]}", "user:delegated",
        "docs/decisions/0003-no-memory-cache.md#decision",
    ]  # fmt: skip
    gone = [
        "src/gone.ts:3", "src/server.ts:900", "git:#62", "git:0000000", "ticket:12",
        "docs/decisions/0003-no-memory-cache.md#nothing", "./src/server.ts", "record:orders/9",
    ]  # fmt: skip
    assert [one for one in there if not valid(home, one)] == []
    assert [one for one in gone if valid(home, one)] == []
    assert place("git:#61") == "git"
    assert place("src/server.ts:3-4") == "src/server.ts"


def test_a_record_is_found_by_its_name(tmp_path: Path):
    build("desk", 0, tmp_path / "desk")
    home = Workspace.find(tmp_path / "desk")
    assert valid(home, "record:orders/7305")
    assert not valid(home, "record:orders/1")
