"""What became of a pointer: inserted above, renamed, edited, deleted, reformatted."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.follow import follow, key
from intent_tui.workspace.origin import freshness, note, origin
from intent_tui.workspace.store import Store

CODE = """\
import tide

BASE = 40


def heights(port):
    # Every port has its own table.
    table = tide.table(port)
    if table is None:
        return []
    return [row.height for row in table]


def highest(port):
    return max(heights(port), default=BASE)
"""
PAGE = """\
# Ports

## Tables

A table holds for one year.

## Warnings

Nobody is warned twice.
"""
POINTERS = (
    "src/tides.py:9",
    "src/tides.py:6-11",
    "src/tides.py",
    "docs/ports.md#tables",
    "docs/ports.md#warnings",
)


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)


def spec(pointers: tuple[str, ...]) -> IntentSpec:
    return IntentSpec(
        request="warn the ports",
        intent="warn_ports",
        objects=("heights",),
        constraints=tuple(
            Constraint("probed", f"fact {number}", evidence=pointer)
            for number, pointer in enumerate(pointers)
        ),
        unknown=(),
        decision=Decision("ROUTE", 0.9, target="implement"),
        resolution=Resolution(0, 0, 0, 0, 3),
        trace=(TraceItem("parse", "read"),),
        verification_status="routed",
    )


@pytest.fixture(params=["committed", "saved", "bare folder"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A workspace with a saved spec: in a commit, only saved beside commits, or without git."""
    root = tmp_path / "ports"
    (root / "src").mkdir(parents=True)
    (root / "docs").mkdir()
    (root / "src" / "tides.py").write_text(CODE)
    (root / "src" / "other.py").write_text("def other():\n    return 1\n")
    (root / "docs" / "ports.md").write_text(PAGE)
    if request.param != "bare folder":
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "ports")
    store = Store(root)
    store.save(spec(POINTERS))
    note(Workspace.find(root), store, spec(POINTERS))
    if request.param == "committed":
        git(root, "add", "-A")
        git(root, "commit", "-qm", "spec")
    return root


def stands(root: Path) -> dict[str, tuple[str, str | None]]:
    fresh = freshness(Workspace.find(root), Store(root).find("warn_ports"))
    return {
        pointer: (stand.state, stand.now) for pointer in POINTERS for stand in [fresh.of(pointer)]
    }


def test_untouched_is_fresh_at_the_same_place(root: Path):
    assert stands(root) == {pointer: ("fresh", pointer) for pointer in POINTERS}


def test_forty_lines_above_move_it(root: Path):
    (root / "src" / "tides.py").write_text("# note\n" * 40 + CODE)
    found = stands(root)
    assert found["src/tides.py:9"] == ("moved", "src/tides.py:49")
    assert found["src/tides.py:6-11"] == ("moved", "src/tides.py:46-51")
    assert found["src/tides.py"] == ("fresh", "src/tides.py")


def test_a_renamed_file_is_followed(root: Path):
    (root / "src" / "tides.py").rename(root / "src" / "water.py")
    found = stands(root)
    assert found["src/tides.py:9"] == ("moved", "src/water.py:9")
    assert found["src/tides.py"] == ("moved", "src/water.py")


def test_an_edited_line_is_changed_and_its_neighbours_are_not(root: Path):
    (root / "src" / "tides.py").write_text(CODE.replace("is None", "is not None"))
    found = stands(root)
    assert found["src/tides.py:9"] == ("changed", "src/tides.py:9")
    assert found["src/tides.py:6-11"][0] == "changed"
    assert found["docs/ports.md#tables"][0] == "fresh"


def test_a_deleted_line_and_a_deleted_file_are_not_fresh(root: Path):
    (root / "src" / "tides.py").write_text(CODE.replace("    if table is None:\n", ""))
    assert stands(root)["src/tides.py:9"][0] in ("changed", "missing")
    (root / "src" / "tides.py").unlink()
    found = stands(root)
    assert found["src/tides.py:9"] == ("missing", None)
    assert found["src/tides.py"] == ("missing", None)


def test_reformatting_is_fresh(root: Path):
    wide = CODE.replace("    ", "\t").replace("max(heights(port), default=BASE)",
                                             "max( heights(port), default = BASE )")  # fmt: skip
    (root / "src" / "tides.py").write_text(wide.replace("\n", "  \r\n"))
    assert {state for state, _ in stands(root).values()} == {"fresh"}


def test_a_statement_broken_into_lines_is_followed_where_the_text_is_known(root: Path):
    new = "    return [\n        row.height\n        for row in table\n    ]"
    broken = CODE.replace("    return [row.height for row in table]", new)
    (root / "src" / "tides.py").write_text(broken)
    fresh = freshness(Workspace.find(root), Store(root).find("warn_ports"))
    stand = fresh.of("src/tides.py:11")
    known = origin(Workspace.find(root), Store(root).find("warn_ports")).marks is None
    assert (stand.state, stand.now) == (
        ("moved", "src/tides.py:11-14") if known else ("changed", "src/tides.py:11-14")
    )


def test_a_section_that_says_something_else_is_changed(root: Path):
    (root / "docs" / "ports.md").write_text(PAGE.replace("one year", "two years"))
    found = stands(root)
    assert found["docs/ports.md#tables"][0] == "changed"
    assert found["docs/ports.md#warnings"][0] == "fresh"
    (root / "docs" / "ports.md").write_text(PAGE.replace("## Tables", "## Lists"))
    assert stands(root)["docs/ports.md#tables"][0] == "missing"


def test_a_moved_function_is_found_where_it_went(root: Path):
    head, _, tail = CODE.partition("def heights")
    body, _, rest = tail.partition("def highest")
    (root / "src" / "tides.py").write_text(f"{head}def highest{rest}\n\ndef heights{body}")
    state, now = stands(root)["src/tides.py:6-11"]
    assert state == "moved"
    assert now is not None
    assert now.startswith("src/tides.py:")


def test_committing_a_verdict_is_not_deciding_anew(tmp_path: Path):
    from dataclasses import replace

    root = tmp_path / "ports"
    root.mkdir()
    (root / "a.py").write_text("one = 1\n")
    git(root, "init", "-q")
    store = Store(root)
    store.save(spec(("a.py:1",)))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "spec")
    first = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    (root / "a.py").write_text("one = 2\n")
    store.save(replace(spec(("a.py:1",)), verification_status="verified"))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "work")
    saved = Store(root).find("warn_ports")
    assert origin(Workspace.find(root), saved).commit == first
    assert freshness(Workspace.find(root), saved).of("a.py:1").state == "changed"


LINES = st.lists(st.sampled_from(["", "a = 1", "  b(c)", "return x", "}", "pass", "long line()"]),
                 min_size=1, max_size=25)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(LINES, st.lists(st.text("xyz", min_size=7, max_size=9), max_size=6), st.data())
def test_what_is_put_above_only_moves(old: list[str], above: list[str], data: st.DataObject):
    first = data.draw(st.integers(1, len(old)))
    last = data.draw(st.integers(first, len(old)))
    keys = [key(line) for line in old]
    found = follow(keys, [*above, *keys], first, last)
    if not any(keys[first - 1 : last]) and found.first is None:
        return  # blank lines say nothing that could be followed
    assert found.first is not None
    assert found.last is not None
    new = [*above, *keys]
    assert [k for k in new[found.first - 1 : found.last] if k] == [
        k for k in keys[first - 1 : last] if k
    ]


@settings(max_examples=300, deadline=None)
@given(LINES, LINES, st.data())
def test_whatever_is_said_to_hold_says_the_same(
    old: list[str], new: list[str], data: st.DataObject
):
    first = data.draw(st.integers(1, len(old)))
    last = data.draw(st.integers(first, len(old)))
    was, now = [key(line) for line in old], [key(line) for line in new]
    found = follow(was, now, first, last)
    if found.standing in ("fresh", "moved"):
        assert found.first is not None
        assert found.last is not None
        assert "".join(was[first - 1 : last]) in "".join(now[found.first - 1 : found.last])
