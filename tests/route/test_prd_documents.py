"""PRDs as text: sections, tables and file lists, whatever somebody wrote."""

from __future__ import annotations

import posixpath
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.route import prd_contract, prd_files, prd_migrate
from intent_tui.route.prd_document import Document, cells
from intent_tui.route.prd_files import KINDS

GOOD = """---
prd_contract: v1
---

# Tide tables

## 1. Integration Ledger

| # | New thing | Live caller | Replaces | Old path removed? | Negative control |
|---|---|---|---|---|---|
| 1 | tide reader | `harbour/board.py` | none | n/a | drop the call |

## 2. Execution Phases

### Phase 1: reader

**Files (2):**

- `harbour/tides.py` - NEW: reader
- `harbour/board.py` - EDIT: call it

## 3. Negative Controls

| Gate | Negative control | Expected red | Exact command/result |
|---|---|---|---|
| tides | drop the call | a test fails | `command: pytest tests/test_tides.py \\| tail -1` |

## 4. Acceptance Criteria (for skippers)

- [ ] a skipper sees the next tide

## 5. Checkpoint protocol

Stop after each phase.
"""


def findings(text: str) -> list[str]:
    return [each.detail for each in prd_contract.check(Document(text)).findings]


def paths(text: str) -> tuple[str, ...]:
    return prd_files.read(Document(text)).paths


def test_a_whole_contract_has_no_finding_and_keeps_a_bar_in_its_command():
    assert findings(GOOD) == []
    (control,) = prd_contract.controls(Document(GOOD))
    assert control.command == "pytest tests/test_tides.py | tail -1"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("prd_contract: v1\n", "prd_contract: v1 \n", "marker"),
        ("prd_contract: v1\n", "prd_contract: v1\r\n", "end as on Windows"),
        ("---\nprd", "\n---\nprd", "marker"),
        ("## 4. Acceptance Criteria", "## 4. Acceptance", "no section ## Acceptance Criteria"),
        ("## 4. Acceptance Criteria", "## 4. acceptance criteria", "no section"),
        ("## 1. Integration Ledger", "## 1. Ledger", "no section ## Integration Ledger"),
        ("`harbour/board.py` |", "`test_board.py` |", "not a real caller"),
        ("`harbour/board.py` |", "`web/board.spec.ts` |", "not a real caller"),
        ("`harbour/board.py` |", "v1.0 handler |", "no real caller"),
        ("`harbour/board.py` |", "pending |", "no real caller"),
        ("| 1 | tide", "| x | tide", "no numbered row"),
        ("command: ", "cmd: ", "lacks command"),
        ("| drop the call | a test fails", "|  | a test fails", "empty"),
        ("tail -1` |", "tail -1`; result: fine; exit: 0 |", "non-zero exit"),
        ("tail -1` |", "tail -1`; result: fine; exit: 1 |", "RED observed"),
        ("**Files (2):**", "**Files:**", "no **Files (N):** list in 'Phase 1"),
        ("**Files (2):**", "**Files (3):**", "says 3 and holds 2"),
        ("- NEW: reader", "- new: reader", "a bullet is"),
    ],
)
def test_each_fault_is_found_where_it_stands(old: str, new: str, said: str):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    found = prd_contract.check(Document(text)).findings
    assert any(said in each.detail for each in found), found


def test_all_faults_come_at_once_and_by_line():
    text = GOOD.replace("prd_contract", "contract").replace("`harbour/board.py` |", "TBD |")
    found = prd_contract.check(Document(text.replace("(2)", "(9)"))).findings
    assert len(found) == 3
    assert [each.line for each in found] == sorted(each.line or 0 for each in found)


def test_a_row_of_another_table_does_not_fill_an_empty_ledger():
    text = GOOD.replace("| 1 | tide reader", "| - | tide reader")
    text = text.replace("Stop after", "| # | what |\n|---|---|\n| 1 | x |\n\nStop after")
    assert findings(text) == ["the ledger holds no numbered row"]


def test_what_stands_in_a_fence_is_an_example():
    fenced = "```\n## 9. Integration Ledger\n**Files (1):**\n\n- `a/b.py` - NEW: x\n```\n"
    assert paths(fenced) == ()
    assert Document(fenced).sections == ()
    assert Document(f"{fenced}## After\n").sections[0].title == "After"
    unclosed = "~~~\n## Never\n"
    assert Document(unclosed).sections == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**Files:** `a/x.py`, `b.toml` and `.env`", ("a/x.py", ".env", "b.toml")),
        (
            "**Files**: `a/x.py` · `Makefile` (the ` tick) `c/y.py`",
            ("Makefile", "a/x.py", "c/y.py"),
        ),
        ("**Files:**\n\n- `a/x.py`\n- `./b/y.py` EDIT", ("a/x.py", "b/y.py")),
        ("**Files:** `a/x.py`\n**Files:** `b/y.py`", ("a/x.py", "b/y.py")),
        ("**Files:** `run()`, `v1.2`, `EDIT`, `a b.py`", ()),
        ("**Files:** `/etc/passwd`, `../up.py`, `~/x.py`, `a/../../b.py`", ()),
        ("**Files (1): now**\n\n- `a/x.py` - EDIT: y", ("a/x.py",)),
    ],
)
def test_paths_in_prose_are_found_by_the_ticks_at_both_ends(text: str, found: tuple[str, ...]):
    assert set(paths(text)) == set(found)
    assert not prd_files.read(Document(text)).proven


PART = st.text("abcxyz0189._-", min_size=1, max_size=8).filter(lambda part: part.strip("."))
PATH = st.lists(PART, min_size=1, max_size=4).map("/".join).map(lambda path: f"{path}.py")
ENTRY = st.tuples(PATH, st.sampled_from(KINDS), st.text("abc d", max_size=9))


@given(st.lists(ENTRY, min_size=1, max_size=9, unique_by=lambda one: posixpath.normpath(one[0])))
def test_a_list_as_the_contract_has_it_is_read_whole(entries: list[tuple[str, str, str]]):
    rows = [f"- `{path}` - {kind}: {words}" for path, kind, words in entries]
    found = prd_files.read(Document("\n".join([f"**Files ({len(rows)}):**", "", *rows])))
    assert found.proven
    assert set(found.paths) == {posixpath.normpath(path) for path, _, _ in entries}
    assert [(each.path, each.kind) for each in found.lists[0].entries] == [
        (path, kind) for path, kind, _ in entries
    ]


@given(st.lists(st.text("abc|`\\ ", max_size=8).map(str.strip), min_size=1, max_size=6))
def test_cells_that_were_escaped_come_back(written: list[str]):
    plain = [cell.replace("\\", "").replace("`", "'") for cell in written]
    line = "| " + " | ".join(cell.replace("|", r"\|") for cell in plain) + " |"
    assert list(cells(line)) == [cell.strip() for cell in plain]


LINES = st.sampled_from(
    [
        *GOOD.splitlines(),
        *("```", "~~~", "**Files:**", "**Files (0):**", "**Files (99999999999999999999):**", ""),
        *("**Files:** `a/x.py` NEW (x) · `b/y.py`", "- `a/x.py` - EDIT: x", "| 1 |", "|---|"),
        *("## Phases", "## Acceptance", "\x00", "- `\u202e` - NEW: x", "|`|`|", "# # #"),
    ]
)
TEXT = st.one_of(st.text(max_size=300), st.lists(LINES, max_size=40).map("\n".join))


@given(TEXT)
def test_any_text_is_judged_without_an_error_and_the_same_way_twice(text: str):
    first = prd_contract.check(Document(text))
    assert first == prd_contract.check(Document(text))
    lines = len(text.split("\n"))
    assert all(each.line is None or 1 <= each.line <= lines for each in first.findings)
    for path in paths(text):
        assert path == prd_files.normal(path)
        assert not path.startswith(("/", ".."))


@given(TEXT)
def test_a_migration_that_is_complete_conforms_and_loses_no_path(text: str):
    made = prd_migrate.migrate(text)
    if made.conforms:
        assert made.text == text
        return
    after = Document(made.text)
    if made.complete:
        assert prd_contract.check(after).findings == ()
        assert set(paths(text)) <= set(prd_files.read(after).paths)
    else:
        assert not prd_contract.is_marked(after)
        assert made.gaps or made.todos or made.lost


LEGACY = GOOD.replace("---\nprd_contract: v1\n---\n\n", "").replace(
    "**Files (2):**\n\n- `harbour/tides.py` - NEW: reader\n- `harbour/board.py` - EDIT: call it",
    "**Files:** `harbour/tides.py` NEW (reader) · `harbour/board.py` EDIT, DELETE (call it).",
)


def test_a_legacy_list_becomes_a_counted_one_and_the_strongest_kind_wins():
    made = prd_migrate.migrate(LEGACY.replace("Execution Phases", "Phases"))
    assert made.complete
    assert "- `harbour/board.py` - DELETE: call it" in made.text.split("\n")
    assert "## 2. Execution Phases" in made.text
    assert "Stop after each phase." in made.text


@pytest.mark.parametrize(
    ("old", "new", "todo"),
    [
        ("NEW (reader) · `", "and `", "2 paths in one entry"),
        (" NEW (reader)", "", "NEW, EDIT or DELETE"),
        ("`harbour/tides.py` NEW", "the reader NEW", "back-ticked path"),
        ("`harbour/tides.py`", "`../tides.py`", "leads out"),
    ],
)
def test_what_only_a_person_knows_is_left_as_it_stood(old: str, new: str, todo: str):
    text = LEGACY.replace(old, new, 1)
    made = prd_migrate.migrate(text)
    assert not made.complete
    assert todo in made.todos[0].detail
    kept = next(line for line in text.split("\n") if line.startswith("**Files:**"))
    assert kept in made.text.split("\n")
    assert not prd_contract.is_marked(Document(made.text))


def test_an_incomplete_copy_keeps_no_marker_it_had():
    text = GOOD.replace("| 1 | tide", "| - | tide")
    made = prd_migrate.migrate(text)
    assert not made.complete
    assert "prd_contract" not in made.text


def test_frames_are_made_for_controls_and_checkpoint_only():
    text = "# Plan\n\n## Acceptance\n\n- it works\n"
    made = prd_migrate.migrate(text)
    heads = [each.title for each in Document(made.text).sections if each.level == 2]
    assert heads == ["Negative Controls", "Acceptance Criteria", "Checkpoint Protocol"]
    assert len(made.todos) == 2


@pytest.mark.parametrize(
    "piece",
    [
        "# x\n",
        "### Phase\n",
        "**Files (1):**\n",
        "**Files:**\n\n",
        "|`|\\|\n",
        "`command: `; exit:",
    ],
)
def test_cost_grows_no_faster_than_the_text(piece: str):
    """Twice four times the text: a quadratic reader would take sixteen times as long."""

    def spent(count: int) -> float:
        text = GOOD + piece * count + " " * count + "x" + "`" * count
        start = time.process_time()
        prd_contract.check(Document(text))
        prd_migrate.migrate(text)
        return time.process_time() - start

    spent(500)
    few, many = (min(spent(count) for _ in range(3)) for count in (4_000, 16_000))
    assert many < 12 * max(few, 0.01)
