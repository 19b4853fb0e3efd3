"""What was done, what was taken back, and what can't be known."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from git_folder import GitFolder

from intent_tui.workspace import history as room
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import History


@pytest.fixture
def repo(tmp_path: Path) -> GitFolder:
    return GitFolder(tmp_path / "r")


def _history(repo: GitFolder) -> History:
    return Workspace.find(repo.root).history


def test_commits_are_newest_first_and_whole(repo):
    first = repo.commit("Add the list", "Because the form\nneeds it.\n\nSigned-off-by: Ada <a@b>")
    second = repo.commit("新增导出 ✓")
    [new, old] = _history(repo).commits
    assert (new.sha, new.parents, new.subject, new.body) == (second, (first,), "新增导出 ✓", "")
    assert old.body == "Because the form\nneeds it.\n\nSigned-off-by: Ada <a@b>"
    assert new.time - old.time == 86_400


def test_a_repository_without_commits_is_no_failure(repo):
    ws = Workspace.find(repo.root)
    assert (ws.history.commits, ws.history.failed, ws.history.shallow) == ((), None, False)
    assert ws.history.reverts() == ()
    assert ws.history.search(["x"]) == []
    assert ws.head == ""
    assert ws.failures == []


def test_the_head_is_named(repo):
    sha = repo.commit()
    assert Workspace.find(repo.root).head == f"main {sha[:7]}"
    repo.git("checkout", "-q", "--detach")
    assert Workspace.find(repo.root).head == sha[:7]


def test_search_is_literal_and_case_insensitive(repo):
    repo.commit("Pin the Driver")
    repo.commit("other", "the DRIVER (v2.*) broke")
    repo.commit("third")
    history = _history(repo)
    assert [commit.subject for commit in history.search(["driver"])] == ["other", "Pin the Driver"]
    assert [commit.subject for commit in history.search(["v2.*", "third"])] == ["third", "other"]
    assert history.search([]) == []
    assert history.search(["  "]) == []


def test_a_message_can_forge_nothing(repo):
    forged = f'{"f" * 40}\x1f\x1f1\x1fRevert "x"\x1f'
    repo.commit(f"odd \x1f subject \x1e\x1b[31m {forged}", f"body \x1f more\n{forged}")
    repo.commit("plain")
    commits = _history(repo).commits
    assert len(commits) == 2
    assert [commit.subject.startswith("odd ") for commit in commits] == [False, True]
    assert all(commit.sha != "f" * 40 for commit in commits)


def test_messages_in_another_encoding_are_read(repo):
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1")
    repo.git("commit", "-q", "--allow-empty", "-F", "-", text="Größe geändert".encode("latin-1"))
    assert _history(repo).commits[0].subject == "Größe geändert"


def test_a_shallow_clone_says_so(repo, tmp_path):
    repo.commit("first")
    repo.commit("second")
    source = f"file://{repo.root}"
    subprocess.run(["git", "clone", "-q", "--depth=1", source, str(tmp_path / "s")], check=True)
    history = Workspace.find(tmp_path / "s").history
    assert [commit.subject for commit in history.commits] == ["second"]
    assert history.shallow
    assert history.failed is None
    assert not _history(repo).shallow


def test_too_many_commits_say_so(repo, monkeypatch):
    for number in range(4):
        repo.commit(f"c{number}")
    assert not _history(repo).truncated
    monkeypatch.setattr(room, "MOST_COMMITS", 3)
    history = _history(repo)
    assert [commit.subject for commit in history.commits] == ["c3", "c2", "c1"]
    assert history.truncated


def test_too_much_text_says_so(repo, monkeypatch):
    for number in range(6):
        repo.commit(f"c{number}", "x" * 5000)
    monkeypatch.setattr(room, "_OUTPUT_LIMIT", 12_000)
    history = _history(repo)
    assert [commit.subject for commit in history.commits] == ["c5", "c4"]
    assert len(history.commits[0].body) == room.BODY_LIMIT
    assert history.truncated
    assert history.failed is None


PULLS = [
    ("Add the list (#12)", "", 12),
    ("Merge pull request #340 from ada/list", "Add the list", 340),
    ("Merge branch 'x' into 'main'", "Add\n\nSee merge request tools/list!77", 77),
    ("Fix #12 in the list", "", None),
    ("Add (see #12) the list", "", None),
    ("plain", "Closes #5", None),
]


@pytest.mark.parametrize(("subject", "body", "number"), PULLS)
def test_pull_requests(repo, subject, body, number):
    repo.commit(subject, body)
    history = _history(repo)
    assert history.pull_of(history.commits[0]) == number
    if number is not None:
        assert history.by_pull(number) == history.commits


def test_a_commit_belongs_to_the_merge_that_brought_it(repo):
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "side")
    inner = [repo.commit("one"), repo.commit("two")]
    repo.git("checkout", "-q", "main")
    repo.commit("meanwhile")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge pull request #8 from ada/side", "side")
    history = _history(repo)
    by_subject = {commit.subject: history.pull_of(commit) for commit in history.commits}
    assert by_subject["one"] == by_subject["two"] == 8
    assert by_subject["base"] is None
    assert by_subject["meanwhile"] is None
    assert {commit.sha for commit in history.by_pull(8)} >= set(inner)


def _told(repo: GitFolder) -> list[tuple[str, bool, bool, str]]:
    return [
        (found.subject_of_original, found.original is not None, found.relanded, found.reason)
        for found in _history(repo).reverts()
    ]


def test_a_revert_by_id(repo):
    sha = repo.commit("Keep totals in memory (#31)")
    repo.commit(
        'Revert "Keep totals in memory (#31)"',
        f"This reverts commit {sha}.\n\nTwo workers showed different totals.",
    )
    assert _told(repo) == [
        ("Keep totals in memory (#31)", True, False, "Two workers showed different totals.")
    ]


def test_a_revert_by_subject_alone_and_without_a_reason(repo):
    repo.commit("Keep totals")
    repo.commit('Revert "Keep totals" (#40)', "Reviewed-by: Bo <bo@example.org>")
    repo.commit('Revert "Never seen here"', f"This reverts commit {'0' * 40}.")
    assert _told(repo) == [("Never seen here", False, False, ""), ("Keep totals", True, False, "")]


@pytest.mark.parametrize(
    "subject",
    ["revert: keep totals", "Back out keep totals", "fix(api): roll back keep totals",
     "Rolled back: keep totals (#9)", "[api] Reverted keep totals", "回滚：keep totals"],
)  # fmt: skip
def test_other_words_for_it(repo, subject):
    repo.commit("Keep totals")
    repo.commit(subject, "since the totals went wrong")
    [(said, known, relanded, reason)] = _told(repo)
    assert (said, known, relanded) == ("Keep totals", True, False)
    assert reason == "since the totals went wrong"


@pytest.mark.parametrize(
    "subject", ["Add a revert button", "Backoutside", "Irreversible", "Reversible list", "Docs"]
)
def test_what_only_speaks_of_it(repo, subject):
    repo.commit(subject)
    assert _told(repo) == []


@pytest.mark.parametrize("how", ["again", "revert of revert", "reapply", "by id", "reland"])
def test_a_change_that_came_in_again_is_no_ban(repo, how):
    repo.commit("Keep totals")
    revert = repo.commit('Revert "Keep totals"')
    message, body = {
        "again": ("Keep totals (#50)", ""),
        "revert of revert": ('Revert "Revert "Keep totals""', ""),
        "reapply": ('Reapply "Keep totals"', ""),
        "by id": ("Bring it in once more", f"This reverts commit {revert}."),
        "reland": ("Reland keep totals", ""),
    }[how]
    repo.commit(message, body)
    assert _told(repo) == [("Keep totals", True, True, "")]


def test_taken_back_twice_is_taken_back(repo):
    repo.commit("Keep totals")
    repo.commit('Revert "Keep totals"', "first reason")
    repo.commit("Keep totals")
    repo.commit('Revert "Keep totals"', "second reason")
    assert [(relanded, reason) for _, _, relanded, reason in _told(repo)] == [
        (False, "second reason"), (True, "first reason"),
    ]  # fmt: skip
