"""What the cited files looked like when a spec was saved, noted in the user's state folder.

For a workspace without commits, and for the time between a save and the commit that takes it up:
one short mark a line, never the text itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent_tui.base.files import Unreadable, read_bounded, write_atomic

_VERSION = 1
_MOST_LINES = 20_000
_MOST_FILES = 64
_MOST_BYTES = 16 << 20
_BYTES = 4


@dataclass(frozen=True, slots=True)
class Marks:
    """The notes of one save.

    `head` is the commit that was checked out, empty without one; `files` the marks by path.
    """

    head: str
    files: Mapping[str, tuple[str, ...]]

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The marks of a file's lines; None when the file was not cited."""
        return self.files.get(path)


def marked(keys: Sequence[str]) -> tuple[str, ...]:
    """Lines as marks. A blank line stays one: it never counts."""
    return tuple(_mark(each) if each else "" for each in keys)


def _mark(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def write(target: Path, head: str, files: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Note the marks of a save. Raises OSError when the state folder cannot be written."""
    kept = {path: list(marked(keys)) for path, keys in files if len(keys) <= _MOST_LINES}
    rows = dict(sorted(kept.items())[:_MOST_FILES])
    record = {"version": _VERSION, "head": head, "files": rows}
    write_atomic(target, json.dumps(record, separators=(",", ":")).encode())


def read(target: Path) -> Marks | None:
    """The notes of a save; None when there are none that can be read."""
    try:
        data, cut = read_bounded(target, _MOST_BYTES, follow=False)
        record: Any = None if cut else json.loads(data)
    except (Unreadable, ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("version") != _VERSION:
        return None
    files = record.get("files")
    if not isinstance(files, dict):
        return None
    rows = {
        str(path): tuple(map(str, lines))
        for path, lines in files.items()
        if isinstance(lines, list)
    }
    return Marks(str(record.get("head") or ""), rows)
