"""OpenAPI and Swagger documents: the paths they describe, at the lines of their methods.

Parts kept in other files of the workspace (`$ref: paths/x.yaml`) are followed once. The path of
the first server, or `basePath`, stands before every path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.spec_model import Document, event
from intent_tui.probe.source import reading
from intent_tui.probe.source.keyed import Row, inline, rows

METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})
DEEP = 5
"""Keys that matter: `servers`, the place, `variables`, the name, `default`."""
HEADS = frozenset({"openapi", "swagger", "basePath", "servers", "paths", "webhooks", "x-webhooks"})


@dataclass(slots=True)
class _Operation:
    method: str
    path: str
    file: str
    line: int
    handler: str = ""


@dataclass(slots=True)
class _Described:
    """What one document says."""

    version: str = ""
    base: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    operations: dict[tuple[str, str], _Operation] = field(default_factory=dict)
    hooks: dict[tuple[str, str], _Operation] = field(default_factory=dict)
    elsewhere: dict[str, tuple[str, int]] = field(default_factory=dict)


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """The operations of every document, a path item at a time; webhooks are events."""
    for document in documents:
        found = _read(document.path, rows(document.lines, deep=DEEP, heads=HEADS))
        if not found.version:
            continue
        base = _base(found)
        for each in (*found.operations.values(), *_elsewhere(document, found)):
            path = base.then(Piece(each.path))
            at = (each.file, each.line)
            made = http_entry(each.method.upper(), path, each.handler, at, document.id)
            # the method QUERY is a GET with a body
            yield replace(made, access="read") if made.method == "QUERY" else made
        for each in found.hooks.values():
            yield event(document, each.method.upper(), each.path, each.handler, each.line)


def _read(path: str, found: Iterable[Row]) -> _Described:
    said = _Described()
    for row in found:
        head, size = row.keys[0], len(row.keys)
        if size == 1 and head in ("openapi", "swagger") and row.value[:1] in ("1", "2", "3"):
            said.version = row.value
        elif row.keys in (("basePath",), ("servers", 0, "url")):
            said.base = row.value
        elif row.keys[:3] == ("servers", 0, "variables") and row.keys[4:] == ("default",):
            said.variables[str(row.keys[3])] = row.value
        elif head == "paths":
            _operation(said, said.operations, path, row)
        elif head in ("webhooks", "x-webhooks"):
            _operation(said, said.hooks, path, row)
    return said


def _operation(
    said: _Described, into: dict[tuple[str, str], _Operation], file: str, row: Row
) -> None:
    steps = [str(key) for key in row.keys]
    if steps[-1] == "$ref" and len(steps) in (2, 3):
        said.elsewhere[steps[1] if len(steps) == 3 else ""] = (row.value, row.line)
    elif len(steps) == 3 and steps[2].lower() in METHODS:
        key = (steps[1], steps[2].lower())
        named = inline(row.value).get("operationId", "")
        into.setdefault(key, _Operation(key[1], key[0], file, row.line, named))
    elif len(steps) == 4 and steps[3] == "operationId":
        known = into.get((steps[1], steps[2].lower()))
        if known is not None:
            known.handler = row.value


def _base(said: _Described) -> Piece:
    url = re.sub(
        r"\{(\w+)\}", lambda met: said.variables.get(met.group(1), met.group(0)), said.base
    )
    path = re.sub(r"^(?:\w+:)?//[^/]*", "", url).partition("?")[0]
    host, _, rest = path.partition("/")
    if "." in host.strip("."):
        # an address without its scheme
        path = f"/{rest}"
    return Piece("" if path.strip("./") == "" else path, "{" not in path)


def _elsewhere(document: Document, said: _Described) -> Iterator[_Operation]:
    """The operations of path items that stand in other files, or elsewhere in this one."""
    kept: dict[str, tuple[Row, ...]] = {}
    for path, (target, line) in sorted(said.elsewhere.items()):
        file, _, inside = target.partition("#")
        place = beside(document.path, file) if file else document.path
        if place is None:
            continue
        if place not in kept:
            lines = reading.lines_of(document.workspace, place) or ()
            kept[place] = tuple(rows(lines, deep=DEEP))
        steps = tuple(_unescaped(step) for step in inside.split("/") if step)
        found = [row for row in kept[place] if row.keys[: len(steps)] == steps]
        if not found and path:
            yield _Operation("any", path, document.path, line)
        yield from _items(found, len(steps), path, place)


def _items(found: Sequence[Row], skipped: int, path: str, place: str) -> Iterator[_Operation]:
    """The methods of a path item, or of every item of a table of paths when `path` is ""."""
    made: dict[tuple[str, str], _Operation] = {}
    for row in found:
        steps = [str(key) for key in row.keys[skipped:]]
        if path:
            steps = [path, *steps]
        if len(steps) == 2 and steps[1].lower() in METHODS:
            named = inline(row.value).get("operationId", "")
            operation = _Operation(steps[1], steps[0], place, row.line, named)
            made.setdefault((steps[0], steps[1]), operation)
        elif len(steps) == 3 and steps[2] == "operationId" and (steps[0], steps[1]) in made:
            made[steps[0], steps[1]].handler = row.value
    yield from made.values()


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def beside(path: str, target: str) -> str | None:
    """The workspace path a relative reference means; None when it leads out or anywhere else."""
    if ":" in target or target.startswith("/"):
        return None
    steps = list(PurePosixPath(path).parent.parts)
    for step in target.split("/"):
        if step == "..":
            if not steps:
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)
