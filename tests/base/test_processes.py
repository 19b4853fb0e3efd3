"""Programs are started in one way only: bounded, alone, and never longer alive than we are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from intent_tui.base.processes import ProcessFailed, run

ENV = {"PATH": "/usr/bin:/bin"}


def _gone(pid: int, within: float = 2.0) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_output_status_and_input_are_handed_back():
    done = run(
        ["/bin/sh", "-c", "cat; echo no >&2; exit 3"],
        env=ENV, timeout=10, max_bytes=1 << 22, stdin=b"words\n" * 100_000,
    )  # fmt: skip
    assert (done.code, done.err, done.truncated) == (3, b"no\n", False)
    assert done.out == b"words\n" * 100_000


def test_the_environment_is_only_what_was_given(monkeypatch):
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    done = run(["/usr/bin/env"], env={"ONE": "1"}, timeout=10, max_bytes=1000)
    assert done.out == b"ONE=1\n"


def test_input_of_the_parent_is_never_read():
    done = run(["/bin/cat"], env=ENV, timeout=10, max_bytes=100)
    assert (done.code, done.out) == (0, b"")


def test_a_program_that_does_not_read_its_input_is_no_failure():
    done = run(["/bin/true"], env=ENV, timeout=10, max_bytes=10, stdin=b"x" * 1_000_000)
    assert done.code == 0


def test_endless_output_is_cut():
    done = run(["/usr/bin/yes"], env=ENV, timeout=10, max_bytes=1001)
    assert done.truncated
    assert len(done.out) == 1001


def test_endless_errors_do_not_fill_the_memory():
    script = "head -c 3000000 /dev/zero >&2; exit 1"
    done = run(["/bin/sh", "-c", script], env=ENV, timeout=10, max_bytes=10)
    assert done.code == 1
    assert len(done.err) <= 1 << 16


def test_not_found_is_said():
    with pytest.raises(ProcessFailed) as caught:
        run(["/nowhere/tool"], env=ENV, timeout=1, max_bytes=1)
    assert caught.value.argv0 == "/nowhere/tool"
    assert caught.value.reason == "not found"


def test_a_folder_is_no_program():
    with pytest.raises(ProcessFailed, match="could not be started"):
        run(["/tmp"], env=ENV, timeout=1, max_bytes=1)


def test_a_hang_ends_with_everything_it_started(tmp_path):
    note = tmp_path / "pid"
    script = f"sleep 60 & echo $! > {note}; wait"
    begin = time.monotonic()
    with pytest.raises(ProcessFailed, match=r"no answer within 0\.5 s"):
        run(["/bin/sh", "-c", script], env=ENV, timeout=0.5, max_bytes=10)
    assert time.monotonic() - begin < 5
    assert _gone(int(note.read_text()))


def test_what_was_left_in_the_background_is_ended(tmp_path):
    note = tmp_path / "pid"
    script = f"sleep 60 >/dev/null 2>&1 & echo $! > {note}"
    assert run(["/bin/sh", "-c", script], env=ENV, timeout=5, max_bytes=10).code == 0
    assert _gone(int(note.read_text()))


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_child_survives_us(tmp_path, how):
    note = tmp_path / "pid"
    code = (
        "from intent_tui.base.processes import run\n"
        f"run(['/bin/sh', '-c', 'echo $$ > {note}.new; mv {note}.new {note}; exec sleep 60'],"
        " env={'PATH': '/usr/bin:/bin'}, timeout=60, max_bytes=10)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.DEVNULL, start_new_session=True
    )
    end = time.monotonic() + 20
    while not note.exists() and time.monotonic() < end:
        time.sleep(0.02)
    child = int(note.read_text())
    assert Path(f"/proc/{child}").exists()
    os.kill(parent.pid, how)
    parent.wait(10)
    assert _gone(child)
