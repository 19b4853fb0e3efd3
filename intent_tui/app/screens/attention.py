"""How much of people's attention was asked for here, week by week."""

from __future__ import annotations

from intent_tui.app.desk.records import Said, Weeks
from intent_tui.app.pages import saved
from intent_tui.app.paper import Line, heading
from intent_tui.app.screens.text import TextScreen


class AttentionScreen(TextScreen):
    """The chart, once the ledger was read."""

    def __init__(self) -> None:
        super().__init__(self._chart)
        self._weeks: Weeks | None = None

    def on_mount(self) -> None:
        """Read the ledger."""
        self.intent.call(self._took, "attention")

    def _took(self, said: Said) -> None:
        if isinstance(said, Weeks) and self.is_attached:
            self._weeks = said
            self.draw()

    def _chart(self, width: int) -> list[Line]:
        if self._weeks is None:
            return [heading("Attention", "reading", width)]
        return saved.attention(self._weeks, width)
