"""The one question and the line for own words: letters point, Enter does, text is text."""

from __future__ import annotations

from textual import events
from textual.widgets import TextArea

from intent_tui.app.commands import Command, for_key
from intent_tui.app.pages import question
from intent_tui.app.paper import Line, fit, line
from intent_tui.app.screens.fitting import language_of
from intent_tui.app.screens.place import PlaceScreen, folded
from intent_tui.app.widgets.panel import Panel
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.trace import Trace
from intent_tui.app.words import say
from intent_tui.ask.pending import Pending
from intent_tui.passes.events import Answer, Asked

SETTLE = 0.3
"""Seconds after a question appeared in which no key commits: it was meant for what stood before."""
RUN_OF_KEYS = 2.0
"""Seconds after which keys no longer belong to one run of typing."""
DRAFT_EVERY = 0.2
"""Seconds between two half-typed answers that are kept."""
DELEGATE = "you decide"
"""How a delegation is said to the engine, which understands it in every language."""


class AskingScreen(PlaceScreen):
    """A screen with a panel `question`, a line `own` and a `trace`."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.marked = ""
        self.bold = False
        self._pending: Pending | None = None
        self._shown_at = 0.0
        self._run: list[str] = []
        self._run_at = 0.0
        self._draft_waits = False
        self._answered = False

    def ask(self, event: Asked) -> None:
        """A question is there: nothing is marked, and keys of before cannot answer it."""
        self.forget_question()
        self._pending = event.pending
        self._answered = False
        self._shown_at = self.intent.clock()
        self.query_one("#own", Prompt).placeholder = say(language_of(self.intent.state), "own")
        self.bold = isinstance(self.focused, Trace)
        own = self.query_one("#own", Prompt)
        if event.half_typed:
            own.text = event.half_typed
            own.move_cursor(own.document.end)
            self._said = "half-typed before, kept: i goes on with it"

    def forget_question(self) -> None:
        """Nothing is asked: marks, announcements and the line go."""
        self._pending = None
        self.marked, self.announced, self._run = "", None, []
        self.bold = False
        if isinstance(self.focused, Prompt):
            self.set_focus(self.query_one("#question", Panel))
        self.query_one("#own", Prompt).clear()

    def line_rows(self) -> int:
        """Rows of the line people type in."""
        if self.intent.state.pending is None:
            return 0
        return max(1, min(8, self.query_one("#own", Prompt).wrapped_document.height))

    def status_rows(self, width: int) -> list[Line]:
        """While typing: how the words will be read."""
        own = self.query_one("#own", Prompt)
        if self.place == "typing" and self._pending is not None:
            from intent_tui.app.pages.reply import read_as

            language = language_of(self.intent.state)
            return [
                fit(line(read_as(self._pending, own.text, self._lone(own.text), language)), width)
            ]
        return super().status_rows(width)

    def _lone(self, text: str) -> str:
        """The mark that a letter alone in the line stands for, or nothing."""
        pending = self.intent.state.pending
        if pending is None:
            return ""
        said = folded(text.strip())
        names = [*(option.id for option in pending.question.options), question.DECIDE]
        return next((name for name in names if name.lower() == said), "")

    # keys of the question -------------------------------------------------------------------------

    def before_key(self, event: events.Key) -> None:
        """Keys that follow each other quickly may be one run of typing."""
        now = self.intent.clock()
        if now - self._run_at > RUN_OF_KEYS or self.place != "options":
            self._run = []
        self._run_at = now

    def other_key(self, event: events.Key, character: str) -> bool:
        """Text where letters are keys: another script opens the line, the rest is only kept."""
        if self.place != "options" or not event.character or not event.is_printable:
            return False
        if not event.character.isascii():
            self._type(event.character)
            return True
        self._run.append(event.character)
        self._said = "no key here; i begins your own words"
        return True

    def carry_out(self, command: Command, key: str = "") -> None:
        """Letters of a run are remembered, so that `i` in the middle of a word loses none."""
        typed = [key] if len(key) == 1 and key.isprintable() else []
        strange = any(self._strange(one) for one in self._run)
        if command.name == "own":
            begun = "".join([*self._run, *typed]) if strange else ""
            self._run = []
            self._type(begun)
            return
        self._run = [*self._run, *typed] if typed and self.place == "options" else []
        super().carry_out(command, key)

    def _strange(self, character: str) -> bool:
        return for_key("options", character) is None

    def do_mark(self, key: str) -> None:
        """Mark an option; it never commits."""
        pending = self.intent.state.pending
        if pending is None:
            return
        names = [option.id for option in pending.question.options]
        order = [*names, question.DECIDE]
        if key in ("up", "down"):
            at = order.index(self.marked) if self.marked in order else (-1 if key == "down" else 0)
            self.marked = order[(at + (1 if key == "down" else -1)) % len(order)]
            return
        name = {"1": "A", "2": "B", "3": "C", "d": question.DECIDE}.get(key, key.upper())
        if name in order:
            self.marked = name
        else:
            self._said = f"there is no option {name}"

    def do_commit(self) -> None:
        """Take what is marked, unless the question has only just appeared."""
        pending = self.intent.state.pending
        if pending is None or not self._may_commit():
            return
        if not self.marked:
            self._said = "nothing is marked yet: A, B, C or d marks"
            return
        self._send(DELEGATE if self.marked == question.DECIDE else self.marked, pending)

    def _may_commit(self) -> bool:
        """Not in the first moment, and a question takes one answer."""
        return not self._answered and self.intent.clock() - self._shown_at >= SETTLE

    def _send(self, reply: str, pending: Pending) -> None:
        self._answered = True
        self.intent.send(Answer(reply, pending.field))
        self._said = "sent"

    def do_own(self) -> None:
        """Into the line, from the palette."""
        self._type("")

    def do_why(self) -> None:
        """Why this is asked, and what was searched."""
        from intent_tui.app.screens.text import TextScreen

        pending = self.intent.state.pending
        if pending is not None:
            self.app.push_screen(TextScreen(lambda width: question.why(pending, width)))

    def do_trace(self) -> None:
        """Read the trace; a question that comes meanwhile waits."""
        trace = self.query_one(Trace)
        if trace.display:
            self.set_focus(trace)
        else:
            from intent_tui.app.screens.text import TextScreen

            self.app.push_screen(TextScreen(trace.lines))

    def do_to_question(self) -> None:
        """Back from the trace."""
        self.bold = False
        self.set_focus(self.query_one("#question", Panel))

    # the line ---------------------------------------------------------------------------------

    def _type(self, text: str) -> None:
        """Into the line, with the text that was begun."""
        own = self.query_one("#own", Prompt)
        self.announced, self._run = None, []
        self.set_focus(own)
        own.move_cursor(own.document.end)
        if text:
            own.insert(text)
        self.draw()

    def on_panel_pasted(self, event: Panel.Pasted) -> None:
        """A paste is own words."""
        if self.place == "options":
            self._type("")
            self.query_one("#own", Prompt).on_paste(event.event)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """How the words are read is computed as they are typed, and they are kept."""
        self.draw()
        if event.text_area.has_focus and not self._draft_waits:
            self._draft_waits = True
            self.set_timer(DRAFT_EVERY, self._keep_draft)

    def _keep_draft(self) -> None:
        self._draft_waits = False
        if self._pending is not None:
            self.intent.keep_draft(self._pending.field, self.query_one("#own", Prompt).text)

    def on_prompt_entered(self, event: Prompt.Entered) -> None:
        """Commit what the line above the footer says; a lone letter only marks."""
        pending = self.intent.state.pending
        if pending is None or not self._may_commit():
            return
        lone = self._lone(event.text)
        if lone:
            event.prompt.clear()
            self.set_focus(self.query_one("#question", Panel))
            self.marked = lone
        elif event.text.strip():
            self._send(event.text, pending)
        self.draw()

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Back to the options; the text stays in the line."""
        self.set_focus(self.query_one("#question", Panel))
        self.draw()
