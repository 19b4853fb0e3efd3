"""The budget of look-ups is counted by code, and a failure is never taken for nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders.workspaces import build
from papers import Repository, folder

from intent_tui.base.problem import Problem
from intent_tui.probe.facts import SURFACE_ORDER, Wanted
from intent_tui.probe.plan import ACTIONS, PREMISE, Prober
from intent_tui.workspace.files import Workspace


@pytest.fixture
def prober(tmp_path: Path) -> Prober:
    return Prober(Workspace.find(build("service", tmp_path / "service")))


def test_a_field_has_three_actions_and_one_reserved_history_query(prober: Prober) -> None:
    wanted = [Wanted("decisions", terms=(word,)) for word in ("cach", "redi", "plant", "lru")]
    made = [prober.look("store", each) for each in wanted]
    assert [each is not None for each in made] == [True, True, True, False]
    assert prober.spent("store") == ACTIONS
    follow = Wanted("history", names=("#152",), want="pull", reserved=True)
    reserved = prober.look("store", follow)
    assert reserved is not None
    assert reserved.reserved
    assert reserved.hits == 1
    assert prober.look("store", follow) is None
    assert prober.spent("store") == ACTIONS
    assert prober.look("other", wanted[0]) is not None, "each field has its own budget"


def test_only_history_may_be_reserved(prober: Prober) -> None:
    assert prober.look("store", Wanted("kin", terms=("redi",), reserved=True)) is None
    assert prober.lookups == ()


def test_the_premise_has_two_look_ups_of_its_own(prober: Prober) -> None:
    wanted = Wanted("history", terms=("lru",), want="revert")
    assert [prober.premise(wanted) is not None for _ in range(3)] == [True, True, False]
    assert {each.field for each in prober.lookups} == {PREMISE}
    assert prober.spent("store") == 0


def test_the_same_question_gives_the_same_answer_and_counts_again(prober: Prober) -> None:
    wanted = Wanted("decisions", terms=("cach",))
    first, second = prober.look("a", wanted), prober.look("b", wanted)
    assert first is not None
    assert second is not None
    assert first.facts == second.facts
    assert first.action == second.action
    assert [each.field for each in prober.lookups] == ["a", "b"]


def test_every_surface_answers_and_every_pointer_was_minted(prober: Prober, tmp_path: Path) -> None:
    workspace = Workspace.find(tmp_path / "service")
    prober = Prober(workspace)
    for surface in SURFACE_ORDER:
        lookup = prober.look(surface, Wanted(surface, terms=("plant", "redi", "expiry")))
        assert lookup is not None
        assert lookup.surface == surface
        assert lookup.failed is None
        assert lookup.action.startswith(f"{surface}:")
        assert all(workspace.opened.minted(pointer) for pointer in lookup.evidence)
    assert sum(bool(each.facts) for each in prober.lookups) >= 6


def test_the_same_workspace_gives_the_same_look_ups_each_run(tmp_path: Path) -> None:
    root = build("service", tmp_path / "service")

    def run() -> list[tuple[object, ...]]:
        prober = Prober(Workspace.find(root))
        for surface in SURFACE_ORDER:
            prober.look(surface, Wanted(surface, terms=("plant", "redi", "cach")))
        return [(each.action, each.facts, each.hits, each.failed) for each in prober.lookups]

    assert run() == run()


def test_the_day_of_the_run_decides_which_policies_hold(tmp_path: Path) -> None:
    text = "# Rules\n\nIn force since 2026-06-01.\n\nA refund is possible.\n"
    workspace = folder(tmp_path, {"tickets/1.md": "# Ticket 1\n", "policies/a.md": text})
    wanted = Wanted("records", want="remedy")
    before = Prober(workspace, today="2026-05-01").look("remedy", wanted)
    after = Prober(workspace, today="2026-07-01").look("remedy", wanted)
    assert before is not None
    assert after is not None
    assert before.facts == ()
    assert [fact.name for fact in after.facts] == ["refund"]
    with pytest.raises(Problem):
        Prober(workspace, today="soon").look("remedy", wanted)


def test_an_empty_folder_gives_nothing_and_no_failure(tmp_path: Path) -> None:
    prober = Prober(folder(tmp_path, {}))
    for surface in SURFACE_ORDER:
        lookup = prober.look(surface, Wanted(surface, terms=("plant",)))
        assert lookup is not None
        assert (lookup.facts, lookup.hits, lookup.failed) == ((), 0, None)


def test_a_folder_that_cannot_be_listed_fails_by_name(tmp_path: Path) -> None:
    root = tmp_path / "closed"
    root.mkdir()
    (root / "a.md").write_text("plant\n")
    listed = root.stat().st_mode
    workspace = Workspace.find(root)
    child = os.fork()
    if child == 0:  # the modes of a folder hold for everybody but root
        status = 1
        try:
            root.chmod(0)
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            lookup = Prober(workspace).look("scope", Wanted("decisions", terms=("plant",)))
            status = 0 if lookup is not None and lookup.failed else 2
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    root.chmod(listed)
    assert os.waitstatus_to_exitcode(ended) == 0


def test_a_broken_history_is_a_failed_look_up(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repo")
    repository.commit("Hold courierlib at 2.x (#52)", {"a.md": "x\n"})
    for each in sorted((repository.root / ".git" / "objects").rglob("*")):
        if each.is_file():
            each.write_bytes(b"broken")
    wanted = Wanted("history", names=("#52",), want="pull", reserved=True)
    lookup = Prober(repository.open()).look("version", wanted)
    assert lookup is not None
    assert lookup.failed
    assert lookup.facts == ()
