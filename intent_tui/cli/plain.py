"""The plain face: the same session, line by line, for screen readers and slow lines.

Prompts go to standard error and the spec to standard output when that is no terminal, as in the
app. A line that begins with a colon is a command; every other line is an answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.display import visible
from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output, plain_words
from intent_tui.cli.grill import submit
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.ask.pending import Pending
    from intent_tui.passes.events import Command
    from intent_tui.passes.session import Session

LONGEST_LINE = 100_000
"""Bytes of one typed line that are taken; more is refused in words."""


def run(workspace: Path | None, request: str | None, parsed: Parsed) -> int:
    """Ask until nothing is open or the person leaves. Gives the exit code of the product page."""
    from intent_tui.passes.session import Session

    session = Session.open(workspace)
    while request is None or not request.strip():
        output.note("What should be done?")
        request = read_line()
        if request is None or request.strip() == ":quit":
            return int(Exit.DONE)
    talk = Talk(session)
    talk.drive(submit(parsed, request, "explicit"))
    talk.greet()
    while (line := read_line()) is not None and talk.take(line.strip()):
        pass
    return talk.leave()


def read_line() -> str | None:
    """One line as typed, without its end. None when the input is at its end.

    A line that is no UTF-8 text or is too long is refused in words and read again.
    """
    while sys.stdin is not None:
        output.prompt("> ")
        data = sys.stdin.buffer.readline(LONGEST_LINE)
        if not data:
            return None
        while len(data) >= LONGEST_LINE and not data.endswith(b"\n"):
            data = b"\xff" + sys.stdin.buffer.readline(LONGEST_LINE)[-1:]
        try:
            return data.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            output.note("That line is too long or is not UTF-8 text; nothing was taken.")
    return None


class Talk:
    """One session at the prompt: what waits, and what a line does to it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._unsent: str | None = None
        self._commands: dict[str, Callable[[str], bool]] = {
            ":why": lambda _: self._about(plain_words.why),
            ":again": lambda _: self._about(self._question),
            ":options": lambda _: self._about(plain_words.options),
            ":decide": lambda _: self._offer("you decide"),
            ":undo": lambda _: self._undo(),
            ":read": lambda _: say(plain_words.understood(session.state)),
            ":guesses": lambda _: self._guesses(),
            ":veto": self._veto,
            ":show": lambda _: self._show(),
            ":help": lambda _: say(plain_words.helped()),
            ":quit": lambda _: False,
        }

    def drive(self, command: Command) -> None:
        """Run a command; say at once what changes the approach."""
        from intent_tui.passes.events import Failed, Found, Submit

        for event in self._session.run(command):
            if isinstance(event, Found):
                say([visible(f"Important: {event.text}. {event.pointer}.")])
            elif isinstance(event, Failed):
                fault = Problem(event.what, event.next_step, Exit(event.exit_code))
                if isinstance(command, Submit):
                    raise fault
                # The session goes on: an undo with nothing to undo is no reason to leave.
                say([visible(line) for line in fault.lines()])

    def greet(self) -> None:
        """Say where the run stands: the question, or how it ended."""
        state = self._session.state
        say([plain_words.progress(state)])
        if state.pending is not None:
            say(self._question(state.pending))
        elif state.emitted is not None:
            say(plain_words.outcome(state.emitted))

    def take(self, line: str) -> bool:
        """What one line does. False when the person leaves."""
        if line.startswith((":", "：")):
            name, _, rest = line[1:].partition(" ")
            command = self._commands.get(f":{name}")
            if command is None:
                return say([f"No command :{visible(name)}. :help lists them."])
            return command(rest.strip())
        if line:
            return self._offer(line)
        return self._keep()

    def leave(self) -> int:
        """Say what waits, give the result to a pipe, and the exit code."""
        from intent_tui.cli import document

        state = self._session.state
        if state.emitted is None:
            return int(Exit.DONE)
        if state.pending is not None and state.emitted.spec is not None:
            output.note(visible(state.pending.question.text))
            output.note(f'intent-tui answer {state.emitted.spec.intent} "A"')
        elif state.emitted.spec is not None and not output.is_terminal():
            self._show()
        return document.exit_code(state.emitted)

    def _question(self, pending: Pending) -> list[str]:
        return plain_words.question(pending, self._session.state.ask_budget)

    def _about(self, lines: Callable[[Pending], list[str]]) -> bool:
        pending = self._session.state.pending
        return say(lines(pending) if pending is not None else ["No question waits."])

    def _offer(self, line: str) -> bool:
        """Say how the reply is read; Enter keeps it."""
        from intent_tui.ask.answer import read

        state = self._session.state
        if state.pending is None:
            return say(["No question waits. :help lists the commands."])
        reply = read(state.pending, line, state.read.language if state.read else "en")
        if reply.kind == "unusable":
            return say(["That says nothing; the question stands."])
        self._unsent = line
        return say([plain_words.read_as(state.pending, reply)])

    def _keep(self) -> bool:
        from intent_tui.passes.events import Answer

        pending = self._session.state.pending
        if self._unsent is None or pending is None:
            return True
        reply, self._unsent = self._unsent, None
        self.drive(Answer(reply, pending.field))
        self.greet()
        return True

    def _undo(self) -> bool:
        from intent_tui.passes.events import Undo

        if self._unsent is not None:
            self._unsent = None
            return say(["Not taken. The question stands."])
        self.drive(Undo())
        self.greet()
        return True

    def _guesses(self) -> bool:
        emitted = self._session.state.emitted
        return say(plain_words.guesses(emitted) if emitted is not None else ["No guesses."])

    def _veto(self, rest: str) -> bool:
        from intent_tui.passes.events import Veto

        emitted = self._session.state.emitted
        found = plain_words.inferred(emitted) if emitted is not None else []
        number, _, words = rest.partition(" ")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(found)):
            return say([f"There is no guess {visible(number)}. :guesses reads them."])
        self.drive(Veto(found[int(number) - 1][0], words.strip() or None))
        self.greet()
        return True

    def _show(self) -> bool:
        from intent_tui.spec.yaml import dump

        emitted = self._session.state.emitted
        if emitted is None or emitted.spec is None:
            return say(["There is no spec."])
        output.result(output.shown(dump(emitted.spec)))
        return True


def say(lines: list[str]) -> bool:
    """Say lines; always True, so that a command can end on it and go on."""
    output.note("\n".join(lines))
    return True
