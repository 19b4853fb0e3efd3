"""How much of a person's attention was asked for: kept per workspace, in the user's state folder.

One line an event, appended. It holds no text of a request, a question or an answer: only which
field, when, and whether the answer was the recommended one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from intent_tui.base.clock import today
from intent_tui.base.config import state_dir

What = Literal["asked", "recommended", "other", "own words", "delegated", "refused", "contested"]

_MOST_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Noted:
    """One event: which day, which spec, which field, what happened to it."""

    day: str
    intent: str
    field: str
    what: What


@dataclass(frozen=True, slots=True)
class Week:
    """What happened in the seven days that begin on `first`, a Monday."""

    first: str
    asked: int
    recommended: int
    other: int
    delegated: int
    contested: int


class Ledger:
    """The ledger of one workspace.

    Args:
        root: the workspace; its path only names the file.
    """

    def __init__(self, root: Path) -> None:
        key = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
        self._name = f"{key}.jsonl"
        self._seen: set[tuple[str, str]] = set()

    @property
    def _file(self) -> Path:
        return state_dir() / "attention" / self._name

    def asked(self, intent: str, field: str) -> None:
        """A question was sent. The same one shown again counts once."""
        if (intent, field) not in self._seen:
            self._seen.add((intent, field))
            self._note(intent, field, "asked")

    def answered(self, intent: str, field: str, read_as: str, recommended: str) -> None:
        """A question was answered: as recommended, otherwise, in own words, or handed back."""
        if read_as in ("delegated", "refused"):
            self._note(intent, field, "delegated" if read_as == "delegated" else "refused")
        elif read_as == recommended:
            self._note(intent, field, "recommended")
        else:
            self._note(intent, field, "own words" if read_as == "own words" else "other")

    def contested(self, intent: str, field: str) -> None:
        """The person knew where the answer stands: a question too many."""
        self._note(intent, field, "contested")

    def _note(self, intent: str, field: str, what: What) -> None:
        row = {"day": today().isoformat(), "intent": intent, "field": field, "what": what}
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        handle = os.open(self._file, flags, 0o600)
        try:
            os.write(handle, json.dumps(row, ensure_ascii=True).encode() + b"\n")
        finally:
            os.close(handle)

    def read(self) -> tuple[Noted, ...]:
        """Everything noted so far, oldest first; what cannot be read is left out."""
        return tuple(self._rows())

    def _rows(self) -> Iterator[Noted]:
        with contextlib.suppress(OSError):
            if self._file.stat().st_size > _MOST_BYTES:
                return
            for line in self._file.read_text("utf-8", "replace").splitlines():
                row = _row(line)
                if row is not None:
                    yield row


def _row(line: str) -> Noted | None:
    try:
        record: Any = json.loads(line)
        return Noted(
            date.fromisoformat(record["day"]).isoformat(),
            str(record["intent"]),
            str(record["field"]),
            record["what"],
        )
    except (ValueError, KeyError, TypeError):
        return None  # the line a crash cut short


def weeks(rows: tuple[Noted, ...]) -> tuple[Week, ...]:
    """The events by week, oldest first; weeks without any are left out."""
    found: dict[str, list[str]] = {}
    for row in rows:
        day = date.fromisoformat(row.day)
        monday = date.fromordinal(day.toordinal() - day.weekday()).isoformat()
        found.setdefault(monday, []).append(row.what)
    return tuple(
        Week(
            first,
            what.count("asked"),
            what.count("recommended"),
            what.count("other") + what.count("own words"),
            what.count("delegated"),
            what.count("contested"),
        )
        for first, what in sorted(found.items())
    )
