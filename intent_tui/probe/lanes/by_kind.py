"""The lane of a kind: lines that look like it, whether a word of the request is on them or not."""

from __future__ import annotations

import math

from intent_tui.probe.lanes import data
from intent_tui.probe.lanes.finder import Finder, best
from intent_tui.probe.lanes.place import Place

KIND_FILES = 40
"""Files whose lines are looked at for one kind."""
PATH_FILES = 400
"""Files whose name fits a kind that are looked at for its marks."""
BESIDE = 0.35
"""What a word of the request counts beside a mark of the kind."""


def of_kind(finder: Finder, kind: data.Kind) -> list[Place]:
    """Lines that look like the kind, whether a word of the request stands on them or not."""
    marks = [mark.encode() for mark in kind.marks]
    scored = []
    for number, base in _kind_files(finder, kind).items():
        low = finder.ground.low(number)
        there = [mark for mark in marks if mark in low]
        if there or base > 1.0:
            prior = finder.ground.prior(number)
            scored.append((-(base + 0.1 * min(len(there), 4)) * prior, number, there))
    scored.sort(key=lambda row: row[:2])
    found = []
    for minus, number, there in scored[:KIND_FILES]:
        hits = finder.marked(number, there)
        if not hits and finder.ground.lines(number):
            hits = {1: {"": 0.1}}
        many = 1 + 0.2 * math.log(1 + len(hits))
        marked = sorted(hits)
        for line, words in finder.worded(number).items():
            if any(abs(line - other) <= 12 for other in marked):
                spot = hits.setdefault(line, {})
                spot.update({word: BESIDE * weight for word, weight in words.items()})
        for window in finder.windows(number, hits, 2):
            score = (-minus + 0.5 * min(window.score, 2.5)) / many
            found.append(finder.place(number, window, kind.name, score))
    return best(found)


def _kind_files(finder: Finder, kind: data.Kind) -> dict[int, float]:
    """The files that may hold the kind: by their names, and those the words lead to."""
    found = {number: 0.2 + 0.6 * share for number, share in finder.shares.items()}
    fitting: dict[int, int] = {}
    for there in finder.ground.named(sorted(kind.paths)).values():
        for number, own in there.items():
            fitting[number] = fitting.get(number, 0) + own
    ordered = sorted(fitting, key=lambda n: (-fitting[n], -finder.shares.get(n, 0.0), n))
    for number in ordered[:PATH_FILES]:
        found[number] = found.get(number, 0.2) + 0.2 + 0.2 * min(fitting[number], 3)
    for number in finder.ground.called(kind.files):
        found[number] = found.get(number, 0.2) + 0.9
    for there in finder.ground.named(sorted(kind.prefer)).values():
        for number in there:
            if number in found:
                found[number] += 0.4
    read = ("src", "conf", "other", "doc", "manifest")
    return {n: score for n, score in found.items() if finder.ground.files[n].kind in read}
