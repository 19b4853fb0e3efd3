"""Every action of a place by its name: typed letters narrow the list, Enter does one."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from intent_tui.app import commands
from intent_tui.app.commands import Command, Place
from intent_tui.app.paper import Line, Span, columns, fit, line
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.sheet import Sheet

NEVER = frozenset(
    {
        "palette",
        "mark",
        "move",
        "newline",
        "interrupt",
        "submit",
        "keys",
        "take",
        "answer",
        "filter",
    }
)
"""Commands that need a key of their own or a line to stand in."""


class PaletteScreen(Screen[str | None]):
    """Gives back the name of the command that was chosen, or None.

    Args:
        place: where it was opened.
        hidden: commands that do nothing there now.
    """

    DEFAULT_CSS = "PaletteScreen #head, PaletteScreen #foot { height: 1; }"

    def __init__(self, place: Place, hidden: frozenset[str]) -> None:
        super().__init__()
        self._all = [
            one for one in commands.at(place) if one.name not in hidden and one.name not in NEVER
        ]
        self._typed = ""
        self._at = 0

    def compose(self) -> ComposeResult:
        """What is typed, the list, the footer."""
        yield Sheet(id="head")
        yield Page(id="page")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """Nothing holds the focus: every key is the list's."""
        self.set_focus(None)
        self._draw()

    def on_resize(self) -> None:
        """Another width, another fit."""
        self._draw()

    @property
    def found(self) -> list[Command]:
        """The commands whose name or sentence holds what was typed."""
        typed = self._typed.lower()
        return [one for one in self._all if typed in f"{one.title} {one.does}".lower()]

    def on_key(self, event: events.Key) -> None:
        """Letters narrow, arrows mark, Enter does, Escape leaves."""
        event.stop()
        if event.key == "escape":
            self.dismiss(None)
            return
        if event.key == "enter":
            self.dismiss(self.found[self._at].name if self.found else None)
            return
        if event.key in ("up", "down"):
            self._at += 1 if event.key == "down" else -1
        elif event.key == "backspace":
            self._typed, self._at = self._typed[:-1], 0
        elif event.character and event.character.isprintable():
            self._typed, self._at = self._typed + event.character, 0
        self._at = max(0, min(self._at, len(self.found) - 1))
        self._draw()

    def _draw(self) -> None:
        width = self.size.width
        if not self.is_mounted or width < 1:
            return
        self.query_one("#head", Sheet).show([fit(line(Span(f": {self._typed}", "strong")), width)])
        page = self.query_one(Page)
        page.show([self._row(at, one, width - 1) for at, one in enumerate(self.found)])
        page.reveal(self._at)
        self.query_one("#foot", Sheet).show([fit(line(commands.footer("palette", width)), width)])

    def _row(self, at: int, one: Command, width: int) -> Line:
        here = at == self._at
        mark = "❯ " if here else "  "
        return columns(
            [(mark, 2), (one.title, 16), (one.does, 0)], [one.shown], width, "here" if here else ""
        )
