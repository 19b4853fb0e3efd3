"""The line people type in: a request at home, own words under a question."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from intent_tui.base.display import visible

LONGEST_PASTE = 1 << 20
"""Characters of one paste that are taken; the engine keeps 500 of a request anyway."""


class Prompt(TextArea):
    """Plain text, soft-wrapped. Enter hands it over, a backslash before Enter makes a new line."""

    DEFAULT_CSS = """
    Prompt { height: auto; max-height: 8; min-height: 1; border: none; padding: 0;
             background: $background; color: $foreground; scrollbar-size: 1 1; }
    Prompt:focus { border: none; }
    """

    @dataclass
    class Entered(Message):
        """Enter was pressed."""

        prompt: Prompt
        text: str

    @dataclass
    class Left(Message):
        """Escape was pressed; the text stays."""

        prompt: Prompt

    @dataclass
    class Opened(Message):
        """`?` or `:` was typed into an empty line, where neither can begin a text of use."""

        prompt: Prompt
        key: str

    def __init__(self, *, id: str, opens: bool = False, clears: bool = False) -> None:
        super().__init__(
            id=id, compact=True, tab_behavior="focus", highlight_cursor_line=False,
            show_line_numbers=False,
        )  # fmt: skip
        self.cursor_blink = False
        self._opens = opens
        self._clears = clears

    def on_key(self, event: events.Key) -> None:
        """Enter and Escape mean the same in every line people type in.

        Keys that come in one burst are queued here before the focus has moved on; they are handed
        to whoever has it by then, so that none is lost and none means something else.
        """
        if self.screen.focused is not self:
            event.stop()
            event.prevent_default()
            self.screen.post_message(events.Key(event.key, event.character))
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            if self._before() == "\\":
                self.action_delete_left()
                self.insert("\n")
            else:
                text = self.text
                if self._clears:
                    self.clear()
                self.post_message(self.Entered(self, text))
        elif event.key == "escape":
            event.stop()
            event.prevent_default()
            self.screen.set_focus(None)
            self.post_message(self.Left(self))
        elif self._opens and event.character in ("?", ":") and not self.text:
            event.stop()
            event.prevent_default()
            self.screen.set_focus(None)
            self.post_message(self.Opened(self, event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Keeps the lines of a paste; control characters become visible instead of effective."""
        event.stop()
        event.prevent_default()
        text = event.text[:LONGEST_PASTE].replace("\r\n", "\n").replace("\r", "\n")
        self.replace(visible(text), *self.selection)

    def _before(self) -> str:
        row, column = self.cursor_location
        return self.document.get_line(row)[column - 1 : column] if column else ""
