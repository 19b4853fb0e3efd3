"""Where lines of an old text stand in a new one. Pure.

Lines are compared without their blanks, so that indenting, aligning and trailing blanks change
nothing; a statement that was only broken into other lines is recognised by its letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Standing = Literal["fresh", "moved", "changed", "missing"]

_MOST_CELLS = 4_000_000
"""Old lines times new lines that are compared one with another; beyond it only runs are sought."""
_TELLING = 6
"""Letters a run must have before finding it elsewhere means anything."""
_AROUND = 3


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of a span: where it stands now, lines from 1, None when it is nowhere."""

    standing: Standing
    first: int | None = None
    last: int | None = None


def key(line: str) -> str:
    """A line as it is compared: without blanks."""
    return "".join(line.split())


def follow(old: Sequence[str], new: Sequence[str], first: int, last: int) -> Followed:
    """What became of the lines `first` to `last` (from 1) of `old` in `new`, both as keys.

    Fresh: at the same place. Moved: the same lines, elsewhere. Changed: something stands there
    that says another thing. Missing: nothing stands there any more.
    """
    if not 1 <= first <= last <= len(old):
        return Followed("missing")
    head = _common(old, new)
    if last <= head:
        return Followed("fresh", first, last)
    tail = _common(old[head:][::-1], new[head:][::-1])
    shift = len(new) - len(old)
    if first > len(old) - tail:
        return _at(first, last, first + shift, last + shift)
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle[0]) * len(middle[1]) > _MOST_CELLS:
        return _elsewhere(old, new, first, last) or Followed("changed")
    blocks = SequenceMatcher(None, *middle, autojunk=False).get_opcodes()
    return _through(old, new, blocks, (head, tail), first, last)


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _at(first: int, last: int, now: int, end: int) -> Followed:
    return Followed("fresh" if (first, last) == (now, end) else "moved", now, end)


def _through(
    old: Sequence[str],
    new: Sequence[str],
    blocks: Sequence[tuple[str, int, int, int, int]],
    kept: tuple[int, int],
    first: int,
    last: int,
) -> Followed:
    head, tail = kept
    place: dict[int, int] = {line: line for line in range(1, head + 1)}
    place |= {len(old) - back: len(new) - back for back in range(tail)}
    there: tuple[int, int] | None = None
    for tag, a, b, c, d in blocks:
        if tag == "equal":
            place |= {head + 1 + a + each: head + 1 + c + each for each in range(b - a)}
        elif tag == "replace" and a + head < last and b + head >= first:
            there = (head + c + 1, head + d)
    wanted = [line for line in range(first, last + 1) if old[line - 1]]
    found = [place[line] for line in wanted if line in place]
    if wanted and len(found) == len(wanted) and _unbroken(new, found):
        start, end = found[0], found[-1]
        # Blank lines of the span are part of it where they still are.
        while start > 1 and wanted[0] - first > found[0] - start and not new[start - 2]:
            start -= 1
        while end < len(new) and last - wanted[-1] > end - found[-1] and not new[end]:
            end += 1
        return _at(first, last, start, end)
    rebroken = _rebroken(old, new, place, first, last)
    if rebroken is not None:
        return rebroken
    moved = _elsewhere(old, new, first, last)
    if moved is not None:
        return moved
    if found:
        return Followed("changed", found[0], found[-1])
    return Followed("changed", *there) if there is not None else Followed("missing")


def _unbroken(new: Sequence[str], places: Sequence[int]) -> bool:
    """Whether nothing but blank lines was put between the lines."""
    between = set(range(places[0], places[-1] + 1)) - set(places)
    return not any(new[line - 1] for line in between)


def _rebroken(
    old: Sequence[str], new: Sequence[str], place: dict[int, int], first: int, last: int
) -> Followed | None:
    """The span when only its line breaks changed: the letters between two kept lines agree."""
    before = next((line for line in range(first - 1, 0, -1) if line in place), 0)
    after = next((line for line in range(last + 1, len(old) + 1) if line in place), len(old) + 1)
    start = place.get(before, 0)
    end = place.get(after, len(new) + 1)
    was = "".join(old[before : after - 1])
    if not was or was != "".join(new[start : end - 1]):
        return None
    offset = len("".join(old[before : first - 1]))
    length = len("".join(old[first - 1 : last]))
    if not length:
        return None
    now = _line_of(new, start, offset)
    return _at(first, last, now, _line_of(new, start, offset + length - 1))


def _line_of(lines: Sequence[str], start: int, offset: int) -> int:
    """The line, from 1, that holds the letter at `offset` after the first `start` lines."""
    for number in range(start, len(lines)):
        offset -= len(lines[number])
        if offset < 0:
            return number + 1
    return len(lines)


def _elsewhere(old: Sequence[str], new: Sequence[str], first: int, last: int) -> Followed | None:
    """The one other place where exactly these lines stand; of several the one most alike around."""
    run = list(old[first - 1 : last])
    if len("".join(run)) < _TELLING:
        return None
    size = len(run)
    places = [at for at in range(len(new) - size + 1) if list(new[at : at + size]) == run]
    if not places:
        return None
    around = Counter(_around(old, first - 1, size))
    ranked = sorted(
        places, key=lambda at: (-(around & Counter(_around(new, at, size))).total(), at)
    )
    if len(ranked) > 1:
        scores = [(around & Counter(_around(new, at, size))).total() for at in ranked[:2]]
        if scores[0] == scores[1]:
            return None  # two places are as good as each other: nobody knows which was meant
    return _at(first, last, ranked[0] + 1, ranked[0] + size)


def _around(lines: Sequence[str], at: int, size: int) -> list[str]:
    near = [*lines[max(0, at - _AROUND) : at], *lines[at + size : at + size + _AROUND]]
    return [line for line in near if line]


def alike(old: Sequence[str], new: Sequence[str]) -> float:
    """How much of two texts is the same lines, 0 to 1, in whatever order."""
    one, other = Counter(filter(None, old)), Counter(filter(None, new))
    most = max(one.total(), other.total())
    return (one & other).total() / most if most else 1.0
