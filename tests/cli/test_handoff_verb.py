"""`handoff` and `export --out` in a real repository, with a real program to start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders.program import run
from builders.workspaces import build, git

REQUEST = "add caching to the plant API"
TOOL = """#!/bin/sh
pwd >"$OUT"
for word in "$@"; do printf "<%s>\\n" "$word" >>"$OUT"; done
exit {}
"""


@pytest.fixture
def spec(tmp_path: Path, home: Path) -> tuple[Path, str]:
    """A repository and the name of a routed spec in it."""
    root = build("service", tmp_path / "service")
    found = run("grill", REQUEST, "--json", "--answer", "A", "--answer", "A", "--answer", "A",
                cwd=root, home=home).json()  # fmt: skip
    assert found["outcome"] == "ROUTE"
    return root, found["spec"]["intent"]


def tool(folder: Path, home: Path, code: int = 0) -> dict[str, str]:
    """A program `mytool`, an executor for it in the person's settings, and the environment."""
    folder.mkdir(parents=True)
    (folder / "mytool").write_text(TOOL.format(code))
    (folder / "mytool").chmod(0o755)
    config = home / "config"
    config.mkdir(exist_ok=True)
    (config / "executors.yaml").write_text(
        "version: 1\nexecutors:\n  mine: {title: My tool, form: packet,\n"
        "    argv: [mytool, --do, '{packet}', '{spec}'], wants: [git, clean]}\n"
    )
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "OUT": str(home / "out")}


def test_it_is_printed_unless_asked_to_run(spec: tuple[Path, str], tmp_path: Path, home: Path):
    root, name = spec
    env = tool(tmp_path / "tools", home)
    done = run("handoff", name, "--to", "mine", cwd=root, home=home, **env)
    assert done.code == 0
    assert f".intent/{name}.intent.yaml" in done.out
    assert not (home / "out").exists()
    data = run("handoff", name, "--to", "mine", "--json", cwd=root, home=home, **env).json()
    assert (data["to"], data["packet"]) == ("mine", done.out)


@pytest.mark.parametrize(("ends", "code"), [(0, 0), (3, 5)])
def test_it_is_run_in_the_root_and_verify_is_offered(
    spec: tuple[Path, str], tmp_path: Path, home: Path, ends: int, code: int
):
    root, name = spec
    env = tool(tmp_path / "tools", home, ends)
    (root / "deep").mkdir()
    (root / "new.txt").write_text("x")
    done = run("handoff", name, "--to", "mine", "--run", cwd=root / "deep", home=home, **env)
    assert done.code == code
    assert "ANNOUNCE: uncommitted here: new.txt" in done.err
    assert f"ended with {ends}; now: intent-tui verify {name}" in done.err
    ran = (home / "out").read_text()
    assert ran.startswith(f"{root}\n<--do>\n<Carry out the spec .intent/{name}.intent.yaml")
    assert ran.endswith(f"<.intent/{name}.intent.yaml>\n")


def test_a_program_of_the_workspace_is_never_started(
    spec: tuple[Path, str], home: Path, tmp_path: Path
):
    root, name = spec
    env = tool(root / "tools", home)
    done = run("handoff", name, "--to", "mine", "--run", cwd=root, home=home, **env)
    assert done.code == 5
    assert "ANNOUNCE: mytool is not installed" in done.err
    assert "Carry out the spec" in done.out
    assert not (home / "out").exists()


def test_an_issue_without_a_remote_is_printed_instead(
    spec: tuple[Path, str], tmp_path: Path, home: Path
):
    root, name = spec
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "gh").write_text(TOOL.format(0))
    (folder / "gh").chmod(0o755)
    env = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "OUT": str(home / "out")}
    line = ["handoff", name, "--to", "github-issue", "--run"]
    done = run(*line, cwd=root, home=home, **env)
    assert (done.code, (home / "out").exists()) == (5, False)
    assert "no remote" in done.err
    git(root, "remote", "add", "origin", "https://example.org/o/r")
    assert run(*line, cwd=root, home=home, **env).code == 0
    assert "<create>\n<--title>\n" in (home / "out").read_text()


def test_what_is_not_settled_is_not_handed_over(tmp_path: Path, home: Path):
    root = build("service", tmp_path / "service")
    name = run("grill", REQUEST, "--json", cwd=root, home=home).json()["spec"]["intent"]
    done = run("handoff", name, "--to", "codex", cwd=root, home=home)
    assert (done.code, done.out) == (3, "")
    assert "waits for an answer" in done.err
    assert run("handoff", name, cwd=root, home=home).code == 2


def test_a_folder_is_laid_out_once_and_nothing_leads_out(
    spec: tuple[Path, str], tmp_path: Path, home: Path
):
    root, name = spec
    out = tmp_path / "out"
    out.mkdir()
    line = ["export", name, "--to", "openspec", "--out", str(out)]
    done = run(*line, cwd=root, home=home)
    assert done.code == 0
    made = [Path(path) for path in done.out.splitlines()]
    assert len(made) == 3
    assert all(path.is_file() and path.is_relative_to(out) for path in made)
    assert "already exists" in run(*line, cwd=root, home=home).err
    assert run(*line, "--force", cwd=root, home=home).code == 0
    other = tmp_path / "other"
    other.mkdir()
    (other / "openspec").symlink_to(tmp_path)
    refused = run("export", name, "--to", "openspec", "--out", str(other), cwd=root, home=home)
    assert (refused.code, "leads out" in refused.err) == (2, True)
    assert not (tmp_path / "changes").exists()
    assert run("export", name, "--to", "jira", "--out", str(out), cwd=root, home=home).code == 2
