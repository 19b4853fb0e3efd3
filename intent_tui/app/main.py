"""Opens the app, and says on the way out what a person or a pipe needs to know."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem

if TYPE_CHECKING:
    from textual.driver import Driver

    from intent_tui.app.bridge import Connection
    from intent_tui.app.desk.link import Deliver, Desk
    from intent_tui.passes.events import Submit
    from intent_tui.passes.state import SessionState

LEFT_RUNNING = 130
"""Left before there was a result: a script must not take it for one."""


def run(workspace: Path | None, request: str | None, submit: Submit | Callable[[], Submit]) -> int:
    """Draw the app until the person leaves.

    Args:
        workspace: the folder that was named, or None for the current one.
        request: the first request, or None to ask for it.
        submit: the options of every run; its request is replaced by what is asked for. As a
            function it is called after the first frame, which then need not wait for the
            engine's records to be loaded.

    Returns:
        The exit code of the product page. With a question left open it is printed with the
        command that answers it; a spec goes to standard output when that is no terminal.
    """
    # Nothing made before the first frame is garbage; looking for some would only delay it.
    gc.disable()
    from intent_tui.app import theme
    from intent_tui.app.app import IntentApp

    folder = Path.cwd() if workspace is None else workspace
    if not folder.is_dir():
        raise Problem(f"no such folder: {folder}", "intent-tui --workspace DIR")
    colours = theme.load(theme.chosen(os.environ))
    app = IntentApp(
        folder.resolve().name,
        lambda wake: _engine(folder.resolve(), wake),
        request or "",
        submit if callable(submit) else lambda: submit,
        colours,
        lambda deliver: _desk(folder.resolve(), deliver),
        driver_class=_driver(),
    )
    code = app.run()
    gc.enable()
    if app._exception is not None:
        raise app._exception
    return farewell(app.state, code or 0)


def _engine(folder: Path, wake: Callable[[], None]) -> Connection:
    """The engine in a process of its own; nothing of it is needed for the first frame."""
    from intent_tui.app.bridge import WorkerConnection

    return WorkerConnection(folder, wake)


def _desk(folder: Path, deliver: Deliver) -> Desk:
    """Work on saved specs, in a process of its own."""
    from intent_tui.app.desk.link import DeskProcess

    return DeskProcess(folder, deliver)


def _driver() -> type[Driver] | None:
    """The driver of a terminal that standard output does not lead to."""
    if sys.stdout is not None and sys.stdout.isatty():
        return None
    from intent_tui.app.terminal import BesideOutput

    return BesideOutput


def farewell(state: SessionState, code: int) -> int:
    """Print the question that waits or the spec that was made, and give the exit code.

    Args:
        state: the session as it was left.
        code: what the app ended with; not 0 when a signal or ctrl+c ended it.
    """
    from intent_tui.base.display import visible_line

    emitted = state.emitted
    spec = emitted.spec if emitted is not None else None
    if state.pending is not None:
        name = spec.intent if spec is not None else "INTENT"
        _say(visible_line(state.pending.question.text))
        for option in state.pending.question.options:
            _say(visible_line(f"  {option.id}  {option.text}"))
        _say(f'intent-tui answer {name} "A"')
        return code or int(Exit.ASK)
    if state.failed is not None:
        _say(visible_line(state.failed.what))
        return code or state.failed.exit_code
    if emitted is None:
        return code or (LEFT_RUNNING if state.request else int(Exit.DONE))
    if emitted.outcome == "ROUTE" and spec is not None and not _to_terminal():
        from intent_tui.spec.yaml import dump

        sys.stdout.write(dump(spec))
        sys.stdout.flush()
    if emitted.saved and emitted.spec_path:
        _say(visible_line(f"saved: {emitted.spec_path}"))
    return code or _exit_code(state)


def _exit_code(state: SessionState) -> int:
    emitted = state.emitted
    if emitted is None or emitted.outcome in ("ROUTE", "silent"):
        return int(Exit.DONE)
    if emitted.outcome == "ASK":
        return int(Exit.ASK)
    cause = emitted.spec.decision.cause if emitted.spec is not None else None
    return int(Exit.DEGRADED if cause == "degraded" else Exit.UNDERSPECIFIED)


def _to_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")
