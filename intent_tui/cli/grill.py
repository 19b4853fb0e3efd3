"""`grill`, `answer` and `veto`: one run of the engine, printed.

The verbs hold no rules. They turn words into commands, pass the events on, and print what the
engine emitted, as prose with a fenced spec or as one JSON document (product page, verbs).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.passes.events import Command, Emitted, Submit
    from intent_tui.passes.session import Session


def grill(parsed: Parsed) -> int:
    """Run one request; every `--answer` is taken in order while a question waits."""
    _one_format(parsed)
    if not parsed.words[0].strip():
        raise Problem("the request is empty", 'intent-tui grill "what should be done"')
    from intent_tui.passes.events import Answer
    from intent_tui.passes.session import Session

    command = submit(parsed, parsed.words[0], "explicit" if parsed.on("--explicit") else "auto")
    session = Session.open(workspace(parsed))
    _drive(session, [command], parsed)
    replies = list(parsed.all("--answer"))
    while replies and session.state.pending is not None:
        _drive(session, [Answer(replies.pop(0))], parsed)
    if replies:
        count = "1 reply was" if len(replies) == 1 else f"{len(replies)} replies were"
        output.note(f"{count} not needed: no question waited for them")
    return _report(session, parsed)


def answer(parsed: Parsed) -> int:
    """Answer the question a saved spec waits on, in a process of its own."""
    from intent_tui.passes.events import Answer
    from intent_tui.passes.session import Session

    _one_format(parsed)
    intent, reply = parsed.words
    if not reply.strip():
        raise Problem("the reply is empty", f'intent-tui answer {intent} "A"')
    session = Session.resume(workspace(parsed), intent)
    command = Answer(reply, parsed.value("--question"), parsed.value("--by"))
    _drive(session, [command], parsed)
    return _report(session, parsed)


def veto(parsed: Parsed) -> int:
    """Re-open the N-th guess (from 1) of a saved spec, with words that replace it or without."""
    from intent_tui.passes.events import Veto
    from intent_tui.passes.session import Session

    _one_format(parsed)
    intent, number = parsed.words
    session = Session.resume(workspace(parsed), intent)
    emitted = session.state.emitted
    constraints = emitted.spec.constraints if emitted and emitted.spec else ()
    guesses = [place for place, one in enumerate(constraints) if one.source == "inferred"]
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= len(guesses):
        has = f"{len(guesses)} guesses" if len(guesses) != 1 else "1 guess"
        raise Problem(f'no guess "{number}": {intent} has {has}', f"intent-tui show {intent}")
    _drive(session, [Veto(guesses[int(number) - 1], parsed.value("--say"))], parsed)
    return _report(session, parsed)


def workspace(parsed: Parsed) -> Path | None:
    """The folder that was named, or None for the one around the current folder."""
    given = parsed.value("--workspace")
    if given == "":
        raise Problem("--workspace is empty", "intent-tui … --workspace DIR")
    try:
        Path.cwd()
    except FileNotFoundError as fault:
        raise Problem("the current folder is gone", "cd to one that is there") from fault
    return None if given is None else Path(given)


def submit(parsed: Parsed, request: str, mode: str) -> Submit:
    """The command that starts a run, with every option checked before anything is read.

    The app takes one with an empty request, for its prompt to fill in.

    Raises:
        Problem: a budget that is no number, a bad day or language.
    """
    from intent_tui.passes.events import Submit

    check_options(parsed)
    return Submit(
        request=request,
        mode="explicit" if mode == "explicit" else "auto",
        no_ask=parsed.on("--no-ask"),
        ask_budget=_budget(parsed.value("--ask-budget")),
        today=parsed.value("--today"),
        lang=_language(parsed.value("--lang")),
        save=not parsed.on("--no-save"),
    )


def check_options(parsed: Parsed) -> None:
    """Refuse options that fit nothing, with as little loaded as the app's first frame allows.

    Raises:
        Problem: a budget that is no number, a bad day or language.
    """
    if parsed.on("--auto") and parsed.on("--explicit"):
        raise Problem("--auto and --explicit exclude each other", "leave one of them out")
    today = parsed.value("--today")
    if today is not None:
        from intent_tui.base.clock import today as day

        day(today)
    _budget(parsed.value("--ask-budget"))
    _language(parsed.value("--lang"))


def _budget(given: str | None) -> int | None:
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 3:
        raise Problem(f'--ask-budget is a whole number, not "{given}"', "--ask-budget 3")
    return int(given)


def _language(given: str | None) -> str | None:
    if given is None:
        return None
    from intent_tui.base import knowledge

    known = knowledge.names("messages")
    if given not in known:
        raise Problem(f'no language "{given}"', f"--lang is one of {', '.join(known)}")
    return given


def _one_format(parsed: Parsed) -> None:
    if parsed.on("--json") and parsed.on("--events"):
        raise Problem("--json and --events exclude each other", "leave one of them out")


def _drive(session: Session, commands: Iterable[Command], parsed: Parsed) -> None:
    """Run commands to their end. A run that broke off ends the verb with its message."""
    from intent_tui.passes.events import Failed, encode

    for event in _events(session, commands):
        if parsed.on("--events"):
            output.result(json.dumps(encode(event), ensure_ascii=False))
        if isinstance(event, Failed):
            raise Problem(event.what, event.next_step, Exit(event.exit_code))


def _events(session: Session, commands: Iterable[Command]) -> Iterator[object]:
    for command in commands:
        yield from session.run(command)


def _report(session: Session, parsed: Parsed) -> int:
    """Print what was emitted, in the format asked for, and give the exit code."""
    from intent_tui.cli import document

    emitted = session.state.emitted
    if emitted is None:
        raise RuntimeError("the run ended without a result")
    if parsed.on("--json"):
        output.result(json.dumps(document.whole(session.state), ensure_ascii=False, indent=2))
    elif not parsed.on("--events") and emitted.spec is not None:
        output.result(output.shown(document.prose(emitted)))
    if session.unkept:
        output.note(session.unkept)
    if emitted.outcome == "silent":
        output.note(f"silent: {emitted.reason}")
    elif not parsed.on("--json"):
        _next(emitted)
    return document.exit_code(emitted)


def _next(emitted: Emitted) -> None:
    """Where to go from here, beside the result."""
    for step in emitted.next:
        output.note(f"next: {step}")
