"""The Intent check: code's verdicts, the file beside them, and those only a person can give."""

from __future__ import annotations

from intent_tui.app.commands import Place
from intent_tui.app.desk.records import Check, File, Said
from intent_tui.app.pages import verify
from intent_tui.app.paper import line
from intent_tui.app.screens.working import WorkingScreen
from intent_tui.app.widgets.page import Page

_FIRST = ("not_met", "open", "not_checkable", "met")


class VerifyScreen(WorkingScreen):
    """Judge delivered work line by line. Nothing is in the spec before `w`.

    Args:
        stem: the spec.
    """

    def __init__(self, stem: str) -> None:
        super().__init__()
        self._stem = stem
        self._check: Check | None = None
        self._marked = -1
        self._files: dict[str, File | None] = {}
        self._picking = ""
        self._number = 1

    def on_mount(self) -> None:
        """The check begins at once."""
        self.say("checking")
        self.call("check", stem=self._stem)

    @property
    def place(self) -> Place:
        """The list, the file while a line is picked, or the line for a reason."""
        if self.typing:
            return "read line"
        return "verify file" if self._picking else "verify"

    @property
    def hidden(self) -> frozenset[str]:
        """Before the check there is nothing to judge."""
        if self._check is None or self._marked < 0:
            return frozenset({"met", "unmet", "uncheckable", "write_verdicts", "unsay"})
        if self._check.results[self._marked].by != "person":
            return frozenset({"unsay"})
        return frozenset()

    def took(self, said: Said) -> None:
        """The check, or a file of it."""
        if isinstance(said, File):
            self._files[said.path] = said
        elif isinstance(said, Check):
            self._check, self._files, self._said = said, {}, said.said
            if self._marked < 0 and said.results:
                places = range(len(said.results))
                self._marked = min(places, key=lambda at: _FIRST.index(said.results[at].verdict))
            self._read_beside()

    def _read_beside(self) -> None:
        """The file the marked constraint points into, once."""
        if self._check is not None and self._marked >= 0:
            path, _ = verify.place_of(self._check.results[self._marked].pointer)
            self._want(path)

    def _want(self, path: str) -> None:
        if path and path not in self._files:
            self._files[path] = None
            self.call("file", path=path)

    # drawing ------------------------------------------------------------------------------------

    def draw_rows(self, width: int, height: int) -> None:
        """The list with the file beside it, or the file alone."""
        page = self.query_one(Page)
        if self._check is None:
            page.show([line(f"verify {self._stem}")])
            return
        room = height - 1 if self.typing else height
        if self._picking:
            self._draw_picking(page, width, room)
            return
        beside = None
        if self._marked >= 0:
            path, _ = verify.place_of(self._check.results[self._marked].pointer)
            beside = self._files.get(path)
        page.show(verify.rows(self._check, self._marked, beside, width, room))

    def _draw_picking(self, page: Page, width: int, room: int) -> None:
        file = self._files.get(self._picking)
        if self._check is None or file is None:
            page.show([line(self._picking)])
            return
        text = self._check.results[self._marked].text
        page.show(verify.picking(file, self._number, text, width, room))

    # keys ---------------------------------------------------------------------------------------

    def do_move(self, key: str) -> None:
        """The next constraint, or the next line of the file."""
        step = -1 if key in ("up", "pageup") else 1
        if self._picking:
            file = self._files.get(self._picking)
            last = len(file.lines) if file is not None else 1
            by = step * (10 if key.startswith("page") else 1)
            self._number = max(1, min(self._number + by, last))
        elif self._check is not None and self._check.results:
            listed = verify.order(self._check, verify.room_for(self._check, *self.size))
            at = max(0, min(listed.index(self._marked) + step, len(listed) - 1))
            self._marked = listed[at]
            self._read_beside()

    def do_met(self) -> None:
        """Into the file, to pick the line."""
        if self._check is None:
            return
        path, number = verify.place_of(self._check.results[self._marked].pointer)
        if not path and not self._check.files:
            self.say("nothing was changed: there is no line to pick")
            return
        self._picking, self._number = path or self._check.files[0], number
        self._want(self._picking)

    def do_next_file(self) -> None:
        """Another changed file."""
        if self._check is None or not self._check.files:
            return
        files = list(self._check.files)
        at = files.index(self._picking) if self._picking in files else -1
        self._picking, self._number = files[(at + 1) % len(files)], 1
        self._want(self._picking)

    def do_pick(self) -> None:
        """The line under the cursor satisfies the constraint."""
        file = self._files.get(self._picking)
        if file is None or not file.lines:
            self.say("this file cannot be shown as text")
            return
        self._judge("met", f"{self._picking}:{self._number}")
        self._picking = ""

    def do_unpick(self) -> None:
        """Back to the list, nothing picked."""
        self._picking = ""

    def do_unmet(self) -> None:
        """Not met: the person says why."""
        self.ask("why is it not met?", lambda why: self._judge("not_met", why))

    def do_uncheckable(self) -> None:
        """Cannot be checked here: the person says why."""
        self.ask("why can't it be checked here?", lambda why: self._judge("not_checkable", why))

    def do_unsay(self) -> None:
        """Take the draft on this constraint back."""
        self._judge("", "")

    def _judge(self, verdict: str, word: str) -> None:
        self.call("judge", stem=self._stem, number=self._marked, verdict=verdict, word=word)

    def do_write_verdicts(self) -> None:
        """The verdicts go into the spec."""
        self.call("write", stem=self._stem)
