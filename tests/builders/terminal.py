"""A program in a real terminal: tmux on a server of its own, read as text, never slept for."""

from __future__ import annotations

import re
import subprocess
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from builders.program import environment
from builders.tools import tool

_ENDED = 'exec 3>&2; "$@" 2>&3; printf "\\nended %s\\n" "$?"; exec sleep 600'


class Terminal:
    """One program in one pane. Use as a context manager: leaving ends the server."""

    def __init__(
        self, command: Sequence[str], *, cwd: Path, home: Path, columns: int = 80, rows: int = 24
    ) -> None:
        self._tmux = tool("tmux")
        self._name = f"intent-tui-test-{uuid.uuid4().hex[:12]}"
        self._env = environment(home, LANG="C.UTF-8", LC_ALL="C.UTF-8", TERM="xterm-256color")
        self._call(
            "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(cwd),
            "sh", "-c", _ENDED, "sh", *command,
        )  # fmt: skip

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._call("kill-server", check=False)

    def _call(self, *arguments: str, check: bool = True, stdin: str | None = None) -> str:
        line = [self._tmux, "-L", self._name, "-f", "/dev/null", "-u", *arguments]
        done = subprocess.run(
            line, env=self._env, check=check, capture_output=True, text=True, encoding="utf-8",
            input=stdin, timeout=20,
        )  # fmt: skip
        return done.stdout

    @property
    def text(self) -> str:
        """The screen as it stands, one line a row."""
        return self._call("capture-pane", "-p")

    def wait(self, pattern: str, seconds: float = 25) -> str:
        """The screen once it matches. Fails with the screen that was there instead."""
        until = time.monotonic() + seconds
        while True:
            shown = self.text
            if re.search(pattern, shown, re.M):
                return shown
            if time.monotonic() > until:
                raise AssertionError(f"never showed {pattern!r}; the screen is:\n{shown}")
            time.sleep(0.05)

    def rest(self, seconds: float) -> str:
        """Let it be for a while, then give the screen: for what must not happen."""
        time.sleep(seconds)
        return self.text

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names (`Enter`, `Escape`, `C-c`, `b`)."""
        self._call("send-keys", *names)

    def type(self, text: str) -> None:
        """Type a text, letter for letter."""
        self._call("send-keys", "-l", text)

    def paste(self, text: str) -> None:
        """Paste a text the way a terminal does."""
        self._call("load-buffer", "-", stdin=text)
        self._call("paste-buffer", "-p")

    def processes(self) -> list[int]:
        """Everything that runs below the pane's shell, the program first."""
        shell = int(self._call("display-message", "-p", "#{pane_pid}").strip())
        parents: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended while the list was read
            parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
        found: list[int] = []
        line = list(parents.get(shell, []))
        while line:
            one = line.pop(0)
            found.append(one)
            line.extend(parents.get(one, []))
        return found

    def ended(self, seconds: float = 15) -> int:
        """The exit code, once the program has ended."""
        found = re.search(r"ended (\d+)", self.wait(r"^ended \d+", seconds))
        assert found is not None
        return int(found[1])
