"""Manifests and lock files in TOML, and requirement texts (PEP 508) inside them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from intent_tui.probe.manifest_readers.record import (
    MalformedError,
    Package,
    comment_at,
    guard_toml,
    pin_of,
)

_REQUIREMENT = re.compile(
    r"^\s*(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?P<version>@\s*\S+|[^;#]*)"
)


def load(lines: Sequence[str]) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        MalformedError: not TOML, or a text made to keep the parser busy.
    """
    text = "\n".join(lines)
    guard_toml(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedError("not valid TOML") from error


def requirement(text: str) -> tuple[str, str] | None:
    """Name and version text of one requirement, or None when it is no requirement."""
    found = _REQUIREMENT.match(text)
    if found is None:
        return None
    version = found.group("version").strip().strip("()").strip()
    if version and version[0] not in "=<>!~@":
        return None
    return found.group("name"), version


def at(data: Mapping[str, Any], path: str) -> Iterator[Any]:
    """The values under a dotted path; a `*` step stands for every key."""
    values: list[Any] = [data]
    for step in path.split("."):
        following: list[Any] = []
        for value in values:
            if isinstance(value, Mapping):
                keys = [key for key in value if fnmatchcase(key, step)]
                following.extend(value[key] for key in keys)
        values = following
    yield from values


def read(lines: Sequence[str], row: Mapping[str, Any]) -> list[Package]:
    """The packages of the tables a manifest row names: `lists`, `list_maps`, `maps`.

    Raises:
        MalformedError: see `load`.
    """
    data = load(lines)
    ignored = {str(name).lower() for name in row.get("ignore") or ()}
    found: list[Package] = []
    for path, group in (row.get("lists") or {}).items():
        for value in at(data, path):
            found.extend(_listed(lines, value, group, path))
    for path, group in (row.get("list_maps") or {}).items():
        for value in at(data, path):
            if isinstance(value, dict):
                for key, items in value.items():
                    found.extend(_listed(lines, items, group, f"{path}.{key}"))
    for path, group in (row.get("maps") or {}).items():
        for value in at(data, path):
            if isinstance(value, dict):
                found.extend(_mapped(lines, value, group, path))
    return [package for package in found if package.name.lower() not in ignored]


def _listed(lines: Sequence[str], value: object, group: str, path: str) -> Iterator[Package]:
    start = _table(lines, path)
    for item in value if isinstance(value, list) else ():
        read_item = requirement(item) if isinstance(item, str) else None
        if read_item is None:
            continue
        name, version = read_item
        line = _line_with(lines, item, start)
        yield Package(name, version, line, group, pin_of(version), comment_at(lines, line, ("#",)))


def _mapped(
    lines: Sequence[str], value: Mapping[str, Any], group: str, path: str
) -> Iterator[Package]:
    start = _table(lines, path)
    for name, item in value.items():
        version = item if isinstance(item, str) else ""
        if isinstance(item, dict):
            version = str(item.get("version") or item.get("git") or item.get("path") or "")
            if "git" in item:
                version = f"git+{version}"
        key = re.compile(rf"^\s*[\"']?{re.escape(name)}[\"']?\s*[=.]")
        line = next((n + 1 for n in range(start, len(lines)) if key.match(lines[n])), start + 1)
        pinned = pin_of(version, bare_is_exact=group == "runtime" and path == "packages")
        if path.startswith("tool.poetry") and re.fullmatch(r"[\d.]+", version):
            pinned = "yes"
        yield Package(name, version, line, group, pinned, comment_at(lines, line, ("#",)))


def _table(lines: Sequence[str], path: str) -> int:
    """The index of the line where a table or a key begins; 0 when it is not to be found."""
    head, _, key = path.rpartition(".")
    loose = re.escape(path).replace(r"\*", r"[^\]]+")
    table = re.compile(rf"^\s*\[\s*{loose}\s*\]")
    parent = re.compile(rf"^\s*\[\s*{re.escape(head)}\s*\]") if head else None
    entry = re.compile(rf"^\s*[\"']?{re.escape(key)}[\"']?\s*=")
    inside = parent is None
    for number, text in enumerate(lines):
        if table.match(text):
            return number
        if parent is not None and parent.match(text):
            inside = True
        elif text.lstrip().startswith("[") and parent is not None and "=" not in text:
            inside = False
        if inside and entry.match(text):
            return number
    return 0


def _line_with(lines: Sequence[str], item: str, start: int) -> int:
    for quote in ('"', "'"):
        for number in range(start, len(lines)):
            if f"{quote}{item}{quote}" in lines[number]:
                return number + 1
    return start + 1


def read_packages(lines: Sequence[str]) -> list[Package]:
    """The `[[package]]` tables of uv, Poetry, PDM and Cargo locks, read line by line.

    The whole of such a lock can be megabytes; the three lines that matter need no parser.
    """
    found = []
    name, place, inside = "", 0, False
    for number, text in enumerate(lines, 1):
        if text.startswith("["):
            inside = text.strip() == "[[package]]"
            name = ""
        elif inside and text.startswith("name = "):
            name, place = text[7:].strip().strip('"'), number
        elif inside and name and text.startswith("version = "):
            found.append(Package(name, text[10:].strip().strip('"'), place))
            name = ""
    return found
