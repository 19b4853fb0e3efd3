"""What was worked out once for a workspace and is asked for again by the next look-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from intent_tui.workspace.files import Workspace

T = TypeVar("T")


def remembered(workspace: Workspace, key: str, kind: type[T], make: Callable[[], T]) -> T:
    """The value kept under `key`, made by `make` when it is asked for the first time.

    The values live as long as the workspace object: one run. `kind` is the class of the value.
    """
    name = f"probe {key}"
    found = workspace.cache.get(name)
    if isinstance(found, kind):
        return found
    value = make()
    workspace.cache[name] = value
    return value
