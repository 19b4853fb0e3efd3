"""The Textual app: one session, its state, and the way to the engine.

State is reduced here from events; screens draw what it gives and send commands.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from queue import Empty
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import TextArea

from intent_tui.app import theme
from intent_tui.app.screens.home import HomeScreen
from intent_tui.app.screens.place import PlaceScreen

if TYPE_CHECKING:
    from intent_tui.app.bridge import Connect, Connection
    from intent_tui.app.desk.link import Deliver, Desk
    from intent_tui.app.desk.records import Said
    from intent_tui.app.screens.grill import GrillScreen
    from intent_tui.passes.events import Command, Event, Mode, Submit, Surveyed
    from intent_tui.passes.state import SessionState

BEAT = 1 / 20
"""Seconds between two looks into the queue while the engine works."""
IDLE = 0.3
"""Seconds after the first paint until the workspace is looked at, unless a key comes first."""
TWICE = 2.0
"""Seconds within which a second ctrl+c leaves."""

INTERRUPTED = 130
_SIGNALS = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGINT: INTERRUPTED}


@dataclass
class EngineBatch(Message):
    """What the engine said since the last beat."""

    events: list[Event] = field(default_factory=list)


class IntentApp(App[int]):
    """The app over one workspace.

    Args:
        folder: the workspace's name until it was looked at.
        connect: opens the way to the engine.
        request: the first request, or empty to ask for one.
        options: gives the options of every request; called when the first one is submitted.
        colours: the theme.
        desk: opens the way to the saved specs.
        clock: seconds that only grow.
        driver_class: what draws; the terminal's usual one if not given.
    """

    TITLE = "intent-tui"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    BINDINGS = [  # noqa: RUF012 - Textual's own type is not a ClassVar tuple
        Binding("ctrl+c", "interrupt", priority=True, show=False),
    ]
    CSS = "Screen { background: $background; color: $foreground; overflow: hidden; }"

    def __init__(
        self,
        folder: str,
        connect: Connect,
        request: str,
        options: Callable[[], Submit],
        colours: theme.Colours,
        desk: Callable[[Deliver], Desk],
        clock: Callable[[], float] = time.monotonic,
        driver_class: type[Driver] | None = None,
    ) -> None:
        # Every theme of ours speaks the terminal's own colours; said here because the library
        # decides what NO_COLOR means before it knows our theme.
        super().__init__(driver_class=driver_class, ansi_color=True)
        self.folder = folder
        self.clock = clock
        self.survey_says: Surveyed | None = None
        self._request = request
        self._options = options
        self._submitted: Submit | None = None
        self._state: SessionState | None = None
        self.grill: GrillScreen | None = None
        self.animation_level = "none"
        self._connect = connect
        self._connection: Connection | None = None
        self._open_desk = desk
        self._desk: Desk | None = None
        self._calls: list[Callable[[Said], None]] = []
        self._beat: Timer | None = None
        self._working = 0
        self._surveyed = False
        self._interrupted_at = -TWICE
        self._wear(colours)

    @property
    def state(self) -> SessionState:
        """The session as its events tell it. Its records are loaded with the first use."""
        if self._state is None:
            from intent_tui.passes.state import SessionState

            self._state = SessionState()
        return self._state

    @property
    def submitted(self) -> Submit:
        """The request that runs, with its options."""
        if self._submitted is None:
            self._submitted = self._options()
        return self._submitted

    # the screen -----------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[None]:
        """Home is the bottom of the stack: nothing else is mounted for the first frame."""
        return HomeScreen(id="home")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our colours for themes that do not know them, so that no style is ever unresolved."""
        names = (*theme.MEANINGS, "heading-paper", "heading-ink")
        return {
            **{f"intent-{name}": "ansi_default" for name in names},
            "intent-heading-style": "bold",
        }

    def _wear(self, colours: theme.Colours) -> None:
        self.register_theme(theme.textual_theme(colours))
        self.theme = colours.name

    def on_ready(self) -> None:
        """After the first paint: what start-up made stays, what can wait begins now."""
        gc.freeze()
        gc.enable()
        loop = asyncio.get_running_loop()
        # The screen library leaves the terminal as it is when a signal ends the process.
        for number, code in _SIGNALS.items():
            loop.add_signal_handler(number, self.leave, code)
        if self._request:
            self.begin(self._request)
        else:
            self.set_timer(IDLE, self.survey)

    def on_unmount(self) -> None:
        """No child survives the app."""
        if self._desk is not None:
            self._desk.close()
        if self._connection is not None:
            self._connection.close()

    def action_interrupt(self) -> None:
        """ctrl+c copies what is selected in a line; a second one within two seconds leaves."""
        now = self.clock()
        if now - self._interrupted_at <= TWICE:
            self.leave(INTERRUPTED)
            return
        self._interrupted_at = now
        if isinstance(self.focused, TextArea) and self.focused.selected_text:
            self.focused.action_copy()
        if isinstance(self.screen, PlaceScreen):
            self.screen.say("ctrl+c again leaves")

    def leave(self, code: int = 0) -> None:
        """End the app; what was sent and saved is kept."""
        self.exit(code)

    def _fatal_error(self) -> None:
        """A fault of ours: the screen goes, `run` raises it for the caller to put into words."""
        self._close_messages_no_wait()

    # the engine -----------------------------------------------------------------------------

    def survey(self) -> None:
        """Look round the workspace, once."""
        if not self._surveyed:
            from intent_tui.passes.events import Survey

            self._surveyed = True
            self._settle_theme()
            self.send(Survey())

    def begin(
        self, request: str, *, mode: Mode | None = None, ask_budget: int | None = None
    ) -> None:
        """Start a request on the grilling screen.

        Args:
            request: the person's words.
            mode: in place of the mode of the run so far.
            ask_budget: questions that may be sent now, said by the person: so questions are on.
        """
        from intent_tui.app.screens.grill import GrillScreen
        from intent_tui.passes.state import SessionState

        self._surveyed = True
        submit = replace(self.submitted, request=request)
        if mode is not None:
            submit = replace(submit, mode=mode)
        if ask_budget is not None:
            submit = replace(submit, ask_budget=ask_budget, no_ask=False)
        self._submitted = submit
        self._state = SessionState(survey=self.survey_says, request=request)
        if self.grill is None:
            self.grill = GrillScreen()
            self.push_screen(self.grill)
        else:
            self.grill.restart()
        self.send(self.submitted)

    def home(self) -> None:
        """Back to the line for another request."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.grill = None
        self._state = None

    def send(self, command: Command) -> None:
        """Hand a command to the engine and listen until it has answered."""
        from intent_tui.passes.events import Cancel

        if self._connection is None:
            loop = asyncio.get_running_loop()
            self._connection = self._connect(lambda: _soon(loop, self._drain))
        if not isinstance(command, Cancel):
            self._working += 1
        self._connection.send(command)
        if self._beat is None:
            self._beat = self.set_interval(BEAT, self._drain)
        self._beat.resume()

    def call(self, then: Callable[[Said], None], do: str, **given: Any) -> None:  # noqa: ANN401
        """Have work on saved specs done elsewhere.

        Args:
            then: takes what came of it, on the app's loop; more than once where much comes.
            do: what to do, in the words of `desk.serve`.
            given: its arguments, of the kinds JSON has.
        """
        if self._desk is None:
            loop = asyncio.get_running_loop()
            self._desk = self._open_desk(
                lambda number, said: _soon(loop, lambda: self._calls[number](said))
            )
        self._calls.append(then)
        self._desk.call(len(self._calls) - 1, {"do": do, **given})

    def keep_draft(self, about: str, text: str) -> None:
        """Keep a half-typed answer where a kill can't take it."""
        if self._connection is not None:
            self._connection.draft(about, text)

    def _drain(self) -> None:
        """Everything that waits becomes one message."""
        if self._connection is None:
            return
        from intent_tui.passes.events import Emitted, Failed, Surveyed

        waiting: list[Event] = []
        while True:
            try:
                waiting.append(self._connection.events.get_nowait())
            except Empty:
                break
        if waiting:
            self._working -= sum(isinstance(one, Emitted | Failed | Surveyed) for one in waiting)
            self.post_message(EngineBatch(waiting))
        if self._working <= 0 and self._beat is not None:
            self._working = 0
            self._beat.pause()

    def on_engine_batch(self, batch: EngineBatch) -> None:
        """Reduce the events, then let the screens that exist draw them."""
        from intent_tui.passes.state import reduce

        for event in batch.events:
            self._state = reduce(self.state, event)
        self.survey_says = self.state.survey
        if self.grill is not None:
            self.grill.took(batch.events)
        elif self.state.failed is not None and isinstance(self.screen, PlaceScreen):
            self.screen.say(self.state.failed.what)
        for screen in self.screen_stack:
            if isinstance(screen, PlaceScreen) and screen is not self.grill:
                screen.draw()

    def _settle_theme(self) -> None:
        """The theme the settings name; read late, because the settings need a YAML reader."""
        from intent_tui.base.config import settings
        from intent_tui.base.problem import Problem

        wanted = settings().theme
        if wanted is None or self.no_color or wanted == self.theme:
            return
        try:
            self._wear(theme.load(wanted))
        except Problem as problem:
            if isinstance(self.screen, PlaceScreen):
                self.screen.say(problem.what)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Call on the app's loop, from any thread; a loop that has ended needs no news."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
