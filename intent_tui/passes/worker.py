"""The engine in a process of its own: commands in, events out, as JSON lines.

The app starts it so that parsing and long searches can never hold up the screen, and so that it
can be ended. It ends by itself when its input closes.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.passes.events import Cancel, Command, Failed, decode, encode
from intent_tui.passes.session import Session

_END = None


def main(argv: list[str] | None = None) -> int:
    """Serve one workspace until the input closes."""
    parser = argparse.ArgumentParser(prog="intent-tui-worker")
    parser.add_argument("--workspace", type=Path, required=True)
    folder: Path = parser.parse_args(argv).workspace
    cancelled = threading.Event()
    try:
        session = Session.open(folder, cancelled.is_set)
    except Problem as problem:
        _send(encode(Failed(problem.what, problem.next_step, int(problem.exit_code))))
        return int(problem.exit_code)
    commands: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(commands, cancelled), daemon=True).start()
    while (line := commands.get()) is not _END:
        cancelled.clear()
        _serve(session, line)
    return 0


def _listen(commands: queue.SimpleQueue[dict[str, Any] | None], cancelled: threading.Event) -> None:
    """Read lines while the engine works, so that a cancel is seen at once."""
    for line in sys.stdin:
        try:
            record = json.loads(line)
        except ValueError:
            continue  # the far end was cut off in the middle of a line
        if record.get("kind") == Cancel.__name__:
            cancelled.set()
        else:
            commands.put(record)
    commands.put(_END)


def _serve(session: Session, line: dict[str, Any]) -> None:
    if line.get("kind") == "draft":
        session.draft(str(line.get("field", "")), str(line.get("text", "")))
        return
    try:
        command: Command = decode(line)
    except ValueError as error:
        _send(encode(Failed(f"not a command: {error}", "start the app again", Exit.INTERNAL)))
        return
    try:
        for event in session.run(command):
            _send(encode(event))
    except Exception as error:
        # The face must hear of it in words; the traceback goes where diagnostics go.
        import traceback

        traceback.print_exc()
        words = f"the engine broke off: {type(error).__name__}"
        _send(encode(Failed(words, "this is a fault of the program", int(Exit.INTERNAL))))


def _send(record: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(record, ensure_ascii=True) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
