"""The shape `file_routes`: the path of a file is the route."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from intent_tui.probe.routes.kept import READ
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.source import reading
from intent_tui.probe.source.surfaces import Data, namer
from intent_tui.probe.source.units import Units

_SUFFIXES = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".svelte", ".astro", ".vue")
_VERB = re.compile(r"GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS")
_MEMBER = re.compile(r"\s+(?:async\s+)?(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s*[(:,]")


def entries(row: Data, units: Units, declared: Mapping[str, frozenset[str]]) -> Iterator[Entry]:
    """The routes of a framework, in the packages whose manifest declares it.

    `declared` gives the names a manifest declares by the folder it stands in; a folder that
    holds one of the row's `marks` (the framework's own settings file) counts as declaring it.
    """
    modules = frozenset(row["modules"])
    listed = units.workspace.inventory.files
    marks = row.get("marks") or ()
    is_mark = namer(marks)
    marked = {info.path.rpartition("/")[0] for info in listed if marks and is_mark(info.path)}
    if not marked and not any(modules & names for names in declared.values()):
        return
    for name in (i.path for i in listed if i.kind in READ and i.path.endswith(_SUFFIXES)):
        path = PurePosixPath(name)
        for root in row["roots"]:
            at = _place(path, str(root["folder"]))
            if at is None or not _taken(root, path):
                continue
            home = "/".join(path.parts[:at])
            if _speaks(home, modules, declared, marked):
                inside = PurePosixPath(*path.parts[at + len(str(root["folder"]).split("/")) :])
                yield from _entries(row, root, units, name, inside)
                break


def _place(path: PurePosixPath, folder: str) -> int | None:
    """Where in a path the routes folder begins."""
    steps = tuple(folder.split("/"))
    parts = path.parts
    for place in range(len(parts) - len(steps)):
        if parts[place : place + len(steps)] == steps:
            return place
    return None


def _speaks(
    home: str, modules: frozenset[str], declared: Mapping[str, frozenset[str]], marked: set[str]
) -> bool:
    """Whether the nearest package around a folder is one of the framework's."""
    while True:
        if home in marked:
            return True
        if home in declared:
            return bool(modules & declared[home])
        if not home:
            return False
        home = home.rpartition("/")[0]


def _taken(root: Data, path: PurePosixPath) -> bool:
    suffixes = root.get("suffixes")
    if suffixes and path.suffix not in suffixes:
        return False
    stem = path.stem
    return not stem.endswith(".d") and (
        any(fnmatchcase(stem, name) for name in root["files"])
        and not any(fnmatchcase(stem, name) for name in root.get("skip") or ())
    )


def _entries(
    row: Data, root: Data, units: Units, path: str, inside: PurePosixPath
) -> Iterator[Entry]:
    steps = list(inside.parent.parts)
    method = str(root["methods"])
    if "*" in root["files"]:
        stem = inside.stem
        if method == "suffix":
            front, _, named = stem.rpartition(".")
            method = named.upper() if _VERB.fullmatch(named.upper()) else "ANY"
            stem = front if method != "ANY" else stem
        steps += _dotted(stem) if root.get("dotted") else [] if stem == "index" else [stem]
    if root.get("dotted") and steps and steps[-1] == "route":
        steps.pop()
    shown_steps = [shown for step in steps if (shown := _step(step))]
    route = "/".join([str(root.get("prefix", "")), *shown_steps])
    lines = reading.lines_of(units.workspace, path) or ()
    for verb, line in _methods(row, units, path, method, lines):
        name = verb if method == "exported" else ""
        yield http_entry(verb, Piece(route), name, (path, line), str(row["id"]))


def _dotted(stem: str) -> list[str]:
    """The steps of a flat file name: dots part them, but not inside brackets."""
    if stem in ("index", "_index"):
        return []
    steps = re.split(r"\.(?![^\[]*\])", stem)
    plain = [step for step in steps if not step.startswith("_")]
    return [re.sub(r"\[([^\]]*)\]", r"\1", step.removesuffix("_")) for step in plain]


def _step(step: str) -> str:
    """One step of the path as people read it; "" for a folder that only groups."""
    if step.startswith(("(", "@")) or step == ".":
        return "" if not step.startswith("($") else _step(step.strip("()"))
    if step == "$":
        return "[...splat]"
    if step.startswith("$"):
        return f":{step[1:]}"
    if step.startswith("[[") and step.endswith("]]"):
        step = step[1:-1]
    return re.sub(r"=\w+\]$", "]", step)


def _methods(
    row: Data, units: Units, path: str, method: str, lines: tuple[str, ...] | list[str]
) -> Iterator[tuple[str, int]]:
    """The methods a file answers, each with its line."""
    if method == "actions":
        line = _line(lines, r"export\s+const\s+actions\b")
        if line:
            yield "POST", line
        return
    if method != "exported":
        yield method, _line(lines, r"export\s+default") or 1
        return
    unit = units.unit(path)
    exported = unit.exports if unit is not None else {}
    named = dict(row["verbs"])
    for name in exported:
        if name in named:
            pattern = rf"\s*export\b.*\b{name}\b|\s*(?:\w+\s+as\s+)?{name}\s*,?\s*$"
            yield str(named[name]), _line(lines, pattern) or 1
    held = exported.get("handler") if "handler" in (row.get("holders") or ()) else None
    assigned = unit.assigned.get(("", "handler"), ()) if held is not None and unit else ()
    target = assigned[0].expr if assigned else held
    if target is not None and target.kind == "closure":
        yield "ANY", _line(lines, r"\s*export\b.*\bhandler\b") or 1
    elif target is not None:
        for number, text in enumerate(lines, 1):
            found = _MEMBER.match(text)
            if found:
                yield found.group(1), number


def _line(lines: tuple[str, ...] | list[str], pattern: str) -> int:
    """The first line a pattern meets from its beginning, 0 for none."""
    return next((n for n, text in enumerate(lines, 1) if re.match(pattern, text)), 0)
