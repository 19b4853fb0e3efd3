"""What I read: see the parse, and correct it. A correction is the person's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.app import ComposeResult

from intent_tui.app.commands import Place
from intent_tui.app.paper import Band, Line, Span, columns, fit, heading, line, pair, wrap
from intent_tui.app.screens.place import PlaceScreen
from intent_tui.app.widgets.page import Page
from intent_tui.app.widgets.prompt import Prompt
from intent_tui.app.widgets.sheet import Row, Sheet
from intent_tui.passes.events import Correct, Read

Kind = Literal["language", "object", "add object", "add rule"]


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing that can be changed."""

    kind: Kind
    text: str = ""


class ReadScreen(PlaceScreen):
    """The parse as rows; what can be changed can be marked.

    Args:
        read: what the engine read.
    """

    DEFAULT_CSS = """
    ReadScreen #line { height: auto; }
    ReadScreen #mark { width: 3; height: 1; }
    ReadScreen #status, ReadScreen #foot { height: 1; }
    """

    def __init__(self, read: Read) -> None:
        super().__init__()
        self._read = read
        self._language = read.language
        self._dropped: list[str] = []
        self._objects: list[str] = []
        self._rules: list[str] = []
        self._at = 0
        self._adding: Kind = "add object"

    def compose(self) -> ComposeResult:
        """The page, the line for additions, status, footer."""
        yield Page(id="page")
        with Row(id="line"):
            yield Sheet(id="mark")
            yield Prompt(id="added")
        yield Sheet(id="status")
        yield Sheet(id="foot")

    def on_mount(self) -> None:
        """The arrows mark; the line opens when something is added."""
        self.query_one("#mark", Sheet).show([line("› ")])
        self.query_one("#line").display = False
        self.set_focus(None)

    @property
    def place(self) -> Place:
        """The rows, or the line for an addition."""
        return "read line" if isinstance(self.focused, Prompt) else "read"

    @property
    def hidden(self) -> frozenset[str]:
        """Only an object can be dropped."""
        return frozenset() if self._spots()[self._at].kind == "object" else frozenset({"drop"})

    def _spots(self) -> list[Spot]:
        found = [Spot("language")]
        found += [Spot("object", one) for one in (*self._read.objects, *self._objects)]
        return [*found, Spot("add object"), Spot("add rule")]

    def correction(self) -> Correct | None:
        """What the person changed, or None."""
        changed = self._language != self._read.language
        made = Correct(
            self._language if changed else None,
            tuple(self._dropped),
            tuple(self._objects),
            tuple(self._rules),
        )
        return None if made == Correct() else made

    # drawing ------------------------------------------------------------------------------------

    def draw_rows(self, width: int, height: int) -> None:
        """All rows; the marked one stays in view."""
        rows, marked = self._rows(width - 1)
        page = self.query_one(Page)
        page.show(rows)
        page.reveal(marked)

    def _rows(self, width: int) -> tuple[list[Line], int]:
        read = self._read
        spots = self._spots()
        request = wrap(self.intent.state.request, max(8, width - 13))
        rows = [heading("What I read", "change anything, Esc back", width)]
        rows += [_named("request" if at == 0 else "", one, width) for at, one in enumerate(request)]
        rows.append(self._row(0, spots[0], width))
        for name, value in (
            ("kind", read.kind),
            ("intent", read.intent),
            ("playbook", read.playbook),
        ):
            rows.append(_named(name, value or "none", width))
        rows.append(heading("Objects", "", width))
        marked = len(request) + 1
        for at, spot in enumerate(spots[1:], 1):
            if spot.kind == "add rule":
                rows += self._stated(width)
            if at == self._at:
                marked = len(rows)
            rows.append(self._row(at, spot, width))
        for one in read.left_out:
            rows += [line(row) for row in wrap(f"Left out: {one}", width - 2)]
        return rows, marked

    def _stated(self, width: int) -> list[Line]:
        rows = [heading("You said", "", width)]
        said = [*(one.text for one in self._read.explicit), *self._rules]
        for one in said or ["(no constraint in the request)"]:
            first, *rest = wrap(one, max(8, width - 6))
            rows += [line("  ", first), *(line("    ", row) for row in rest)]
        return rows

    def _row(self, at: int, spot: Spot, width: int) -> Line:
        here = at == self._at
        mark = "❯ " if here else "  "
        band: Band = "here" if here else ""
        if spot.kind == "language":
            return columns(
                [(mark, 2), ("language", 9), (self._language, 0)], ["Enter changes"], width, band
            )
        if spot.kind == "add object":
            return pair([f"{mark}+ add a path, route or name"], [], width, band)
        if spot.kind == "add rule":
            return pair([f"{mark}+ add a rule in your words"], [], width, band)
        if spot.text in self._dropped:
            return pair([f"{mark}dropped: ", spot.text], ["- keeps it"], width, band)
        return pair([mark, Span("✓ ", "found"), spot.text], ["- drops it"], width, band)

    # keys ---------------------------------------------------------------------------------------

    def do_move(self, key: str) -> None:
        """Mark the next thing that can be changed."""
        step = -1 if key == "up" else 1
        self._at = max(0, min(self._at + step, len(self._spots()) - 1))

    def do_change(self) -> None:
        """Change the language, drop an object, or open the line for an addition."""
        spot = self._spots()[self._at]
        if spot.kind == "language":
            from intent_tui.base import knowledge

            known = knowledge.names("messages")
            at = known.index(self._language) if self._language in known else -1
            self._language = known[(at + 1) % len(known)] if known else self._language
        elif spot.kind == "object":
            self.do_drop()
        else:
            self._open(spot.kind)

    def do_drop(self) -> None:
        """Drop the marked object, or take the drop back."""
        spot = self._spots()[self._at]
        if spot.kind != "object":
            return
        if spot.text in self._objects:
            self._objects.remove(spot.text)
        elif spot.text in self._dropped:
            self._dropped.remove(spot.text)
        else:
            self._dropped.append(spot.text)

    def do_add(self) -> None:
        """Open the line: a rule from its row, an object from anywhere else."""
        kind = self._spots()[self._at].kind
        self._open("add rule" if kind == "add rule" else "add object")

    def _open(self, kind: Kind) -> None:
        self._adding = kind
        self.query_one("#line").display = True
        self.set_focus(self.query_one("#added", Prompt))
        self.say("a rule in your words" if kind == "add rule" else "a path, route or name")

    def on_prompt_entered(self, event: Prompt.Entered) -> None:
        """Keep what was typed."""
        text = " ".join(event.text.split())
        target = self._rules if self._adding == "add rule" else self._objects
        if text and text not in target:
            target.append(text)
        event.prompt.clear()
        self._close_line()

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Nothing is added; the text stays for the next time."""
        self._close_line()

    def _close_line(self) -> None:
        self.query_one("#line").display = False
        self.set_focus(None)
        self.say("")

    def do_back(self) -> None:
        """Back; what was changed is run again."""
        made = self.correction()
        self.dismiss()
        if made is not None:
            self.intent.send(made)

    def status_rows(self, width: int) -> list[Line]:
        """What the changes come to."""
        made = self.correction()
        if made is None or self.place == "read line":
            return super().status_rows(width)
        count = len(made.drop_objects) + len(made.add_objects) + len(made.add_rules)
        count += made.language is not None
        changes = f"{count} change{'' if count == 1 else 's'}"
        return [fit(line(f"{changes}, your word: Esc runs again with it"), width)]


def _named(name: str, value: str, width: int) -> Line:
    return columns([("", 2), (name, 9), (value, 0)], [], width)
