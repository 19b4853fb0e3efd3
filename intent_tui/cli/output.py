"""Results to standard output, everything else to standard error.

Results are UTF-8 with plain newlines whatever the locale says, so that two runs give the same
bytes. A reader that goes away (`| head -1`) or a closed stream ends the writing, not the verb:
its exit code still tells the outcome.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

from intent_tui.base.problem import Exit, Problem


def prepare() -> None:
    """Set both streams up once, before anything is written."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream is sys.stdout:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        elif reconfigure is not None:
            reconfigure(errors="backslashreplace")


def result(text: str) -> None:
    """Write a result, ended by one newline, at once.

    Raises:
        Problem: the result could not be written for another reason than a reader that left.
    """
    _write(sys.stdout, text, 1)


def note(text: str) -> None:
    """Say something beside the result, on standard error."""
    _write(sys.stderr, text, 2)


def prompt(text: str) -> None:
    """Ask for a line: on standard error, without ending the line."""
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()


def is_terminal() -> bool:
    """Standard output is a terminal, so a person and not a program reads it."""
    return sys.stdout is not None and sys.stdout.isatty()


def _write(stream: TextIO | None, text: str, number: int) -> None:
    if stream is None:  # the caller closed it: there is nobody to tell
        return
    try:
        stream.write(text if text.endswith("\n") else text + "\n")
        stream.flush()
    except BrokenPipeError:
        _drain(number)
    except OSError as fault:
        _drain(number)
        if number == 1:
            raise Problem(
                f"the result could not be written: {fault.strerror or fault}",
                "give it another place, for instance: intent-tui … > FILE",
                Exit.INTERNAL,
            ) from fault


def _drain(number: int) -> None:
    """Point the stream at nothing, so that what is still buffered cannot fail at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, number)
    os.close(nothing)


def shown(text: str) -> str:
    """Text as a terminal may have it; a pipe gets it untouched."""
    if not is_terminal():
        return text
    from intent_tui.base.display import visible

    return "\n".join(visible(line) for line in text.split("\n"))
