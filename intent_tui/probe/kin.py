"""Surface 3: existing implementations of the same kind.

`wanted.terms` are stems, `wanted.names` exact identifiers; `wanted.near` files lend a bonus.

Facts: kind `implementation`, name the identifier that the line defines, value the line; `more`
holds `comment` (beside it) and `calls` (how often the identifier occurs elsewhere). Kind `use` is
a line that only uses the thing, kind `comment` a thing that occurs in comments alone
(`only_comment: yes`): a commented-out implementation is none. Ranking: definition, coverage of the
terms weighted by how rare they are, the file's name, nearness; tests and examples go down.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.manifest_readers.record import comment_at
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source import reading, surfaces
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
COUNTED_BYTES = 32_000_000

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
    asides = surfaces.common()["asides"]
    aside = any(f"/{folder}/" in f"/{info.path}" for folder in asides)
    return PRIOR[info.kind] * (0.4 if aside else 1.0)


def _files(
    workspace: Workspace, wanted: Wanted
) -> tuple[list[tuple[FileInfo, dict[str, float]]], int]:
    """The files worth reading with the weight of each term, and how many were looked through."""
    keys = {term: needles((term,)) for term in wanted.terms}
    exact = [name.encode("utf-8", "surrogateescape") for name in wanted.names]
    there: list[tuple[FileInfo, tuple[str, ...], int]] = []
    seen = 0
    spread = dict.fromkeys(wanted.terms, 0)
    for info in workspace.inventory.files:
        if info.kind not in PRIOR or surfaces.of_path(info.path) is None:
            continue
        seen += 1
        raw = reading.raw_of(workspace, info.path)
        low = raw.lower()
        in_path = covered(wanted.terms, info.path)
        has = tuple(t for t in wanted.terms if t in in_path or any(n in low for n in keys[t]))
        named = sum(name in raw for name in exact)
        for term in has:
            spread[term] += 1
        if has or named:
            there.append((info, has, named))
    weights = {
        term: max(0.28, math.log((seen + 1) / (count + 0.5)) / math.log(seen + 2))
        for term, count in spread.items()
    }
    ranked = sorted(
        there,
        key=lambda row: (
            -_prior(row[0])
            * (
                sum(weights[term] for term in row[1])
                + 2 * row[2]
                + 1.5 * len(covered(wanted.terms, row[0].path))
            )
            - nearness(row[0].path, wanted.near),
            row[0].path,
        ),
    )
    return [(info, weights) for info, _, _ in ranked[:MOST_FILES]], seen


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
    tokens = [needle.decode("utf-8", "surrogateescape") for needle in needles(wanted.terms)]
    for number, text in enumerate(lines, 1):
        if len(text) > reading.QUOTE * 2:
            continue
        low = text.lower()
        worded = any(token in low for token in tokens)
        named = any(name in text for name in wanted.names)
        if not (worded or named or in_path):
            continue
        kind, name, factor = _reads(eco, text)
        spoken = covered(wanted.terms, name if kind == "implementation" else text)
        exact = named and (name in wanted.names or kind != "implementation")
        if not spoken and not exact:
            if kind != "implementation" or not in_path or text.startswith((" ", "\t")):
                continue
            factor = 0.5 if _is_value(text) else 0.6
        own = sum(weights[term] for term in spoken) * (1 + 0.15 * max(0, len(spoken) - 1))
        score = factor * (own + 3.0 * exact) + path_score * (kind == "implementation") + near
        if kind == "implementation" and text.startswith((" ", "\t")):
            score *= 0.8
        if not spoken:
            score += 0.5 * factor
        yield Spot(kind, name, info.path, number, text.strip(), score * _prior(info))


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
            more["calls"] = str(_calls(workspace, name, spot.path))
    else:
        name = spot.text[:80]
        if spot.kind == "comment":
            more["only_comment"] = "yes"
    where = (spot.path, spot.line)
    return reading.fact_at(workspace, "kin", spot.kind, name, where, value=spot.text, more=more)


def _calls(workspace: Workspace, name: str, path: str) -> int:
    """How often an identifier occurs as a whole word beside its definition, bounded by bytes."""
    eco = surfaces.of_path(path)
    word = name.encode("utf-8", "surrogateescape")
    pattern = re.compile(rb"(?<![\w$])" + re.escape(word) + rb"(?![\w$])")
    count, budget = -1, COUNTED_BYTES
    for info in workspace.inventory.files:
        if info.kind not in ("src", "conf", "other") or surfaces.of_path(info.path) is not eco:
            continue
        raw = reading.raw_of(workspace, info.path)
        budget -= len(raw)
        if budget < 0:
            break
        if word in raw:
            count += sum(1 for _ in pattern.finditer(raw))
    return max(count, 0)
