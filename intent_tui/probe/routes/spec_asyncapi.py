"""AsyncAPI documents: the channels an application publishes to or listens on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.spec_model import Document, event
from intent_tui.probe.source.keyed import Row, rows

HEADS = frozenset({"asyncapi", "channels", "operations"})
DEEP = 4
_ACTIONS = frozenset({"publish", "subscribe", "send", "receive"})


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """One event for each action on a channel, as versions 2 and 3 state it.

    A channel nobody acts on in the document is named with the action `channel`.
    """
    for document in documents:
        found = list(rows(document.lines, deep=DEEP, heads=HEADS))
        if any(row.keys == ("asyncapi",) for row in found):
            yield from _events(document, found)


def _events(document: Document, found: Sequence[Row]) -> Iterator[Entry]:
    addresses: dict[str, str] = {}
    channels: dict[str, int] = {}
    handlers: dict[tuple[str, str], str] = {}
    actions: list[tuple[str, str, int]] = []
    operations: dict[str, dict[str, tuple[str, int]]] = {}
    for row in found:
        steps = [str(key) for key in row.keys]
        if steps[0] == "channels" and len(steps) == 2:
            channels[steps[1]] = row.line
        elif steps[0] == "channels" and len(steps) == 3 and steps[2] in _ACTIONS:
            actions.append((steps[2], steps[1], row.line))
        elif steps[0] == "channels" and steps[3:] == ["operationId"]:
            handlers[steps[2], steps[1]] = row.value
        elif steps[0] == "channels" and steps[2:] == ["address"]:
            addresses[steps[1]] = row.value
        elif steps[0] == "operations" and steps[2:] == ["action"]:
            operations.setdefault(steps[1], {})["action"] = (row.value, row.line)
        elif steps[0] == "operations" and steps[2:] == ["channel", "$ref"]:
            operations.setdefault(steps[1], {})["channel"] = (_last(row.value), row.line)
    used = set()
    for action, channel, line in actions:
        used.add(channel)
        yield event(document, action, channel, handlers.get((action, channel), ""), line)
    for name, each in operations.items():
        if "action" in each and "channel" in each:
            channel = each["channel"][0]
            used.add(channel)
            topic = addresses.get(channel, channel)
            yield event(document, each["action"][0], topic, name, each["action"][1])
    for channel, line in channels.items():
        if channel not in used:
            yield event(document, "channel", addresses.get(channel, channel), "", line)


def _last(reference: str) -> str:
    return reference.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
