"""One saved spec under review: guesses stand out, one of them can be vetoed."""

from __future__ import annotations

from intent_tui.app.commands import Place
from intent_tui.app.desk.records import Hanging, Review, Said
from intent_tui.app.pages import saved
from intent_tui.app.paper import line
from intent_tui.app.screens.working import WorkingScreen
from intent_tui.app.widgets.page import Page


class ReviewScreen(WorkingScreen):
    """A spec with its evidence as it stands now.

    Args:
        stem: which one.
    """

    def __init__(self, stem: str) -> None:
        super().__init__()
        self._stem = stem
        self._review: Review | None = None
        self._hanging: Hanging | None = None
        self._marked = -1

    def on_mount(self) -> None:
        """Read it."""
        self.say("reading")
        self.call("review", stem=self._stem)

    @property
    def place(self) -> Place:
        """The spec, or the line for a name."""
        return "read line" if self.typing else "review"

    @property
    def hidden(self) -> frozenset[str]:
        """What this spec gives no cause for."""
        seen = self._review
        gone = set()
        if seen is None or not saved.guesses(seen):
            gone.add("veto_guess")
        if seen is None or not seen.question:
            gone |= {"answer", "words"}
        if seen is None or not seen.edited:
            gone |= {"adopt", "restore"}
        if seen is None or not seen.pieces:
            gone.add("check")
        return frozenset(gone)

    def took(self, said: Said) -> None:
        """The spec anew, or what hangs on a guess."""
        if isinstance(said, Review):
            self._review, self._hanging, self._marked = said, None, -1
            self._said = said.said
        elif isinstance(said, Hanging):
            self._hanging = said

    def draw_rows(self, width: int, height: int) -> None:
        """All of it; what is marked stays in view."""
        page = self.query_one(Page)
        if self._review is None:
            page.show([line(self._stem)])
            return
        rows, at = saved.reviewed(self._review, self._marked, self._hanging, width - 1)
        page.show(rows)
        if self._marked >= 0:
            page.reveal(at + 2)
            page.reveal(at)

    def do_scroll(self, key: str = "down") -> None:
        """One row down or up."""
        self.query_one(Page).scroll_relative(y=-1 if key == "up" else 1, animate=False)

    do_move = do_scroll

    def do_veto_guess(self) -> None:
        """Mark the next guess and show what hangs on it; Enter re-opens it."""
        if self._review is None:
            return
        places = saved.guesses(self._review)
        later = [place for place in places if place > self._marked]
        self._marked = (later or places)[0]
        text = self._review.pieces[self._marked].text
        self.call("hanging", stem=self._stem, index=self._marked)
        self.announce(
            f"Enter re-opens: {text}", lambda: self.call("veto", stem=self._stem, text=text)
        )

    def do_answer(self, key: str) -> None:
        """Mark an option of the question that waits; Enter takes it."""
        seen = self._review
        at = int(key) - 1
        if seen is None or at >= len(seen.options):
            return
        letter = seen.options[at][:1]
        self.announce(f"Enter answers {seen.options[at]}", lambda: self._reply(letter))

    def do_words(self) -> None:
        """Answer in own words."""
        self.ask("your own words", self._reply)

    def _reply(self, reply: str) -> None:
        if self._review is not None:
            question = self._review.question
            self.call("answer", stem=self._stem, question=question, reply=reply)

    def do_adopt(self) -> None:
        """Take a hand edit as asked; somebody says it."""
        self.ask("who says so? a name", lambda who: self.call("adopt", stem=self._stem, who=who))

    def do_restore(self) -> None:
        """Write the last revision of this machine again."""
        self.call("restore", stem=self._stem)

    def do_check(self) -> None:
        """Check the work against it."""
        from intent_tui.app.screens.verify import VerifyScreen

        self.app.push_screen(VerifyScreen(self._stem))

    def on_screen_resume(self) -> None:
        """Back from the check: its status may be another."""
        if self._review is not None:
            self.call("review", stem=self._stem)
