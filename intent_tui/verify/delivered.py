"""What was delivered: the files of two states held side by side, hunk by hunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from typing import Literal

from intent_tui.workspace.follow import alike, key
from intent_tui.workspace.trees import Committed, Tree

Status = Literal["added", "removed", "changed", "renamed"]

_MOST_CELLS = 9_000_000
_ALIKE = 0.5
_OURS = (".intent/",)
"""What the program itself writes is no delivered work."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that stand in place of others; `first` and `was_first` count from 1."""

    was_first: int
    was: tuple[str, ...]
    first: int
    lines: tuple[str, ...]

    @property
    def last(self) -> int:
        """The last new line; before `first` when lines were only taken away."""
        return self.first + len(self.lines) - 1


@dataclass(frozen=True, slots=True)
class Change:
    """A file that is not what it was. `was` is its earlier path when it was renamed."""

    path: str
    status: Status
    was: str
    hunks: tuple[Hunk, ...] = ()

    @property
    def plus(self) -> int:
        """Lines that came in."""
        return sum(len(hunk.lines) for hunk in self.hunks)

    @property
    def minus(self) -> int:
        """Lines that went."""
        return sum(len(hunk.was) for hunk in self.hunks)


@dataclass(frozen=True, slots=True)
class Line:
    """A delivered line."""

    path: str
    number: int
    text: str


class Delivered:
    """The work between two states.

    Args:
        before: what there was; None when nobody knows, and every line counts as delivered.
        after: what there is.
    """

    def __init__(self, before: Committed | None, after: Tree) -> None:
        self.before = before
        self.after = after
        self.changes: tuple[Change, ...] = tuple(_changes(before, after))
        self._by_path = {change.path: change for change in self.changes}
        self._lines: dict[str, frozenset[int]] = {}

    def change(self, path: str) -> Change | None:
        """The change of a file, None when it is what it was."""
        return self._by_path.get(path)

    def added(self, path: str) -> frozenset[int]:
        """The numbers of the lines of a file that came in."""
        if path not in self._lines:
            change = self.change(path)
            hunks = change.hunks if change is not None else ()
            numbers = (range(hunk.first, hunk.last + 1) for hunk in hunks)
            self._lines[path] = frozenset(number for each in numbers for number in each)
        return self._lines[path]

    def lines(self) -> Iterator[Line]:
        """Every line that came in, in the order of paths and lines."""
        for change in self.changes:
            for hunk in change.hunks:
                for offset, text in enumerate(hunk.lines):
                    yield Line(change.path, hunk.first + offset, text)

    def now(self, path: str, number: int) -> int | None:
        """Where an unchanged line of `before` stands now; None when it went."""
        change = next((each for each in self.changes if each.was == path), None)
        if change is None:
            return number
        if change.status == "removed":
            return None
        shift = 0
        for hunk in change.hunks:
            if number < hunk.was_first:
                break
            if number < hunk.was_first + len(hunk.was):
                return None
            shift += len(hunk.lines) - len(hunk.was)
        return number + shift


def _changes(before: Committed | None, after: Tree) -> Iterator[Change]:
    if before is None:
        for path in sorted(after.paths):
            lines = after.lines(path)
            if lines is not None and not path.startswith(_OURS):
                yield Change(path, "added", "", (Hunk(1, (), 1, lines),) if lines else ())
        return
    there, now = before.paths, after.paths
    changed = [path for path in there & now if not after.same(path, before.blobs[path])]
    gone, new = there - now, now - there
    before.fetch((*changed, *gone))
    pairs = dict(_renamed(before, after, gone, new))
    for path in sorted({*changed, *gone, *new} - set(pairs.values())):
        if path.startswith(_OURS):
            continue
        if path in pairs:
            yield Change(path, "renamed", pairs[path], _between(before, after, pairs[path], path))
        elif path in gone:
            lines = before.lines(path) or ()
            yield Change(path, "removed", path, (Hunk(1, lines, 1, ()),) if lines else ())
        elif path in new:
            lines = after.lines(path) or ()
            yield Change(path, "added", "", (Hunk(1, (), 1, lines),) if lines else ())
        else:
            hunks = _between(before, after, path, path)
            # A file whose lines are the same differs in line ends only: nothing was delivered.
            if hunks or before.lines(path) is None:
                yield Change(path, "changed", path, hunks)


def _renamed(
    before: Committed, after: Tree, gone: frozenset[str], new: frozenset[str]
) -> Iterator[tuple[str, str]]:
    left = set(gone)
    for path in sorted(new):
        lines = after.lines(path)
        if not lines:
            continue
        suffix = PurePosixPath(path).suffix
        keys = [key(line) for line in lines]
        best = (0.0, "")
        for was in sorted(left):
            if PurePosixPath(was).suffix == suffix:
                share = alike([key(line) for line in before.lines(was) or ()], keys)
                best = max(best, (share, was))
        if best[0] >= _ALIKE and best[1]:
            left.discard(best[1])
            yield path, best[1]


def _between(before: Tree, after: Tree, was: str, path: str) -> tuple[Hunk, ...]:
    old, new = before.lines(was) or (), after.lines(path) or ()
    old_keys, new_keys = [line.rstrip() for line in old], [line.rstrip() for line in new]
    head = 0
    while head < min(len(old), len(new)) and old_keys[head] == new_keys[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old_keys[-1 - tail] == new_keys[-1 - tail]:
        tail += 1
    middle = old_keys[head : len(old) - tail], new_keys[head : len(new) - tail]
    if not middle[0] and not middle[1]:
        return ()
    if len(middle[0]) * len(middle[1]) > _MOST_CELLS:
        blocks = [("replace", 0, len(middle[0]), 0, len(middle[1]))]
    else:
        blocks = [
            block
            for block in SequenceMatcher(None, *middle, autojunk=False).get_opcodes()
            if block[0] != "equal"
        ]
    return tuple(
        Hunk(
            head + a + 1,
            tuple(old[head + a : head + b]),
            head + c + 1,
            tuple(new[head + c : head + d]),
        )
        for _, a, b, c, d in blocks
    )


__all__ = ["Change", "Delivered", "Hunk", "Line"]
