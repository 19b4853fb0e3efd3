"""Every way out of the real app on a real terminal: the terminal is whole, nothing survives."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

OFF = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h")
PATIENCE = 30.0
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[P\]_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.")


class Terminal:
    """The program on a terminal of its own, its standard output possibly elsewhere."""

    def __init__(self, *arguments: str, cwd: Path, output: int | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 101, 0, 0))
        env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
        env.pop("NO_COLOR", None)
        self.child = subprocess.Popen(
            [sys.executable, "-m", "intent_tui", *arguments],
            stdin=slave,
            stdout=slave if output is None else output,
            stderr=slave,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        self.raw = b""

    def read(self, seconds: float) -> None:
        """Take what is drawn within this time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                return
            try:
                piece = os.read(self.master, 1 << 16)
            except OSError:
                return
            if not piece:
                return
            self.raw += piece

    def until(self, *words: str) -> None:
        """Wait until one of these was drawn."""
        end = time.monotonic() + PATIENCE
        while not any(one.encode() in ESCAPES.sub(b"", self.raw) for one in words):
            assert time.monotonic() < end, ESCAPES.sub(b"", self.raw)[-2000:].decode()
            self.read(0.1)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def engines(self) -> list[int]:
        """The children the program has now."""
        found = []
        for task in Path(f"/proc/{self.child.pid}/task").iterdir():
            found += [int(one) for one in (task / "children").read_text().split()]
        return found

    def ended(self) -> int:
        """The exit code, once it has ended and everything was drawn."""
        end = time.monotonic() + PATIENCE
        while self.child.poll() is None:
            assert time.monotonic() < end, "it did not end"
            self.read(0.05)
        self.read(0.2)
        return self.child.returncode

    def close(self) -> None:
        """Let go of the terminal, whatever happened."""
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        os.close(self.master)


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    folder = tmp_path / "depot"
    folder.mkdir()
    (folder / "printer.py").write_text("def send(label):\n    return label\n")
    return folder


@pytest.fixture
def at_home(depot: Path) -> Iterator[Terminal]:
    terminal = Terminal(cwd=depot)
    try:
        terminal.until("What should be done?")
        terminal.type("x")
        terminal.until("1 files")
        yield terminal
    finally:
        terminal.close()


def gone(pid: int) -> bool:
    """Whether a process has ended, within two seconds."""
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.terminal
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_leaves_the_terminal_whole(at_home: Terminal, name: str, code: int) -> None:
    engines = at_home.engines()
    assert engines
    os.kill(at_home.child.pid, getattr(signal, name))
    assert at_home.ended() == code
    for sequence in OFF:
        assert sequence in at_home.raw
    assert all(gone(pid) for pid in engines)


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("keys", "code"),
    [("\x03\x03", 130), ("\x1bq\r", 0), ("\x11", 0)],
    ids=["ctrl+c", "q", "ctrl+q"],
)
def test_a_key_leaves_the_terminal_whole(at_home: Terminal, keys: str, code: int) -> None:
    engines = at_home.engines()
    for key in keys:
        at_home.type(key)
        at_home.read(0.4)
    assert at_home.ended() == code
    for sequence in OFF:
        assert sequence in at_home.raw
    after = at_home.raw.rpartition(b"\x1b[?1049l")[2]
    assert b"Traceback" not in after
    assert all(gone(pid) for pid in engines)


@pytest.mark.terminal
def test_no_engine_survives_a_kill(at_home: Terminal) -> None:
    engines = at_home.engines()
    assert engines
    at_home.child.kill()
    assert all(gone(pid) for pid in engines)


@pytest.mark.terminal
def test_the_spec_goes_down_the_pipe_and_the_app_uses_the_terminal_s_size(
    depot: Path, tmp_path: Path
) -> None:
    with (tmp_path / "spec.yaml").open("wb") as output:
        terminal = Terminal(
            "--no-ask", "add caching to printer.send", cwd=depot, output=output.fileno()
        )
    try:
        terminal.until("HALT", "ROUTE")
        terminal.read(0.5)
        rows = re.findall(rb"\x1b\[(\d+);(\d+)H", terminal.raw)
        assert max(int(row) for row, _ in rows) == 30
        terminal.type("q")
        terminal.read(0.5)
        terminal.type("\r")
        code = terminal.ended()
    finally:
        terminal.close()
    spec = (tmp_path / "spec.yaml").read_text()
    assert "\x1b" not in spec
    assert (code == 0) == spec.startswith("spec_version:")
    assert code in (0, 4)
