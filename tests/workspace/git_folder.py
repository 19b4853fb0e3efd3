"""Real repositories for the tests of the workspace, with fixed dates and nobody's settings."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

MODES_HOLD = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]
"""Root without the right to ignore file modes; in front of a command that tests permissions."""

_DAY = 86_400
_START = 1_900_000_000


class GitFolder:
    """One repository: `write` files, `commit` them, one day after the other."""

    def __init__(self, root: Path, *, init: bool = True) -> None:
        self.root = root
        self._moment = _START
        if init:
            root.mkdir(parents=True, exist_ok=True)
            self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, text: bytes | None = None) -> str:
        """Runs git as an ordinary person would, without settings of this machine."""
        moment = f"{self._moment} +0000"
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            input=text,
            env={
                "PATH": os.environ["PATH"],
                "HOME": "/nonexistent",
                "LC_ALL": "C.UTF-8",
                "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "Ada",
                "GIT_AUTHOR_EMAIL": "ada@example.org",
                "GIT_COMMITTER_NAME": "Ada",
                "GIT_COMMITTER_EMAIL": "ada@example.org",
                "GIT_AUTHOR_DATE": moment,
                "GIT_COMMITTER_DATE": moment,
            },
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, path: str, content: str | bytes = "x\n") -> Path:
        """Puts a file there, with its folders."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def commit(self, message: str = "change", body: str = "") -> str:
        """Commits everything and gives the full id; the clock goes on by a day."""
        self._moment += _DAY
        self.git("add", "-A")
        whole = f"{message}\n\n{body}" if body else message
        self.git(
            "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", "-", text=whole.encode()
        )
        return self.git("rev-parse", "HEAD")
