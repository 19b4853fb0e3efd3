"""A screen that works on saved specs through the desk, with one line to type a reason or a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult

from intent_tui.app.desk.records import Refused, Said
from intent_tui.app.paper import line
from intent_tui.app.screens.place import PlaceScreen
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.sheet import Row, Sheet


class WorkingScreen(PlaceScreen):
    """Rows on a page, a line that opens when something is to be said, status, footer."""

    DEFAULT_CSS = """
    WorkingScreen #line { height: auto; }
    WorkingScreen #mark { width: 3; height: 1; }
    WorkingScreen #status, WorkingScreen #foot { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._then: Callable[[str], None] | None = None

    def compose(self) -> ComposeResult:
        """The page, the line, status, footer."""
        yield Page(id="page")
        with Row(id="line"):
            yield Sheet(id="mark")
            yield Prompt(id="typed", clears=True)
        yield Sheet(id="status")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """Letters are keys; the line is closed."""
        self.query_one("#mark", Sheet).show([line("› ")])
        self.query_one("#line").display = False
        self.set_focus(None)

    @property
    def typing(self) -> bool:
        """Whether the line has the focus."""
        return isinstance(self.focused, Prompt)

    def call(self, do: str, **given: Any) -> None:  # noqa: ANN401 - arguments of any call
        """Have something done; what comes of it comes to `took`."""
        self.intent.call(self._took, do, **given)

    def took(self, said: Said) -> None:
        """What came of a call."""

    def _took(self, said: Said) -> None:
        if not self.is_attached:
            return
        if isinstance(said, Refused):
            self.say(f"{said.what}: {said.next_step}")
        else:
            self.took(said)
            self.draw()

    def ask(self, what: str, then: Callable[[str], None]) -> None:
        """Open the line for a reason or a name."""
        self._then = then
        self.query_one("#line").display = True
        self.set_focus(self.query_one("#typed", Prompt))
        self.say(what)

    def on_prompt_entered(self, event: Prompt.Entered) -> None:
        """What was typed, if anything was."""
        then, self._then = self._then, None
        self._close()
        if then is not None and event.text.strip():
            then(event.text)

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Nothing is said; the text stays for the next time."""
        self._then = None
        self._close()

    def _close(self) -> None:
        self.query_one("#line").display = False
        self.set_focus(None)
        self.say("")

    def do_back(self) -> None:
        """Back to where it was opened."""
        self.dismiss()
