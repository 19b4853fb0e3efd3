"""A page that scrolls: rows of text, moved through with the arrows."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from intent_tui.app.paper import BLANK, Line
from intent_tui.app.widgets.ink import strip


class Page(ScrollView, can_focus=True):
    """Rows as they were given, as many as there are."""

    DEFAULT_CSS = """
    Page { height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; overflow-y: auto; }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: tuple[Line, ...] = ()

    @property
    def rows(self) -> tuple[Line, ...]:
        """What is shown, and what can be scrolled to."""
        return self._rows

    def show(self, rows: Sequence[Line]) -> None:
        """Show these rows; the place stays as far as there are rows."""
        self._rows = tuple(rows)
        self.virtual_size = Size(0, len(self._rows))
        self.refresh()

    def reveal(self, row: int) -> None:
        """Scroll as far as needed for this row to be seen."""
        top, height = self.scroll_offset.y, max(1, self.size.height)
        if row < top:
            self.scroll_to(y=row, animate=False, immediate=True)
        elif row >= top + height:
            self.scroll_to(y=row - height + 1, animate=False, immediate=True)

    def render_line(self, y: int) -> Strip:
        """Row `y` of what is in view."""
        at = y + self.scroll_offset.y
        row = self._rows[at] if at < len(self._rows) else BLANK
        return strip(self, row, self.size.width)
