"""Lanes of words: where they stand, what is named after them, which types and tests they name."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.probe.lanes import data
from intent_tui.probe.lanes.finder import CODE, Finder, best
from intent_tui.probe.lanes.followed import tests_of, type_span
from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.spans import heads

FILES = 60
"""Files whose lines are looked at for words."""


def words(finder: Finder) -> list[Place]:
    found = []
    top = finder.weighed.files[:FILES]
    for number, _ in top:
        share = finder.shares[number]
        most = 2 + round(4 * share * share)
        for window in finder.windows(number, finder.worded(number), most):
            score = window.score * finder.ground.prior(number) * (0.45 + 0.55 * share)
            found.append(finder.place(number, window, "words", score))
    return best(found)


def names(finder: Finder) -> list[Place]:
    """Files that bear the object's name: the line where it is defined, and what follows."""
    weights = finder.weighed.weights
    found = []
    for number, _ in finder.weighed.files:
        if finder.ground.files[number].kind not in ("src", "conf", "other"):
            continue
        own = finder.ground.name_parts(number)
        named = sum(weights.get(stem, 0.0) for stem in dict.fromkeys(own))
        if not named:
            continue
        cover = named / (0.4 * len(own) + 0.6)
        found += [
            finder.place(number, window, "names", cover)
            for window in finder.windows(number, finder.worded(number, own), 1)
        ]
    return best(found)


def types(finder: Finder) -> list[Place]:
    """Types of the objects the request names: the head and the fields."""
    weights = finder.weighed.weights
    paths = next(kind for kind in data.kinds() if kind.name == "model").paths
    fitting = {n for there in finder.ground.named(sorted(paths)).values() for n in there}
    rows = []
    for number, share in finder.weighed.shares.items():
        own = [stem for stem in finder.ground.name_parts(number) if stem not in paths]
        if number not in fitting or finder.ground.files[number].kind != "src" or not own:
            continue
        said = sum(weights.get(stem, 0.0) for stem in own)
        if said and all(stem in weights for stem in own):
            rows.append((-said - 0.3 * share, number))
    found = []
    for minus, number in sorted(rows)[:8]:
        path, lines = finder.ground.files[number].path, finder.ground.lines(number)
        for first in heads(lines, path):
            span = type_span(lines, first)
            said_in = finder.said_in(number, span)
            why = ", ".join(sorted(said_in)[:4])
            score = -minus + sum(said_in.values())
            found.append(Place(path, *span, first, "types", why, score, "model"))
    return best(found)


def tests(finder: Finder, every: Sequence[Place]) -> list[Place]:
    """Tests named after the best files, then tests by words."""
    numbers = [number for number, _ in finder.weighed.files if finder.is_of(number, CODE)][:4]
    found = []
    for number, of in tests_of(finder.ground, numbers):
        base = finder.shares[of] * 2
        found += [
            finder.place(number, window, "test", base + 0.2 * window.score)
            for window in finder.windows(number, finder.worded(number), 3)
        ]
    return [*best(found), *(place for place in every if finder.kind_of(place) == "test")]
