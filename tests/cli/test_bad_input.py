"""What goes wrong is said once, in words, with the right exit code, and nothing saved is lost."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from builders.program import Run, command, environment, run
from builders.workspaces import build, git

REQUEST = "add caching to the plant API"


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


def refused(done: Run, code: int, *named: str) -> None:
    """One message of at most four lines on stderr that names the thing; stdout stays empty."""
    assert done.code == code, done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    lines = done.err.splitlines()
    assert 1 <= len(lines) <= 4
    assert not lines[0].startswith(" ")
    for name in named:
        assert name in done.err


def worked(done: Run) -> dict[str, object]:
    """The run ended in an outcome, without a traceback."""
    assert done.code in (0, 3, 4, 5), done.err
    assert "Traceback" not in done.err
    document = done.json()
    assert document["outcome"] in ("silent", "ASK", "ROUTE", "HALT")
    return document


@pytest.mark.parametrize("request_text", ["", "   ", "\n\t"])
def test_an_empty_request_is_refused(request_text: str, service: Path, home: Path):
    refused(run("grill", request_text, cwd=service, home=home), 2, "request is empty")
    assert not (service / ".intent").exists()


def test_a_request_of_100_kb_is_cut_and_worked_on(service: Path, home: Path):
    words = (REQUEST + " and keep the answers as they are. ") * 1900
    document = worked(run("grill", words[:100_000], "--json", cwd=service, home=home))
    spec = document["spec"]
    assert spec is None or len(spec["request"]) <= 500


def test_bytes_that_are_no_text_are_refused(service: Path, home: Path):
    line = [os.fsencode(part) for part in command("grill")]
    done = subprocess.run(
        [*line, b"\x89PNG\r\n\x1a\n\xff\xfe"], cwd=service, env=environment(home),
        capture_output=True, check=False,
    )  # fmt: skip
    finished = Run(done.returncode, done.stdout.decode(), done.stderr.decode())
    refused(finished, 2, "not UTF-8", "0x89")


def test_control_characters_reach_neither_the_terminal_nor_break_the_file(
    service: Path, home: Path
):
    request = f"{REQUEST} \x1b[2J\x07 and \u202eback"
    done = run("grill", request, "--explicit", cwd=service, home=home)
    assert done.code in (0, 3), done.err
    assert "\x1b" not in done.out + done.err
    assert run("check", cwd=service, home=home).code == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["grill", REQUEST, "--jsn"], "--json"),
        (["grill", REQUEST, "--ask-budget", "many"], "many"),
        (["grill", REQUEST, "--ask-budget"], "--ask-budget N"),
        (["grill", REQUEST, "--today", "yesterday"], "yesterday"),
        (["grill", REQUEST, "--lang", "xx"], "xx"),
        (["grill", REQUEST, "--auto", "--explicit"], "exclude"),
        (["grill", REQUEST, "--json", "--events"], "exclude"),
        (["grill", REQUEST, "--json=yes"], "takes no value"),
        (["grill", "add", "caching"], "quotes"),
        (["grill"], "REQUEST"),
        (["gril", "x"], "did you mean grill"),
        (["check", "--format", "pdf"], "text, json"),
        (["answer", "something"], "INTENT REPLY"),
        (["show", "nothing_like_it"], "nothing_like_it"),
        (["veto", "nothing_like_it", "1"], "nothing_like_it"),
        (["answer", "nothing_like_it", "A"], "nothing_like_it"),
        ([], "no terminal"),
        ([REQUEST], "no terminal"),
    ],
)
def test_wrong_usage_is_one_message_with_what_is_near(
    arguments: list[str], named: str, service: Path, home: Path
):
    refused(run(*arguments, cwd=service, home=home), 2, named)


class TestWorkspaces:
    def test_one_that_does_not_exist_names_what_is_near(self, service: Path, home: Path):
        gone = service.with_name("servicee")
        done = run("grill", REQUEST, "--workspace", str(gone), cwd=service, home=home)
        refused(done, 2, str(gone), str(service))

    def test_a_current_folder_that_is_gone(self, tmp_path: Path, home: Path):
        gone = tmp_path / "gone"
        gone.mkdir()
        line = ["sh", "-c", f'rmdir "{gone}" && exec "$@"', "sh", *command("grill", REQUEST)]
        done = subprocess.run(
            line, cwd=gone, env=environment(home), capture_output=True, check=False
        )
        refused(Run(done.returncode, done.stdout.decode(), done.stderr.decode()), 2, "gone")

    def test_a_file_is_none(self, service: Path, home: Path):
        done = run("grill", REQUEST, "--workspace", "package.json", cwd=service, home=home)
        refused(done, 2, "package.json")

    def test_an_unreadable_one(self, service: Path, home: Path, tmp_path: Path):
        service.chmod(0)
        try:
            done = run(
                "grill", REQUEST, "--workspace", str(service),
                cwd=tmp_path, home=home, modes_hold=True,
            )  # fmt: skip
        finally:
            service.chmod(0o755)
        refused(done, 2, str(service))

    def test_a_bare_repository(self, tmp_path: Path, home: Path):
        bare = tmp_path / "bare.git"
        bare.mkdir()
        git(bare, "init", "-q", "--bare")
        refused(run("grill", REQUEST, cwd=bare, home=home), 2, "bare")

    def test_one_without_git(self, tmp_path: Path, home: Path):
        folder = build("desk", tmp_path / "desk")
        request = "an angry customer is complaining about order 5530, get it fixed"
        worked(run("grill", request, "--json", cwd=folder, home=home))

    def test_a_broken_index_is_named_or_worked_around(self, service: Path, home: Path):
        (service / ".git" / "index").write_bytes(b"DIRC not an index at all")
        document = worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))
        cited = [row.get("evidence", "") for row in document["spec"]["constraints"]]
        degraded = document["spec"]["decision"].get("cause") == "degraded"
        assert degraded or any(pointer.startswith("lib/") for pointer in cited)

    def test_files_that_lie_about_what_they_are(self, service: Path, home: Path):
        (service / "lib" / "latin.ts").write_bytes("// caché invalidé\n".encode("latin-1"))
        (service / "lib" / "wide.ts").write_bytes("// cache plants\n".encode("utf-16"))
        (service / "lib" / "picture.ts").write_bytes(b"\x00\x01cache\x00plants" * 50)
        (service / "package-lock.json").write_bytes(b"{\xff\xfe not json")
        worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))

    def test_a_sparse_file_of_two_gigabytes(self, service: Path, home: Path):
        with (service / "lib" / "huge.ts").open("wb") as file:
            file.truncate(2 << 30)
        worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home, timeout=20))

    def test_pipes_loops_and_links_out_are_never_followed(
        self, service: Path, home: Path, tmp_path: Path
    ):
        os.mkfifo(service / "lib" / "queue.ts")
        (service / "lib" / "round").symlink_to("../lib")
        (service / "lib" / "self.ts").symlink_to("self.ts")
        secret = tmp_path / "outside.ts"
        secret.write_text("// cache plants invalidation secretword\n")
        (service / "lib" / "out.ts").symlink_to(secret)
        done = run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home, timeout=20)
        worked(done)
        assert "secretword" not in done.out


class TestSaved:
    def test_an_unwritable_folder_costs_one_sentence_and_no_result(self, service: Path, home: Path):
        (service / ".intent").mkdir()
        (service / ".intent").chmod(0o555)
        done = run(
            "grill", REQUEST, "--explicit", "--json", cwd=service, home=home, modes_hold=True
        )
        document = worked(done)
        assert document["spec"] is not None
        assert document["spec_path"] is None
        assert document["notices"]

    def test_intent_being_a_file_is_left_alone(self, service: Path, home: Path):
        (service / ".intent").write_text("mine\n")
        document = worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))
        assert document["spec_path"] is None
        assert (service / ".intent").read_text() == "mine\n"

    def test_half_a_spec_is_reported_and_never_touched(self, service: Path, home: Path):
        saved = worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))
        file = service / str(saved["spec_path"])
        # Cut before the trace, which may end anywhere and still be a trace.
        whole = file.read_bytes()
        half = whole[: whole.index(b"\ntrace:") // 2]
        file.write_bytes(half)
        done = run("check", cwd=service, home=home)
        assert done.code == 6
        assert file.name in done.out
        again = worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))
        assert file.read_bytes() == half
        assert again["spec_path"] not in (None, saved["spec_path"])

    def test_a_key_too_many_is_named_with_its_line(self, service: Path, home: Path):
        saved = worked(run("grill", REQUEST, "--explicit", "--json", cwd=service, home=home))
        file = service / str(saved["spec_path"])
        text = file.read_text(encoding="utf-8") + "mood: good\n"
        file.write_text(text, encoding="utf-8")
        done = run("check", "--format", "json", cwd=service, home=home)
        assert done.code == 6
        (report,) = done.json()["specs"]
        assert report["valid"] is False
        found = [row for row in report["findings"] if "mood" in row["detail"]]
        assert found
        assert found[0]["line"] == len(text.splitlines())
        assert file.read_text(encoding="utf-8") == text
