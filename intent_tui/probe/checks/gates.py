"""Pipeline steps and test commands."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from intent_tui.probe.manifest_readers import json_files
from intent_tui.probe.manifest_readers.record import MalformedError
from intent_tui.probe.source import reading, surfaces
from intent_tui.workspace.files import Workspace


@dataclass(frozen=True, slots=True)
class Gate:
    """A command that has to succeed: a step of a pipeline (`gate`) or a test command (`suite`)."""

    kind: str
    name: str
    command: str
    path: str
    line: int


def read(workspace: Workspace) -> list[Gate]:
    """The steps of every pipeline that check something, then the test commands."""
    return [*_gates(workspace), *_suites(workspace)]


def _gates(workspace: Workspace) -> Iterator[Gate]:
    data = surfaces.common()
    words = frozenset(data["gate_words"])
    found: list[tuple[int, str, int, Gate]] = []
    places = {str(row.get("file") or row.get("folder")) for row in data["pipelines"]}
    for info in workspace.inventory.files:
        if info.path not in places and info.path.rpartition("/")[0] not in places:
            continue
        row = next((row for row in data["pipelines"] if _belongs(row, info.path)), None)
        if row is None:
            continue
        for gate in steps(info.path, reading.lines_of(workspace, info.path) or (), row["steps"]):
            said = set(re.findall(r"[a-z0-9]+", f"{gate.name} {gate.command}".lower()))
            if words & said and "install" not in gate.command.split():
                rank = min(data["gate_words"].index(word) for word in words & said)
                found.append((rank, gate.path, gate.line, gate))
    for *_, gate in sorted(found, key=lambda row: row[:3]):
        yield gate


def _belongs(row: surfaces.Data, path: str) -> bool:
    if "file" in row:
        return bool(path == row["file"])
    folder, _, name = path.rpartition("/")
    return bool(folder == row["folder"]) and name.endswith(tuple(row["suffixes"]))


def steps(path: str, lines: Sequence[str], key: str) -> Iterator[Gate]:
    """The commands under `key` (`run`, `script`) of a pipeline file, read line by line.

    The file is never loaded as a whole: an alias in it cannot make it grow.
    """
    pattern = re.compile(rf"^(?P<indent>\s*)(?P<dash>-\s+)?{re.escape(key)}:\s*(?P<value>.*)$")
    name, place = "", 0
    while place < len(lines):
        text = lines[place]
        place += 1
        titled = re.match(r"^\s*-?\s*name:\s*(.+?)\s*$", text)
        if titled:
            name = titled.group(1).strip("\"'")
        elif re.match(r"^\s*-\s", text):
            name = ""
        found = pattern.match(text)
        if found is None:
            continue
        value = found.group("value").strip()
        indent = len(found.group("indent")) + len(found.group("dash") or "")
        if value and value[0] not in "|>":
            yield Gate("gate", name, value.strip("\"'"), path, place)
            continue
        while place < len(lines):
            inner = lines[place]
            depth = len(inner) - len(inner.lstrip())
            item = inner.strip()
            if (item and depth < indent) or (
                depth == indent and item and not item.startswith("- ")
            ):
                break
            place += 1
            first = place
            while item.endswith("\\") and place < len(lines):
                item = f"{item[:-1].rstrip()} {lines[place].strip()}"
                place += 1
            if item and not item.startswith("#") and item != "|":
                yield Gate("gate", name, item.removeprefix("- ").strip("\"'"), path, first)


def _suites(workspace: Workspace) -> Iterator[Gate]:
    names = reading.by_base_name(workspace)
    for eco in surfaces.ecosystems():
        for row in eco.rows("suites"):
            for info in names.get(str(row["file"]), ()):
                if info.kind in ("example", "test"):
                    continue
                lines = reading.lines_of(workspace, info.path) or ()
                try:
                    yield from _commands(info.path, lines, row)
                except MalformedError:
                    # manifests reports a broken manifest; here it simply names no command
                    continue


def _commands(path: str, lines: Sequence[str], row: surfaces.Data) -> Iterator[Gate]:
    reader = row["reader"]
    keys = tuple(row.get("keys") or ())
    if reader == "json":
        section = json_files.load(lines).get(row["path"])
        for name, command in section.items() if isinstance(section, dict) else ():
            if isinstance(command, str) and any(fnmatchcase(name, key) for key in keys):
                line = json_files.line_of(lines, (row["path"], name))
                yield Gate("suite", name, command, path, line)
    elif reader == "make":
        for number, text in enumerate(lines, 1):
            found = re.match(r"^([A-Za-z][\w-]*)\b[^:=]*:(?!=)", text)
            if found and any(fnmatchcase(found.group(1), key) for key in keys):
                following = lines[number].strip() if number < len(lines) else ""
                yield Gate("suite", found.group(1), following.lstrip("@-"), path, number)
    elif reader == "ini":
        yield from _ini(path, lines, row)
    elif reader == "lines":
        for number, text in enumerate(lines, 1):
            if re.search(row["pattern"], text):
                yield Gate("suite", "test", text.strip(), path, number)


def _ini(path: str, lines: Sequence[str], row: surfaces.Data) -> Iterator[Gate]:
    section, _, key = str(row["path"]).rpartition(".")
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string("\n".join(lines))
    except configparser.Error as error:
        raise MalformedError("not a valid INI file") from error
    if not parser.has_option(section, key):
        return
    for command in parser.get(section, key).split("\n"):
        if command.strip():
            places = (n for n, text in enumerate(lines, 1) if command.strip() in text)
            yield Gate("suite", "test", command.strip(), path, next(places, 1))
