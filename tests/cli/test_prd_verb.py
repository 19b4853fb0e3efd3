"""`prd` on real folders: what it writes, where it refuses to, and how it ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders.program import run
from builders.workspaces import git

LEGACY = "# Plan\n\n## Phases\n\n**Files:** `a.py` NEW (x)\n"
LIST = "**Files (1):**\n\n- `src/{}.py` - EDIT: x\n"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    (root / "plan.md").write_text(LEGACY)
    (root / "a.md").write_text(LIST.format("a"))
    (root / "b.md").write_text(LIST.format("b"))
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    return root


def state(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["prd", "chek", "a.md"], "did you mean check?"),
        (["prd"], "intent-tui prd lanes [MODE] PRD ..."),
        (["prd", "check"], "needs PRD"),
        (["prd", "check", "a.md", "b.md"], "takes only PRD"),
        (["prd", "files", "a.md", "--out", "x"], "takes no --out"),
        (["prd", "check", "no.md"], "missing file: no.md"),
        (["prd", "check", "."], "is a folder"),
        (["prd", "lanes", "no.md"], "MISSING-PRD-PATH no.md"),
        (["prd", "lanes", "a.md", "--max", "0"], "positive whole number"),
        (["prd", "lane", "run.md", "l", "--set", "state=PENDING"], "below .linchpin/"),
        (["prd", "lane", ".linchpin/../run.md", "l", "--set", "state=PENDING"], "below .linchpin/"),
        (["prd", "lane", "/tmp/.linchpin/run.md", "l", "--set", "state=PENDING"], "below"),
        (["prd", "lane", ".linchpin/run.sh", "l", "--set", "state=PENDING"], "Markdown"),
        (["prd", "lane", ".linchpin/run.md", "l"], "nothing is set"),
        (["prd", "lane", ".linchpin/run.md", "l", "--set", "state"], "KEY=VALUE"),
        (["prd", "status", ".linchpin/run.md"], "no lane record"),
        (["prd", "config", "--set", "max_lanes=none"], "max_lanes must be"),
        (["prd", "config", "--set", "lanes=3"], "did you mean max_lanes?"),
        (["prd", "config", "--say", "as you like"], "no setting is meant"),
        (["prd", "config", "--config-dir", "nowhere"], "no folder for the settings"),
    ],
)
def test_wrong_usage_says_what_is_wrong_and_writes_nothing(
    work: Path, home: Path, line: list[str], said: str
):
    before = state(work)
    done = run(*line, cwd=work, home=home)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert state(work) == before


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a\0b", b"x" * ((1 << 20) + 1)])
def test_a_prd_that_is_no_text_is_told(work: Path, home: Path, content: bytes):
    (work / "odd.md").write_bytes(content)
    assert run("prd", "check", "odd.md", cwd=work, home=home).code == 2


def test_a_pipe_is_no_prd_and_does_not_hang(work: Path, home: Path):
    os.mkfifo(work / "pipe.md")
    done = run("prd", "check", "pipe.md", cwd=work, home=home, timeout=20)
    assert done.code == 2
    assert "not a regular file" in done.err


def test_the_original_is_never_written_under_any_name(work: Path, home: Path):
    (work / "link.md").symlink_to("plan.md")
    (work / "hard.md").hardlink_to(work / "plan.md")
    for out in ("plan.md", "./plan.md", "link.md", "hard.md"):
        done = run("prd", "migrate", "plan.md", "--out", out, "--force", cwd=work, home=home)
        assert done.code == 2
        assert "stays as it is" in done.err
    assert (work / "plan.md").read_text() == LEGACY


def test_an_incomplete_migration_is_one_document_with_what_is_left(work: Path, home: Path):
    done = run("prd", "migrate", "plan.md", "--json", cwd=work, home=home)
    assert done.code == 6
    data = done.json()
    assert (data["version"], data["outcome"], data["lost"]) == (1, "MIGRATION-INCOMPLETE", [])
    assert data["findings"]
    assert "prd_contract" not in (work / "plan.v1.md").read_text()
    assert (work / "plan.md").read_text() == LEGACY


def test_a_missing_prd_blocks_only_itself_and_a_doubled_one_is_one(work: Path, home: Path):
    done = run("prd", "lanes", "auto", "a.md", "gone.md", "./a.md", "b.md", cwd=work, home=home)
    assert done.code == 0
    assert done.out.splitlines() == [
        "MISSING-PRD-PATH gone.md",
        "group=1 mode=parallel lanes=a.md active=a.md queued=-",
        "group=2 mode=parallel lanes=b.md active=b.md queued=-",
    ]
    assert "named twice" in done.err


def test_a_spoken_setting_is_shown_and_written_on_yes_only(work: Path, home: Path):
    before = state(work)
    done = run("prd", "config", "--say", "one at a time", cwd=work, home=home)
    assert done.code == 0
    assert '+execution = "sequential"' in done.out.splitlines()
    assert state(work) == before
    run("prd", "config", "--say", "one at a time", "--yes", cwd=work, home=home)
    assert (work / ".linchpin.toml").read_text() == 'execution = "sequential"\n'
    lanes = run("prd", "lanes", "a.md", "b.md", cwd=work, home=home).out
    assert "group=2 mode=sequential lanes=b.md active=- queued=b.md" in lanes
    again = run("prd", "config", "--say", "one at a time", "--yes", cwd=work, home=home)
    assert again.out == "CONFIG-SAME execution=sequential\n"


def test_the_settings_folder_is_an_option_before_it_is_a_variable(work: Path, home: Path):
    for name, lanes in (("one", 1), ("two", 2)):
        (work / name).mkdir()
        (work / name / ".linchpin.toml").write_text(f"max_lanes = {lanes}\n")
    line = ["prd", "config", "--json"]
    kept = run(*line, cwd=work, home=home, LINCHPIN_CONFIG_DIR="one").json()
    assert kept["values"]["max_lanes"] == 1
    option = run(*line, "--config-dir", "two", cwd=work, home=home, LINCHPIN_CONFIG_DIR="one")
    assert option.json()["values"]["max_lanes"] == 2


def test_a_record_is_written_below_its_folder_and_advice_goes_beside_it(work: Path, home: Path):
    record = ".linchpin/run-1.md"
    done = run("prd", "lane", record, "l1", "--set", "state=PENDING", cwd=work, home=home)
    assert done.out == "LANE-RECORDED l1 state=PENDING fields=1\n"
    assert "prd preflight --yes" in done.err
    refused = run("prd", "lane", record, "l1", "--set", "state=DONE", cwd=work, home=home)
    assert refused.code == 6
    assert (work / record).read_text() == "# Run\n\n## Lane: l1\n\n- state: PENDING\n"
    assert run("prd", "status", record, cwd=work, home=home).code == 6
    run("prd", "preflight", "--yes", cwd=work, home=home)
    line = ["prd", "lane", record, "l1", "--set", "state=BLOCKED", "--set", "reason=no key"]
    done = run(*line, "--set", "resume=make go", cwd=work, home=home)
    assert done.err == ""
    status = run("prd", "status", record, cwd=work, home=home)
    assert status.code == 2
    assert status.out.splitlines()[1] == "l1 BLOCKED no key; go on with: make go"


@pytest.mark.parametrize("target", ["outside", ".git"])
def test_a_record_is_not_written_through_a_link(
    work: Path, home: Path, tmp_path: Path, target: str
):
    place = tmp_path / target if target == "outside" else work / target
    place.mkdir(exist_ok=True)
    (work / ".linchpin").symlink_to(place)
    line = ["prd", "lane", ".linchpin/run-1.md", "l1", "--set", "state=PENDING"]
    done = run(*line, cwd=work, home=home)
    assert done.code == 2
    assert not (place / "run-1.md").exists()


def test_a_packet_is_written_once_and_checked(work: Path, home: Path):
    line = ["prd", "brief", "a.md", "--out", "packet.txt", "--lane-mode", "parallel"]
    assert run(*line, cwd=work, home=home).code == 0
    assert "already exists" in run(*line, cwd=work, home=home).err
    passed = run("prd", "brief-check", "a.md", "packet.txt", cwd=work, home=home)
    assert passed.out == "BRIEF-PASS packet.txt\n"
    named = run("prd", "brief", "a.md", cwd=work, home=home, LINCHPIN_LANE_ID="from-outside")
    assert "Lane identity: from-outside\n" in named.out
    assert named.out.startswith(f"Source PRD: {work / 'a.md'}\n")
