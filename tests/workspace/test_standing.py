"""What is changed, underway and reachable in a repository, without letting git run anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.workspaces import git

from intent_tui.workspace.files import Workspace
from intent_tui.workspace.standing import changed, remote_host, underway


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    for name in ("a.py", "b.py", "c.py"):
        (root / name).write_text(f"{name}\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    return root


def test_new_gone_and_other_files_are_changed_and_what_we_write_is_not(repository: Path):
    assert changed(Workspace.find(repository)) == ()
    (repository / "a.py").write_text("other\n")
    (repository / "b.py").unlink()
    (repository / "d.py").write_text("")
    for folder in (".intent", ".linchpin"):
        (repository / folder).mkdir()
        (repository / folder / "x.md").write_text("")
    assert changed(Workspace.find(repository)) == ("a.py", "b.py", "d.py")


def test_a_filter_of_the_repository_is_not_run(repository: Path):
    git(repository, "config", "filter.bad.clean", "touch ran; cat")
    (repository / ".git/info").mkdir(exist_ok=True)
    (repository / ".git/info/attributes").write_text("* filter=bad\n")
    (repository / "a.py").write_text("other\n")
    assert changed(Workspace.find(repository)) == ("a.py",)
    assert not (repository / "ran").exists()


def test_before_the_first_commit_everything_is_new(tmp_path: Path):
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("")
    assert "a.py" in changed(Workspace.find(tmp_path))


@pytest.mark.parametrize("mark", ["MERGE_HEAD", "rebase-merge"])
def test_what_is_underway_is_named(repository: Path, mark: str):
    assert underway(Workspace.find(repository)) is None
    (repository / ".git" / mark).mkdir()
    assert underway(Workspace.find(repository)) == mark


def test_a_folder_without_git_has_nothing_underway_and_no_remote(tmp_path: Path):
    home = Workspace.find(tmp_path)
    assert (underway(home), remote_host(home)) == (None, None)


def test_origin_goes_before_the_other_remotes(repository: Path):
    assert remote_host(Workspace.find(repository)) is None
    git(repository, "remote", "add", "alpha", "https://alpha.example/r")
    assert remote_host(Workspace.find(repository)) == "alpha.example"
    git(repository, "remote", "add", "origin", "https://tom:key@beta.example:8443/r")
    assert remote_host(Workspace.find(repository)) == "beta.example"


def test_a_remote_on_this_machine_shows_no_path(repository: Path):
    git(repository, "remote", "add", "origin", "/srv/secret/r.git")
    assert remote_host(Workspace.find(repository)) == "a local path"


def test_a_configuration_of_garbage_has_no_remote(repository: Path):
    home = Workspace.find(repository)
    (repository / ".git/config").write_bytes(b'\xff[remote "x\n]url=\n[remote "y"]\nurl\n')
    assert remote_host(home) is None
