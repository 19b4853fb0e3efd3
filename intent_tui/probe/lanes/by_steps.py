"""Lanes one step away from the words: definitions, ways in, uses of an identifier, siblings."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.language import stems
from intent_tui.probe.entries import inventory
from intent_tui.probe.lanes.finder import Finder, best
from intent_tui.probe.lanes.followed import definitions, family, identifiers, type_span
from intent_tui.probe.lanes.place import Place

FILES = 60
"""Files whose definitions are looked at."""
READ = 20
"""Places whose identifiers may be made of the request's words."""
MADE = 8
SPREAD = 24
"""Files with an identifier beyond which it is no lead."""
LOOK_ALIKE = 0.1
"""What a sibling is worth that holds neither a word nor a mark."""
SEARCHED = 10
"""Identifiers that are looked for in every source."""


def hop(finder: Finder, words: Sequence[Place], lanes: dict[str, Sequence[Place]]) -> list[Place]:
    """Definitions of identifiers that stand in the best places."""
    seeds = [*words[:8], *(place for places in lanes.values() for place in places[:1])]
    texts = [finder.text(place) for place in seeds]
    names = identifiers(texts)
    near = {finder.numbers[place.path] for place in seeds}
    files = _defining(finder, names, near)
    order = {name: rank for rank, name in enumerate(names)}
    found = []
    for name, number, line in definitions(finder.ground, names, files):
        lines = finder.ground.lines(number)
        span = type_span(lines, line)
        path = finder.ground.files[number].path
        said = finder.said_in(number, span)
        score = 1.2 - 0.015 * order[name] + 0.5 * sum(said.values())
        score *= finder.ground.prior(number)
        found.append(Place(path, *span, line, "hop", name, score, "hop"))
    return best(found)


def _defining(finder: Finder, names: Sequence[str], near: set[int]) -> list[int]:
    """Files that may define a name: those named so, those near, those the words lead to."""
    stems_of = {name: frozenset(map(stems.stem, stems.parts(name))) for name in names}
    wanted = {stem for parts in stems_of.values() for stem in parts}
    index = finder.ground.named(sorted(wanted))
    found = set(near)
    for parts in stems_of.values():
        places = [{n for n, own in index[stem].items() if own} for stem in parts]
        both = set.intersection(*places) if places else set()
        if len(both) <= 6:
            found |= both
    rare = [name for name in names if len(stems_of[name]) > 1][:SEARCHED]
    spelled = [name.replace("_", "").lower().encode() for name in rare if name.isupper()]
    spelled += [name.lower().encode() for name in rare if not name.isupper()]
    finder.ground.ask(spelled)
    for needle in spelled:
        holding = finder.ground.holding(needle)
        if len(holding) <= 30:
            found.update(holding)
    found.update(number for number, _ in finder.weighed.files[:FILES])
    return sorted(n for n in found if finder.is_of(n, ("src",)))


def entries(finder: Finder) -> list[Place]:
    """The ways in that the words name, where they are registered: tables, not single rows."""
    weights = finder.weighed.weights
    hits: dict[int, dict[int, dict[str, float]]] = {}
    for entry in inventory(finder.ground.workspace).entries:
        number = finder.numbers.get(entry.file)
        said = {
            stem: weights[stem]
            for part in stems.parts(f"{entry.path} {entry.handler}")
            if (stem := stems.stem(part)) in weights
        }
        if said and number is not None:
            hits.setdefault(number, {}).setdefault(entry.line, {}).update(said)
    found = []
    for number, there in hits.items():
        prior = finder.ground.prior(number)
        found += [
            finder.place(number, window, "entry", window.score * prior)
            for window in finder.windows(number, there, 2)
        ]
    return best(found)


def readers(finder: Finder, words: Sequence[Place]) -> list[Place]:
    """Every use of the identifiers that are made of the request's words."""
    weights = finder.weighed.weights
    texts = [finder.text(place) for place in words[:READ]]
    made: list[tuple[float, str]] = []
    for name in identifiers(texts):
        said = {stems.stem(part) for part in stems.parts(name)}.intersection(weights)
        if len(said) > 1:
            made.append((-sum(weights[stem] for stem in said), name))
    strongest = sorted(made)[:MADE]
    finder.ground.ask([name.lower().encode() for _, name in strongest])
    hits: dict[int, dict[int, dict[str, float]]] = {}
    for minus, name in strongest:
        holding = finder.ground.holding(name.lower().encode())
        if len(holding) > SPREAD:
            continue
        for number in holding:
            for line, text in enumerate(finder.ground.lines(number), 1):
                if name in text:
                    hits.setdefault(number, {}).setdefault(line, {})[name] = -minus
    found = []
    for number, there in hits.items():
        prior = finder.ground.prior(number)
        found += [
            finder.place(number, window, "readers", window.score * prior)
            for window in finder.windows(number, there, 2)
        ]
    return best(found)


def siblings(finder: Finder, words: Sequence[Place]) -> list[Place]:
    """Files named alike beside the best ones: how each of them does it."""
    found = []
    seen: set[int] = set()
    for rank, place in enumerate(words[:6]):
        for number in family(finder.ground, finder.numbers[place.path])[:8]:
            if number in seen:
                continue
            seen.add(number)
            hits = _kind_hits(finder, number) or finder.worded(number)
            if not hits and finder.ground.lines(number):
                # That one of them does not do it is what a reader has to see.
                hits = {1: {"": LOOK_ALIKE}}
            for window in finder.windows(number, hits, 1):
                score = window.score / (1 + 0.5 * rank)
                found.append(finder.place(number, window, "family", score))
    return best(found)


def _kind_hits(finder: Finder, number: int) -> dict[int, dict[str, float]]:
    """The lines of a file that look like the kinds called for: a failure before all others."""
    kinds = sorted(finder.kinds(), key=lambda kind: kind.role != "failure")
    for kind in kinds[:2]:
        hits = finder.marked(number, [mark.encode() for mark in kind.marks])
        if hits:
            return hits
    return {}
