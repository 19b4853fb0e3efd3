"""Whether lanes may start, looked up in real repositories and never by running anything of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders.workspaces import git

from intent_tui.base.problem import Problem
from intent_tui.route.preflight import Preflight, claim, look, missing_rules
from intent_tui.workspace.files import Workspace


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    (root / "berths.py").write_text("x = 1\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    return root


def rows(found: Preflight) -> dict[str, str]:
    return {row.name: row.state for row in found.rows}


def told(root: Path, name: str) -> tuple[str, str]:
    return next((row.state, row.detail) for row in look(Workspace.find(root)).rows
                if row.name == name)  # fmt: skip


def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str = "bin") -> None:
    place = tmp_path / folder
    place.mkdir(parents=True, exist_ok=True)
    (place / "gh").write_text("#!/bin/sh\ntouch started\n")
    (place / "gh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}/usr/bin{os.pathsep}/bin")


def test_a_folder_without_a_repository_is_refused(tmp_path: Path):
    found = look(Workspace.find(tmp_path))
    assert rows(found) == {"repository": "refuse", "configuration": "ok"}
    with pytest.raises(Problem, match="no repository"):
        claim(Workspace.find(tmp_path))


def test_ignore_rules_are_added_once_and_never_to_what_is_committed(repository: Path):
    home = Workspace.find(repository)
    assert look(home).refused
    exclude = repository / ".git/info/exclude"
    exclude.write_text("# mine\n*.tmp")
    assert claim(home) == (".linchpin/", ".worktrees/")
    assert exclude.read_text() == "# mine\n*.tmp\n.linchpin/\n.worktrees/\n"
    assert claim(home) == ()
    assert not look(home).refused
    assert not (repository / ".gitignore").exists()
    assert git(repository, "status", "--porcelain") == ""


def test_rules_that_are_there_count_wherever_they_stand(repository: Path):
    (repository / ".gitignore").write_text("/.linchpin\n.work*\n")
    assert missing_rules(Workspace.find(repository)) == ()
    (repository / ".gitignore").write_text(".linchpin\n!.linchpin\n")
    assert missing_rules(Workspace.find(repository)) == (".linchpin/", ".worktrees/")


def test_a_linked_exclude_file_is_left_alone(repository: Path, tmp_path: Path):
    (tmp_path / "else").write_text("a\n")
    exclude = repository / ".git/info/exclude"
    exclude.unlink(missing_ok=True)
    exclude.symlink_to(tmp_path / "else")
    with pytest.raises(Problem):
        claim(Workspace.find(repository))
    assert (tmp_path / "else").read_text() == "a\n"


def test_a_worktree_shares_the_rules_and_nests_none(repository: Path, tmp_path: Path):
    git(repository, "worktree", "add", "-q", str(tmp_path / "other"))
    claim(Workspace.find(tmp_path / "other"))
    assert missing_rules(Workspace.find(repository)) == ()
    assert told(tmp_path / "other", "worktrees") == (
        "fallback",
        "this is a worktree itself (nested)",
    )


@pytest.mark.parametrize(
    ("spoil", "row", "state", "said"),
    [
        ("base", "worktrees", "fallback", "missing-base"),
        ("folder", "worktrees", "fallback", "path-exists"),
        ("merge", "working tree", "fallback", "MERGE_HEAD"),
        ("change", "working tree", "ok", "changed: berths.py, new.py; safely stashable"),
        ("nothing", "working tree", "ok", "clean"),
        ("config", "configuration", "refuse", "line 1: no key"),
    ],
)
def test_each_row_says_what_is_so(repository: Path, spoil: str, row: str, state: str, said: str):
    match spoil:
        case "base":
            (repository / ".linchpin.toml").write_text('base = "trunk"\n')
        case "folder":
            (repository / ".worktrees").write_text("")
        case "merge":
            (repository / ".git/MERGE_HEAD").write_text("0" * 40)
        case "change":
            (repository / "berths.py").write_text("x = 2\n")
            (repository / "new.py").write_text("")
        case "config":
            (repository / ".linchpin.toml").write_text("lanes = 3\n")
    found = told(repository, row)
    assert found[0] == state
    assert said in found[1]


def test_forced_parallel_has_no_fallback(repository: Path):
    claim(Workspace.find(repository))
    (repository / ".linchpin.toml").write_text('execution = "parallel"\ndelivery = "branch"\n')
    assert not look(Workspace.find(repository)).refused
    (repository / ".git/MERGE_HEAD").write_text("0" * 40)
    found = look(Workspace.find(repository))
    assert found.refused
    assert rows(found)["working tree"] == "refuse"
    assert not found.announcements()


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://ann:secret@github.com/o/r.git", "github.com"),
        ("git@github.com:o/r.git", "github.com"),
        ("ssh://git@github.com:22/o/r", "github.com"),
    ],
)
def test_only_the_host_of_a_remote_is_shown_and_nothing_is_started(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, host: str
):
    client(tmp_path, monkeypatch)
    git(repository, "remote", "add", "origin", url)
    found = look(Workspace.find(repository))
    assert ("remote", "ok", host) in [(row.name, row.state, row.detail) for row in found.rows]
    assert rows(found)["client"] == "ok"
    assert rows(found)["merge methods"] == "unchecked"
    assert "secret" not in str(found)
    assert not list(repository.glob("**/started"))


def test_without_remote_or_client_delivery_falls_back_and_says_so(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    claim(Workspace.find(repository))
    found = look(Workspace.find(repository))
    assert not found.refused
    assert found.announcements() == (
        "ANNOUNCE: remote: no remote; delivery is branch; review and gates stay",
    )
    git(repository, "remote", "add", "origin", "https://github.com/o/r")
    client(repository, monkeypatch, "tools")
    assert rows(look(Workspace.find(repository)))["client"] == "fallback"
    git(repository, "remote", "set-url", "origin", "https://example.org/o/r")
    assert any("no client is known" in each for each in
               look(Workspace.find(repository)).announcements())  # fmt: skip


def test_models_are_the_executors_to_check(repository: Path):
    assert rows(look(Workspace.find(repository)))["models"] == "unchecked"
