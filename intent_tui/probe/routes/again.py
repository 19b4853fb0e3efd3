"""The inventory of an earlier run, as long as no file of the workspace has changed since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from intent_tui.base import kept, knowledge
from intent_tui.probe.routes.model import Entries, Entry
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.stamps import stamp

ROOM = "entries"
MOST = 24
"""States of workspaces whose inventory is kept."""

_NAMES = tuple(each.name for each in fields(Entry))
_values = attrgetter(*_NAMES)


def entries(workspace: Workspace, make: Callable[[Workspace], tuple[Entries, bool]]) -> Entries:
    """What `make` gives for the workspace, from an earlier run where it must be the same.

    `make` says whether what it gives may be kept. It is not kept either when a file outside the
    inventory was opened on the way: nobody would see that one change. Every entry that becomes a
    fact is opened at its line again, so a pointer never comes from what is kept.
    """
    inventory = workspace.inventory
    about = stamp(workspace.root, inventory.files) if inventory.failed is None else None
    if about is None:
        return make(workspace)[0]
    name = kept.key((bytes(workspace.root), about, knowledge.edition()))
    found = kept.get(ROOM, name)
    if found is not None:
        return _from_plain(found[0])
    before = workspace.opened.paths
    made, settled = make(workspace)
    if settled and all(map(inventory.has, workspace.opened.paths - before)):
        kept.put(ROOM, name, _plain(made), MOST)
    return made


def _plain(made: Entries) -> dict[str, Any]:
    rows = [
        [list(value) if isinstance(value, tuple) else value for value in _values(entry)]
        for entry in made.entries
    ]
    return {"entries": rows, "partial": made.partial}


def _from_plain(data: dict[str, Any]) -> Entries:
    made = tuple(Entry(*map(_value, row)) for row in data["entries"])
    return Entries(made, data["partial"])


def _value(kept_as: Any) -> Any:  # noqa: ANN401 - the fields of an entry differ
    return tuple(kept_as) if isinstance(kept_as, list) else kept_as
