"""Facts of records: the line where it can be cited, else the record by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from intent_tui.base.files import Unreadable
from intent_tui.probe.desk.records import Field, Record, secret
from intent_tui.probe.facts import Fact
from intent_tui.probe.reason import dangling
from intent_tui.probe.source.reading import QUOTE
from intent_tui.probe.written.prose import Said
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import NotCitable, NotOpened


def field_fact(
    workspace: Workspace, record: Record, field: Field, more: Mapping[str, str] | None = None
) -> Iterator[Fact]:
    """The fact that a field of a record holds a value; none if it cannot be cited."""
    yield from _fact(
        workspace, record, field.line, f"{field.name}: {field.value}", field.name, more
    )


def said_fact(
    workspace: Workspace, record: Record, said: Said, more: Mapping[str, str] | None = None
) -> Iterator[Fact]:
    """The fact that a record says a sentence; none if it cannot be cited."""
    yield from _fact(workspace, record, said.line, said.text, said.heading, more)


def _fact(
    workspace: Workspace,
    record: Record,
    line: int,
    value: str,
    field: str,
    more: Mapping[str, str] | None,
) -> Iterator[Fact]:
    pointer = cite(workspace, record, line)
    if pointer is None:
        return
    numbers = [each for each in dangling(value) if each.startswith("#")]
    kept = {
        "system": record.system,
        "id": record.id,
        "field": field,
        "dangling": " ".join(numbers),
        **(more or {}),
    }
    quote = quoted(workspace, record, line)
    yield Fact(
        "records", "record", record.name, pointer, value[:QUOTE], quote,
        {key: text for key, text in kept.items() if text},
    )  # fmt: skip


def cite(workspace: Workspace, record: Record, line: int) -> str | None:
    """The pointer to a line of a record; where a path has no legal spelling, to the record."""
    try:
        # Read when the desk was made; reading again makes sure that the line still stands.
        workspace.opened.text(record.path)
        return workspace.opened.pointer(record.path, line)
    except Unreadable:
        return None
    except NotOpened:
        return None
    except NotCitable:
        try:
            return workspace.opened.record(record.system, record.id)
        except (NotCitable, NotOpened):
            return None


def quoted(workspace: Workspace, record: Record, line: int) -> str:
    """The line as it stands in the file, "" where it holds something that must not be shown."""
    text = workspace.opened.text(record.path).lines[line - 1].strip()
    return "" if secret("", text) or len(text) > QUOTE else text
