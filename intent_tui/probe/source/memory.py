"""What was worked out once for a workspace and is asked for again by the next look-up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def uncollected() -> Iterator[None]:
    """Lets no garbage collection happen while an index is built.

    An index is thousands of small objects that all live until the run ends: the collector would
    walk them again and again and free nothing (a quarter of the time, measured).
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
