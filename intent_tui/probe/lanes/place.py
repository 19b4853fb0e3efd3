"""A span worth reading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Lines `first` to `last` of a file, the lane that led there, and why."""

    path: str
    first: int
    last: int
    best: int
    """The strongest line."""
    lane: str
    why: str
    score: float
    role: str = "words"
    """What the place answers: where, how, what, failure, or the lane's own name."""
