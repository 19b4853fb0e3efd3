"""Manifests and lock files in JSON: package.json and its kin, npm and Pipenv locks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from intent_tui.probe.manifest_readers.record import MalformedError, Package, pin_of


def load(lines: Sequence[str]) -> Mapping[str, Any]:
    """The object a JSON file holds; comments and commas before a closing bracket are no fault.

    Raises:
        MalformedError: it is not JSON, is nested too deeply, or holds no object.
    """
    text = "\n".join(lines)
    try:
        try:
            data = json.loads(text)
        except ValueError:
            data = json.loads(_plain(text))
    except (ValueError, RecursionError) as error:
        raise MalformedError("not valid JSON") from error
    if not isinstance(data, dict):
        raise MalformedError("no JSON object")
    return data


# Texts first: what looks like a comment inside one is none. A text without an end takes its line.
_LOOSE = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|,(?=\s*[}\]])')


def _plain(text: str) -> str:
    """JSON with comments (and commas too many) as plain JSON, every line where it was."""
    without = _LOOSE.sub(_kept, text)
    return _LOOSE.sub(_kept, without)


def _kept(met: re.Match[str]) -> str:
    part = met.group()
    return part if part.startswith('"') else re.sub(r"[^\n]", " ", part)


def line_of(lines: Sequence[str], keys: Sequence[str]) -> int:
    """The line of the last key, each key looked for behind the one before; 1 when not found."""
    place = 0
    for key in keys:
        wanted = json.dumps(key, ensure_ascii=False)
        for number in range(place, len(lines)):
            if wanted in lines[number] and re.search(re.escape(wanted) + r"\s*:", lines[number]):
                place = number
                break
    return place + 1


def read_map(lines: Sequence[str], groups: Mapping[str, str]) -> list[Package]:
    """Objects of name to version, one a group (`dependencies`, `require` ...).

    Raises:
        MalformedError: see `load`.
    """
    data = load(lines)
    found = []
    for group, meaning in groups.items():
        section = data.get(group)
        if isinstance(section, str) and "@" in section:
            # `packageManager` holds one package, its version and a checksum
            name, _, version = section.partition("+")[0].rpartition("@")
            found.append(Package(name, version, line_of(lines, (group,)), meaning, pin_of(version)))
        if not isinstance(section, dict):
            continue
        for name, version in section.items():
            text = version if isinstance(version, str) else ""
            line = line_of(lines, (group, name))
            found.append(Package(name, text, line, meaning, pin_of(text)))
    return found


def read_npm_lock(lines: Sequence[str]) -> list[Package]:
    """The installed versions of an npm lock file, of the top level only.

    Raises:
        MalformedError: see `load`.
    """
    data = load(lines)
    where: dict[str, int] = {}
    for number, text in enumerate(lines, 1):
        key = text.strip()
        if key.endswith("{") and key.startswith('"'):
            where.setdefault(key.split('"')[1], number)
    found = []
    packages = data.get("packages")
    if isinstance(packages, dict):
        for key, value in packages.items():
            name = key.removeprefix("node_modules/")
            if name == key or "node_modules/" in name or not isinstance(value, dict):
                continue
            found.append(Package(name, str(value.get("version", "")), where.get(key, 1)))
    elif isinstance(data.get("dependencies"), dict):
        for name, value in data["dependencies"].items():
            if isinstance(value, dict):
                found.append(Package(name, str(value.get("version", "")), where.get(name, 1)))
    return found


def read_pipfile_lock(lines: Sequence[str]) -> list[Package]:
    """The exact versions of a Pipenv lock file.

    Raises:
        MalformedError: see `load`.
    """
    data = load(lines)
    found = []
    for group, meaning in (("default", "runtime"), ("develop", "development")):
        section = data.get(group)
        if isinstance(section, dict):
            for name, value in section.items():
                version = str(value.get("version", "")) if isinstance(value, dict) else ""
                line = line_of(lines, (group, name))
                found.append(Package(name, version.lstrip("="), line, meaning))
    return found
