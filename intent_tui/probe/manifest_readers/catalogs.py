"""Cargo manifests, Gradle version catalogs, and the locks of Composer and .NET."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from intent_tui.probe.manifest_readers import json_files, toml_files
from intent_tui.probe.manifest_readers.record import Package, comment_at, pin_of


def read_cargo(lines: Sequence[str], row: Mapping[str, Any]) -> list[Package]:
    """The dependencies of a Cargo manifest; a crate with a table of its own has its header's line.

    Raises:
        MalformedError: see `toml_files.load`.
    """
    found = []
    for item in toml_files.read(lines, row):
        key = rf"[\"']?{re.escape(item.name)}[\"']?"
        if not re.match(rf"\s*{key}\s*[=.]", lines[item.line - 1]):
            head = re.compile(rf"\s*\[[^\]]*dependencies\.{key}\]")
            line = next((n for n, text in enumerate(lines, 1) if head.match(text)), item.line)
            item = replace(item, line=line, comment=comment_at(lines, line, ("#",)))
        pinned = pin_of(item.version, bare_is_exact=False)
        found.append(replace(item, pinned=pinned))
    return found


def read_catalog(lines: Sequence[str]) -> list[Package]:
    """The libraries and plugins of a Gradle version catalog, `version.ref` followed.

    Raises:
        MalformedError: see `toml_files.load`.
    """
    data = toml_files.load(lines)
    versions = data.get("versions")
    known = versions if isinstance(versions, dict) else {}
    found = []
    for section, group in (("libraries", "runtime"), ("plugins", "build")):
        items = data.get(section)
        for key, item in items.items() if isinstance(items, dict) else ():
            name, version = _coordinates(item, known)
            if not name:
                continue
            line = _line_in(lines, section, key)
            note = comment_at(lines, line, ("#",))
            found.append(Package(name, version, line, group, pin_of(version), note))
    return found


def _line_in(lines: Sequence[str], section: str, key: str) -> int:
    head = re.compile(rf"\s*\[\s*{section}\s*\]")
    start = next((n for n, text in enumerate(lines) if head.match(text)), 0)
    entry = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    return next((n + 1 for n in range(start, len(lines)) if entry.match(lines[n])), start + 1)


def _coordinates(item: object, known: Mapping[str, object]) -> tuple[str, str]:
    if isinstance(item, str):
        name, _, version = item.rpartition(":")
        return name, version
    if not isinstance(item, dict):
        return "", ""
    name = str(item.get("module") or item.get("id") or "")
    if not name and item.get("group") and item.get("name"):
        name = f"{item['group']}:{item['name']}"
    bound: object = item.get("version")
    if isinstance(bound, dict):
        bound = known.get(str(bound.get("ref"))) or bound.get("strictly")
    if isinstance(bound, dict):
        bound = bound.get("strictly") or bound.get("require")
    return name, bound if isinstance(bound, str) else ""


def read_composer_lock(lines: Sequence[str]) -> list[Package]:
    """The installed versions of a Composer lock.

    Raises:
        MalformedError: see `json_files.load`.
    """
    data = json_files.load(lines)
    places = _names(lines, "name")
    found = []
    for section, group in (("packages", "runtime"), ("packages-dev", "development")):
        items = data.get(section)
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict) and isinstance(item.get("name"), str):
                version = str(item.get("version", "")).removeprefix("v")
                line = places.get(item["name"], 1)
                found.append(Package(item["name"], version, line, group, "yes"))
    return found


def _names(lines: Sequence[str], key: str) -> dict[str, int]:
    """The first line on which each value of a key stands."""
    entry = re.compile(rf'\s*"{key}":\s*"([^"]+)"')
    found: dict[str, int] = {}
    for number, text in enumerate(lines, 1):
        met = entry.match(text)
        if met:
            found.setdefault(met.group(1), number)
    return found


def read_nuget_lock(lines: Sequence[str]) -> list[Package]:
    """The resolved versions of a .NET package lock, projects left out.

    Raises:
        MalformedError: see `json_files.load`.
    """
    targets = json_files.load(lines).get("dependencies")
    found: dict[str, Package] = {}
    for target, items in targets.items() if isinstance(targets, dict) else ():
        for name, item in items.items() if isinstance(items, dict) else ():
            if isinstance(item, dict) and isinstance(item.get("resolved"), str):
                line = json_files.line_of(lines, (target, name))
                found.setdefault(name, Package(name, item["resolved"], line, pinned="yes"))
    return list(found.values())
