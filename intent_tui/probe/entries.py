"""Surface 2: routes, commands, jobs and events; the one authority for what a request covers.

`wanted.terms` are object words (matched with the segments of a path, the handler and the file's
name, singular and plural alike); `wanted.names` are exact routes as a request writes them (`GET
/x/:id`, `/x/{id}`: parameters may be spelt in any way, a leading part of the path may be missing);
`wanted.want` is one of "", `reads`, `writes`, `all`, `http`, `commands`, `jobs`. With neither terms
nor names every entry of that sort counts.

Facts: kind `entry`, value the handler; `more` holds `method`, `path`, `access` (read or write),
`sort`, `framework`, `confidence` (literal, resolved, partial, conditional), `file`, `aliases`,
`described` (pointers into documents that describe the same).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.manifests import read_all
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.routes import (
    again,
    files,
    light,
    others,
    scripts,
    spec_documents,
    spec_marks,
    spec_merge,
)
from intent_tui.probe.routes.annotated import Annotated
from intent_tui.probe.routes.graph import Graph
from intent_tui.probe.routes.kept import kept
from intent_tui.probe.routes.lists import MOST_ITEMS, Lists
from intent_tui.probe.routes.model import Entries, Entry, segments
from intent_tui.probe.routes.resolve import Resolver
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.memory import remembered, uncollected
from intent_tui.probe.source.units import Units
from intent_tui.probe.source.words import nearness, parts, same, stem_of
from intent_tui.workspace.files import Workspace

__all__ = ["Entries", "Entry", "inventory", "look"]


def inventory(workspace: Workspace) -> Entries:
    """Every entry of the workspace, worked out once; sorted by sort, path, method and place."""
    with uncollected():
        return remembered(workspace, "entries", Entries, lambda: again.entries(workspace, _read))


def _read(workspace: Workspace) -> tuple[Entries, bool]:
    """The inventory, and whether it is what another run would find: no time limit was met."""
    units = remembered(workspace, "units", Units, lambda: Units(workspace))
    resolver = Resolver(units)
    found: list[Entry] = []
    sources = kept(workspace)
    for eco in surfaces.ecosystems():
        paths = sources.get(eco.name, [])
        read = [unit for path in paths if (unit := units.unit(path)) is not None]
        graph = Graph(eco.name, resolver)
        graph.read(read)
        found.extend(graph.entries())
        found.extend(others.entries(eco, resolver, read))
        for row in eco.rows("frameworks"):
            if row["shape"] == "url_list":
                lists = Lists(row, resolver, read)
                found.extend(lists.entries())
                if lists.seen > MOST_ITEMS:
                    units.failures.append(f"{row['id']}: more routes than are followed")
            elif row["shape"] == "annotated":
                found.extend(Annotated(row, resolver, read).entries())
            elif row["shape"] == "file_routes":
                found.extend(files.entries(row, units, _declared(workspace)))
    settled = not units.failures
    found.extend(light.entries(workspace))
    found.extend(scripts.entries(workspace))
    found.extend(spec_marks.entries(workspace))
    found.extend(spec_documents.entries(workspace, units.failures))
    found = spec_merge.settled(found, spec_documents.DESCRIBE)
    return Entries(_ordered(found), "; ".join(sorted(units.failures)) or None), settled


def _declared(workspace: Workspace) -> dict[str, frozenset[str]]:
    """The names that manifests declare, by the folder a manifest stands in."""
    found: dict[str, set[str]] = {}
    for item in read_all(workspace).declared:
        found.setdefault(item.path.rpartition("/")[0], set()).add(item.package.name)
    return {folder: frozenset(names) for folder, names in found.items()}


def _ordered(found: list[Entry]) -> tuple[Entry, ...]:
    """Without doubles, in a fixed order, each registration knowing its other paths."""
    ways: dict[tuple[str, int, str, str], list[str]] = {}
    unique: dict[tuple[str, str, str, int], Entry] = {}
    for entry in found:
        unique.setdefault((entry.sort, entry.name, entry.file, entry.line), entry)
    for entry in unique.values():
        ways.setdefault(_registration(entry), []).append(entry.path)
    order = {"http": 0, "command": 1, "job": 2, "event": 3}
    made = []
    for entry in unique.values():
        paths = set(ways[_registration(entry)]) - {entry.path}
        if entry.sort == "http" and paths:
            entry = replace(entry, aliases=tuple(sorted(paths)))
        made.append(entry)
    made.sort(key=lambda e: (order[e.sort], e.path, e.method, e.file, e.line, e.name))
    return tuple(made)


def _registration(entry: Entry) -> tuple[str, int, str, str]:
    return entry.file, entry.line, entry.method, entry.handler


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds the entries the wanted words or routes mean."""
    everything = inventory(workspace)
    scored = []
    for entry in everything.entries:
        if not _admitted(entry, wanted.want):
            continue
        score = _score(entry, wanted)
        if score > 0:
            near = nearness(entry.file, wanted.near)
            scored.append((-score, -near, entry.access == "write", entry))
    scored.sort(key=lambda row: row[:3])
    facts = [fact for *_, entry in scored[:KEPT] if (fact := _fact(workspace, entry)) is not None]
    if not scored and wanted.names and not wanted.terms:
        facts = _nearest(workspace, everything, wanted.names)
    sources = {entry.file for *_, entry in scored}
    words = [*wanted.names, *wanted.terms]
    said = reading.shown(words) or wanted.want or "all"
    where = reading.plural(len(sources), "file") if sources else "no entry file"
    if not everything.entries:
        where = "no routes, commands or jobs"
    return Result(
        action=f"entries: {said} in {where}",
        facts=tuple(facts),
        hits=len(scored),
        failed=everything.partial if not scored else None,
    )


def _nearest(workspace: Workspace, everything: Entries, names: Sequence[str]) -> list[Fact]:
    """What is there in place of a route that is not: kind `nearest`, and it is no hit.

    Nothing is said of an inventory with gaps: what was asked for may lie in one of them.
    """
    routes = [entry for entry in everything.entries if entry.sort == "http"]
    if everything.partial or any(entry.confidence == "partial" for entry in routes):
        return []
    ranked = sorted(routes, key=lambda entry: (-_alike(names[0], entry.name), entry.name))
    found = []
    for entry in ranked[:_MOST_NEAREST]:
        fact = _fact(workspace, entry)
        if fact is not None:
            found.append(replace(fact, kind="nearest", more={**fact.more, "asked": names[0]}))
    return found


def _alike(one: str, other: str) -> float:
    """For showing a slip of the pen, never for deciding."""
    return SequenceMatcher(None, one, other).ratio()


_MOST_NEAREST = 2


def _admitted(entry: Entry, want: str) -> bool:
    if want == "reads":
        return entry.access == "read"
    if want == "writes":
        return entry.access == "write"
    if want == "http":
        return entry.sort == "http"
    if want == "commands":
        return entry.sort == "command"
    if want == "jobs":
        return entry.sort in ("job", "event")
    return True


def _score(entry: Entry, wanted: Wanted) -> float:
    if not wanted.names and not wanted.terms:
        return 1.0
    score = max((_named(entry, name) for name in wanted.names), default=0.0)
    for term in wanted.terms:
        score += _worded(entry, term)
    return score


def _named(entry: Entry, name: str) -> float:
    """How well an entry is the route a request names: 20 for all of it, less for a tail."""
    method, _, rest = name.strip().partition(" ")
    if rest and method.isupper():
        if entry.sort == "http" and entry.method not in (method, "ANY"):
            return 0.0
    else:
        rest = name.strip()
    if entry.sort != "http":
        return 20.0 if rest in (entry.name, entry.path, entry.handler) else 0.0
    asked = segments(rest)
    for path in (entry.path, *entry.aliases):
        there = segments(path)
        if asked == there:
            return 20.0 - (path != entry.path)
        if asked and there[-len(asked) :] == asked:
            return 15.0
    return 0.0


def _worded(entry: Entry, term: str) -> float:
    steps = [part for part in entry.path.split("/") if part]
    fixed = [part for part in steps if not part.startswith((":", "{", "<", "["))]
    score = 0.0
    for place, part in enumerate(reversed(fixed)):
        if any(same(term, word) for word in parts(part)):
            score = max(score, 6.0 - min(place, 3))
    if any(same(term, word) for word in parts(entry.handler.rpartition(".")[2])):
        score = max(score, 3.0)
    if any(same(term, word) for word in parts(stem_of(entry.file))):
        score = max(score, 2.0)
    return score


def _fact(workspace: Workspace, entry: Entry) -> Fact | None:
    more = {
        "method": entry.method,
        "path": entry.path,
        "access": entry.access,
        "sort": entry.sort,
        "framework": entry.framework,
        "confidence": entry.confidence,
        "file": entry.file,
        "aliases": " ".join(entry.aliases),
    }
    described = []
    for place in entry.described:
        path, _, line = place.rpartition(":")
        there = reading.fact_at(workspace, "entries", "entry", entry.name, (path, int(line)))
        if there is not None:
            described.append(there.pointer)
    more["described"] = " ".join(described)
    where = (entry.file, entry.line)
    return reading.fact_at(
        workspace, "entries", "entry", entry.name, where, value=entry.handler, more=more
    )
