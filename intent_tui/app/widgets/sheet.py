"""A widget that shows rows of text and nothing else: no markup, no child widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from intent_tui.app.paper import BLANK, Line, fit


class Sheet(Widget):
    """Rows as they were given, each cut to the width of the widget."""

    DEFAULT_CSS = """
    Sheet { width: 1fr; height: auto; }
    Sheet > .sheet--found { color: $intent-found; }
    Sheet > .sheet--yours { color: $intent-yours; }
    Sheet > .sheet--guess { color: $intent-guess; }
    Sheet > .sheet--wrong { color: $intent-wrong; }
    Sheet > .sheet--strong { text-style: bold; }
    Sheet > .sheet--pointer { text-style: underline; }
    Sheet > .sheet--heading {
        background: $intent-heading-paper;
        color: $intent-heading-ink;
        text-style: $intent-heading-style;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "sheet--found",
        "sheet--yours",
        "sheet--guess",
        "sheet--wrong",
        "sheet--strong",
        "sheet--pointer",
        "sheet--heading",
    }

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


def strip(widget: Widget, row: Line, width: int) -> Strip:
    """A row as the compositor takes it, filled to `width` cells."""
    base = widget.rich_style
    if row.band == "heading":
        base += widget.get_component_rich_style("sheet--heading", partial=True)
    elif row.band == "here":
        base += Style(reverse=True)
    segments = []
    for piece in fit(row, width).spans:
        style = base
        if piece.tone:
            style += _inked(widget, piece.tone, row.band != "")
        segments.append(Segment(piece.text, style))
    return Strip(segments).adjust_cell_length(width, base)


def _inked(widget: Widget, tone: str, banded: bool) -> Style:
    """The tone's style; on a band only its weight and line, the band has its own colours."""
    style = widget.get_component_rich_style(f"sheet--{tone}", partial=True)
    return Style(bold=style.bold, underline=style.underline) if banded else style
