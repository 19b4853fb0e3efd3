"""The way to the desk: a child process, calls down its input, records up its output."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from intent_tui.app.desk.records import Refused, Said, record
from intent_tui.base.processes import ProcessFailed
from intent_tui.base.worker_process import WorkerProcess

Deliver = Callable[[int, Said], None]
"""Takes the number of a call and what came of it; may be called from any thread."""

AGAIN = "do it again; what was saved is untouched"


class Desk(Protocol):
    """What the app knows of the desk."""

    def call(self, number: int, call: dict[str, Any]) -> None:
        """Hand a call over; what comes of it is delivered under its number."""

    def close(self) -> None:
        """End it."""


class DeskProcess:
    """The desk as `python -m intent_tui.app.desk.serve`, started with the first call."""

    def __init__(self, workspace: Path, deliver: Deliver) -> None:
        self._workspace = workspace
        self._deliver = deliver
        self._child: WorkerProcess | None = None
        self._waiting: set[int] = set()

    def call(self, number: int, call: dict[str, Any]) -> None:
        """Hand a call over; a desk that died is started anew."""
        self._waiting.add(number)
        if self._child is None and not self._start():
            return
        line = json.dumps({"id": number, **call}, ensure_ascii=True).encode()
        if self._child is not None and not self._child.write(line):
            self._lost()

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        self._waiting.clear()
        if child is not None:
            child.close()

    def _start(self) -> bool:
        # -P: the current folder is the workspace, and its modules are not ours.
        argv = [sys.executable, "-P", "-m", "intent_tui.app.desk.serve"]
        try:
            child = WorkerProcess([*argv, "--workspace", str(self._workspace)], os.environ)
        except ProcessFailed as problem:
            self._lost(problem.reason)
            return False
        self._child = child
        threading.Thread(target=self._read, args=(child,), name="desk", daemon=True).start()
        return True

    def _read(self, child: WorkerProcess) -> None:
        """The reading thread: lines into records until the process ends."""
        for line in child.lines():
            reply = json.loads(line)
            self._waiting.discard(reply["id"])
            self._deliver(reply["id"], record(reply))
        if self._child is child:
            self._lost()

    def _lost(self, why: str = "it ended in the middle") -> None:
        """Nobody waits for what will not come."""
        self._child = None
        for number in sorted(self._waiting):
            self._deliver(number, Refused(f"the work on saved specs broke off: {why}", AGAIN))
        self._waiting.clear()
