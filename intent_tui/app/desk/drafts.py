"""Verdicts of a person that are not in the spec yet: kept in the user's state folder.

A draft holds the words of the constraint it judges and of the line it points at: once either of
them is another, the draft is gone.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from intent_tui.base.config import state_dir
from intent_tui.base.files import Unreadable, read_bounded, write_atomic

_MOST_BYTES = 1 << 20
VERDICTS = ("met", "not_met", "not_checkable")


@dataclass(frozen=True, slots=True)
class Draft:
    """One verdict: on which words, with which line and its text, or why."""

    constraint: str
    verdict: str
    pointer: str = ""
    line: str = ""
    reason: str = ""


class Drafts:
    """The drafts of one saved spec.

    Args:
        root: the workspace; its path only names the folder.
        stem: the spec.
    """

    def __init__(self, root: Path, stem: str) -> None:
        key = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
        self._file = state_dir() / "verdicts" / key / f"{stem}.json"

    def read(self) -> tuple[Draft, ...]:
        """Every draft; none when the file is missing or is not ours."""
        try:
            data, cut = read_bounded(self._file, _MOST_BYTES, follow=False)
            rows: Any = [] if cut else json.loads(data)
            drafts = [Draft(**row) for row in rows]
        except (Unreadable, ValueError, TypeError):
            return ()
        return tuple(one for one in drafts if _whole(one))

    def put(self, draft: Draft) -> None:
        """Keep a draft in place of the one on the same words. Raises OSError."""
        self._write((*(one for one in self.read() if one.constraint != draft.constraint), draft))

    def drop(self, constraint: str) -> None:
        """Forget the draft on these words. Raises OSError."""
        self._write(tuple(one for one in self.read() if one.constraint != constraint))

    def _write(self, drafts: tuple[Draft, ...]) -> None:
        rows = [asdict(one) for one in drafts]
        write_atomic(self._file, json.dumps(rows, ensure_ascii=True).encode())


def _whole(one: Draft) -> bool:
    texts = (one.constraint, one.verdict, one.pointer, one.line, one.reason)
    return all(isinstance(each, str) for each in texts) and one.verdict in VERDICTS
