"""Pages that are only read: help, why a question is asked, the whole spec."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from intent_tui.app import commands
from intent_tui.app.commands import Command, Place
from intent_tui.app.paper import BLANK, Line, columns, heading, line, wrap
from intent_tui.app.screens.place import PlaceScreen
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.sheet import Sheet


class TextScreen(PlaceScreen):
    """Rows to read.

    Args:
        rows: lays the page out for a width in cells.
    """

    DEFAULT_CSS = "TextScreen #foot { height: 1; }"

    def __init__(self, rows: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        """The page and its footer."""
        yield Page(id="page")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        self.query_one(Page).focus()

    @property
    def place(self) -> Place:
        """A page."""
        return "page"

    def draw_rows(self, width: int, height: int) -> None:
        """All rows; the page scrolls."""
        self.query_one(Page).show(self._rows(width - 1))

    def do_close(self) -> None:
        """Back to where it was opened."""
        self.dismiss()

    def do_move(self, key: str) -> None:
        """One row up or down."""
        step = -1 if key == "up" else 1
        self.query_one(Page).scroll_relative(y=step, animate=False)

    def do_help(self) -> None:
        """A help page over a page would only say how to close it: that stands below already."""


def help_page(place: Place, hidden: frozenset[str]) -> TextScreen:
    """The keys of a place, then how the places hang together."""
    return TextScreen(lambda width: help_rows(place, hidden, width))


def help_rows(place: Place, hidden: frozenset[str], width: int) -> list[Line]:
    """The table of commands as people read it."""
    found = [heading("Keys here", place, width)]
    for command in commands.at(place):
        if command.name not in hidden:
            found += _row(command, width)
    found += [BLANK, heading("Everywhere", "", width)]
    for said in (
        "Letters point, Enter does. Any other key takes a letter back.",
        "In a line every key is text; Esc leaves it and keeps the text.",
        "✓ found  ~ guess  ? open  ! warning  ✗ failed or contradicted",
        "What was sent stays counted, also after undo.",
    ):
        found += [line(row) for row in wrap(said, width - 2)]
    return found


def _row(command: Command, width: int) -> list[Line]:
    first, *rest = wrap(command.does, max(8, width - 29))
    return [
        columns([(command.shown, 13), (command.title, 14), (first, 0)], [], width),
        *(columns([("", 27), (row, 0)], [], width) for row in rest),
    ]
