"""What runs by the clock: cluster jobs, system timers, time tables, and processes kept running."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.others import access_of
from intent_tui.probe.routes.spec_model import Document, job
from intent_tui.probe.source import reading
from intent_tui.probe.source.keyed import rows

_TIMER = re.compile(r"^\s*(?P<key>On\w+|Unit)\s*=\s*(?P<value>\S.*?)\s*$")
_STARTS = re.compile(r"^\s*ExecStart\s*=\s*(?P<command>\S.*?)\s*$")
_PROCESS = re.compile(r"^(?P<name>[A-Za-z][\w-]*):\s+(?P<command>\S.*)$")
_CRON = re.compile(
    r"(?:\S+\s+){4}\S+|@\w+|every\b.*|(?:cron|rate)\(.*|\{\{.*|\d+\s*[smhdw]", re.IGNORECASE
)


def cluster(documents: Sequence[Document]) -> Iterator[Entry]:
    """`kind: CronJob` and its like: named by the metadata, at the line of the schedule."""
    for document in documents:
        said: dict[int, dict[tuple[str | int, ...], tuple[str, int]]] = {}
        for row in rows(document.lines, deep=3):
            said.setdefault(row.document, {}).setdefault(row.keys, (row.value, row.line))
        for keys in said.values():
            kind = keys.get(("kind",), ("", 0))[0]
            when = keys.get(("spec", "schedule")) or keys.get(("spec", "schedules", 0))
            if kind in document.row["kinds"] and when is not None:
                name = keys.get(("metadata", "name"), ("", 0))[0]
                yield job(document, name, when[0], "", when[1])


def timers(documents: Sequence[Document]) -> Iterator[Entry]:
    """A timer unit: what starts the service of the same name, and the command it runs."""
    for document in documents:
        folder, _, base = document.path.rpartition("/")
        when: list[tuple[str, int]] = []
        unit = base.removesuffix(".timer") + ".service"
        for number, text in enumerate(document.lines, 1):
            met = _TIMER.match(text)
            if met is None:
                continue
            if met.group("key") == "Unit":
                unit = met.group("value")
            else:
                when.append((met.group("value"), number))
        if when:
            path = f"{folder}/{unit}".lstrip("/")
            command = _command(reading.lines_of(document.workspace, path) or ())
            yield job(document, base, when[0][0], command or unit, when[0][1])


def _command(lines: Sequence[str]) -> str:
    return next((met.group("command") for text in lines if (met := _STARTS.match(text))), "")


@dataclass(slots=True)
class _Turn:
    """One entry of a time table as far as it was read."""

    when: str = ""
    line: int = 0
    said: dict[str, str] = field(default_factory=dict)


def timetable(documents: Sequence[Document]) -> Iterator[Entry]:
    """Every group of keys with a time among them (`cron`, `schedule` ...): one job each.

    The row says which keys hold a time (`when`) and which say what runs (`runs`); without one of
    these the job has the name of the group.
    """
    for document in documents:
        groups: dict[tuple[int, tuple[str | int, ...]], _Turn] = {}
        found = list(rows(document.lines, deep=6))
        if any(row.keys == ("kind",) for row in found):
            # a cluster's job whose file has the name of a time table
            continue
        for row in found:
            key = str(row.keys[-1]).lstrip(":").lower()
            group = groups.setdefault((row.document, row.keys[:-1]), _Turn())
            if key in document.row["when"] and _CRON.fullmatch(row.value):
                group.when, group.line = row.value, row.line
            elif row.value:
                group.said[key] = row.value
        for (_, keys), turn in groups.items():
            if turn.when:
                yield _turned(document, keys, turn)


def _turned(document: Document, keys: Sequence[str | int], turn: _Turn) -> Entry:
    runs: Mapping[str, str] = turn.said
    handler = next((runs[key] for key in document.row.get("runs") or () if key in runs), "")
    around = [str(key) for key in keys if isinstance(key, str) and key not in _GROUPS]
    name = runs.get("name") or runs.get("displayname") or handler or (around[-1:] or [""])[0]
    return job(document, name, turn.when, handler, turn.line)


_GROUPS = frozenset({"schedule", "schedules", ":schedule", "triggers", "cron", "jobs", "on"})
"""Keys around a time that name no job."""


def processes(documents: Sequence[Document]) -> Iterator[Entry]:
    """The processes of a Procfile: commands that a platform keeps running."""
    for document in documents:
        for number, text in enumerate(document.lines, 1):
            met = _PROCESS.match(text)
            if met is not None:
                name = met.group("name")
                yield Entry(
                    "command", "", name, name, met.group("command"), document.path, number,
                    access_of(name), document.id,
                )  # fmt: skip
