"""Commands and jobs that no code declares: scripts of manifests, pipelines, schedule files."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator, Sequence
from typing import cast

from intent_tui.probe.manifest_readers import json_files, toml_files
from intent_tui.probe.manifest_readers.record import MalformedError
from intent_tui.probe.routes.model import Entry, Sort
from intent_tui.probe.routes.others import access_of
from intent_tui.probe.source import reading, surfaces
from intent_tui.workspace.files import Workspace

_CRON = re.compile(
    r"^\s*(?P<when>@\w+|(?:[\d*/,-]+|\w{3}(?:-\w{3})?)(?:\s+(?:[\d*/,-]+|\w{3}(?:-\w{3})?)){4})"
    r"\s+(?P<command>\S.*)$"
)


def entries(workspace: Workspace) -> Iterator[Entry]:
    """The scripts, scheduled pipelines and crontab lines of a workspace."""
    names = reading.by_base_name(workspace)
    for eco in surfaces.ecosystems():
        for row in eco.rows("scripts"):
            if "folder" in row:
                yield from _files(workspace, row)
                continue
            for info in names.get(str(row["file"]), ()):
                if info.kind not in ("example", "test"):
                    lines = reading.lines_of(workspace, info.path) or ()
                    try:
                        yield from _declared(info.path, lines, row)
                    except MalformedError:
                        # manifests reports a broken manifest; it simply declares no script
                        continue
    yield from _schedules(workspace)


def _declared(path: str, lines: Sequence[str], row: surfaces.Data) -> Iterator[Entry]:
    reader, where = row["reader"], str(row["path"])
    sort = cast("Sort", row["sort"])
    if reader == "json":
        section = json_files.load(lines).get(where)
        yield from _section(path, lines, section, where, row, sort)
    elif reader == "toml":
        for section in toml_files.at(toml_files.load(lines), where):
            for name, target in section.items() if isinstance(section, dict) else ():
                key = re.compile(rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=")
                line = next((n for n, text in enumerate(lines, 1) if key.match(text)), 1)
                yield _entry(sort, name, str(target), path, line, "script")
    elif reader == "ini_entry_points":
        yield from _entry_points(path, lines, where, sort)


def _section(
    path: str,
    lines: Sequence[str],
    section: object,
    where: str,
    row: surfaces.Data,
    sort: Sort,
) -> Iterator[Entry]:
    if isinstance(section, str):
        data = json_files.load(lines)
        section = {str(data.get("name", "")).rpartition("/")[2]: section}
    if isinstance(section, dict):
        for name, target in section.items():
            if isinstance(target, str) and name:
                line = json_files.line_of(lines, (where, name))
                yield _entry(
                    sort, name, target, path, line, "script" if row.get("script") else where
                )
    elif isinstance(section, list):
        for item in section:
            if isinstance(item, dict) and isinstance(item.get("path"), str):
                name = str(item["path"])
                line = next((n for n, text in enumerate(lines, 1) if f'"{name}"' in text), 1)
                yield _entry(sort, name, str(item.get("schedule", "")), path, line, where)


def _entry_points(path: str, lines: Sequence[str], where: str, sort: Sort) -> Iterator[Entry]:
    section, _, key = where.rpartition(".")
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string("\n".join(lines))
    except configparser.Error as error:
        raise MalformedError("not a valid INI file") from error
    if parser.has_option(section, key):
        for item in parser.get(section, key).split("\n"):
            name, _, target = (part.strip() for part in item.partition("="))
            if target:
                line = next((n for n, text in enumerate(lines, 1) if item.strip() in text), 1)
                yield _entry(sort, name, target, path, line, key)


def _entry(sort: Sort, name: str, handler: str, path: str, line: int, framework: str) -> Entry:
    access = access_of(name) if sort == "command" else "write"
    return Entry(sort, "", name, name, handler, path, line, access, framework)


def _files(workspace: Workspace, row: surfaces.Data) -> Iterator[Entry]:
    """Commands that are files of a folder: `management/commands/x.py`, `cmd/x/main.go`."""
    steps = tuple(str(row["folder"]).split("/"))
    for info in workspace.inventory.files:
        if info.kind != "src" or steps[-1] not in info.path:
            continue
        parts = info.path.split("/")
        if not set(steps) <= set(parts):
            continue
        stem = parts[-1].rpartition(".")[0]
        if row["reader"] == "packages":
            known = len(parts) >= 3 and parts[-1] == "main.go" and parts[-3] == steps[-1]
            name = parts[-2]
        else:
            known = tuple(parts[-1 - len(steps) : -1]) == steps and not stem.startswith("_")
            name = stem
        if known:
            yield _entry(cast("Sort", row["sort"]), name, "", info.path, 1, str(row["folder"]))


def _schedules(workspace: Workspace) -> Iterator[Entry]:
    data = surfaces.common()
    scheduled = {str(row["folder"]) for row in data["pipelines"] if row.get("schedule")}
    is_table = surfaces.namer(str(row["file"]) for row in data["schedules"])
    for info in workspace.inventory.files:
        if info.path.rpartition("/")[0] in scheduled:
            yield from _pipeline(workspace, info.path)
        if is_table(info.path):
            for number, text in enumerate(reading.lines_of(workspace, info.path) or (), 1):
                found = _CRON.match(text)
                if found:
                    command = found.group("command").strip()
                    title = f"{found.group('when')} {command}"[:120]
                    made = Entry(
                        "job", "", found.group("when"), title, command, info.path, number,
                        "write", "crontab",
                    )  # fmt: skip
                    yield made


def _pipeline(workspace: Workspace, path: str) -> Iterator[Entry]:
    lines = reading.lines_of(workspace, path) or ()
    title = next((t[5:].strip().strip("\"'") for t in lines if t.startswith("name:")), "")
    for number, text in enumerate(lines, 1):
        found = re.match(r"^\s+-?\s*cron:\s*[\"']?([^\"'#]+)", text)
        if found:
            name = title or path.rpartition("/")[2]
            when = found.group(1).strip()
            yield Entry("job", "", when, name, "", path, number, "write", "workflow")
