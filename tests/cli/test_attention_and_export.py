"""`attention` equals what really happened; `export` prints a saved spec."""

from __future__ import annotations

from pathlib import Path

from builders.program import run
from builders.workspaces import build

REQUEST = "add caching to the plant API"


def test_the_ledger_equals_the_script(tmp_path: Path, home: Path):
    root = build("service", tmp_path / "service")
    asked = recommended = other = delegated = 0
    for number, reply in enumerate(
        ["A", "B", "you decide", "A", "none of these, ask support", "C"]
    ):
        request = f"{REQUEST}, variant {number}"
        document = run("grill", request, "--json", cwd=root, home=home).json()
        question = document["spec"]["decision"].get("question")
        if question is None:
            continue
        asked += 1
        name = document["spec"]["intent"]
        done = run("answer", name, reply, "--json", cwd=root, home=home)
        if done.code not in (0, 3):
            continue
        if reply == "you decide":
            delegated += 1
        elif reply == question["recommended"]:
            recommended += 1
        else:
            other += 1
        after = done.json()["spec"]["decision"]
        asked += after["state"] == "ASK"
    (week,) = run("attention", "--json", cwd=root, home=home).json()["weeks"]
    assert (week["asked"], week["recommended"], week["other"], week["delegated"]) == (
        asked, recommended, other, delegated,
    )  # fmt: skip
    assert week["first"] == "2026-09-21"
    table = run("attention", cwd=root, home=home).out.splitlines()
    assert table[1].startswith("2026-09-21")
    assert "####" in table[1]


def test_another_workspace_has_its_own(tmp_path: Path, home: Path):
    root = build("service", tmp_path / "service")
    run("grill", REQUEST, cwd=root, home=home)
    other = tmp_path / "other"
    other.mkdir()
    done = run("attention", cwd=other, home=home)
    assert (done.code, done.out) == (0, "")
    assert "nobody was asked" in done.err


def test_a_saved_spec_is_exported(tmp_path: Path, home: Path):
    root = build("service", tmp_path / "service")
    name = run("grill", REQUEST, "--json", cwd=root, home=home).json()["spec"]["intent"]
    for form, mark in (("markdown", "## "), ("issue", "> "), ("ears", "# "), ("gherkin", "# ")):
        done = run("export", name, "--to", form, cwd=root, home=home)
        assert done.code == 0
        assert done.out.startswith(mark)
    assert run("export", name, "--to", "pdf", cwd=root, home=home).code == 2
    assert run("export", "nothing", cwd=root, home=home).code == 2
