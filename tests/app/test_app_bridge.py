"""The way to the engine, with the real engine in its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from intent_tui.app.bridge import WorkerConnection
from intent_tui.base.worker_process import WorkerProcess
from intent_tui.passes.events import Asked, Emitted, Event, Failed, Submit, Survey, Surveyed

PATIENCE = 20.0


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "depot"
    folder.mkdir()
    (folder / "printer.py").write_text("def send(label):\n    return label\n")
    return folder


class Woken:
    """Counts how often the bridge called out."""

    def __init__(self) -> None:
        self.bell = threading.Event()

    def __call__(self) -> None:
        self.bell.set()


def until(connection: WorkerConnection, *kinds: type) -> Event:
    """The next event of one of these kinds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        event = connection.events.get(timeout=PATIENCE)
        if isinstance(event, kinds):
            return event
    raise AssertionError(f"none of {kinds} came")


def gone(pid: int) -> bool:
    """Whether a process has ended, within two seconds."""
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_commands_go_down_and_events_come_up(workspace: Path) -> None:
    woken = Woken()
    connection = WorkerConnection(workspace, woken)
    try:
        connection.send(Survey())
        assert isinstance(until(connection, Surveyed, Failed), Surveyed)
        assert woken.bell.is_set()
        connection.send(Submit("add caching to printing", "explicit", save=False))
        assert isinstance(until(connection, Emitted, Failed), Emitted)
    finally:
        pid = connection._child.pid if connection._child else 0
        connection.close()
    assert pid
    assert gone(pid)


def test_an_engine_that_dies_in_the_middle_is_a_failure_in_words(workspace: Path) -> None:
    connection = WorkerConnection(workspace, Woken())
    try:
        connection.send(Survey())
        until(connection, Surveyed)
        assert connection._child is not None
        os.kill(connection._child.pid, signal.SIGSTOP)
        connection.send(Submit("add caching to printing", "explicit", save=False))
        os.kill(connection._child.pid, signal.SIGKILL)
        failed = until(connection, Failed)
        assert isinstance(failed, Failed)
        assert "stopped in the middle (signal 9)" in failed.what
        assert failed.next_step
        connection.send(Survey())
        assert isinstance(until(connection, Surveyed, Failed), Surveyed)
    finally:
        connection.close()


def test_an_engine_that_dies_idle_is_started_anew(workspace: Path) -> None:
    connection = WorkerConnection(workspace, Woken())
    try:
        connection.send(Survey())
        until(connection, Surveyed)
        assert connection._child is not None
        pid = connection._child.pid
        os.kill(pid, signal.SIGKILL)
        assert gone(pid)
        end = time.monotonic() + 2
        while connection._child is not None and time.monotonic() < end:
            time.sleep(0.01)
        connection.send(Survey())
        assert isinstance(until(connection, Surveyed, Failed), Surveyed)
    finally:
        connection.close()


def test_the_workspace_s_own_modules_are_never_run(workspace: Path) -> None:
    marker = workspace / "ran"
    for name in ("json", "yaml", "intent_tui", "argparse"):
        (workspace / f"{name}.py").write_text(f"open({str(marker)!r}, 'w').close()\n")
    before = Path.cwd()
    os.chdir(workspace)
    connection = WorkerConnection(workspace, Woken())
    try:
        connection.send(Survey())
        assert isinstance(until(connection, Surveyed, Failed), Surveyed)
    finally:
        connection.close()
        os.chdir(before)
    assert not marker.exists()


def test_a_closed_worker_leaves_nothing_behind() -> None:
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    worker = WorkerProcess([sys.executable, "-c", script], os.environ)
    grandchild = int(next(worker.lines()))
    worker.close(patience=0.05)
    assert gone(worker.pid)
    assert gone(grandchild)
    assert worker.write(b"late") is False


def test_no_engine_survives_an_app_that_was_killed(workspace: Path) -> None:
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from intent_tui.app.bridge import WorkerConnection\n"
        "from intent_tui.passes.events import Survey\n"
        "connection = WorkerConnection(Path(sys.argv[1]), lambda: None)\n"
        "connection.send(Survey())\n"
        "connection.events.get()\n"
        "print(connection._child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(workspace)], stdout=subprocess.PIPE
    ) as app:
        assert app.stdout is not None
        engine = int(app.stdout.readline())
        app.kill()
    assert gone(engine)


def test_a_waiting_question_wakes_the_app_at_once(workspace: Path) -> None:
    woken = Woken()
    connection = WorkerConnection(workspace, woken)
    try:
        connection.send(Submit("delete old labels", "explicit", save=False))
        until(connection, Asked, Emitted, Failed)
        assert woken.bell.wait(1)
    finally:
        connection.close()
