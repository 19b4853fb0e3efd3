"""The shape `file_routes`: the path of a file is the route."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from intent_tui.probe.routes.kept import READ
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.source import reading
from intent_tui.probe.source.surfaces import Data
from intent_tui.probe.source.units import Units

_SUFFIXES = (".ts", ".tsx", ".js", ".jsx", ".mjs")


def entries(row: Data, units: Units, declared: frozenset[str]) -> Iterator[Entry]:
    """The routes of a framework whose package one of the manifests declares."""
    if not declared & set(row["modules"]):
        return
    workspace = units.workspace
    for info in workspace.inventory.files:
        if info.kind not in READ or not info.path.endswith(_SUFFIXES):
            continue
        path = PurePosixPath(info.path)
        for root in row["roots"]:
            inside = _below(path, str(root["folder"]))
            if inside is not None and _taken(root, path.stem):
                yield from _entries(row, root, units, info.path, inside)
                break


def _below(path: PurePosixPath, folder: str) -> PurePosixPath | None:
    """The path below the routes folder; the folder lies at a package's root or in its `src`."""
    steps = tuple(folder.split("/"))
    parts = path.parts
    for place in range(len(parts) - len(steps)):
        if parts[place : place + len(steps)] == steps:
            return PurePosixPath(*parts[place + len(steps) :])
    return None


def _taken(root: Data, stem: str) -> bool:
    names = root["files"]
    return stem in names or ("*" in names and stem not in (root.get("skip") or ()))


def _entries(
    row: Data, root: Data, units: Units, path: str, inside: PurePosixPath
) -> Iterator[Entry]:
    if "*" in root["files"]:
        steps = [*inside.parent.parts, *([] if inside.stem == "index" else [inside.stem])]
    else:
        steps = list(inside.parent.parts)
    named = [step for step in steps if not (step.startswith(("(", "@")) or step in (".", ""))]
    route = str(root.get("prefix", "")) + "/" + "/".join(named)
    lines = reading.lines_of(units.workspace, path) or ()
    if root["methods"] != "exported":
        line = next((n for n, t in enumerate(lines, 1) if re.search(r"export\s+default", t)), 1)
        yield http_entry(root["methods"], Piece(route), "", (path, line), str(row["id"]))
        return
    for number, text in enumerate(lines, 1):
        found = re.match(
            r"\s*export\s+(?:async\s+)?(?:function|const|let|var)\s+([A-Z]+)\b", text
        ) or re.match(r"\s*export\s*\{.*?\b(?:\w+\s+as\s+)?([A-Z]+)\b", text)
        if found and found.group(1) in row["verbs"]:
            method = found.group(1)
            yield http_entry(method, Piece(route), method, (path, number), str(row["id"]))
