"""Surface 3: existing implementations of the same kind.

`wanted.terms` are stems, `wanted.names` exact identifiers; `wanted.near` files lend a bonus.

Facts: kind `implementation`, name the identifier that the line defines, value the line; `more`
holds `comment` (beside it) and `calls` (how often the identifier occurs elsewhere). Kind `use` is
a line that only uses the thing, kind `comment` a thing that occurs in comments alone
(`only_comment: yes`): a commented-out implementation is none. Ranking: definition, coverage of the
terms weighted by how rare they are, the file's name, nearness; tests and examples go down.
"""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.manifest_readers.record import comment_at
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.words import covered, nearness, needles
from intent_tui.workspace.files import FileInfo, Workspace

PRIOR = {"src": 1.0, "conf": 0.8, "other": 0.5, "test": 0.3, "example": 0.25}
"""How much a line counts by the kind of its file; kinds not listed are not read."""
MOST_FILES = 160
"""Files whose lines are looked at: the best by terms, all others only counted."""
PER_FILE = 4
"""Facts one file may give."""
COUNTED = 6
"""Identifiers whose uses are counted."""
COUNTED_BYTES = 4_000_000
"""Bytes of files that may hold the identifier."""

_DEFINITION, _USE, _IMPORT, _COMMENT = 1.6, 0.7, 0.35, 0.4


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that speaks of the thing."""

    kind: str
    name: str
    path: str
    line: int
    text: str
    score: float


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds what the workspace already has of the wanted kind."""
    terms = wanted.terms
    chosen, seen = _files(workspace, wanted)
    spots: list[Spot] = []
    for info, weights in chosen:
        found = sorted(_spots(workspace, info, wanted, weights), key=lambda s: (-s.score, s.line))
        spots.extend(found)
    best = _portfolio(spots)
    facts = [fact for spot in best if (fact := _fact(workspace, spot, best)) is not None]
    said = reading.shown([*wanted.names, *terms]) or "nothing named"
    hits = sum(spot.kind == "implementation" for spot in spots) or len(spots)
    return Result(f"kin: {said} in {reading.plural(seen, 'source file')}", tuple(facts), hits)


def _prior(info: FileInfo) -> float:
    """How much a file's lines count: by its kind, less in migrations and the like."""
    return PRIOR[info.kind] * (0.4 if _aside(info.path.rpartition("/")[0]) else 1.0)


@lru_cache(maxsize=4096)
def _aside(folder: str) -> bool:
    return any(f"/{aside}/" in f"/{folder}/" for aside in surfaces.common()["asides"])


def _files(
    workspace: Workspace, wanted: Wanted
) -> tuple[list[tuple[FileInfo, dict[str, float]]], int]:
    """The files worth reading with the weight of each term, and how many were looked through."""
    sources = corpus(workspace)
    ours = sources.of_kinds(PRIOR)
    seen = ours.count(1)
    pathed = {term: sources.both(ours, sources.named(term)) for term in wanted.terms}
    asked = [needle for term in wanted.terms for needle in needles((term,))]
    sources.ask([*asked, *(_low(name) for name in wanted.names)])
    there = {
        term: sources.either(
            (pathed[term], sources.both(ours, sources.holding(needles((term,))))),
        )
        for term in wanted.terms
    }
    exact = sources.both(ours, sources.holding(_low(name) for name in wanted.names))
    weights = {
        term: max(0.28, math.log((seen + 1) / (flags.count(1) + 0.5)) / math.log(seen + 2))
        for term, flags in there.items()
    }
    ranked = []
    for number in sources.numbers(sources.either((exact, *there.values()))):
        info = sources.files[number].info
        score = sum(weights[term] for term, flags in there.items() if flags[number])
        score += 1.5 * sum(flags[number] for flags in pathed.values())
        if exact[number]:
            raw = sources.raw(number)
            named = sum(name.encode("utf-8", "surrogateescape") in raw for name in wanted.names)
            score += 2.0 * named
        if score:
            near = nearness(info.path, wanted.near)
            ranked.append((-_prior(info) * score - near, info.path, info))
    return [(info, weights) for *_, info in heapq.nsmallest(MOST_FILES, ranked)], seen


def _low(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape").lower()


def _spots(
    workspace: Workspace, info: FileInfo, wanted: Wanted, weights: dict[str, float]
) -> Iterator[Spot]:
    eco = surfaces.of_path(info.path)
    lines = reading.lines_of(workspace, info.path)
    if eco is None or lines is None:
        return
    in_path = covered(wanted.terms, info.path)
    path_score = 1.2 * sum(weights[term] for term in in_path)
    near = 0.6 * nearness(info.path, wanted.near)
    worded = _worded(lines, wanted.terms)
    for number in range(1, len(lines) + 1) if in_path or wanted.names else sorted(worded):
        text = lines[number - 1]
        if len(text) > reading.QUOTE * 2:
            continue
        named = any(name in text for name in wanted.names)
        top = in_path and not text.startswith((" ", "\t"))
        if not (number in worded or named or top):
            continue
        kind, name, factor = _reads(eco, text)
        spoken = covered(wanted.terms, name if kind == "implementation" else text)
        exact = named and (name in wanted.names or kind != "implementation")
        if not spoken and not exact:
            if kind != "implementation" or not top:
                continue
            factor = 0.5 if _is_value(text) else 0.6
        own = sum(weights[term] for term in spoken) * (1 + 0.15 * max(0, len(spoken) - 1))
        score = factor * (own + 3.0 * exact) + path_score * (kind == "implementation") + near
        if kind == "implementation" and text.startswith((" ", "\t")):
            score *= 0.8
        if not spoken:
            score += 0.5 * factor
        yield Spot(kind, name, info.path, number, text.strip(), score * _prior(info))


def _worded(lines: Sequence[str], terms: Sequence[str]) -> set[int]:
    """The numbers of the lines that may hold one of the terms."""
    found: set[int] = set()
    low = [text.lower() for text in lines]
    for needle in needles(terms):
        token = needle.decode("utf-8", "surrogateescape")
        found.update(number for number, text in enumerate(low, 1) if token in text)
    return found


def _reads(eco: surfaces.Ecosystem, text: str) -> tuple[str, str, float]:
    """What a line is: a definition and of what, an import, a comment, a use."""
    bare = text.strip()
    if bare.startswith(eco.comment):
        return "comment", "", _COMMENT
    for pattern in surfaces.patterns(eco.name, "imports"):
        if pattern.match(bare):
            return "use", "", _IMPORT
    for pattern in surfaces.patterns(eco.name, "definitions"):
        found = pattern.match(bare)
        if found and found.group("name") not in _NOT_NAMES:
            return "implementation", found.group("name"), _DEFINITION
    return "use", "", _USE


def _is_value(text: str) -> bool:
    """Whether a definition is a plain value: what is done stands in functions and types."""
    head = text.partition("(")[0]
    return "=" in head or head.startswith(("let ", "var "))


_NOT_NAMES = frozenset({"if", "for", "while", "switch", "catch", "return", "else", "function"})


def _portfolio(spots: Sequence[Spot]) -> list[Spot]:
    """The best definitions, a few of each file; uses and comments only behind them."""
    made: list[Spot] = []
    per_file: dict[str, int] = {}
    defined = [spot for spot in spots if spot.kind == "implementation"]
    for spot in sorted(defined, key=lambda s: (-s.score, s.path, s.line)):
        if per_file.get(spot.path, 0) < PER_FILE and len(made) < KEPT - 3:
            per_file[spot.path] = per_file.get(spot.path, 0) + 1
            made.append(spot)
    here = {spot.path for spot in made}
    for kind, most in (("use", 3), ("comment", 2)):
        rest = [spot for spot in spots if spot.kind == kind and spot.path not in here]
        for spot in sorted(rest, key=lambda s: (-s.score, s.path, s.line))[:most]:
            if len(made) < KEPT:
                made.append(spot)
    return made


def _fact(workspace: Workspace, spot: Spot, best: Sequence[Spot]) -> Fact | None:
    more: dict[str, str] = {}
    name = spot.name
    if spot.kind == "implementation":
        lines = reading.lines_of(workspace, spot.path) or ()
        eco = surfaces.of_path(spot.path)
        more["comment"] = comment_at(lines, spot.line, eco.comment if eco else ())
        if spot in best[:COUNTED]:
            more["calls"] = _calls(workspace, name, spot.path)
    else:
        name = spot.text[:80]
        if spot.kind == "comment":
            more["only_comment"] = "yes"
    where = (spot.path, spot.line)
    return reading.fact_at(workspace, "kin", spot.kind, name, where, value=spot.text, more=more)


def _calls(workspace: Workspace, name: str, path: str) -> str:
    """How often an identifier occurs as a whole word beside its definition.

    "" when that would take reading more than `COUNTED_BYTES`: a figure is exact or not given.
    """
    eco = surfaces.of_path(path)
    sources = corpus(workspace)
    ours = sources.of_kinds(("src", "conf", "other"))
    there = sources.both(ours, sources.narrowed(_low(name)))
    if sources.size(there) > COUNTED_BYTES:
        return ""
    word, low = name.encode("utf-8", "surrogateescape"), _low(name)
    pattern = re.compile(rb"(?<![\w$])" + re.escape(word) + rb"(?![\w$])")
    count = -1
    for number in sources.numbers(there):
        if sources.files[number].eco is eco and low in sources.low(number):
            count += sum(1 for _ in pattern.finditer(sources.raw(number)))
    return str(max(count, 0))
