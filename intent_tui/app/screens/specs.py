"""The saved specs: they come as they are read, typed letters narrow the list, Enter opens one."""

from __future__ import annotations

from textual import events

from intent_tui.app.commands import Place
from intent_tui.app.desk.records import Listed, Row, Said
from intent_tui.app.pages import saved
from intent_tui.app.paper import heading, line
from intent_tui.app.screens.working import WorkingScreen
from intent_tui.app.widgets.page import Page


class SpecsScreen(WorkingScreen):
    """The list. A spec's name is found by its letters."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Row] = []
        self._more = True
        self._typed = ""
        self._at = 0

    def on_mount(self) -> None:
        """The first of them are on screen before the last are read."""
        self.call("list")

    def on_screen_resume(self) -> None:
        """Back from one of them: its state may be another now."""
        if not self._more:
            self._all, self._more = [], True
            self.call("list")

    @property
    def place(self) -> Place:
        """The list."""
        return "specs"

    @property
    def found(self) -> list[Row]:
        """The specs that hold what was typed."""
        typed = self._typed.casefold()
        return [
            one for one in self._all if typed in f"{one.stem} {one.request} {one.state}".casefold()
        ]

    def took(self, said: Said) -> None:
        """Some more of them."""
        if isinstance(said, Listed):
            self._all += said.rows
            self._more = said.more

    def draw_rows(self, width: int, height: int) -> None:
        """The heading with what was typed, then the list."""
        shown = self.found
        self._at = max(0, min(self._at, len(shown) - 1))
        count = f"{len(shown)} of {len(self._all)}" if self._typed else str(len(self._all))
        rows = [
            heading(
                f"Saved specs  {self._typed}", f"{count}{' ...' if self._more else ''}", width - 1
            )
        ]
        rows += saved.listing(shown, self._at, width - 1)
        if not self._all and not self._more:
            rows.append(line("none here yet"))
        page = self.query_one(Page)
        page.show(rows)
        page.reveal(self._at + 1)

    def do_move(self, key: str) -> None:
        """The next one."""
        self._at += -1 if key == "up" else 1

    def do_open(self) -> None:
        """Review the marked one."""
        from intent_tui.app.screens.review import ReviewScreen

        if self.found:
            self.app.push_screen(ReviewScreen(self.found[self._at].stem))

    def do_back(self) -> None:
        """Clear what was typed; with nothing typed, back."""
        if self._typed:
            self._typed = ""
        else:
            self.dismiss()

    def other_key(self, event: events.Key, character: str) -> bool:
        """Letters narrow the list."""
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.character and event.character.isprintable():
            self._typed, self._at = self._typed + event.character, 0
        else:
            return False
        return True
