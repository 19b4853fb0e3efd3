"""Home: one line to type in, and what is known of the workspace."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import TextArea

from intent_tui.app.commands import Place
from intent_tui.app.pages import home
from intent_tui.app.paper import Line, fit, line
from intent_tui.app.screens.place import TINY, PlaceScreen
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.sheet import Row, Sheet


class HomeScreen(PlaceScreen):
    """The first screen; the cursor is in the line."""

    DEFAULT_CSS = """
    HomeScreen #ask-line { height: auto; }
    HomeScreen #mark { width: 3; height: 1; }
    HomeScreen #gap { height: 1fr; }
    HomeScreen #status, HomeScreen #foot { height: 1; }
    """

    def compose(self) -> ComposeResult:
        """Head, line, hints, footer."""
        yield Sheet(id="head")
        with Row(id="ask-line"):
            yield Sheet(id="mark")
            yield Prompt(id="prompt", opens=True, clears=True)
        yield Sheet(id="gap")
        yield Sheet(id="status")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """The cursor is in the line from the first frame on."""
        self.query_one(Prompt).focus()
        self.query_one("#mark", Sheet).show([line("› ")])

    @property
    def place(self) -> Place:
        """The line, or beside it, where letters are keys."""
        return "prompt" if isinstance(self.focused, Prompt) else "home"

    def draw_rows(self, width: int, height: int) -> None:
        """Head and hints as far as there is room."""
        app = self.intent
        tiny = width < TINY[0] or height < TINY[1]
        head = [] if tiny else home.head(app.survey_says, app.folder, width, height)
        sheet = self.query_one("#head", Sheet)
        sheet.styles.height = len(head)
        sheet.show(head)
        below = [] if height < 8 else home.below(app.survey_says, width, height)
        self.query_one("#gap", Sheet).show(below)
        self.query_one(Prompt).styles.max_height = max(1, min(8, height - len(head) - 3))

    def status_rows(self, width: int) -> list[Line]:
        """On a terminal too small for a question, the other way in."""
        if width < TINY[0] or self.size.height < TINY[1]:
            return [fit(line("small: --plain asks here"), width)]
        return super().status_rows(width)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """The first key starts the look round, once its echo was painted."""
        if event.text_area.text:
            self.call_after_refresh(self.intent.survey)

    def on_prompt_entered(self, event: Prompt.Entered) -> None:
        """A request. An empty line starts nothing, nor do words typed while a run opens."""
        if event.text.strip() and self.app.screen is self:
            self.intent.begin(event.text)
        elif event.text and not event.prompt.text:
            event.prompt.text = event.text

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Beside the line letters are keys."""
        self.set_focus(None)
        self.draw()

    def on_prompt_opened(self, event: Prompt.Opened) -> None:
        """`?` and `:` in the empty line."""
        self.set_focus(None)
        self.perform("help" if event.key == "?" else "palette")

    def do_back_to_prompt(self) -> None:
        """Into the line again."""
        self.query_one(Prompt).focus()
        self.draw()

    def do_specs(self) -> None:
        """The saved specs."""
        from intent_tui.app.screens.specs import SpecsScreen

        self.app.push_screen(SpecsScreen())

    def do_attention(self) -> None:
        """How often people were asked here."""
        from intent_tui.app.screens.attention import AttentionScreen

        self.app.push_screen(AttentionScreen())
