"""What every screen has: a place in the table of commands, a line that says things, a footer."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import events
from textual.screen import Screen

from intent_tui.app import commands
from intent_tui.app.commands import Command, Place
from intent_tui.app.paper import Line, fit, line
from intent_tui.app.widgets.sheet import Sheet

if TYPE_CHECKING:
    from intent_tui.app.app import IntentApp

TINY = (20, 6)
"""Below this many columns or rows one sentence is all that fits."""


class PlaceScreen(Screen[None]):
    """A screen whose keys come from the table. Subclasses give `place` and `draw_rows`.

    A command `name` is carried out by the method `do_name`. Letters with an announcement wait
    for Enter; any other key cancels them. Textual calls the handlers of every class of a screen,
    so a subclass adds its own `on_mount` beside this one and never calls it.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.announced: tuple[str, Callable[[], None]] | None = None
        self.ready = False
        """Its widgets are there. Keys and events can come before."""
        self._said = ""

    @property
    def intent(self) -> IntentApp:
        """The app, by its own type."""
        return cast("IntentApp", self.app)

    @property
    def place(self) -> Place:
        """Where the person is, in the words of the table."""
        return "page"

    @property
    def hidden(self) -> frozenset[str]:
        """Names of commands that do nothing here and now: they leave footer, palette and help."""
        return frozenset()

    def draw_rows(self, width: int, height: int) -> None:
        """Put rows into the widgets for a screen of this size."""

    # drawing --------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything anew from the state."""
        width, height = self.size
        if not self.ready or width < 1 or height < 1:
            return
        self.draw_rows(width, height)
        for status in self.query("#status").results(Sheet):
            status.show(self.status_rows(width))
        for foot in self.query("#foot").results(Sheet):
            foot.show([fit(line(commands.footer(self.place, width, self.hidden)), width)])

    def status_rows(self, width: int) -> list[Line]:
        """The line above the footer: what Enter will do, or what was just done."""
        said = f"{self.announced[0]} (any other key: no)" if self.announced else self._said
        return [fit(line(said), width)]

    def say(self, text: str) -> None:
        """Say one thing; it stays until the next."""
        self._said = text
        self.draw()

    def announce(self, text: str, act: Callable[[], None]) -> None:
        """Say what Enter will do."""
        self.announced = (text, act)
        self.draw()

    def on_mount(self) -> None:
        """The first rows, as soon as there is a size."""
        self.ready = True
        self.draw()

    def on_resize(self) -> None:
        """Another size, another fit."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Back on top: what changed meanwhile is drawn."""
        self.draw()

    # keys -----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """One key at the place where the person is."""
        if not self.ready:
            return
        if self.place in ("prompt", "typing", "read line"):
            self._hand_over(event)
            return
        self.before_key(event)
        character = folded(event.character)
        if event.key == "enter" and self.announced is not None:
            event.stop()
            act, self.announced, self._said = self.announced[1], None, ""
            act()
            self.draw()
            return
        was = self.announced is not None
        self.announced, self._said = None, ""
        command = commands.for_key(self.place, event.key, character)
        if command is not None and command.name not in self.hidden:
            event.stop()
            self.carry_out(command, character or event.key)
        elif self.other_key(event, character) or was:
            event.stop()
        self.draw()

    def _hand_over(self, event: events.Key) -> None:
        """Keys of one burst that came this way before a line got the focus are text for it.

        The line itself never lets these through, so they cannot come from there.
        """
        if self.focused is not None and (event.is_printable or event.key in ("enter", "escape")):
            event.stop()
            self.focused.post_message(events.Key(event.key, event.character))

    def before_key(self, event: events.Key) -> None:
        """What a screen notes of every key before it is carried out."""

    def carry_out(self, command: Command, key: str = "") -> None:
        """Do a command, or announce it where a letter may only point."""
        if command.says:
            self.announced = (command.says, lambda: self.perform(command.name, key))
        else:
            self.perform(command.name, key)

    def perform(self, name: str, key: str = "") -> None:
        """Run the method of a command."""
        method = getattr(self, f"do_{name}")
        method(key) if name in ("mark", "move", "answer") else method()

    def other_key(self, event: events.Key, character: str) -> bool:
        """A key that is no command here. True when it was used all the same."""
        return False

    # what every place offers ----------------------------------------------------------------

    def do_leave(self) -> None:
        """Leave the app."""
        self.intent.leave()

    def do_help(self) -> None:
        """The keys of this place."""
        from intent_tui.app.screens.text import help_page

        self.app.push_screen(help_page(self.place, self.hidden))

    def do_palette(self) -> None:
        """Every action of this place, by name."""
        from intent_tui.app.screens.palette import PaletteScreen

        self.app.push_screen(PaletteScreen(self.place, self.hidden), self._chosen)

    def _chosen(self, name: str | None) -> None:
        for command in commands.at(self.place):
            if command.name == name:
                self.perform(command.name)
        self.draw()


def folded(character: str | None) -> str:
    """A key's character as the table writes it: full-width forms and capitals are the same key."""
    return unicodedata.normalize("NFKC", character).lower() if character else ""
