"""The sample repository: the same commits on every build, whatever the user's git is set to."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.program import run
from builders.workspaces import git

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.cli.demo import SAMPLE, build


def test_two_builds_have_the_same_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recipe = knowledge.yaml(SAMPLE)
    first = build(tmp_path / "one", recipe)
    hook = tmp_path / "template" / "hooks" / "post-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/fired\n")
    hook.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(
        f"[init]\n\ttemplateDir = {tmp_path}/template\n\tdefaultBranch = trunk\n"
        "[user]\n\tname = Somebody\n\temail = else@example.org\n[commit]\n\tgpgsign = true\n"
        "[core]\n\tautocrlf = true\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert build(tmp_path / "two", recipe) == first
    assert not (tmp_path / "fired").exists()
    assert git(tmp_path / "two", "status", "--short", "--branch") == "## main\n"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "taken").write_text("a file\n")
    with pytest.raises(Problem, match="taken"):
        build(tmp_path / "taken", knowledge.yaml(SAMPLE))


def test_the_demo_asks_one_real_question(tmp_path: Path, home: Path):
    done = run("demo", "--plain", cwd=tmp_path, home=home, stdin=b":quit\n", TMPDIR=str(tmp_path))
    assert done.code == 3, done.err
    assert "Question 1 of at most 3." in done.err
    assert str(tmp_path) in done.err
