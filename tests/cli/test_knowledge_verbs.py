"""`playbooks` and `doctor`: what is active, what works, and the next step for what does not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from builders.program import run
from builders.workspaces import build


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


def add(root: Path, path: str, text: str) -> None:
    file = root / ".intent" / "references" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


DOMAIN = """\
name: clinic
about: Appointments, and what may be done when one fails.
kinds:
  appointment: {folders: [appointment], words: [appointment, visit]}
  rule: {folders: [rulebook], words: [rule]}
roles: {cases: [appointment], policies: [rule]}
unknowns: [{what: what was agreed, where: the appointment, ask: never}]
"""


class TestPlaybooks:
    def test_every_kind_is_listed_with_the_reason_it_counts_here(self, service: Path, home: Path):
        done = run("playbooks", cwd=service, home=home)
        assert done.code == 0, done.err
        heads = [line for line in done.out.splitlines() if line and not line.startswith(" ")]
        assert heads == ["Playbooks", "Surfaces", "Domains"]
        javascript = next(line for line in done.out.splitlines() if "  javascript " in line)
        assert "package.json" in javascript
        assert "frameworks" in javascript

    def test_json_says_the_same_with_every_row(self, service: Path, home: Path):
        document = run("playbooks", "--json", cwd=service, home=home).json()
        assert document["version"] == 1
        assert document["left_out"] == []
        assert {row["kind"] for row in document["rows"]} == {"playbook", "surface", "domain"}
        assert all(row["why"] and row["holds"] for row in document["rows"])

    def test_what_the_repository_adds_is_named_as_such(self, service: Path, home: Path):
        add(service, "domains/clinic.yaml", DOMAIN)
        done = run("playbooks", "clinic", cwd=service, home=home)
        assert done.code == 0, done.err
        assert "from this repository" in done.out

    def test_a_bad_file_is_a_finding_with_place_and_next_step(self, service: Path, home: Path):
        add(service, "domains/clinic.yaml", DOMAIN + "colour: blue\n")
        done = run("playbooks", cwd=service, home=home)
        assert done.code == 6
        assert ".intent/references/domains/clinic.yaml:1" in done.err
        assert "colour" in done.err
        assert "  the file was left out" in done.err
        assert "  caching " in done.out

    def test_a_near_name_is_offered(self, service: Path, home: Path):
        done = run("playbooks", "cachin", cwd=service, home=home)
        assert done.code == 2
        assert "did you mean caching?" in done.err


class TestDoctor:
    def test_all_is_well_in_a_sound_place(self, service: Path, home: Path):
        done = run("doctor", cwd=service, home=home)
        assert done.code == 0, done.err
        names = [line.split()[1] for line in done.out.splitlines()]
        for name in ("program", "mind", "terminal", "config", "state", "workspace", "history"):
            assert name in names
        assert not any(line.startswith(("warn", "fail")) for line in done.out.splitlines())

    def test_json_is_one_document(self, service: Path, home: Path):
        document = run("doctor", "--json", cwd=service, home=home).json()
        assert (document["version"], document["well"]) == (1, True)
        assert {"name", "state", "says", "next"} == set(document["rows"][0])

    def test_a_shallow_clone_is_said_with_the_command_that_mends_it(
        self, service: Path, home: Path, tmp_path: Path
    ):
        shallow = tmp_path / "shallow"
        source = f"file://{service}"
        subprocess.run(["git", "clone", "-q", "--depth", "1", source, str(shallow)], check=True)
        done = run("doctor", cwd=shallow, home=home)
        assert done.code == 0
        assert "shallow: 1 commits" in done.out
        assert "git fetch --unshallow" in done.out

    def test_a_bad_setting_and_a_bad_extension_are_findings(self, service: Path, home: Path):
        config = home / "config"
        config.mkdir(exist_ok=True)
        add(service, "domains/clinic.yaml", "name: [\n")
        done = run("doctor", cwd=service, home=home)
        assert done.code == 6
        assert "fail  knowledge" in done.out
        assert "domains/clinic.yaml:2" in done.out

    def test_a_folder_that_is_not_there_ends_in_a_finding_and_not_in_a_crash(
        self, home: Path, tmp_path: Path
    ):
        done = run("doctor", "--workspace", str(tmp_path / "nowhere"), cwd=tmp_path, home=home)
        assert done.code == 6
        assert "fail  workspace" in done.out
