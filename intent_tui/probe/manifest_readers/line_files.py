"""Manifests and locks that are read line by line: requirements, setup.cfg, go.mod, yarn, pnpm."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from intent_tui.probe.manifest_readers.record import (
    MalformedError,
    Package,
    comment_at,
    pin_of,
)
from intent_tui.probe.manifest_readers.toml_files import requirement

_GO = re.compile(r"^\s*(?:require\s+)?(?P<name>[\w.-]+\.[\w.-]+(?:/[\w.~-]+)*)\s+(?P<version>v\S+)")
_GO_TOOL = re.compile(r"^go\s+(?P<version>\d[\w.]*)\s*(?://.*)?$")
_GO_REPLACE = re.compile(
    r"^\s*(?:replace\s+)?(?P<name>[\w.-]+(?:/[\w.~-]+)*)(?:\s+v\S+)?\s*=>\s*(?P<version>.+?)\s*(?://.*)?$"
)


def read_requirements(lines: Sequence[str], group: str) -> list[Package]:
    """Requirement lines; includes (`-r`), options and addresses are never followed."""
    found = []
    for number, text in enumerate(lines, 1):
        bare = text.strip()
        if not bare or bare.startswith(("#", "-", "http:", "https:", "file:", ".", "/")):
            continue
        read = requirement(re.sub(r"\s+#.*$", "", bare).rstrip("\\").split(" --hash")[0].strip())
        if read is not None:
            name, version = read
            note = comment_at(lines, number, ("#",))
            found.append(Package(name, version, number, group, pin_of(version), note))
    return found


_SETUP = re.compile(
    r"\b(?P<key>install_requires|tests_require|setup_requires|extras_require)\s*=\s*(?P<open>[\[{(])"
)
_SETUP_GROUPS = {
    "install_requires": "runtime",
    "tests_require": "development",
    "setup_requires": "build",
    "extras_require": "optional",
}
_PART = re.compile(r"[\"'](?P<text>[^\"'\n]*)[\"'](?P<key>\s*:)?|[\[\](){}]|#[^\n]*")


def read_setup(lines: Sequence[str]) -> list[Package]:
    """The requirement lists a setup.py gives as literals; nothing of it is run."""
    text = "\n".join(lines)
    found = []
    for opened in _SETUP.finditer(text):
        depth, group = 1, _SETUP_GROUPS[opened.group("key")]
        line, place = text.count("\n", 0, opened.end()) + 1, opened.end()
        for part in _PART.finditer(text, opened.end()):
            if part.group("text") is None:
                depth += {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}.get(part.group(), 0)
                if not depth:
                    break
                continue
            read = requirement(part.group("text").strip()) if not part.group("key") else None
            if read is not None:
                line, place = line + text.count("\n", place, part.start()), part.start()
                note = comment_at(lines, line, ("#",))
                found.append(Package(read[0], read[1], line, group, pin_of(read[1]), note))
    return found


def read_ini(lines: Sequence[str], row: Mapping[str, Any]) -> list[Package]:
    """Requirement lists of an INI manifest (`setup.cfg`).

    Raises:
        MalformedError: not an INI file.
    """
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string("\n".join(lines))
    except configparser.Error as error:
        raise MalformedError("not a valid INI file") from error
    found: list[Package] = []
    for path, group in (row.get("lists") or {}).items():
        section, _, key = path.rpartition(".")
        if parser.has_option(section, key):
            found.extend(_ini_lines(lines, parser.get(section, key), section, group))
    for section, group in (row.get("sections") or {}).items():
        if parser.has_section(section):
            for key in parser.options(section):
                found.extend(_ini_lines(lines, parser.get(section, key), section, group))
    return found


def _ini_lines(lines: Sequence[str], value: str, section: str, group: str) -> Iterator[Package]:
    start = next((n for n, text in enumerate(lines) if text.strip() == f"[{section}]"), 0)
    for item in value.split("\n"):
        read = requirement(item.strip()) if item.strip() else None
        if read is None:
            continue
        places = (n + 1 for n in range(start, len(lines)) if item.strip() in lines[n])
        line = next(places, start + 1)
        yield Package(
            read[0], read[1], line, group, pin_of(read[1]), comment_at(lines, line, ("#", ";"))
        )


def read_go_mod(lines: Sequence[str]) -> list[Package]:
    """The modules a go.mod requires or replaces.

    A required version is a lower bound; only a replacement binds exactly.
    """
    found = []
    block = ""
    for number, text in enumerate(lines, 1):
        bare = text.strip()
        opened = re.match(r"(\w+)\s*\(", bare)
        if opened:
            block = opened.group(1)
        elif bare == ")":
            block = ""
        elif (tool := _GO_TOOL.match(text)) is not None:
            found.append(Package("go", tool.group("version"), number, "toolchain", "range"))
        elif block == "replace" or bare.startswith("replace "):
            replaced = _GO_REPLACE.match(text)
            if replaced:
                note = comment_at(lines, number, ("//",))
                name, target = replaced.group("name"), replaced.group("version")
                found.append(Package(name, f"=> {target}", number, "replace", "yes", note))
        elif block == "require" or bare.startswith("require "):
            required = _GO.match(text)
            if required:
                indirect = "// indirect" in text
                note = comment_at(lines, number, ("//",)).removeprefix("indirect").strip()
                found.append(
                    Package(
                        required.group("name"),
                        required.group("version"),
                        number,
                        "indirect" if indirect else "runtime",
                        "range",
                        note,
                    )
                )
    return found


def read_go_sum(lines: Sequence[str]) -> list[Package]:
    """The module versions of a go.sum."""
    found = []
    for number, text in enumerate(lines, 1):
        fields = text.split()
        if len(fields) == 3 and not fields[1].endswith("/go.mod"):
            found.append(Package(fields[0], fields[1], number))
    return found


def read_yarn(lines: Sequence[str]) -> list[Package]:
    """The resolved versions of a yarn.lock, classic or berry."""
    found = []
    name, place = "", 0
    for number, text in enumerate(lines, 1):
        if text and not text.startswith((" ", "#")):
            first = text.rstrip(":").split(",")[0].strip().strip('"')
            cut = first.find("@", 1)
            name, place = (first[:cut] if cut > 0 else ""), number
        elif name and text.strip().startswith("version"):
            version = text.strip().removeprefix("version").strip(": \"'")
            found.append(Package(name, version, place))
            name = ""
    return found


_PNPM = re.compile(r"^ {2}'?/?(?P<name>@?[^@'\s(]+(?:/[^@'\s(]+)?)@(?P<version>[^:'(\s]+)[^:]*'?:")


def read_pnpm(lines: Sequence[str]) -> list[Package]:
    """The packages of a pnpm lock, read line by line: aliases are never expanded."""
    found = []
    inside = False
    for number, text in enumerate(lines, 1):
        if text and not text.startswith((" ", "#")):
            inside = text.startswith(("packages:", "snapshots:"))
        elif inside:
            read = _PNPM.match(text)
            if read:
                found.append(Package(read.group("name"), read.group("version"), number))
    return list({(item.name, item.version): item for item in reversed(found)}.values())[::-1]
