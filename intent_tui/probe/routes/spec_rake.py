"""Rake: the tasks that say what they do, with the namespaces around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.others import access_of
from intent_tui.probe.routes.spec_model import Document

LONGEST = 1_000
_NAMESPACE = re.compile(r"^(?P<indent>\s*)namespace\s*\(?\s*[:\"'](?P<name>[\w-]+)[\"']?\)?\s+do\b")
_DESC = re.compile(r"^\s*desc(?:ription)?[\s(]")
_TASK = re.compile(r"^\s*(?:multi)?task\s*\(?\s*(?:[:\"'](?P<name>[\w:-]+)|(?P<key>[\w-]+):)")


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """The described tasks; what `rake -T` does not show is no way in."""
    for document in documents:
        yield from _tasks(document)


def _tasks(document: Document) -> Iterator[Entry]:
    around: list[tuple[int, str]] = []
    described = False
    for number, text in enumerate(document.lines, 1):
        if len(text) > LONGEST or not text.strip() or text.lstrip().startswith("#"):
            continue
        indent = len(text) - len(text.lstrip())
        around = [each for each in around if each[0] < indent]
        opened, task = _NAMESPACE.match(text), _TASK.match(text)
        if opened is not None:
            around.append((indent, opened.group("name")))
        elif task is not None and described:
            own = task.group("name") or task.group("key")
            name = ":".join([*(each for _, each in around), own])
            yield Entry(
                "command", "", name, name, "", document.path, number, access_of(name), document.id
            )
        described = _DESC.match(text) is not None or (described and task is None)
