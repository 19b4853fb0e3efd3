"""Manifests in YAML: maps of name to version, and lists of packages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from intent_tui.probe.manifest_readers.record import Package, comment_at, pin_of
from intent_tui.probe.source.keyed import Row, rows

DEEP = 6
_SPELT = re.compile(r"^(?P<name>[\w./@+-]+?)\s*(?P<version>(?:[=<>!~^]|@(?=\d)).*)?$")


def read(lines: Sequence[str], row: Mapping[str, Any]) -> list[Package]:
    """The packages below the paths a manifest row names.

    `maps`: every key is a package, its value or its `version` below it the version. `lists`: every
    item is `name=version`, or has keys `name` and `version` (the row may call them otherwise). A
    `*` in a path stands for any key. Aliases are never followed.
    """
    exact = bool(row.get("exact"))
    found = list(rows(lines, deep=DEEP))
    made: dict[tuple[str | int, ...], tuple[str, str, int, str]] = {}
    for path, group in (row.get("maps") or {}).items():
        for key, name, version, line in _mapped(found, path.split(".")):
            made[key] = (name, version or made.get(key, ("", ""))[1], line, group)
    for path, group in (row.get("lists") or {}).items():
        keys = (str(row.get("name") or "name"), str(row.get("version") or "version"))
        for key, name, version, line in _listed(found, path.split("."), keys):
            made[key] = (name, version, line, group)
    return [
        Package(name, version, line, group, pin_of(version, bare_is_exact=exact),
                comment_at(lines, line, ("#",)))
        for name, version, line, group in made.values()
        if name
    ]  # fmt: skip


def _below(row: Row, steps: Sequence[str]) -> tuple[str | int, ...] | None:
    """The keys of a row behind a path, None when it lies elsewhere."""
    if len(row.keys) <= len(steps):
        return None
    met = all(fnmatchcase(str(key), step) for key, step in zip(row.keys, steps, strict=False))
    return row.keys[len(steps) :] if met else None


_Made = tuple[tuple[str | int, ...], str, str, int]


def _mapped(found: Sequence[Row], steps: Sequence[str]) -> Iterator[_Made]:
    lines: dict[tuple[str | int, ...], int] = {}
    for row in found:
        behind = _below(row, steps)
        if behind is None or not isinstance(behind[0], str):
            continue
        key = row.keys[: len(steps) + 1]
        if len(behind) == 1:
            lines[key] = row.line
            version = "" if row.value.startswith("{") else row.value
            yield key, behind[0], version, row.line
        elif behind[1:] == ("version",) and key in lines:
            yield key, behind[0], row.value, lines[key]


def _listed(found: Sequence[Row], steps: Sequence[str], names: tuple[str, str]) -> Iterator[_Made]:
    items: dict[tuple[str | int, ...], dict[str, tuple[str, int]]] = {}
    for row in found:
        behind = _below(row, steps)
        if behind is None or not isinstance(behind[0], int):
            continue
        key = row.keys[: len(steps) + 1]
        if len(behind) == 1:
            met = _SPELT.match(row.value)
            if met is not None:
                version = (met.group("version") or "").strip()
                yield key, met.group("name"), version.lstrip("@"), row.line
        elif len(behind) == 2:
            items.setdefault(key, {})[str(behind[1])] = (row.value, row.line)
    for key, said in items.items():
        if names[0] in said:
            name, line = said[names[0]]
            yield key, name, said.get(names[1], ("", 0))[0], line
