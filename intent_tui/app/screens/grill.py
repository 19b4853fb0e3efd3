"""The grilling: what is known, the live trace, the one question, and how the run ends."""

from __future__ import annotations

from textual.app import ComposeResult

from intent_tui.app.commands import Place
from intent_tui.app.pages import facts, outcome
from intent_tui.app.paper import Line, heading, line, wrap
from intent_tui.app.screens.asking import AskingScreen
from intent_tui.app.screens.fitting import Fit, fitted
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.panel import Panel
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.sheet import Row, Sheet, Stack
from intent_tui.app.widgets.trace import Laid, Trace
from intent_tui.passes.events import (
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

MORE_QUESTIONS = 2


class GrillScreen(AskingScreen):
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
        self.guess = -1
        self._unfolded = False
        self._early: list[Event] = []

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
        self.query_one("#mark", Sheet).show([line("› ")])
        self.set_focus(self.query_one("#question", Panel))
        self.ready = True
        self.took(self._early)

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
        self.forget_question()
        self.guess, self._unfolded, self._said = -1, False, ""
        self.draw()

    def took(self, batch: list[Event]) -> None:
        """Draw what a batch of events changed; a question never takes the focus from a reader."""
        if not self.ready:
            self._early += batch
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
            self.ask(event)
        elif isinstance(event, Answered):
            self.forget_question()
            self._said = f"taken: {event.read_as}"
        elif isinstance(event, Undone):
            self._said = f"taken back: {event.act}"
        elif isinstance(event, Emitted) and event.outcome != "ASK":
            self.forget_question()
            self.guess, self._unfolded = -1, False
        elif isinstance(event, Failed):
            self.forget_question()

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
        plan = fitted(state, self.marked, width, height, self.line_rows(), bold=self.bold)
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

    def do_check(self) -> None:
        """Check the work against the spec."""
        from intent_tui.app.screens.verify import VerifyScreen

        emitted = self.intent.state.emitted
        if emitted is not None and emitted.spec is not None:
            self.app.push_screen(VerifyScreen(emitted.spec.intent))

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
