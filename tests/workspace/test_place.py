"""Where a workspace is, and what is said when it is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from git_folder import MODES_HOLD, GitFolder

from intent_tui.base.problem import Exit, Problem
from intent_tui.workspace.files import Workspace


def _refused(folder: Path) -> Problem:
    with pytest.raises(Problem) as caught:
        Workspace.find(folder)
    assert caught.value.exit_code is Exit.USAGE
    return caught.value


def test_the_enclosing_repository_is_the_workspace(tmp_path):
    repo = GitFolder(tmp_path / "shop")
    repo.write("deep/er/f.py")
    found = Workspace.find(tmp_path / "shop" / "deep" / "er")
    assert (found.root, found.name) == (tmp_path / "shop", "shop")


def test_a_folder_without_a_repository_is_its_own_workspace(tmp_path):
    (tmp_path / "plain").mkdir()
    found = Workspace.find(tmp_path / "plain")
    assert (found.root, found.git, found.head) == (tmp_path / "plain", None, "")
    assert found.history.commits == ()
    assert found.history.failed is None
    assert found.inventory.files == ()
    assert found.failures == []


def test_the_current_folder_is_the_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Workspace.find().root == Path.cwd()


def test_an_empty_git_folder_is_no_repository(tmp_path):
    GitFolder(tmp_path / "outer")
    (tmp_path / "outer" / "sub" / ".git").mkdir(parents=True)
    assert Workspace.find(tmp_path / "outer" / "sub").root == tmp_path / "outer"


def test_a_work_tree_finds_its_shared_repository(tmp_path):
    repo = GitFolder(tmp_path / "main")
    repo.write("a.py")
    sha = repo.commit("the first")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    found = Workspace.find(tmp_path / "side")
    assert found.root == tmp_path / "side"
    assert found.head == f"side {sha[:7]}"
    assert [info.path for info in found.inventory.files] == ["a.py"]
    assert [commit.subject for commit in found.history.commits] == ["the first"]


def test_a_missing_folder_names_the_near_one(tmp_path):
    (tmp_path / "depot-api").mkdir()
    problem = _refused(tmp_path / "depot-apii")
    assert problem.what == f"no such folder: {tmp_path}/depot-apii"
    assert f"intent-tui --workspace {tmp_path}/depot-api" in problem.next_step
    assert _refused(tmp_path / "Depot-Apii" / "src").next_step.startswith("near it: ")


def test_a_missing_folder_with_nothing_near(tmp_path):
    assert "near" not in _refused(tmp_path / "zzzz" / "y").next_step
    assert _refused(Path("a\0b")).what == r"no such folder: a\x00b"


def test_a_file_is_no_workspace(tmp_path):
    (tmp_path / "notes.md").write_text("x")
    problem = _refused(tmp_path / "notes.md")
    assert "this is a file" in problem.what
    assert f"--workspace {tmp_path}" in problem.next_step


def test_a_bare_repository_has_no_files(tmp_path):
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "store.git")], check=True)
    for folder in ("store.git", "store.git/refs"):
        problem = _refused(tmp_path / folder)
        assert "bare repository" in problem.what
        assert "git clone" in problem.next_step


def test_the_inside_of_a_repository_is_refused(tmp_path):
    GitFolder(tmp_path / "r")
    problem = _refused(tmp_path / "r" / ".git" / "refs")
    assert "inside of a repository" in problem.what
    assert problem.next_step.endswith(f"--workspace {tmp_path}/r")


def test_an_unreadable_folder_says_so(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    code = (
        "from pathlib import Path; from intent_tui.workspace.files import Workspace\n"
        "from intent_tui.base.problem import Problem\n"
        f"try: Workspace.find(Path({str(closed)!r}))\n"
        "except Problem as p: print(p.exit_code.value, *p.lines(), sep='|')"
    )
    line = [sys.executable, "-c", code]
    done = subprocess.run(
        [*MODES_HOLD, *line] if os.geteuid() == 0 else line,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(f"2|{closed} may not be read by this user|"), done.stderr
    assert f"chmod u+rx {closed}" in done.stdout


def test_control_characters_of_a_name_are_shown_not_sent(tmp_path):
    shown = "".join(_refused(tmp_path / "a\x1b[31m\u202e").lines())
    assert "\x1b" not in shown
    assert r"a\x1b[31m\u202e" in shown


def test_a_gitfile_that_names_nothing_is_passed_over(tmp_path):
    (tmp_path / ".git").write_text("no repository here\n")
    assert Workspace.find(tmp_path).git is None
