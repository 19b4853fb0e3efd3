"""A program that is talked to line by line for as long as we live, and no longer.

The sibling of `base.processes` for the one child that stays: the engine of the app.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence

from intent_tui.base.processes import ProcessFailed, die_with_parent

PATIENCE = 0.3
"""Seconds a closed worker gets to end by itself before its group is killed."""


class WorkerProcess:
    """A child in a session of its own, with a pipe each way.

    Args:
        argv: program and arguments, never a shell string.
        env: its whole environment.

    Raises:
        ProcessFailed: it could not be started.
    """

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        try:
            self._child = subprocess.Popen(
                list(argv),
                env=dict(env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # The screen is on the terminal that stderr is: nothing else may write there.
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=die_with_parent(os.getpid()),
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise ProcessFailed(argv[0], f"could not be started ({error})") from error

    @property
    def pid(self) -> int:
        """Its process id, which is also its group."""
        return self._child.pid

    def write(self, line: bytes) -> bool:
        """Send one line, without its end. False when the child no longer reads."""
        pipe = self._child.stdin
        if pipe is None or pipe.closed:
            return False
        try:
            pipe.write(line + b"\n")
            pipe.flush()
        except (OSError, ValueError):
            return False
        return True

    def lines(self) -> Iterator[bytes]:
        """Its lines as they come, until it ends."""
        pipe = self._child.stdout
        if pipe is not None:
            # A pipe closed under the reader ends the reading; that is how we leave.
            with contextlib.suppress(OSError, ValueError):
                yield from pipe

    def close(self, patience: float = PATIENCE) -> int:
        """End it: close its input, wait a moment, then kill its whole group. Gives its status."""
        if self._child.stdin is not None:
            with contextlib.suppress(OSError):
                self._child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=patience)
        # Also after a good end: whatever it left running goes with it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        return self._child.wait()
