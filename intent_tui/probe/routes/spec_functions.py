"""Deployments of functions (Serverless, SAM): what calls each function, as its events say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.spec_model import Document, event, job
from intent_tui.probe.source import reading
from intent_tui.probe.source.keyed import Row, inline, rows

DEEP = 8
_TIMED = frozenset({"schedule", "schedulev2", "timer"})
_HTTP = frozenset({"http", "httpapi", "api"})
_WHEN = ("schedule", "scheduleexpression", "rate", "cron")
_TOPIC = ("topic", "queue", "stream", "arn", "bucket", "eventbus", "topics", "pattern", "name")
_HANDLERS = frozenset({("functions", "handler"), ("Resources", "Properties", "Handler")})
_SHORT = re.compile(r"(?P<method>[A-Z]+|\*)\s+(?P<path>/\S*)|(?P<any>\*)")


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """The routes, schedules and topics that functions are called by."""
    for document in documents:
        found = list(rows(document.lines, deep=DEEP, heads=frozenset({"functions", "Resources"})))
        groups: dict[tuple[str, str, str], dict[str, tuple[str, int]]] = {}
        handlers: dict[str, str] = {}
        for row in found:
            _take(row, groups, handlers)
        for (function, place, kind), said in groups.items():
            known = kind or said.get("type", ("", 0))[0].lower()
            yield from _event(document, handlers.get(function, function), place, known, said)


def _take(
    row: Row,
    groups: dict[tuple[str, str, str], dict[str, tuple[str, int]]],
    handlers: dict[str, str],
) -> None:
    steps = [str(key) for key in row.keys]
    if (steps[0], *steps[2:]) in _HANDLERS:
        handlers[steps[1]] = row.value
    elif steps[0] == "functions" and len(steps) >= 5 and steps[2] == "events":
        said = groups.setdefault((steps[1], steps[3], steps[4].lower()), {})
        said[".".join(steps[5:]).lower()] = (row.value, row.line)
    elif steps[0] == "Resources" and steps[2:] == ["Properties", "RouteKey"]:
        groups[steps[1], "", "httpapi"] = {"": (row.value, row.line)}
    elif steps[0] == "Resources" and len(steps) >= 6 and steps[2:4] == ["Properties", "Events"]:
        said = groups.setdefault((steps[1], steps[4], ""), {})
        said[steps[-1].lower()] = (row.value, row.line)


def _event(
    document: Document,
    handler: str,
    place: str,
    kind: str,
    said: Mapping[str, tuple[str, int]],
) -> Iterator[Entry]:
    first = min((each[1] for each in said.values()), default=1)
    whole = said.get("", ("", first))[0]
    plain = "" if whole.startswith("{") else whole
    values = {key: each for key, each in said.items() if key}
    for text, line in said.values():
        values.update((key.lower(), (value, line)) for key, value in inline(text).items())
    if kind in _TIMED:
        when, line = next((values[key] for key in _WHEN if key in values), (plain, first))
        yield job(document, f"{handler} {when}".strip(), when, handler, line)
    elif kind in _HTTP:
        short = _SHORT.fullmatch(plain)
        if "$default" in (plain, values.get("path", ("", 0))[0].lstrip("/")):
            # what no other route takes: no way in of its own
            return
        path, line = values.get("path") or ((short and short.group("path")) or "*", first)
        method = short.group("method") if short else values.get("method", ("", 0))[0]
        at = (document.path, line)
        yield http_entry(_method(method or ""), Piece(path), handler, at, document.id)
    elif kind == "websocket":
        route, line = values.get("route", (plain, first))
        yield event(document, "WS", route, handler, line)
    elif kind:
        topic, line = next((values[key] for key in _TOPIC if key in values), (plain, first))
        yield event(document, kind, topic.rpartition(":")[2] or place, handler, line)


def _method(text: str) -> str:
    upper = text.upper()
    return upper if upper.isalpha() and upper != "ANY" else "ANY"


def bindings(documents: Sequence[Document]) -> Iterator[Entry]:
    """What calls a function of Azure, one `function.json` each; `host.json` gives the prefix."""
    for document in documents:
        folder = document.path.rpartition("/")[0]
        said: dict[int, dict[str, tuple[str, int]]] = {}
        methods: dict[int, list[str]] = {}
        for row in rows(document.lines, deep=4, heads=frozenset({"bindings"})):
            if len(row.keys) == 3 and isinstance(row.keys[1], int):
                said.setdefault(row.keys[1], {})[str(row.keys[2]).lower()] = (row.value, row.line)
            elif row.keys[2:3] == ("methods",) and isinstance(row.keys[1], int):
                methods.setdefault(row.keys[1], []).append(row.value)
        name = folder.rpartition("/")[2]
        for number, values in sorted(said.items()):
            kind, line = values.get("type", ("", 1))
            if kind == "httpTrigger":
                route = values.get("route", (name, line))
                path = Piece(_prefix(document, folder)).then(Piece(route[0] or name))
                for method in methods.get(number) or ["any"]:
                    at = (document.path, route[1])
                    yield http_entry(_method(method), path, name, at, document.id)
            elif kind == "timerTrigger":
                when = values.get("schedule", ("", line))
                yield job(document, name, when[0], name, when[1])
            elif kind.endswith("Trigger"):
                topic = next((values[key] for key in _QUEUES if key in values), (name, line))
                yield event(document, "consume", topic[0], name, topic[1])


_QUEUES = ("queuename", "topicname", "eventhubname", "path")


def _prefix(document: Document, folder: str) -> str:
    """The prefix of all routes: what `host.json` beside the function's folder says, else `api`."""
    above = folder.rpartition("/")[0]
    host = f"{above}/host.json".lstrip("/")
    for row in rows(reading.lines_of(document.workspace, host) or (), deep=3):
        if row.keys[-1] == "routePrefix":
            return row.value
    return "api"
