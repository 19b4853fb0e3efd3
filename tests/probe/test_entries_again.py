"""The inventory of entry points is reused between two runs, and only when it must be the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from intent_tui.passes.events import Submit
from intent_tui.passes.session import Session
from intent_tui.probe import entries
from intent_tui.probe.routes.again import ROOM
from intent_tui.workspace import stamps
from intent_tui.workspace.files import Workspace

APP = """\
from fastapi import FastAPI

app = FastAPI()


@app.get("/harbours/{name}")
def harbour(name: str):
    return name


@app.post("/harbours")
def build(body: dict):
    return body
"""
DESCRIPTION = """\
openapi: 3.0.0
info: {title: Harbours, version: "1"}
paths:
  /harbours:
    post: {summary: Builds one}
"""


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own; files count as settled at once, but for a change of their own."""
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(stamps, "SETTLED", 0)
    return tmp_path / "state"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    home = tmp_path / "port"
    (home / "app").mkdir(parents=True)
    (home / "app" / "main.py").write_text(APP)
    (home / "openapi.yaml").write_text(DESCRIPTION)
    (home / "pyproject.toml").write_text('[project]\nname = "port"\ndependencies = ["fastapi"]\n')
    env = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "HOME": str(tmp_path)}
    for line in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", "-C", str(home), *line], env=env, check=True)
    return home


def found(root: Path) -> entries.Entries:
    return entries.inventory(Workspace.find(root))


def kept(state: Path) -> list[Path]:
    return sorted(state.glob(f"*/{ROOM}/*.json"))


def test_a_second_run_finds_the_same_without_reading_a_source(state: Path, root: Path) -> None:
    first = found(root)
    assert {each.name for each in first.entries} >= {"GET /harbours/{name}", "POST /harbours"}
    assert any(each.described for each in first.entries)
    assert len(kept(state)) == 1
    again = Workspace.find(root)
    assert entries.inventory(again) == first
    assert "app/main.py" not in again.opened.paths


@pytest.mark.parametrize("same_size", [True, False])
def test_a_changed_file_is_read_again(state: Path, root: Path, same_size: bool) -> None:
    found(root)
    place = root / "app" / "main.py"
    before = place.stat()
    time.sleep(0.02)  # beyond one tick of the file system's clock
    place.write_text(APP.replace("harbours", "anchorsX" if same_size else "quays"))
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))
    names = {each.path for each in found(root).entries}
    assert ("/anchorsX/{name}" if same_size else "/quays/{name}") in names


def test_a_new_and_a_gone_file_count(state: Path, root: Path) -> None:
    first = found(root)
    (root / "app" / "more.py").write_text(APP.replace("harbours", "piers"))
    assert "/piers/{name}" in {each.path for each in found(root).entries}
    (root / "app" / "more.py").unlink()
    assert found(root) == first


def test_what_a_link_leads_to_counts(state: Path, root: Path) -> None:
    (root / "kept_aside").mkdir()
    target = root / "kept_aside" / "one.txt"
    target.write_text(APP.replace("harbours", "docks"))
    (root / "app" / "linked.py").symlink_to("../kept_aside/one.txt")
    assert "/docks/{name}" in {each.path for each in found(root).entries}
    time.sleep(0.02)
    target.write_text(APP.replace("harbours", "buoys"))
    names = {each.path for each in found(root).entries}
    assert "/buoys/{name}" in names
    assert "/docks/{name}" not in names


def test_files_that_have_just_changed_are_not_believed(
    state: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "SETTLED", 3_600_000_000_000)
    found(root)
    assert kept(state) == []


@pytest.mark.parametrize("damage", [b"", b"{}", b"0" * 32 + b"\n{}"])
def test_a_damaged_file_costs_only_time(state: Path, root: Path, damage: bytes) -> None:
    first = found(root)
    kept(state)[0].write_bytes(damage)
    assert found(root) == first


def test_a_grill_says_the_same_with_and_without_what_is_kept(state: Path, root: Path) -> None:
    def told() -> str:
        session = Session.open(root)
        submit = Submit("rate limit the harbours endpoint", mode="explicit", save=False)
        return re.sub(r"ms=\d+", "", repr(list(session.run(submit))))

    first = told()
    assert kept(state)
    second = told()
    for place in kept(state):
        place.unlink()
    assert first == second == told()


def test_what_is_kept_holds_no_line_of_a_source(state: Path, root: Path) -> None:
    found(root)
    body = kept(state)[0].read_bytes().partition(b"\n")[2]
    assert "return body" not in json.dumps(json.loads(body))
    assert kept(state)[0].stat().st_mode & 0o077 == 0
