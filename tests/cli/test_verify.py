"""`verify` from end to end: what is printed, what is written, what a person may say."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml
from builders.program import run
from builders.workspaces import build

REQUEST = "add caching to the plant API"


def git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    line = ["git", "-C", str(root), *who, *words]
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def routed(tmp_path: Path, home: Path) -> tuple[Path, str]:
    """A workspace with one routed spec that was committed, and its name."""
    root = build("service", tmp_path / "service")
    done = run("grill", REQUEST, "--answer", "A", "--answer", "A", "--json", cwd=root, home=home)
    document = done.json()
    assert document["outcome"] == "ROUTE", done.err
    git(root, "add", "-A")
    git(root, "commit", "-qm", "spec")
    return root, document["spec"]["intent"]


def spec_of(root: Path, name: str) -> dict:
    return yaml.safe_load((root / ".intent" / f"{name}.intent.yaml").read_text())


def handler(root: Path) -> Path:
    """The file of the routes the spec is about."""
    return next(path for path in sorted((root / "src").rglob("*.ts")) if "router" in path.name
                or "routes" in str(path))  # fmt: skip


class TestVerify:
    def test_one_line_a_constraint_under_the_mark_and_the_file_is_written(
        self, routed: tuple[Path, str], home: Path
    ):
        root, name = routed
        done = run("verify", cwd=root, home=home)
        assert done.code == 6
        lines = done.out.splitlines()
        assert lines[0] == "Intent check"
        written = spec_of(root, name)
        assert written["verification_status"] == "verified"
        assert written["verification"]["status"] == "partial"
        results = written["verification"]["results"]
        assert [row["constraint"] for row in results] == [
            row["text"] for row in written["constraints"]
        ]
        assert all(("pointer" in row) == (row["verdict"] == "met") for row in results)
        shown = [line for line in lines[1:] if not line.startswith("outside")]
        assert len(shown) == len(results)

    def test_a_decided_constraint_is_checked_and_not_opened_again(
        self, routed: tuple[Path, str], home: Path
    ):
        root, name = routed
        before = spec_of(root, name)
        run("verify", cwd=root, home=home)
        after = spec_of(root, name)
        for key in ("constraints", "unknown", "decision", "resolution", "trace", "request"):
            assert after[key] == before[key]

    def test_what_was_verified_is_not_reopened_and_no_longer_waits(
        self, routed: tuple[Path, str], home: Path
    ):
        root, name = routed
        run("verify", cwd=root, home=home)
        done = run("verify", cwd=root, home=home)
        assert done.code == 2
        assert "no saved spec waits to be verified" in done.err
        again = run("verify", name, cwd=root, home=home)
        assert again.out.startswith("Intent check")

    def test_json_is_the_document_of_the_product_page(self, routed: tuple[Path, str], home: Path):
        root, name = routed
        document = run("verify", "--json", "--no-save", cwd=root, home=home).json()
        assert list(document) == ["version", "path", "status", "results", "outside_objects"]
        assert document["path"] == f".intent/{name}.intent.yaml"
        assert set(document["results"][0]) == {
            "constraint", "source", "verdict", "pointer", "reason", "by",
        }  # fmt: skip
        assert "verification" not in spec_of(root, name)

    def test_a_person_picks_the_line_and_it_has_to_be_there(
        self, routed: tuple[Path, str], home: Path
    ):
        root, name = routed
        rows = run("verify", "--json", "--no-save", cwd=root, home=home).json()["results"]
        number = next(place for place, row in enumerate(rows, 1) if row["verdict"] != "met")
        done = run("verify", "--met", f"{number}=package.json:1", "--json", cwd=root, home=home)
        row = done.json()["results"][number - 1]
        assert (row["verdict"], row["pointer"], row["by"]) == ("met", "package.json:1", "person")
        done = run("verify", name, "--met", f"{number}=package.json:99999", cwd=root, home=home)
        assert done.code == 2
        assert "no line of the delivered work" in done.err

    def test_not_checkable_and_not_met_need_a_reason(self, routed: tuple[Path, str], home: Path):
        root, _ = routed
        for option in ("--not-checkable", "--not-met", "--met"):
            done = run("verify", option, "1=", cwd=root, home=home)
            assert done.code == 2
            assert "lacks" in done.err
        done = run("verify", "--not-checkable", "1=needs live data", cwd=root, home=home)
        assert "not checkable here: 1." in done.out
        assert "(needs live data)" in done.out

    def test_between_two_commits_the_folder_does_not_count(
        self, routed: tuple[Path, str], home: Path
    ):
        root, _ = routed
        (root / "NEW.md").write_text("delivered\n")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "work")
        (root / "package.json").write_text("{}")
        done = run("verify", "--range", "HEAD~1..HEAD", "--json", "--no-save", cwd=root, home=home)
        assert done.json()["outside_objects"] == ["NEW.md"]

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--range", "HEAD"), "--range is A..B"),
            (("--range", "nowhere..HEAD"), 'no commit "nowhere"'),
            (("--fail-on", "everything"), "--fail-on knows"),
            (("--met", "99=a:1"), "begins with the number"),
        ],
    )
    def test_bad_words_are_refused_with_what_would_be_right(
        self, routed: tuple[Path, str], home: Path, options: tuple[str, str], said: str
    ):
        done = run("verify", *options, cwd=routed[0], home=home)
        assert done.code == 2
        assert said in done.err

    def test_what_nobody_asked_for_is_listed_and_can_fail_the_run(
        self, routed: tuple[Path, str], home: Path
    ):
        root, _ = routed
        test = next(path for path in sorted(root.rglob("*.test.ts")))
        lines = test.read_text().splitlines()
        kept = [line for line in lines if "expect(" not in line]
        test.write_text("\n".join(kept) + "\n")
        done = run("verify", "--fail-on", "outside", "--no-save", cwd=root, home=home)
        assert done.code == 6
        assert "assertions removed" in done.out

    def test_the_packet_holds_spec_and_work_and_nothing_of_how_it_was_done(
        self, routed: tuple[Path, str], home: Path
    ):
        root, name = routed
        (root / "NEW.md").write_text("delivered\n")
        done = run("verify", "--packet", "--no-save", cwd=root, home=home)
        assert f".intent/{name}.intent.yaml" in done.out
        assert "+delivered" in done.out
        assert "```yaml\nspec_version" in done.out

    def test_without_a_repository_every_line_counts_and_that_is_said(
        self, tmp_path: Path, home: Path
    ):
        root = tmp_path / "plain"
        root.mkdir()
        (root / "app.py").write_text("LIMIT = 30\n")
        done = run("grill", "set the limit in app.py to 40", "--explicit", "--answer", "A",
                   "--answer", "A", "--answer", "A", "--json", cwd=root, home=home)  # fmt: skip
        if done.json()["outcome"] != "ROUTE":
            pytest.fail(done.out)
        checked = run("verify", cwd=root, home=home)
        assert "every line counts as delivered" in checked.err
