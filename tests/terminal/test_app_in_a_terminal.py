"""The app as a person meets it: a real terminal, real keys, a real repository."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from builders.program import command, run
from builders.terminal import Terminal
from builders.workspaces import build

pytestmark = pytest.mark.terminal

REQUEST = "add caching to the plant API"
QUESTION = r"question 1 of 3|1 of 3"
ENDED = re.compile(r"^ended \d+", re.M)
SETTLED = 0.5
"""Seconds after which a key may commit: the app ignores the first 0.3 of a question."""


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


@pytest.fixture
def asked(service: Path, home: Path) -> Iterator[Terminal]:
    """The app at the first question of the request."""
    with Terminal(command(REQUEST), cwd=service, home=home) as terminal:
        terminal.wait(QUESTION)
        terminal.rest(SETTLED)
        yield terminal


def saved(folder: Path) -> dict[str, Any]:
    (file,) = sorted((folder / ".intent").iterdir())
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 36)])
def test_a_request_becomes_a_saved_spec(columns: int, rows: int, service: Path, home: Path):
    line = command(REQUEST)
    with Terminal(line, cwd=service, home=home, columns=columns, rows=rows) as terminal:
        shown = terminal.wait(QUESTION)
        assert "RESOLVE" in shown
        assert re.search(r"^ Unknowns +\d of \d closed", shown, re.M)
        assert ("Trace" in shown) or rows == 24, "24 rows have no room for it beside the question"
        terminal.rest(SETTLED)
        terminal.keys("b")
        terminal.wait(r"❯ B")
        terminal.keys("Enter")
        terminal.wait(r"^ *ROUTE")
        assert saved(service)["decision"]["state"] == "ROUTE"
        assert saved(service)["resolution"]["asked"] == 1
    assert run("check", cwd=service, home=home).code == 0


def test_typing_words_at_a_question_commits_nothing(asked: Terminal, service: Path):
    asked.type("queue it")
    shown = asked.rest(1)
    assert not ENDED.search(shown)
    assert re.search(r"› queue it\s*$", shown, re.M), "every letter is kept"
    assert saved(service)["decision"]["state"] == "ASK"
    assert saved(service)["resolution"]["asked"] == 0


def test_enter_twice_at_the_prompt_answers_nothing(service: Path, home: Path):
    with Terminal(command(), cwd=service, home=home) as terminal:
        terminal.wait("What should be done")
        terminal.type(REQUEST)
        terminal.wait(REQUEST)
        terminal.keys("Enter", "Enter")
        terminal.wait(QUESTION)
        terminal.keys("Enter")
        terminal.rest(1)
        assert saved(service)["decision"]["state"] == "ASK"
        assert saved(service)["resolution"]["asked"] == 0


def test_pasted_chinese_lands_in_the_line(asked: Terminal, service: Path):
    asked.paste("先返回旧的，但最多三十秒")
    shown = asked.wait("先返回旧的，但最多三十秒")
    assert not ENDED.search(shown)
    assert saved(service)["resolution"]["asked"] == 0


def test_leaving_at_a_question_prints_it_with_the_way_back(asked: Terminal, service: Path):
    text = saved(service)["decision"]["question"]["text"]
    asked.keys("q")
    asked.rest(0.2)
    asked.keys("Enter")
    assert asked.ended() == 3
    shown = " ".join(asked.text.split())
    assert text[:60] in shown
    assert f"intent-tui answer {saved(service)['intent']}" in shown


def test_a_half_typed_answer_survives_a_kill(service: Path, home: Path):
    words = "readers wait ten seconds and then"
    with Terminal(command(REQUEST), cwd=service, home=home) as terminal:
        terminal.wait(QUESTION)
        terminal.rest(SETTLED)
        terminal.keys("i")
        terminal.type(words)
        terminal.wait(words)
        terminal.rest(1)
        os.kill(terminal.processes()[0], signal.SIGKILL)
        assert terminal.ended() == 128 + signal.SIGKILL
    with Terminal(command(REQUEST), cwd=service, home=home) as terminal:
        terminal.wait(QUESTION)
        terminal.wait(words)


@pytest.mark.parametrize("how", ["quit", "SIGTERM", "SIGHUP"])
def test_no_process_is_left_behind(how: str, asked: Terminal):
    before = asked.processes()
    assert len(before) >= 2, "the engine runs in a process of its own"
    if how == "quit":
        asked.keys("q")
        asked.rest(0.2)
        asked.keys("Enter")
    else:
        os.kill(before[0], signal.Signals[how])
    asked.ended()
    until = time.monotonic() + 3
    while any(alive(pid) for pid in before) and time.monotonic() < until:
        time.sleep(0.05)
    assert [pid for pid in before if alive(pid)] == []


def test_a_spec_goes_to_a_pipe_while_the_app_draws_on_the_terminal(
    service: Path, home: Path, tmp_path: Path
):
    taken = tmp_path / "spec.yaml"
    line = ["sh", "-c", f'"$@" | cat > {taken}', "sh", *command(REQUEST)]
    with Terminal(line, cwd=service, home=home) as terminal:
        terminal.wait(QUESTION)
        terminal.rest(SETTLED)
        terminal.keys("b")
        terminal.wait(r"❯ B")
        terminal.keys("Enter")
        terminal.wait(r"^ *ROUTE")
        terminal.keys("q")
        terminal.rest(0.2)
        terminal.keys("Enter")
        terminal.ended()
    assert yaml.safe_load(taken.read_text(encoding="utf-8"))["decision"]["state"] == "ROUTE"


def test_a_terminal_that_cannot_draw_gets_plain_prompts(service: Path, home: Path):
    line = ["env", "TERM=dumb", *command(REQUEST)]
    with Terminal(line, cwd=service, home=home) as terminal:
        terminal.wait("asking in plain prompts instead")
        terminal.wait("Question 1 of at most 3")
        terminal.type(":quit")
        terminal.keys("Enter")
        assert terminal.ended() == 3
