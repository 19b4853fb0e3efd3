"""The question: a sheet that can hold the focus and takes a paste as own words."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from intent_tui.app.widgets.sheet import Sheet


class Panel(Sheet, can_focus=True):
    """Rows with the focus; keys go on to the screen."""

    DEFAULT_CSS = "Panel { width: 1fr; height: auto; }"

    @dataclass
    class Pasted(Message):
        """Text was pasted while letters were keys."""

        event: events.Paste

    def on_paste(self, event: events.Paste) -> None:
        """A paste is text, never a row of keys."""
        event.stop()
        self.post_message(self.Pasted(event))
