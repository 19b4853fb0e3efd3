"""Which face a start without a verb gets: the app, plain prompts, or a refusal in words.

Decided from the environment alone, before anything heavy is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal, NamedTuple

from intent_tui.base.problem import Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

Face = Literal["app", "plain"]


class Terminal(NamedTuple):
    """What is known of where the program runs."""

    keyboard: bool
    """Standard input is a terminal."""
    screen: bool
    """Standard error is a terminal: the app and the prompts draw there, results go elsewhere."""
    encoding: str


class Choice(NamedTuple):
    """The face, and the sentence to say when it is not the one expected."""

    face: Face
    said: str = ""


def choose(plain: bool, environ: Mapping[str, str], terminal: Terminal) -> Choice:
    """The face for this start.

    Raises:
        Problem: there is no terminal, so neither keys nor prompts can reach a person.
    """
    if plain:
        return Choice("plain")
    if not terminal.keyboard or not terminal.screen:
        raise Problem(
            "there is no terminal here to ask in",
            'intent-tui grill "REQUEST"   runs without one; --plain reads replies from a pipe',
        )
    if environ.get("ACCESSIBLE", "") not in ("", "0"):
        return Choice("plain")
    term = environ.get("TERM", "")
    if term in ("", "dumb"):
        shown = f"TERM={term}" if term else "TERM is not set"
        return Choice(
            "plain", f"this terminal can't draw ({shown}); asking in plain prompts instead"
        )
    if terminal.encoding.lower().replace("-", "").replace("_", "") != "utf8":
        return Choice(
            "plain",
            f"this terminal is not UTF-8 ({terminal.encoding}); asking in plain prompts instead",
        )
    return Choice("app")


def here() -> Terminal:
    """The terminal this process has."""
    keyboard = sys.stdin is not None and sys.stdin.isatty()
    screen = sys.stderr is not None and sys.stderr.isatty()
    encoding = (sys.stdin.encoding or "") if sys.stdin is not None else ""
    return Terminal(keyboard, screen, encoding)


def start(parsed: Parsed) -> int:
    """`intent-tui [REQUEST]`: open the face that fits. Gives its exit code."""
    request = parsed.words[0] if parsed.words else None
    if request is not None and not request.strip():
        raise Problem("the request is empty", "intent-tui   opens the app with an empty prompt")
    choice = choose(parsed.on("--plain"), os.environ, here())
    if choice.said:
        output.note(choice.said)
    return open_face(choice.face, parsed, request)


def open_face(face: Face, parsed: Parsed, request: str | None) -> int:
    """Import that face, and only that one, and run it."""
    from intent_tui.cli.grill import check_options, submit, workspace

    if face == "plain":
        from intent_tui.cli.plain import run as run_plain

        return run_plain(workspace(parsed), request, parsed)
    from intent_tui.app.main import run as run_app

    folder = workspace(parsed)
    if folder is not None:
        # A named folder that is none is said before the screen is taken; the one around the
        # current folder is found by the engine, which the first frame does not wait for.
        from intent_tui.workspace.files import Workspace

        folder = Workspace.find(folder).root
    check_options(parsed)
    mode = "explicit" if parsed.on("--explicit") else "auto"
    # Made when the first request is: the first frame does not pay for the engine's records.
    return run_app(folder, request, lambda: submit(parsed, request or "", mode))
