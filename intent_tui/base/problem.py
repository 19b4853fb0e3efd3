"""The one error a person may see: what is wrong, where, and what to do next.

Exit codes are those of the product page and the same for every verb.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of every verb."""

    DONE = 0
    INTERNAL = 1
    USAGE = 2
    ASK = 3
    UNDERSPECIFIED = 4
    DEGRADED = 5
    FINDINGS = 6


class Problem(Exception):
    """Something the person can mend.

    Args:
        what: one sentence, no blame, no code words; names the thing and the place.
        next_step: what to do now, as a command or a sentence; may hold several lines.
        exit_code: how a verb that stops here ends.
    """

    def __init__(self, what: str, next_step: str = "", exit_code: Exit = Exit.USAGE) -> None:
        super().__init__(what)
        self.what = what
        self.next_step = next_step
        self.exit_code = exit_code

    def lines(self) -> list[str]:
        """The message as it is printed: what, then the next step indented by two."""
        return [self.what, *(f"  {line}" for line in self.next_step.splitlines() if line)]
