"""Runs intent-tui in a process of its own, as a script or CI would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PLAIN_ROOT = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]
"""Root without the right to ignore file modes: the modes hold, own files stay reachable."""


@dataclass(frozen=True)
class Run:
    """How a run ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


def environment(home: Path, **extra: str) -> dict[str, str]:
    """A bare environment: own state and configuration below `home`, nothing of the person's."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "INTENT_TUI_STATE_DIR": str(home / "state"),
        "INTENT_TUI_CONFIG_DIR": str(home / "config"),
        "INTENT_TUI_NOW": "2026-09-23T09:00:00+00:00",
        **extra,
    }


def command(*arguments: str) -> list[str]:
    """The command line that starts this checkout's program."""
    return [sys.executable, "-m", "intent_tui", *arguments]


def run(
    *arguments: str,
    cwd: Path,
    home: Path,
    stdin: bytes = b"",
    modes_hold: bool = False,
    timeout: float = 60,
    **extra: str,
) -> Run:
    """Run a verb in `cwd`. `modes_hold` makes file modes count for root as well."""
    line = command(*arguments)
    if modes_hold and os.geteuid() == 0:
        line = [*PLAIN_ROOT, *line]
    done = subprocess.run(
        line, cwd=cwd, env=environment(home, **extra), input=stdin, capture_output=True,
        timeout=timeout, check=False,
    )  # fmt: skip
    return Run(
        done.returncode,
        done.stdout.decode("utf-8", "surrogateescape"),
        done.stderr.decode("utf-8", "surrogateescape"),
    )
