"""The home screen's rows around the line people type in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intent_tui.app.paper import BLANK, Line, Span, line, pair, wrap

if TYPE_CHECKING:
    from intent_tui.passes.events import Surveyed


def head(survey: Surveyed | None, folder: str, width: int, height: int) -> list[Line]:
    """Where we are, what is known of it, and the one question of this screen.

    Args:
        survey: what was found in the workspace, once it was looked at.
        folder: the workspace's name until then.
        width: cells.
        height: rows of the whole screen; small ones lose the blank rows.
    """
    name = survey.name if survey is not None else folder
    found = [
        pair(
            [Span(name, "strong"), f"  {survey.head if survey else ''}"],
            ["no model  no network   ? keys" if width >= 64 else "? keys"],
            width,
        )
    ]
    if height >= 10:
        found.append(line("  ".join(survey.summary) if survey is not None else ""))
    if height >= 14:
        found.append(BLANK)
    if height >= 6:
        found.append(line("What should be done?"))
    return found


def below(survey: Surveyed | None, width: int, height: int) -> list[Line]:
    """The hints below the line."""
    found = [BLANK] if height >= 14 else []
    hints = ["Enter starts   \\ Enter: new line   paste keeps its lines"]
    if survey is not None and survey.examples:
        hints.append("here people could ask: " + "  ".join(f'"{one}"' for one in survey.examples))
    for hint in hints:
        found += [line("  ", row) for row in wrap(hint, width - 4)]
    return found
