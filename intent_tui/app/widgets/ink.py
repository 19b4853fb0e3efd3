"""The theme's colours as styles, for widgets that draw their own rows.

Read from the theme's variables, not through component classes: a class costs every widget a
style node of its own, and a first frame pays for each.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from intent_tui.app.paper import Line, fit

_MEANINGS = ("found", "yours", "guess", "wrong")
_STRONG = Style(bold=True)
_POINTER = Style(underline=True)
_HERE = Style(reverse=True)


def strip(widget: Widget, row: Line, width: int) -> Strip:
    """A row as the compositor takes it, filled to `width` cells."""
    base = widget.rich_style
    variables = widget.app.theme_variables
    if row.band == "heading":
        base += _heading(variables)
    elif row.band == "here":
        base += _HERE
    segments = [
        Segment(
            piece.text, base + _ink(piece.tone, variables, row.band != "") if piece.tone else base
        )
        for piece in fit(row, width).spans
    ]
    return Strip(segments).adjust_cell_length(width, base)


def _ink(tone: str, variables: Mapping[str, str], banded: bool) -> Style:
    """The tone's style; a band keeps its own colours, so there a meaning is only its word."""
    if tone == "strong":
        return _STRONG
    if tone == "pointer":
        return _POINTER
    if banded or tone not in _MEANINGS:
        return Style.null()
    return Style(color=_colour(variables, f"intent-{tone}"))


def _heading(variables: Mapping[str, str]) -> Style:
    weight = variables["intent-heading-style"]
    return Style(
        color=_colour(variables, "intent-heading-ink"),
        bgcolor=_colour(variables, "intent-heading-paper"),
        bold="bold" in weight or None,
        underline="underline" in weight or None,
    )


def _colour(variables: Mapping[str, str], name: str) -> RichColor:
    return Color.parse(variables[name]).rich_color
