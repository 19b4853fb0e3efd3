"""What one surface hands back from one look-up."""

from __future__ import annotations

from dataclasses import dataclass

from intent_tui.probe.facts import Fact

KEPT = 12
"""Facts a result holds at the most; `hits` says how many there were."""


@dataclass(frozen=True, slots=True)
class Result:
    """One look-up on one surface, before the planner adds the field and the time.

    `action` reads alone in a trace ("entries: order in 2 route files"); `facts` are best first;
    `hits` counts all that were found; `failed` says why the surface could not be read or was read
    only in part, which is never the same as finding nothing.
    """

    action: str
    facts: tuple[Fact, ...] = ()
    hits: int = 0
    failed: str | None = None
