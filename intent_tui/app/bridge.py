"""The way to the engine: a child process, commands down its input, events up its output.

One thread reads events into a queue; the app empties the queue on its own beat, so a thousand
events a second cost the screen no more than twenty do.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from intent_tui.base.problem import Exit
from intent_tui.base.processes import ProcessFailed
from intent_tui.base.worker_process import WorkerProcess
from intent_tui.passes.events import (
    Asked,
    Cancel,
    Command,
    Emitted,
    Event,
    Failed,
    Surveyed,
    decode,
    encode,
)

ENDINGS = (Emitted, Failed, Surveyed)
"""Events that end the engine's answer to a command."""
URGENT = (Asked, *ENDINGS)
"""Events a person waits for: they do not wait for the next beat."""

AGAIN = "run the request again; what was saved is untouched"


class Connection(Protocol):
    """What the app knows of the engine."""

    events: SimpleQueue[Event]

    def send(self, command: Command) -> None:
        """Hand a command over. What goes wrong comes back as a `Failed` event."""

    def draft(self, field: str, text: str) -> None:
        """Keep a half-typed answer."""

    def close(self) -> None:
        """End the engine and everything it started."""


Connect = Callable[[Callable[[], None]], Connection]
"""Opens a connection; what it is given is called from any thread when an urgent event came."""


class WorkerConnection:
    """The engine as `python -m intent_tui.passes.worker`.

    It is started with the first command, and anew when the one before has died.
    """

    def __init__(self, workspace: Path, wake: Callable[[], None]) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self._workspace = workspace
        self._wake = wake
        self._child: WorkerProcess | None = None
        self._unanswered = 0
        self._lock = threading.Lock()
        self._closing = False

    def send(self, command: Command) -> None:
        """Hand a command over, starting the engine if none is running."""
        if isinstance(command, Cancel):
            self._write(encode(command))
            return
        with self._lock:
            self._unanswered += 1
        if self._child is None and not self._start():
            return
        if not self._write(encode(command)):
            self._lost("the engine no longer takes commands")

    def draft(self, field: str, text: str) -> None:
        """Keep a half-typed answer; without an engine there is nothing it would answer."""
        self._write({"kind": "draft", "field": field, "text": text})

    def close(self) -> None:
        """End the engine: it has nothing left to say that anybody would hear."""
        self._closing = True
        if self._child is not None:
            self._child.close()
            self._child = None

    def _start(self) -> bool:
        # -P: the current folder is the workspace, and its modules are not ours.
        argv = [sys.executable, "-P", "-m", "intent_tui.passes.worker"]
        argv += ["--workspace", str(self._workspace)]
        try:
            self._child = child = WorkerProcess(argv, os.environ)
        except ProcessFailed as problem:
            self._lost(f"the engine can't be started: {problem.reason}")
            return False
        threading.Thread(target=self._read, args=(child,), name="engine", daemon=True).start()
        return True

    def _write(self, record: dict[str, Any]) -> bool:
        if self._child is None:
            return False
        return self._child.write(json.dumps(record, ensure_ascii=True).encode())

    def _read(self, child: WorkerProcess) -> None:
        """The reading thread: lines into events until the engine ends."""
        for line in child.lines():
            try:
                event: Event = decode(json.loads(line))
            except (ValueError, AttributeError, KeyError, TypeError):
                event = Failed("the engine said something unreadable", AGAIN, int(Exit.INTERNAL))
            self._put(event)
        if not self._closing:
            status = child.close()
            self._child = None
            if self._unanswered > 0:
                self._lost(f"the engine stopped in the middle ({_ended(status)})")

    def _put(self, event: Event) -> None:
        if isinstance(event, ENDINGS):
            with self._lock:
                self._unanswered = max(0, self._unanswered - 1)
        self.events.put(event)
        if isinstance(event, URGENT):
            self._wake()

    def _lost(self, what: str) -> None:
        with self._lock:
            self._unanswered = 0
        self._put(Failed(what, AGAIN, int(Exit.INTERNAL)))


def _ended(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
