"""The command: finds the verb, imports its code, and turns what went wrong into one message.

Nothing but the table of verbs is imported here. `--version`, `--help` and wrong usage cost no
more than the interpreter; the app is imported only when a screen is going to be drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import cast

from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed, Verb, parse
from intent_tui.cli.verbs import APP, BY_NAME, overview, page

INTERRUPTED = 130
"""What a shell expects of a program that ended on ctrl+c (128 + SIGINT)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line. Takes the arguments after the program's name, gives the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        output.prepare()
        return _run(arguments)
    except Problem as problem:
        output.note("\n".join(problem.lines()))
        return int(problem.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        if "--debug" in arguments:
            raise
        text = str(fault).splitlines()
        output.note(
            f"something inside went wrong: {type(fault).__name__}: {(text or [''])[0][:200]}"
        )
        output.note("  nothing was half-written; the same command with --debug shows where")
        return int(Exit.INTERNAL)


def _run(arguments: list[str]) -> int:
    verb, rest = _verb(arguments)
    options = rest[: rest.index("--")] if "--" in rest else rest
    if "--help" in options or "-h" in options:
        output.result(page(verb) if verb.name else overview())
        return int(Exit.DONE)
    if verb is APP and "--version" in options:
        from intent_tui import __version__

        output.result(f"intent-tui {__version__}")
        return int(Exit.DONE)
    parsed = parse(verb, rest)
    _refuse_broken_text(parsed)
    return _code(verb)(parsed)


def _verb(arguments: list[str]) -> tuple[Verb, list[str]]:
    """The verb and what follows it. The first word that is no verb is a request."""
    if not arguments or arguments[0].startswith("-"):
        return APP, arguments
    first = arguments[0]
    verb = BY_NAME.get(first)
    if verb is not None:
        return verb, arguments[1:]
    near = None if " " in first else nearest(first, BY_NAME)
    if near is not None:
        raise Problem(
            f'no verb "{first}"; did you mean {near}?',
            f"intent-tui {near} --help\nas a request: intent-tui -- {first}",
        )
    return APP, arguments


def _refuse_broken_text(parsed: Parsed) -> None:
    """Bytes of the command line that are no text would reach a file as something else."""
    words = [*parsed.words, *(word for given in parsed.values.values() for word in given)]
    for word in words:
        try:
            word.encode("utf-8")
        except UnicodeEncodeError as fault:
            byte = ord(word[fault.start]) & 0xFF
            raise Problem(
                f"what was given is not UTF-8 text: byte 0x{byte:02x} at place {fault.start + 1}",
                "type it again, or set the terminal to UTF-8",
            ) from fault


def _code(verb: Verb) -> Callable[[Parsed], int]:
    from importlib import import_module

    module, _, function = verb.code.partition(":")
    return cast("Callable[[Parsed], int]", getattr(import_module(module), function))
