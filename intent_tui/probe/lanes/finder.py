"""The lines of a workspace on which the words of a request stand, and places made of them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from intent_tui.probe.lanes import data
from intent_tui.probe.lanes.ground import Ground
from intent_tui.probe.lanes.occurring import lowered, occurrences
from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.spans import Window, windows
from intent_tui.probe.lanes.terms import Asked
from intent_tui.probe.lanes.weighed import weighed

MOST_KINDS = 6
CODE = ("src", "conf", "other", "manifest")
DOCS = ("doc", "changelog", "rule", "decision")


class Finder:
    """What all lanes of one request share.

    Args:
        ground: the files.
        asked: the request.
    """

    def __init__(self, ground: Ground, asked: Asked) -> None:
        self.ground = ground
        self.weighed = weighed(ground, asked)
        self.shares = self.weighed.shares
        self.numbers = {info.path: number for number, info in enumerate(ground.files)}
        self._asked = asked
        self._hits: dict[int, dict[int, dict[str, float]]] = {}
        self._roles = {kind.name: kind.role for kind in data.kinds()}

    def worded(self, number: int, only: Iterable[str] | None = None) -> dict[int, dict[str, float]]:
        """Line -> words of the request on it with their weights; `only` some of the words."""
        if number not in self._hits:
            self._hits[number] = self._find(number)
        if only is None:
            return self._hits[number]
        wanted = set(only)
        found = {}
        for line, words in self._hits[number].items():
            kept = {word: weight for word, weight in words.items() if word in wanted}
            if kept:
                found[line] = kept
        return found

    def _find(self, number: int) -> dict[int, dict[str, float]]:
        lines = self.ground.lines(number)
        text = "\n".join(lines)
        starts = _starts(lines)
        found: dict[int, dict[str, float]] = {}
        low = lowered(text)
        for word, weight in self.weighed.weights.items():
            for at in occurrences(text, low, word):
                found.setdefault(bisect_right(starts, at), {})[word] = weight
        for name, pattern in self.weighed.patterns.items():
            weight = self._weight(name)
            for match in pattern.finditer(text):
                found.setdefault(bisect_right(starts, match.start()), {})[name] = weight
        return found

    def _weight(self, word: str) -> float:
        weights = self.weighed.weights
        if word in self.weighed.tokens:
            return 2.0 / (1 + 0.3 * math.log(1 + len(self.weighed.tokens[word])))
        return 0.5 * sum(weights.get(part, 0.0) for part in word.split(" "))

    def marked(self, number: int, marks: Sequence[bytes]) -> dict[int, dict[str, float]]:
        """Line -> marks of a kind on it."""
        found: dict[int, dict[str, float]] = {}
        wanted = [mark.decode() for mark in marks]
        for line, text in enumerate(self.ground.lines(number), 1):
            low = text.lower()
            for mark in wanted:
                if mark in low:
                    found.setdefault(line, {})[mark] = 0.4
        return found

    def windows(self, number: int, hits: dict[int, dict[str, float]], most: int) -> list[Window]:
        """The best windows of a file for some hits."""
        return windows(self.ground.lines(number), hits, self.ground.files[number].path, most)

    def place(self, number: int, window: Window, lane: str, score: float) -> Place:
        """A window as a place of a lane."""
        path = self.ground.files[number].path
        why = ", ".join(word for word in window.words if word)
        role = self._roles.get(lane, lane)
        return Place(path, window.first, window.last, window.best, lane, why, score, role)

    def said_in(self, number: int, span: tuple[int, int]) -> dict[str, float]:
        """The words of the request in a span."""
        found: dict[str, float] = {}
        for line, words in self.worded(number).items():
            if span[0] <= line <= span[1]:
                found.update(words)
        return found

    def is_of(self, number: int, kinds: Sequence[str]) -> bool:
        """Whether a file is of one of the kinds."""
        return self.ground.files[number].kind in kinds

    def kinds(self) -> list[data.Kind]:
        """The kinds of places the request calls for, strongest first."""
        by_name = {kind.name: kind for kind in data.kinds()}
        return [by_name[name] for name, _ in self._asked.kinds[:MOST_KINDS]]

    def text(self, place: Place) -> Sequence[str]:
        """The lines of a place."""
        return self.ground.lines(self.numbers[place.path])[place.first - 1 : place.last]

    def kind_of(self, place: Place) -> str:
        """The kind of a place's file."""
        return self.ground.files[self.numbers[place.path]].kind


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for text in lines:
        starts.append(at)
        at += len(text) + 1
    return starts


def best(found: list[Place]) -> list[Place]:
    """Places by score, then by where they are."""
    return sorted(found, key=lambda place: (-place.score, place.path, place.first))
