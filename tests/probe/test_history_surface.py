"""History: what was taken back, held and why, from real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.workspaces import git
from papers import Repository, folder, only

from intent_tui.language.stems import stem
from intent_tui.probe import history
from intent_tui.probe.facts import Wanted
from intent_tui.workspace.files import Workspace


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo")
    made.commit("Ledger and couriers", {"ledger.py": "total = 0\n"})
    return made


def look(workspace: Workspace, want: str = "", **more: tuple[str, ...]) -> history.Result:
    return history.look(workspace, Wanted("history", want=want, **more))


def test_a_revert_says_what_was_taken_back_and_why(repository: Repository) -> None:
    repository.commit("Keep tariffs in a local ring buffer (#31)")
    repository.commit(
        'Revert "Keep tariffs in a local ring buffer (#31)" (#45)\n\n'
        "Two workers showed two tariffs for one courier."
    )
    fact = only(look(repository.open(), "revert", terms=("tariff", "buffer")))
    assert fact.value.startswith("Revert")
    assert fact.pointer == f"git:{fact.name}"
    assert fact.more["kind"] == "revert"
    assert fact.more["reverts"] == "Keep tariffs in a local ring buffer"
    assert fact.more["relanded"] == "no"
    assert fact.more["pull"] == "45"
    assert fact.more["bans"].split() == [stem("tariff"), "local", "ring", "buffer"]
    assert fact.more["reason"].startswith("Two workers showed two tariffs")


def test_a_revert_that_came_in_again_is_said_to_be_so(repository: Repository) -> None:
    repository.commit("Ring buffer for tariffs")
    repository.commit('Revert "Ring buffer for tariffs"')
    repository.commit("Ring buffer for tariffs")
    fact = only(look(repository.open(), "ruled_out", terms=("buffer",)))
    assert fact.more["relanded"] == "yes"


def test_a_merge_of_many_steps_is_no_revert_of_one(repository: Repository) -> None:
    sha = repository.commit("Ring buffer for tariffs")
    steps = "* add rota\n\n* add depots\n\n* take a step back\n"
    repository.commit(
        f"Rota with tariffs\n\n{steps}\nThis partially reverts commit {sha}.\n\n* go on"
    )
    workspace = repository.open()
    assert look(workspace, "revert", terms=("tariff",)).facts == ()
    kinds = {fact.more["kind"] for fact in look(workspace, terms=("tariff",)).facts}
    assert kinds == {"commit"}


def test_a_version_set_back_is_no_rejected_idea(repository: Repository) -> None:
    repository.commit("Bump courierlib from 2 to 3 for the ledger")
    repository.commit('Revert "Bump courierlib from 2 to 3 for the ledger"')
    workspace = repository.open()
    assert look(workspace, "revert", terms=("ledger",)).facts == ()
    assert only(look(workspace, "revert", names=("courierlib",))).more["kind"] == "revert"


def test_a_pin_gives_its_reason_and_words_alone_make_none(repository: Repository) -> None:
    repository.commit("Hold courierlib at 2.x: 3.x loses parcels when a depot moves (#52)")
    repository.commit("Keep the courierlib docs short")
    repository.commit("Pinned messages stay on top")
    found = look(repository.open(), "pin", terms=("courierlib", "message"))
    assert [fact.more["kind"] for fact in found.facts] == ["pin"]
    assert found.facts[0].more["reason"] == "3.x loses parcels when a depot moves"
    named = look(repository.open(), "pin", names=("courierlib",))
    assert [fact.more["pull"] for fact in named.facts if "pull" in fact.more] == ["52"]


def test_a_pull_request_is_followed_to_the_commit_that_says_why(repository: Repository) -> None:
    repository.merge(
        ["Hold courierlib at 2.x", "Note the limit because depots move at night"],
        "Merge pull request #61 from ada/hold",
    )
    found = look(repository.open(), "pull", names=("#61",))
    assert found.hits == 3
    assert found.facts[0].more["reason"] == "because depots move at night"
    held = next(fact for fact in found.facts if fact.value == "Hold courierlib at 2.x")
    assert held.more["reason"] == "because depots move at night"


def test_a_release_that_merges_many_commits_gives_none_of_them_a_reason(
    repository: Repository,
) -> None:
    many = [f"Step {number} because depots move" for number in range(6)]
    repository.merge(["Hold courierlib at 2.x", *many], "Merge pull request #62 from ada/release")
    found = look(repository.open(), "pin", names=("courierlib",))
    assert "reason" not in only(found).more


def test_an_issue_number_and_a_commit_id_find_commits_that_name_them(
    repository: Repository,
) -> None:
    sha = repository.commit("Slow the courier\n\nFixes #88, as depots fail at noon")
    repository.commit("Unrelated #880")
    workspace = repository.open()
    assert only(look(workspace, "pull", names=("#88",))).value == "Slow the courier"
    assert only(look(workspace, "pull", names=(sha[:9],))).value == "Slow the courier"
    assert look(workspace, "pull", names=("ledger", "#4")).facts == ()


def test_rare_words_and_subjects_come_first(repository: Repository) -> None:
    for number in range(9):
        repository.commit(f"Ledger step {number}")
    repository.commit("Touch the rota\n\nSpeaks of the tariff")
    repository.commit("Ledger tariff")
    found = look(repository.open(), terms=("ledger", "tariff"))
    assert found.facts[0].value == "Ledger tariff"
    assert found.facts[1].value == "Touch the rota"
    assert found.hits == 12
    assert len(found.facts) == 12


def test_no_history_is_nothing_and_no_failure(tmp_path: Path) -> None:
    plain = look(folder(tmp_path / "plain", {"a.md": "x\n"}), terms=("ledger",))
    unborn = look(Repository(tmp_path / "unborn").open(), terms=("ledger",))
    for found in (plain, unborn):
        assert found.facts == ()
        assert found.failed is None


def test_a_shallow_clone_that_hides_the_answer_is_a_failure(
    repository: Repository, tmp_path: Path
) -> None:
    repository.commit("Hold courierlib at 2.x (#52)")
    repository.commit("Newest of all")
    origin = repository.root.as_uri()
    git(tmp_path, "clone", "-q", "--depth", "1", origin, str(tmp_path / "shallow"))
    workspace = Workspace.find(tmp_path / "shallow")
    hidden = look(workspace, "pull", names=("#52",))
    assert hidden.facts == ()
    assert hidden.failed is not None
    assert "shallow" in hidden.failed
    seen = look(workspace, terms=("newest",))
    assert seen.failed is None
    assert seen.hits == 1


def test_a_history_that_cannot_be_read_is_a_failure(repository: Repository) -> None:
    (repository.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for each in sorted((repository.root / ".git" / "objects").rglob("*")):
        if each.is_file():
            each.write_bytes(b"broken")
    found = look(repository.open(), terms=("ledger",))
    assert found.facts == ()
    assert found.failed


def test_words_in_other_scripts_are_found(repository: Repository) -> None:
    repository.commit("在内存中缓存运费")
    repository.commit('Revert "在内存中缓存运费"\n\n两个进程显示的数据不一致')
    fact = only(look(repository.open(), "revert", terms=("缓存",)))
    assert "缓存" in fact.more["bans"]
    assert "不一致" in fact.more["reason"]
