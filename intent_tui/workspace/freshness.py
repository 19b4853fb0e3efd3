"""Whether what a pointer names is still what it was when its spec was written.

A pointer carries a place and not the words that stood there. The words are those of the commit
the spec was written at; where there is no such commit, what this machine noted when it saved.
Without either, only that the place exists can be told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from intent_tui.spec.model import USER_DELEGATED
from intent_tui.workspace.documents import headings, section
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.follow import Followed, Standing, alike, follow, key
from intent_tui.workspace.marks import Marks, marked
from intent_tui.workspace.trees import Committed, Working

_PLACE = re.compile(r"(?P<path>[^\s:#]+)(?::(?P<line>\d+)(?:-(?P<end>\d+))?)?(?:#(?P<slug>\S+))?")
_ALIKE = 0.5
"""How much of a file must be the same lines before it counts as the one that was renamed."""
_MOST_CANDIDATES = 400


@dataclass(frozen=True, slots=True)
class Stand:
    """What became of a pointer: its state, and the pointer to where it stands now, if anywhere."""

    pointer: str
    state: Standing
    now: str | None = None

    @property
    def holds(self) -> bool:
        """Whether it still says what it said."""
        return self.state in ("fresh", "moved")


class Freshness:
    """Compares pointers of one spec with the workspace as it is.

    Args:
        workspace: as it is now.
        then: the files of the commit the spec was written at, None when there is none.
        marks: what was noted when the spec was saved, None when it was saved elsewhere.
    """

    def __init__(
        self, workspace: Workspace, then: Committed | None, marks: Marks | None = None
    ) -> None:
        self._workspace = workspace
        self._then = then
        self._marks = marks
        self._now = Working(workspace)
        self._keys: dict[str, tuple[str, ...] | None] = {}

    def of(self, pointer: str) -> Stand:
        """The state of one pointer."""
        if pointer == USER_DELEGATED:
            return Stand(pointer, "fresh", pointer)
        form, _, rest = pointer.partition(":")
        if form == "git":
            return self._there(pointer, self._commit(rest))
        if form in ("record", "doc") and pointer not in self._now.paths:
            return self._named(pointer, rest)
        match = _PLACE.fullmatch(pointer)
        return Stand(pointer, "missing") if match is None else self._place(pointer, match)

    def _there(self, pointer: str, there: bool) -> Stand:
        return Stand(pointer, "fresh", pointer) if there else Stand(pointer, "missing")

    def _commit(self, name: str) -> bool:
        history = self._workspace.history
        if name.startswith("#") and name[1:].isdigit():
            return bool(history.by_pull(int(name[1:])))
        return any(commit.sha.startswith(name) for commit in history.commits)

    def _named(self, pointer: str, name: str) -> Stand:
        """A record or document is a file whose path without its ending closes with the name."""
        wanted, _, slug = name.partition("#")
        for path in sorted(self._now.paths):
            stem = path.rsplit(".", 1)[0]
            if stem == wanted or stem.endswith("/" + wanted):
                found = self._section(pointer, path, slug) if slug else self._whole(pointer, path)
                return Stand(pointer, found.state, pointer if found.holds else None)
        return Stand(pointer, "missing")

    def _whole(self, pointer: str, path: str) -> Stand:
        old, new = self._old(path), self._new(path)
        same = old is None or new is None or list(filter(None, old)) == list(filter(None, new))
        return Stand(pointer, "fresh" if same else "changed", pointer)

    def _place(self, pointer: str, match: re.Match[str]) -> Stand:
        path = match["path"]
        here = path if path in self._now.paths else self._renamed(path)
        if here is None:
            return Stand(pointer, "missing")
        if match["slug"] is not None:
            return self._section(pointer, here, match["slug"], path)
        if match["line"] is None:
            return Stand(pointer, "fresh" if here == path else "moved", here)
        first = int(match["line"])
        found = self._lines(path, here, first, int(match["end"] or first))
        if found.first is None or found.last is None:
            return Stand(pointer, found.standing)
        span = f"{found.first}" if found.first == found.last else f"{found.first}-{found.last}"
        state: Standing = found.standing
        if here != path and state == "fresh":
            state = "moved"
        return Stand(pointer, state, f"{here}:{span}")

    def _lines(self, path: str, here: str, first: int, last: int) -> Followed:
        new = self._new(here)
        if new is None:
            return Followed("missing")
        old = self._old(path)
        if old is None:
            # Nobody noted what stood there: that the lines exist is all that can be told.
            there = last <= len(new)
            return Followed("fresh", first, last) if there else Followed("missing")
        return follow(old, new, first, last)

    def _section(self, pointer: str, path: str, slug: str, was: str | None = None) -> Stand:
        lines = self._now.lines(path)
        if lines is None:
            return Stand(pointer, "missing")
        heading = next((each for each in headings(lines) if each.slug == slug), None)
        if heading is None:
            return Stand(pointer, "missing")
        now = f"{path}#{slug}"
        moved: Standing = "fresh" if was in (None, path) else "moved"
        old = self._then.lines(was or path) if self._then is not None else None
        if old is None:
            span = section(lines, heading.line)
            said_so = self._said_before(was or path, path, span)
            return Stand(pointer, moved if said_so else "changed", now)
        before = next((each for each in headings(old) if each.slug == slug), None)
        if before is None:
            return Stand(pointer, moved, now)
        said = _words(old, section(old, before.line)), _words(lines, section(lines, heading.line))
        return Stand(pointer, moved if said[0] == said[1] else "changed", now)

    def _said_before(self, was: str, path: str, span: tuple[int, int]) -> bool:
        """Whether a section stood there as it stands now, told from marks alone.

        The line after it counts too: a section that lost its end is not the same.
        """
        old, new = self._old(was), self._new(path)
        if old is None or new is None:
            return True
        kept = [each for each in old if each]
        run = [each for each in new[span[0] - 1 : span[1]] if each]
        after = next((each for each in new[span[1] :] if each), None)
        places = [at for at in range(len(kept)) if kept[at : at + len(run)] == run]
        follows = (kept[at + len(run)] if at + len(run) < len(kept) else None for at in places)
        return any(each == after for each in follows)

    def _old(self, path: str) -> tuple[str, ...] | None:
        """The keys of the lines as they were; None when nobody knows."""
        if self._then is not None:
            lines = self._then.lines(path)
            return None if lines is None else tuple(map(key, lines))
        return self._marks.lines(path) if self._marks is not None else None

    def _new(self, path: str) -> tuple[str, ...] | None:
        """The keys of the lines as they are, spelled as the old ones are."""
        if path not in self._keys:
            lines = self._now.lines(path)
            known = None if lines is None else tuple(map(key, lines))
            if known is not None and self._then is None and self._marks is not None:
                known = marked(known)
            self._keys[path] = known
        return self._keys[path]

    def _renamed(self, path: str) -> str | None:
        """The new file that is most like one that is gone; None when none is alike enough."""
        old = self._old(path)
        if not old:
            return None
        before = self._then.paths if self._then is not None else frozenset()
        suffix = PurePosixPath(path).suffix
        fresh = [each for each in self._now.paths - before if each.endswith(suffix)]
        name = PurePosixPath(path).name
        ranked = sorted(fresh, key=lambda each: (PurePosixPath(each).name != name, each))
        best: tuple[float, str] = (0.0, "")
        for each in ranked[:_MOST_CANDIDATES]:
            share = alike(old, self._new(each) or ())
            if share > best[0]:
                best = (share, each)
        return best[1] if best[0] >= _ALIKE else None


def _words(lines: Sequence[str], span: tuple[int, int]) -> str:
    return "".join(key(line) for line in lines[span[0] - 1 : span[1]])
