"""The live trace: any number of rows, drawn one at a time, no child widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from intent_tui.app.paper import BLANK, Line
from intent_tui.app.widgets.ink import strip

Laid = Callable[[int], Line]
"""A row of the trace, laid out for a width in cells."""


class Trace(ScrollView, can_focus=True):
    """Rows that come in at the end. It follows the end until the person scrolls away from it."""

    DEFAULT_CSS = """
    Trace { scrollbar-size: 1 1; overflow-x: hidden; overflow-y: auto; height: 1; }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: list[Laid] = []

    def __len__(self) -> int:
        return len(self._rows)

    def extend(self, rows: Iterable[Laid]) -> None:
        """Add rows at the end."""
        follow = self.scroll_offset.y >= self.max_scroll_y
        self._rows.extend(rows)
        self.virtual_size = Size(0, len(self._rows))
        if follow:
            self.scroll_end(animate=False, immediate=True)
        self.refresh()

    def clear(self) -> None:
        """Forget every row: another request begins."""
        self._rows.clear()
        self.virtual_size = Size(0, 0)
        self.refresh()

    def lines(self, width: int) -> list[Line]:
        """All rows laid out for a width, where they are shown on a page of their own."""
        return [row(width) for row in self._rows]

    def render_line(self, y: int) -> Strip:
        """Row `y` of what is in view."""
        at = y + self.scroll_offset.y
        width = self.size.width
        return strip(self, self._rows[at](width) if at < len(self._rows) else BLANK, width)
