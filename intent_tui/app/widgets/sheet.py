"""A widget that shows rows of text and nothing else: no markup, no child widgets."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip
from textual.widget import Widget

from intent_tui.app.paper import BLANK, Line
from intent_tui.app.widgets.ink import strip


class Sheet(Widget):
    """Rows as they were given, each cut to the width of the widget."""

    DEFAULT_CSS = "Sheet { width: 1fr; height: auto; }"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: tuple[Line, ...] = ()

    @property
    def rows(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._rows

    def show(self, rows: Sequence[Line]) -> None:
        """Show these rows instead of what stood here."""
        new = tuple(rows)
        if new != self._rows:
            self._rows = new
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Row `y` in the theme's colours."""
        row = self._rows[y] if y < len(self._rows) else BLANK
        return strip(self, row, self.size.width)


class Row(Widget):
    """Widgets side by side."""

    DEFAULT_CSS = "Row { layout: horizontal; width: 1fr; height: auto; }"


class Stack(Widget):
    """Widgets below each other."""

    DEFAULT_CSS = "Stack { layout: vertical; width: 1fr; height: auto; }"
