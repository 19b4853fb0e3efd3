"""The plain face over a pipe: the same questions and the same spec, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from builders.program import Run, run
from builders.workspaces import build

REQUEST = "add caching to the plant API"


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


def talk(folder: Path, home: Path, *lines: str, request: str = REQUEST) -> Run:
    typed = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return run("--plain", request, cwd=folder, home=home, stdin=typed)


def only_spec(folder: Path) -> dict[str, object]:
    (file,) = sorted((folder / ".intent").iterdir())
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def test_an_answer_is_read_back_and_kept_with_enter(service: Path, home: Path):
    done = talk(service, home, "b", "")
    assert done.code == 0, done.err
    assert "Question 1 of at most 3." in done.err
    assert "Enter to keep, :undo to change." in done.err
    assert "Done. Route: implement." in done.err
    assert yaml.safe_load(done.out)["decision"]["state"] == "ROUTE"
    assert only_spec(service)["decision"]["state"] == "ROUTE"


def test_an_answer_that_was_not_kept_changes_nothing(service: Path, home: Path):
    done = talk(service, home, "b", ":undo")
    assert done.code == 3
    assert only_spec(service)["decision"]["state"] == "ASK"


def test_leaving_at_a_question_says_it_again_with_the_way_back(service: Path, home: Path):
    done = talk(service, home, ":quit")
    assert done.code == 3
    assert f"intent-tui answer {only_spec(service)['intent']}" in done.err
    assert done.out == ""


def test_commands_send_nothing_and_unknown_ones_are_named(service: Path, home: Path):
    done = talk(service, home, ":why", ":again", ":options", ":read", ":guesses", ":help", ":jump")
    assert done.code == 3
    assert "No command :jump" in done.err
    assert only_spec(service)["resolution"]["asked"] == 0


def test_own_words_are_kept_as_said(service: Path, home: Path):
    own = "readers wait until the store answers, ten seconds"
    done = talk(service, home, own, "")
    spec = only_spec(service)
    assert done.code in (0, 3), done.err
    assert any(own in row["text"] for row in spec["constraints"] if row["source"] == "asked")


def test_every_line_on_the_way_is_plain(service: Path, home: Path):
    done = talk(service, home, "\x1b[31mb", ":\x1b[2J")
    assert "\x1b" not in done.err


def test_a_line_that_is_no_text_is_refused_and_the_question_stands(service: Path, home: Path):
    done = run("--plain", REQUEST, cwd=service, home=home, stdin=b"\xff\xfe\x00b\n")
    assert done.code == 3
    assert "not UTF-8" in done.err


def test_the_empty_prompt_asks_for_a_request(service: Path, home: Path):
    done = run("--plain", cwd=service, home=home, stdin=f"\n{REQUEST}\n".encode())
    assert done.err.count("What should be done?") == 2
    assert done.code == 3
