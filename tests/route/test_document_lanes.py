"""Groups of PRDs: whoever shares a path waits, and every fallback is said first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base.problem import Problem
from intent_tui.route import prd_files
from intent_tui.route.lanes import STATUSES, Group, chosen, plan, schedule
from intent_tui.route.prd_document import Document
from intent_tui.route.prd_files import FileSet


def declares(*paths: str) -> FileSet:
    rows = [f"- `{path}` - EDIT: x" for path in paths]
    return prd_files.read(Document("\n".join([f"**Files ({len(paths)}):**", "", *rows])))


PATHS = st.lists(st.sampled_from([f"src/{letter}.py" for letter in "abcdefgh"]), max_size=4)
SETS = st.dictionaries(st.from_regex(r"[a-z]{1,3}\.md", fullmatch=True), PATHS, max_size=8)
LANES = st.integers(1, 5)


def sets(given_: dict[str, list[str]]) -> dict[str, FileSet]:
    return {name: declares(*dict.fromkeys(paths)) for name, paths in given_.items()}


@given(SETS, LANES, st.sampled_from(["auto", "sequential"]))
def test_no_path_is_in_two_groups_and_every_document_in_one(
    given_: dict[str, list[str]], most: int, mode: str
):
    files = sets(given_)
    groups = plan(files, mode=mode, max_lanes=most).groups
    lanes = [lane for group in groups for lane in group.lanes]
    assert sorted(lanes) == sorted(files)
    owner: dict[str, int] = {}
    for group in groups:
        for lane in group.lanes:
            for path in files[lane].paths:
                assert owner.setdefault(path, group.number) == group.number
    # No group falls apart: each lane shares a path with another one of its group.
    for group in groups:
        for lane in group.lanes if len(group.lanes) > 1 else ():
            rest = {p for other in group.lanes if other != lane for p in files[other].paths}
            assert rest & set(files[lane].paths)


@given(SETS, LANES, st.sampled_from(["auto", "sequential"]))
def test_no_more_lanes_are_active_than_allowed(given_: dict[str, list[str]], most: int, mode: str):
    groups = plan(sets(given_), mode=mode, max_lanes=most).groups
    active = [lane for group in groups for lane in group.active]
    limit = 1 if mode == "sequential" else most
    assert len(active) == min(limit, len(groups))
    for group in groups:
        assert group.active + group.queued == group.lanes
        assert len(group.active) <= 1


@given(SETS, LANES)
def test_groups_stand_in_the_order_their_documents_were_named(
    given_: dict[str, list[str]], most: int
):
    files = sets(given_)
    names = list(files)
    groups = plan(files, mode="auto", max_lanes=most).groups
    assert [group.number for group in groups] == list(range(1, len(groups) + 1))
    firsts = [names.index(group.lanes[0]) for group in groups]
    assert firsts == sorted(firsts)


@given(SETS)
def test_forced_parallel_holds_or_fails_loudly(given_: dict[str, list[str]]):
    files = sets(given_)
    disjoint = all(found.paths for found in files.values()) and len(
        {path for found in files.values() for path in found.paths}
    ) == sum(len(found.paths) for found in files.values())
    if disjoint:
        groups = plan(files, mode="parallel", max_lanes=9).groups
        assert all(group.parallel and len(group.lanes) == 1 for group in groups)
    else:
        with pytest.raises(Problem, match=r"intersect|declares no file set"):
            plan(files, mode="parallel", max_lanes=9)


def test_spellings_of_one_path_are_one():
    files = {"a.md": declares("./src/A.py"), "b.md": declares("src/a.py")}
    (group,) = plan(files, mode="auto", max_lanes=4).groups
    assert group.mode == "sequential"


def test_what_is_not_proven_is_announced_and_still_grouped():
    broken = prd_files.read(Document("**Files (3):**\n\n- `src/a.py` - EDIT: x\n- `src/b.py` x"))
    prose = prd_files.read(Document("**Files:** `src/z.py`"))
    files = {"a.md": declares("src/b.py"), "broken.md": broken, "prose.md": prose,
             "none.md": prd_files.read(Document("# nothing"))}  # fmt: skip
    made = plan(files, mode="auto", max_lanes=4)
    assert made.groups[0].lanes == ("a.md", "broken.md")
    assert made.groups[0].unproven == ("broken.md",)
    assert made.groups[0].shared == ("src/b.py",)
    for name, said in (
        ("broken.md", "UNPARSED"),
        ("prose.md", "prose"),
        ("none.md", "no file set"),
    ):
        assert any(name in line and said in line for line in made.announcements)
    assert not any(line.startswith("ANNOUNCE: a.md declares") for line in made.announcements)


def test_a_line_has_a_dash_where_there_is_nothing():
    group = Group(3, True, ("a.md",), (), ("a.md",))
    assert group.line() == "group=3 mode=parallel lanes=a.md active=- queued=a.md"


@pytest.mark.parametrize("status", sorted(STATUSES))
def test_only_the_reason_that_was_tried_is_announced(status: str):
    made = schedule("auto", status, ["l1", "l2", "l1"], config="auto", max_lanes=4)
    told = "\n".join(made.announcements)
    for other, reason in STATUSES.items():
        if reason and reason != STATUSES[status]:
            assert reason not in told, other
    assert made.groups[0].parallel is (status == "ok")
    assert made.groups[0].lanes == ("l1", "l2")
    if status != "ok":
        assert made.groups[0].active == ("l1",)
        for mode, config in (("parallel", "auto"), ("auto", "parallel")):
            with pytest.raises(Problem, match="parallel was asked for"):
                schedule(mode, status, ["l1"], config=config, max_lanes=4)


def test_what_was_asked_for_goes_before_the_file():
    assert chosen("auto", "sequential") == "sequential"
    assert chosen("parallel", "sequential") == "parallel"
    with pytest.raises(Problem, match="a mode is"):
        chosen("turbo", "auto")
