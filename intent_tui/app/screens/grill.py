"""The grilling: what is known, the live trace, the one question, and how the run ends."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.widgets import TextArea

from intent_tui.app.commands import Command, Place, for_key
from intent_tui.app.pages import facts, outcome, question
from intent_tui.app.paper import Line, fit, heading, line, wrap
from intent_tui.app.screens.fitting import Fit, fitted
from intent_tui.app.screens.place import PlaceScreen, folded
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.panel import Panel
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.sheet import Row, Sheet, Stack
from intent_tui.app.widgets.trace import Laid, Trace
from intent_tui.ask.pending import Pending
from intent_tui.passes.events import (
    Answer,
    Answered,
    Asked,
    Cancel,
    Emitted,
    Event,
    Failed,
    Started,
    Undo,
    Undone,
    Veto,
)

SETTLE = 0.3
"""Seconds after a question appeared in which no key commits: it was meant for what stood before."""
RUN_OF_KEYS = 2.0
"""Seconds after which keys no longer belong to one run of typing."""
DRAFT_EVERY = 0.2
"""Seconds between two half-typed answers that are kept."""
DELEGATE = "you decide"
MORE_QUESTIONS = 2


class GrillScreen(PlaceScreen):
    """One run from the request to its end."""

    DEFAULT_CSS = """
    GrillScreen #body { height: 1fr; layout: vertical; }
    GrillScreen.-wide #body { layout: horizontal; }
    GrillScreen #facts, GrillScreen #ask { height: auto; width: 1fr; }
    GrillScreen #line { height: auto; }
    GrillScreen #mark { width: 3; height: 1; }
    GrillScreen #status, GrillScreen #foot { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="grill")
        self.marked = ""
        self.guess = -1
        self._pending: Pending | None = None
        self._shown_at = 0.0
        self._run: list[str] = []
        self._run_at = 0.0
        self._unfolded = False
        self._draft_waits = False
        self._bold = False

    def compose(self) -> ComposeResult:
        """Head, facts, question and line, result, status, footer."""
        yield Sheet(id="head")
        with Stack(id="body"):
            with Stack(id="facts"):
                yield Sheet(id="unknowns")
                yield Sheet(id="trace-head")
                yield Trace(id="trace")
            with Stack(id="ask"):
                yield Panel(id="question")
                with Row(id="line"):
                    yield Sheet(id="mark")
                    yield Prompt(id="own")
        yield Page(id="result")
        yield Sheet(id="status")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """Letters are keys from the start; the line is there for `i` and for a paste."""
        own = self.query_one("#own", Prompt)
        own.placeholder = "own words, i"
        self.query_one("#mark", Sheet).show([line("› ")])
        self.set_focus(self.query_one("#question", Panel))

    # where the person is ----------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Typing and reading by the focus, the rest by the state of the run."""
        state = self.intent.state
        if state.failed is not None:
            return "broken"
        if state.pending is not None:
            if isinstance(self.focused, Prompt):
                return "typing"
            return "reading" if isinstance(self.focused, Trace) else "options"
        if state.emitted is None:
            return "looking"
        if state.emitted.outcome == "silent":
            return "silent"
        return "halted" if state.emitted.outcome == "HALT" else "routed"

    @property
    def hidden(self) -> frozenset[str]:
        """What cannot be done now."""
        state = self.intent.state
        gone = set()
        if not state.answers:
            gone.add("undo")
        spec = state.emitted.spec if state.emitted is not None else None
        if spec is None or not outcome.guesses(spec):
            gone.add("veto")
        if state.read is None:
            gone.add("read")
        return frozenset(gone)

    # what the engine said ---------------------------------------------------------------------

    def restart(self) -> None:
        """Another run on this screen."""
        self._forget_question()
        self.guess, self._unfolded, self._said = -1, False, ""
        self.draw()

    def took(self, batch: list[Event]) -> None:
        """Draw what a batch of events changed; a question never takes the focus from a reader."""
        if not self.is_mounted:
            return
        trace = self.query_one(Trace)
        rows: list[Laid] = []
        for event in batch:
            if isinstance(event, Started):
                trace.clear()
                rows.clear()
            row = facts.trace_row(event)
            if row is not None:
                rows.append(row)
            self._heard(event)
        if rows:
            trace.extend(rows)
        self.draw()

    def _heard(self, event: Event) -> None:
        if isinstance(event, Asked):
            self._ask(event)
        elif isinstance(event, Answered):
            self._forget_question()
            self._said = f"taken: {event.read_as}"
        elif isinstance(event, Undone):
            self._said = f"taken back: {event.act}"
        elif isinstance(event, Emitted) and event.outcome != "ASK":
            self._forget_question()
            self.guess, self._unfolded = -1, False
        elif isinstance(event, Failed):
            self._forget_question()

    def _ask(self, event: Asked) -> None:
        """A question is there: nothing is marked, and keys of before cannot answer it."""
        self._forget_question()
        self._pending = event.pending
        self._shown_at = self.intent.clock()
        self._bold = isinstance(self.focused, Trace)
        own = self.query_one("#own", Prompt)
        if event.half_typed:
            own.text = event.half_typed
            own.move_cursor(own.document.end)
            self._said = "half-typed before, kept: i goes on with it"

    def _forget_question(self) -> None:
        self._pending = None
        self.marked, self.announced, self._run = "", None, []
        self._bold = False
        if isinstance(self.focused, Prompt):
            self.set_focus(self.query_one("#question", Panel))
        self.query_one("#own", Prompt).clear()

    # drawing ------------------------------------------------------------------------------------

    def draw_rows(self, width: int, height: int) -> None:
        """Give each part the rows it gets at this size."""
        state = self.intent.state
        ended = self.place in ("routed", "silent", "halted", "broken")
        self.query_one("#body").display = not ended
        self.query_one("#result").display = ended
        if ended:
            self._draw_result(width)
            return
        plan = fitted(state, self.marked, width, height, self._line_rows(), bold=self._bold)
        self.set_class(plan.side_by_side, "-wide")
        self._draw_plan(plan, width)
        if self.focused is None:
            self.set_focus(self.query_one("#question", Panel))

    def _draw_plan(self, plan: Fit, width: int) -> None:
        self._put("#head", plan.head)
        self._put("#unknowns", plan.unknowns)
        reading = self.place == "reading"
        head = plan.trace_head
        if reading and plan.trace_rows:
            head = [facts.trace_heading(self.intent.state, plan.facts_width, reading=True)]
        self._put("#trace-head", head)
        trace = self.query_one(Trace)
        trace.display = plan.trace_rows > 0
        trace.styles.height = max(1, plan.trace_rows)
        self._put("#question", plan.question)
        asking = self.intent.state.pending is not None
        self.query_one("#line").display = asking
        self.query_one("#facts").styles.width = plan.facts_width
        self.query_one("#ask").styles.width = width if not plan.side_by_side else "1fr"

    def _draw_result(self, width: int) -> None:
        state = self.intent.state
        self._put("#head", facts.header(state, width))
        page = self.query_one("#result", Page)
        rows = list(outcome.rows(state, width - 1, self.guess))
        if self._unfolded and state.emitted is not None and state.emitted.spec is not None:
            from intent_tui.spec.yaml import dump

            text = dump(state.emitted.spec)
            rows = [heading("Spec", "Tab folds", width - 1)]
            rows += [part for row in text.splitlines() for part in _verbatim(row, width - 3)]
        page.show(rows)
        if self.focused is not page:
            self.set_focus(page)

    def _put(self, selector: str, rows: list[Line]) -> None:
        sheet = self.query_one(selector, Sheet)
        sheet.display = bool(rows)
        sheet.styles.height = max(1, len(rows))
        sheet.show(rows)

    def _line_rows(self) -> int:
        """Rows of the line people type in."""
        if self.intent.state.pending is None:
            return 0
        return max(1, min(8, self.query_one("#own", Prompt).wrapped_document.height))

    def status_rows(self, width: int) -> list[Line]:
        """While typing: how the words will be read."""
        own = self.query_one("#own", Prompt)
        if self.place == "typing" and self._pending is not None:
            from intent_tui.app.pages.reply import read_as

            return [fit(line(read_as(self._pending, own.text, self._language())), width)]
        return super().status_rows(width)

    def _language(self) -> str:
        read = self.intent.state.read
        return read.language if read is not None else "en"

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
        if pending is None or self.intent.clock() - self._shown_at < SETTLE:
            return
        if not self.marked:
            self._said = "nothing is marked yet: A, B, C or d marks"
            return
        reply = DELEGATE if self.marked == question.DECIDE else self.marked
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
        self._bold = False
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
        if pending is None or self.intent.clock() - self._shown_at < SETTLE:
            return
        said = event.text.strip()
        names = {option.id for option in pending.question.options} | {question.DECIDE.upper()}
        if folded(said).upper() in names:
            event.prompt.clear()
            self.set_focus(self.query_one("#question", Panel))
            self.do_mark(folded(said))
        elif said:
            self.intent.send(Answer(event.text, pending.field))
            self._said = "sent"
        self.draw()

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Back to the options; the text stays in the line."""
        self.set_focus(self.query_one("#question", Panel))
        self.draw()

    # commands of a run --------------------------------------------------------------------------

    def do_stop(self) -> None:
        """Stop looking; what was found stays."""
        self._said = "stopping; what was found stays"
        self.intent.send(Cancel())

    def do_undo(self) -> None:
        """Take back the person's last act."""
        self.intent.send(Undo())

    def do_again(self) -> None:
        """The same request once more."""
        self.intent.begin(self.intent.submitted.request)

    def do_go_on(self) -> None:
        """At a halt: run again, or allow more questions."""
        emitted = self.intent.state.emitted
        spec = emitted.spec if emitted is not None else None
        if spec is None or spec.decision.cause == "degraded":
            self.do_again()
            return
        more = spec.resolution.ask_budget + MORE_QUESTIONS
        self.intent.begin(self.intent.submitted.request, ask_budget=more)

    def do_write(self) -> None:
        """A spec although nothing had to be asked."""
        self.intent.begin(self.intent.submitted.request, mode="explicit")

    def do_new(self) -> None:
        """Home, for another request."""
        self.intent.home()

    def do_spec(self) -> None:
        """The whole spec, or back to its summary."""
        self._unfolded = not self._unfolded
        self.query_one("#result", Page).scroll_to(y=0, animate=False)

    def do_veto(self) -> None:
        """Mark the next guess; Enter re-opens it."""
        emitted = self.intent.state.emitted
        found = outcome.guesses(emitted.spec) if emitted is not None and emitted.spec else []
        if not found:
            return
        self.guess = (self.guess + 1) % len(found)
        index, one = found[self.guess]
        self.announce(f"Enter re-opens: {one.text}", lambda: self.intent.send(Veto(index)))

    def do_confirm(self) -> None:
        """Enter with nothing announced does nothing here."""

    def do_read(self) -> None:
        """See and correct what was read."""
        from intent_tui.app.screens.read import ReadScreen

        read = self.intent.state.read
        if read is not None:
            self.app.push_screen(ReadScreen(read))


def _verbatim(text: str, width: int) -> list[Line]:
    """A row of the spec with its indent, wrapped."""
    indent = " " * (len(text) - len(text.lstrip(" ")))
    return [line(indent + row) for row in wrap(text.lstrip(" "), max(8, width - len(indent)))]
