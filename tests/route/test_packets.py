"""The packet for a lane, its check, and the proof of gates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base.problem import Problem
from intent_tui.route.brief import Lane, brief, check
from intent_tui.route.prd_document import Document
from intent_tui.route.prd_gate import compare
from intent_tui.route.toml_config import parse

PRD = """# Berths

## Phases

### Phase 1: list

**Files (1):**

- `berths/list.py` - NEW: list

## Negative Controls

| Gate | Negative control | Expected red | Exact command/result |
|---|---|---|---|
| list | drop the row | a test fails | `command: pytest -k berths` |
| page | drop the page | 404 | `command: curl -f /berths` |

## Acceptance

- [ ] a berth is listed

```
## not a heading
```

- [ ] a full berth is not
"""
LANE = Lane("lane-1", "parallel", "pr")
DEFAULTS = parse(None)
SOURCE = "/plans/berths.md"


def test_sections_go_along_word_for_word_and_nothing_is_invented():
    packet = brief(Document(PRD), SOURCE, LANE, DEFAULTS)
    assert "- [ ] a full berth is not" in packet
    assert "Acceptance Criteria: NOT DECLARED; the PRD declares this as `Acceptance`:" in packet
    assert "Integration Ledger: NOT DECLARED\n" in packet
    assert "Checkpoint Protocol: NOT DECLARED\n" in packet
    assert "File-set rule:" not in packet
    assert check(Document(PRD), SOURCE, packet, DEFAULTS) == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a berth is listed", "a ship is listed", "acceptance block"),
        ("drop the page", "keep the page", "controls block"),
        ("Lane mode: parallel", "Lane mode: both", "Lane mode is malformed"),
        ("Lane mode: parallel\n", "", "Lane mode stands 0 times"),
        ("Delivery mode: pr\n", "Delivery mode: pr\nDelivery mode: branch\n", "stands 2 times"),
        ("Worker runtime: luna/max", "Worker runtime: sol/low", "missing or stale"),
        ("- berths/list.py", "- berths/other.py", "file list"),
        ("Scope: the phases", "Scope: anything but the phases", "block of rules"),
        (f"Source PRD: {SOURCE}", "Source PRD: /other.md", "Source PRD is malformed"),
        ("Commit: one commit a phase, with the phase in its subject.", "", "block of rules"),
    ],
)
def test_a_packet_that_was_changed_fails(old: str, new: str, said: str):
    packet = brief(Document(PRD), SOURCE, LANE, DEFAULTS)
    assert old in packet
    found = check(Document(PRD), SOURCE, packet.replace(old, new, 1), DEFAULTS)
    assert any(said in each.detail for each in found), found


def test_words_added_elsewhere_are_allowed():
    packet = brief(Document(PRD), SOURCE, LANE, DEFAULTS)
    assert check(Document(PRD), SOURCE, f"{packet}\nGood luck.\n", DEFAULTS) == ()


def test_other_settings_make_it_stale():
    packet = brief(Document(PRD), SOURCE, LANE, DEFAULTS)
    for text in ('worker = "sol"', 'reviewer_effort = "low"', "review = false"):
        assert check(Document(PRD), SOURCE, packet, parse(text))


def test_a_marked_prd_is_held_to_its_marker():
    text = f"---\nprd_contract: v1\n---\n{PRD}"
    packet = brief(Document(text), SOURCE, LANE, DEFAULTS)
    found = check(Document(text), SOURCE, packet, DEFAULTS)
    assert all("carries the marker" in each.detail for each in found)
    assert found


@pytest.mark.parametrize("words", ["Do not commit.", "Please make no commits!", "本阶段不要提交。"])
def test_a_prd_that_forbids_commits_is_obeyed(words: str):
    packet = brief(Document(f"{PRD}\n{words}\n"), SOURCE, LANE, DEFAULTS)
    assert "Commit: none" in packet
    fenced = brief(Document(f"{PRD}\n```\n{words}\n```\n"), SOURCE, LANE, DEFAULTS)
    assert "Commit: one" in fenced


@pytest.mark.parametrize(
    ("identity", "mode", "delivery"),
    [("bad lane", "parallel", "pr"), ("-l", "parallel", "pr"), ("l", "turbo", "pr"),
     ("l", "parallel", "mail"), ("l\nRules:", "parallel", "pr")],
)  # fmt: skip
def test_a_lane_is_refused_when_it_is_none(identity: str, mode: str, delivery: str):
    with pytest.raises(Problem):
        Lane(identity, mode, delivery)


TEXT = st.lists(st.one_of(st.sampled_from(PRD.split("\n")), st.text(max_size=20)), max_size=30).map(
    "\n".join
)


@given(TEXT)
def test_every_packet_passes_its_own_check(text: str):
    document = Document(text)
    packet = brief(document, SOURCE, LANE, DEFAULTS)
    assert check(document, SOURCE, packet, DEFAULTS) == ()


def evidence(*rows: str) -> Document:
    head = "## Gate Evidence\n\n| Gate | Result | Red | Command |\n|---|---|---|---|\n"
    return Document(head + "\n".join(rows))


LIST = (
    "| list | PASS | RED observed: 1 failed | `command: pytest -k berths`; "
    "result: RED observed: 1 failed; exit: 1 |"
)
PAGE = (
    "| page | PASS | RED observed: 404 | `command: curl -f /berths`; "
    "result: RED observed: 404; exit: 22 |"
)


def test_every_gate_seen_red_with_its_own_command_is_proof():
    assert compare(Document(PRD), evidence(LIST, PAGE)).report == ()
    assert compare(Document(PRD), evidence(PAGE, LIST)).report == ()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((LIST,), "count 1 does not match"),
        ((LIST, LIST), "no evidence for the gate page"),
        ((LIST, PAGE, PAGE.replace("| page", "| more")), "declares no gate 'more'"),
        ((LIST, PAGE.replace("PASS", "pass")), "is PASS"),
        ((LIST, PAGE.replace("exit: 22", "exit: 0")), "non-zero exit"),
        ((LIST, PAGE.replace("; exit: 22", "")), "non-zero exit"),
        ((LIST, PAGE.replace("-f /b", "-f  /b")), "does not match"),
        ((LIST, PAGE.replace("| RED observed: 404 |", "| gone |")), "observed-red"),
        ((LIST, PAGE.replace("result: RED observed: 404", "result: gone")), "observed-red"),
        ((LIST, "| page | PASS |"), "4 cells"),
    ],
)
def test_anything_less_is_none(rows: tuple[str, ...], said: str):
    found = compare(Document(PRD), evidence(*rows)).report
    assert any(said in each.detail for each in found), found


def test_no_gates_are_no_fault_and_no_evidence_is():
    assert compare(Document("# Nothing"), evidence()).declared == 0
    assert "no section" in compare(Document(PRD), Document("")).report[0].detail
