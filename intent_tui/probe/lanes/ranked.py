"""One ranked list of spans from all lanes."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from intent_tui.language import stems
from intent_tui.probe.lanes import data
from intent_tui.probe.lanes.followed import definitions, family, identifiers, tests_of, type_span
from intent_tui.probe.lanes.ground import Ground, ground
from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.portfolio import portfolio
from intent_tui.probe.lanes.spans import Window, heads, windows
from intent_tui.probe.lanes.terms import Asked, asked
from intent_tui.probe.lanes.weighed import Weighed, weighed
from intent_tui.probe.source.memory import uncollected
from intent_tui.workspace.files import Workspace

FILES = 60
"""Files whose lines are looked at for words."""
KIND_FILES = 40
"""Files whose lines are looked at for one kind."""
PATH_FILES = 400
"""Files whose name fits a kind that are looked at for its marks."""
SEARCHED = 10
"""Identifiers that are looked for in every source."""
MOST_KINDS = 6
BESIDE = 0.35
"""What a word of the request counts beside a mark of the kind."""

_CODE = ("src", "conf", "other", "manifest")
_DOCS = ("doc", "changelog", "rule", "decision")


def ranked(workspace: Workspace, text: str, language: str) -> tuple[Place, ...]:
    """The spans a request is about, best first, at most 24.

    Args:
        workspace: what is looked at; lines are read only of the files that words lead to.
        text: the request.
        language: its two-letter code.
    """
    with uncollected():
        return _Lanes(ground(workspace), asked(text, language)).places()


class _Lanes:
    def __init__(self, ground: Ground, asked: Asked) -> None:
        self._ground = ground
        self._asked = asked
        self._weighed: Weighed = weighed(ground, asked)
        self._shares = self._weighed.shares
        self._hits: dict[int, dict[int, dict[str, float]]] = {}
        self._roles = {kind.name: kind.role for kind in data.kinds()}
        self._file_kinds = {info.path: info.kind for info in ground.files}

    def places(self) -> tuple[Place, ...]:
        every = self._words()
        words = [place for place in every if self._kind_of(place) in _CODE]
        lanes: dict[str, Sequence[Place]] = {
            "words": words,
            "types": self._models(),
            "test": self._tests(every),
        }
        for kind in self._kinds():
            lanes[kind.name] = self._kind(kind)
        lanes["hop"] = self._hop(words, lanes)
        lanes["family"] = self._family(words)
        lanes["names"] = self._names()
        lanes["doc"] = [place for place in every if self._kind_of(place) in _DOCS]
        return portfolio(lanes)

    # Lanes

    def _words(self) -> list[Place]:
        found = []
        top = self._weighed.files[:FILES]
        for number, _ in top:
            share = self._shares[number]
            most = 2 + round(4 * share * share)
            for window in self._windows(number, self._worded(number), most):
                score = window.score * self._ground.prior(number) * (0.45 + 0.55 * share)
                found.append(self._place(number, window, "words", score))
        return _best(found)

    def _names(self) -> list[Place]:
        """Files that bear the object's name: the line where it is defined, and what follows."""
        weights = self._weighed.weights
        found = []
        for number, _ in self._weighed.files:
            if self._ground.files[number].kind not in ("src", "conf", "other"):
                continue
            own = self._ground.name_parts(number)
            named = sum(weights.get(stem, 0.0) for stem in dict.fromkeys(own))
            if not named:
                continue
            cover = named / (0.4 * len(own) + 0.6)
            found += [
                self._place(number, window, "names", cover)
                for window in self._windows(number, self._worded(number, own), 1)
            ]
        return _best(found)

    def _models(self) -> list[Place]:
        """Types of the objects the request names: the head and the fields."""
        weights = self._weighed.weights
        paths = next(kind for kind in data.kinds() if kind.name == "model").paths
        fitting = {n for there in self._ground.named(sorted(paths)).values() for n in there}
        rows = []
        for number, share in self._weighed.shares.items():
            own = [stem for stem in self._ground.name_parts(number) if stem not in paths]
            if number not in fitting or self._ground.files[number].kind != "src" or not own:
                continue
            said = sum(weights.get(stem, 0.0) for stem in own)
            if said and all(stem in weights for stem in own):
                rows.append((-said - 0.3 * share, number))
        found = []
        for minus, number in sorted(rows)[:8]:
            path, lines = self._ground.files[number].path, self._ground.lines(number)
            for first in heads(lines, path):
                span = type_span(lines, first)
                said_in = self._said_in(number, span)
                why = ", ".join(sorted(said_in)[:4])
                score = -minus + sum(said_in.values())
                found.append(Place(path, *span, first, "types", why, score, "model"))
        return _best(found)

    def _tests(self, every: Sequence[Place]) -> list[Place]:
        """Tests named after the best files, then tests by words."""
        numbers = [number for number, _ in self._weighed.files if self._is(number, _CODE)][:4]
        found = []
        for number, of in tests_of(self._ground, numbers):
            base = self._shares[of] * 2
            found += [
                self._place(number, window, "test", base + 0.2 * window.score)
                for window in self._windows(number, self._worded(number), 3)
            ]
        return [*_best(found), *(place for place in every if self._kind_of(place) == "test")]

    def _hop(self, words: Sequence[Place], lanes: dict[str, Sequence[Place]]) -> list[Place]:
        """Definitions of identifiers that stand in the best places."""
        seeds = [*words[:8], *(place for places in lanes.values() for place in places[:1])]
        numbers = {info.path: n for n, info in enumerate(self._ground.files)}
        texts = [
            self._ground.lines(numbers[place.path])[place.first - 1 : place.last] for place in seeds
        ]
        names = identifiers(texts)
        near = {numbers[place.path] for place in seeds}
        files = self._defining(names, near)
        order = {name: rank for rank, name in enumerate(names)}
        found = []
        for name, number, line in definitions(self._ground, names, files):
            lines = self._ground.lines(number)
            span = type_span(lines, line)
            path = self._ground.files[number].path
            said = self._said_in(number, span)
            score = 1.2 - 0.015 * order[name] + 0.5 * sum(said.values())
            score *= self._ground.prior(number)
            found.append(Place(path, *span, line, "hop", name, score, "hop"))
        return _best(found)

    def _defining(self, names: Sequence[str], near: set[int]) -> list[int]:
        """Files that may define a name: those named so, those near, those the words lead to."""
        stems_of = {name: frozenset(map(stems.stem, stems.parts(name))) for name in names}
        wanted = {stem for parts in stems_of.values() for stem in parts}
        index = self._ground.named(sorted(wanted))
        found = set(near)
        for parts in stems_of.values():
            places = [{n for n, own in index[stem].items() if own} for stem in parts]
            both = set.intersection(*places) if places else set()
            if len(both) <= 6:
                found |= both
        rare = [name for name in names if len(stems_of[name]) > 1][:SEARCHED]
        spelled = [name.replace("_", "").lower().encode() for name in rare if name.isupper()]
        spelled += [name.lower().encode() for name in rare if not name.isupper()]
        self._ground.ask(spelled)
        for needle in spelled:
            holding = self._ground.holding(needle)
            if len(holding) <= 30:
                found.update(holding)
        found.update(number for number, _ in self._weighed.files[:FILES])
        return sorted(n for n in found if self._is(n, ("src",)))

    def _family(self, words: Sequence[Place]) -> list[Place]:
        """Files named alike beside the best ones: how each of them does it."""
        found = []
        seen: set[int] = set()
        numbers = {info.path: n for n, info in enumerate(self._ground.files)}
        for rank, place in enumerate(words[:6]):
            for number in family(self._ground, numbers[place.path])[:8]:
                if number in seen:
                    continue
                seen.add(number)
                hits = self._kind_hits(number) or self._worded(number)
                for window in self._windows(number, hits, 1):
                    score = window.score / (1 + 0.5 * rank)
                    found.append(self._place(number, window, "family", score))
        return _best(found)

    def _kind_hits(self, number: int) -> dict[int, dict[str, float]]:
        """The lines of a file that look like the kinds called for: a failure before all others."""
        kinds = sorted(self._kinds(), key=lambda kind: kind.role != "failure")
        for kind in kinds[:2]:
            hits = self._marked(number, [mark.encode() for mark in kind.marks])
            if hits:
                return hits
        return {}

    def _said_in(self, number: int, span: tuple[int, int]) -> dict[str, float]:
        found: dict[str, float] = {}
        for line, words in self._worded(number).items():
            if span[0] <= line <= span[1]:
                found.update(words)
        return found

    def _is(self, number: int, kinds: Sequence[str]) -> bool:
        return self._ground.files[number].kind in kinds

    def _kind(self, kind: data.Kind) -> list[Place]:
        """Lines that look like the kind, whether a word of the request stands on them or not."""
        marks = [mark.encode() for mark in kind.marks]
        scored = []
        for number, base in self._kind_files(kind).items():
            low = self._ground.low(number)
            there = [mark for mark in marks if mark in low]
            if there or base > 1.0:
                prior = self._ground.prior(number)
                scored.append((-(base + 0.1 * min(len(there), 4)) * prior, number, there))
        scored.sort(key=lambda row: row[:2])
        found = []
        for minus, number, there in scored[:KIND_FILES]:
            hits = self._marked(number, there)
            if not hits and self._ground.lines(number):
                hits = {1: {"": 0.1}}
            many = 1 + 0.2 * math.log(1 + len(hits))
            marked = sorted(hits)
            for line, words in self._worded(number).items():
                if any(abs(line - other) <= 12 for other in marked):
                    spot = hits.setdefault(line, {})
                    spot.update({word: BESIDE * weight for word, weight in words.items()})
            for window in self._windows(number, hits, 2):
                score = (-minus + 0.5 * min(window.score, 2.5)) / many
                found.append(self._place(number, window, kind.name, score))
        return _best(found)

    def _kind_files(self, kind: data.Kind) -> dict[int, float]:
        """The files that may hold the kind: by their names, and those the words lead to."""
        found = {number: 0.2 + 0.6 * share for number, share in self._shares.items()}
        fitting: dict[int, int] = {}
        for there in self._ground.named(sorted(kind.paths)).values():
            for number, own in there.items():
                fitting[number] = fitting.get(number, 0) + own
        ordered = sorted(fitting, key=lambda n: (-fitting[n], -self._shares.get(n, 0.0), n))
        for number in ordered[:PATH_FILES]:
            found[number] = found.get(number, 0.2) + 0.2 + 0.2 * min(fitting[number], 3)
        for number in self._ground.called(kind.files):
            found[number] = found.get(number, 0.2) + 0.9
        for there in self._ground.named(sorted(kind.prefer)).values():
            for number in there:
                if number in found:
                    found[number] += 0.4
        read = ("src", "conf", "other", "doc", "manifest")
        return {n: score for n, score in found.items() if self._ground.files[n].kind in read}

    def _kinds(self) -> list[data.Kind]:
        by_name = {kind.name: kind for kind in data.kinds()}
        return [by_name[name] for name, _ in self._asked.kinds[:MOST_KINDS]]

    # Lines

    def _worded(
        self, number: int, only: Iterable[str] | None = None
    ) -> dict[int, dict[str, float]]:
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
        lines = self._ground.lines(number)
        text = "\n".join(lines)
        starts = _starts(lines)
        found: dict[int, dict[str, float]] = {}
        for word, pattern in self._weighed.patterns.items():
            weight = self._weight(word)
            for match in pattern.finditer(text):
                line = bisect_right(starts, match.start())
                found.setdefault(line, {})[word] = weight
        return found

    def _weight(self, word: str) -> float:
        weights = self._weighed.weights
        if word in weights:
            return weights[word]
        if word in self._weighed.tokens:
            return 2.0 / (1 + 0.3 * math.log(1 + len(self._weighed.tokens[word])))
        return 0.5 * sum(weights.get(part, 0.0) for part in word.split(" "))

    def _marked(self, number: int, marks: Sequence[bytes]) -> dict[int, dict[str, float]]:
        found: dict[int, dict[str, float]] = {}
        wanted = [mark.decode() for mark in marks]
        for line, text in enumerate(self._ground.lines(number), 1):
            low = text.lower()
            for mark in wanted:
                if mark in low:
                    found.setdefault(line, {})[mark] = 0.4
        return found

    def _windows(self, number: int, hits: dict[int, dict[str, float]], most: int) -> list[Window]:
        return windows(self._ground.lines(number), hits, self._ground.files[number].path, most)

    def _place(self, number: int, window: Window, lane: str, score: float) -> Place:
        path = self._ground.files[number].path
        why = ", ".join(word for word in window.words if word)
        role = self._roles.get(lane, lane)
        return Place(path, window.first, window.last, window.best, lane, why, score, role)

    def _kind_of(self, place: Place) -> str:
        return self._file_kinds[place.path]


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for text in lines:
        starts.append(at)
        at += len(text) + 1
    return starts


def _best(found: list[Place]) -> list[Place]:
    return sorted(found, key=lambda place: (-place.score, place.path, place.first))
