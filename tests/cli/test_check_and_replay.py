"""`check` in every form, since a commit; `replay` at the commit of a spec and as it is now."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml
from builders.program import run
from builders.workspaces import build

REQUEST = "add caching to the plant API"
ROOT = Path(__file__).resolve().parents[2]


def git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(root), *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def saved(tmp_path: Path, home: Path) -> tuple[Path, str]:
    """A workspace with a spec that was committed, and the spec's name."""
    root = build("service", tmp_path / "service")
    name = run("grill", REQUEST, "--json", cwd=root, home=home).json()["spec"]["intent"]
    git(root, "add", "-A")
    git(root, "commit", "-qm", "spec")
    return root, name


def cited(root: Path, name: str) -> tuple[str, int]:
    """A file and a line that a constraint of the spec points at."""
    spec = yaml.safe_load((root / ".intent" / f"{name}.intent.yaml").read_text())
    for each in spec["constraints"]:
        path, _, line = str(each.get("evidence", "")).partition(":")
        if line.isdigit() and (root / path).suffix in (".ts", ".js"):
            return path, int(line)
    raise AssertionError("no constraint points at a line")


def spoil(root: Path, path: str, line: int) -> None:
    lines = (root / path).read_text().splitlines()
    lines[line - 1] = "// nothing of the kind"
    (root / path).write_text("\n".join(lines) + "\n")


class TestForms:
    def test_a_moved_line_is_followed_and_is_no_finding(self, saved: tuple[Path, str], home: Path):
        root, name = saved
        path, line = cited(root, name)
        (root / path).write_text("// above\n" * 40 + (root / path).read_text())
        done = run("check", cwd=root, home=home)
        assert done.code == 0, done.out
        assert f"moved: {path}:{line}, now {path}:{line + 40}" in done.out

    def test_github_annotations_stand_at_the_line_of_the_pointer(
        self, saved: tuple[Path, str], home: Path
    ):
        root, name = saved
        path, line = cited(root, name)
        assert run("check", "--format", "github", cwd=root, home=home).out == ""
        spoil(root, path, line)
        done = run("check", "--format", "github", cwd=root, home=home)
        assert done.code == 6
        file = f".intent/{name}.intent.yaml"
        first = next(row for row in done.out.splitlines() if f"{path}:{line}" in row)
        assert first.startswith(f"::error file={file},line=")
        number = int(first.partition("line=")[2].partition(",")[0])
        assert f"{path}:{line}" in (root / file).read_text().splitlines()[number - 1]

    def test_sarif_names_rule_level_and_place(self, saved: tuple[Path, str], home: Path):
        root, name = saved
        path, line = cited(root, name)
        spoil(root, path, line)
        done = run("check", "--format", "sarif", cwd=root, home=home)
        assert done.code == 6
        document = json.loads(done.out)
        assert document["version"] == "2.1.0"
        (tool,) = document["runs"]
        ids = {rule["id"] for rule in tool["tool"]["driver"]["rules"]}
        assert {row["ruleId"] for row in tool["results"]} == ids
        assert "evidence.changed" in ids
        assert tool["results"][0]["level"] == "error"

    def test_since_leaves_out_what_has_not_changed(self, saved: tuple[Path, str], home: Path):
        root, name = saved
        done = run("check", "--since", "HEAD", cwd=root, home=home)
        assert (done.code, done.out) == (0, "")
        assert "none of them has changed" in done.err
        path, line = cited(root, name)
        spoil(root, path, line)
        assert run("check", "--since", "HEAD", cwd=root, home=home).code == 6
        assert name in run("check", "--since", "HEAD~1", "--json", cwd=root, home=home).out

    @pytest.mark.parametrize("since", ["nowhere", "--all", "HEAD..HEAD", "$(id)", "@{u}"])
    def test_a_commit_that_is_none_is_refused(
        self, saved: tuple[Path, str], home: Path, since: str
    ):
        root, _ = saved
        done = run("check", f"--since={since}", cwd=root, home=home)
        assert done.code == 2
        assert "no commit" in done.err

    def test_the_hook_that_ships_runs_the_verb(self):
        (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        assert hook["entry"] == "intent-tui check"
        assert hook["pass_filenames"] is False


class TestShallow:
    def test_what_a_shallow_history_hides_is_not_called_fresh(
        self, saved: tuple[Path, str], home: Path, tmp_path: Path
    ):
        root, name = saved
        shallow = tmp_path / "shallow"
        line = ["git", "clone", "-q", "--depth", "1", f"file://{root}", str(shallow)]
        subprocess.run(line, check=True)
        for words in (["check"], ["verify", name, "--no-save"]):
            done = run(*words, cwd=shallow, home=tmp_path)
            assert done.code == 5, done.err
            assert "git fetch --unshallow" in done.err
        git(shallow, "fetch", "-q", "--unshallow")
        assert run("check", cwd=shallow, home=tmp_path).code == 0


class TestReplay:
    def test_at_its_commit_every_look_up_gives_what_it_gave(
        self, saved: tuple[Path, str], home: Path
    ):
        root, name = saved
        path, line = cited(root, name)
        spoil(root, path, line)
        (root / path).unlink()
        document = run("replay", name, "--json", cwd=root, home=home).json()
        assert document["commit"] == git(root, "rev-parse", "HEAD~1").strip()
        assert document["same_spec"] is True
        assert document["lookups"]
        assert all(row["same"] for row in document["lookups"])

    def test_without_the_journal_it_is_the_same(
        self, saved: tuple[Path, str], home: Path, tmp_path: Path
    ):
        root, name = saved
        other = tmp_path / "elsewhere"
        other.mkdir()
        done = run("replay", name, cwd=root, home=other)
        assert done.code == 0, done.out

    def test_in_the_folder_as_it_is_the_difference_is_told(
        self, saved: tuple[Path, str], home: Path
    ):
        root, name = saved
        path, _ = cited(root, name)
        (root / path).unlink()
        done = run("replay", name, "--now", cwd=root, home=home)
        assert done.code == 6
        assert "differs: " in done.out
        assert f", {path}:" in done.out

    def test_nothing_is_left_behind_and_the_repository_is_untouched(
        self, saved: tuple[Path, str], home: Path, tmp_path: Path
    ):
        root, name = saved
        before = {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))}
        place = tmp_path / "temporary"
        place.mkdir()
        done = run("replay", name, cwd=root, home=home, TMPDIR=str(place))
        assert done.code == 0
        assert list(place.iterdir()) == []
        assert {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))} == before
