"""The session journal: what the person said and half-typed survives a kill.

It lies in the user's state folder, never in the workspace, one file a request. Lines are appended
and synced one at a time, so the worst a crash can cost is the line being written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from intent_tui.base.config import state_dir
from intent_tui.base.problem import Problem
from intent_tui.passes.events import Answer, Correct, Submit, Undo, Veto, decode, encode

MAX_BYTES = 4 << 20
_PERSON = (Submit, Answer, Undo, Veto, Correct)
Act = Submit | Answer | Undo | Veto | Correct


class Journal:
    """The journal of one workspace.

    Args:
        root: the workspace; its path only names the folder.
    """

    def __init__(self, root: Path) -> None:
        self._key = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
        self._file: Path | None = None

    @property
    def _folder(self) -> Path:
        # Asked for when it is needed: a state folder that cannot be made stops nobody's work.
        return state_dir() / "sessions" / self._key

    def begin(self, submit: Submit) -> None:
        """Start the journal of a request.

        An earlier one of the same request is replaced, but for what was half-typed at its end.
        """
        name = hashlib.sha256(submit.request.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = self._folder / f"{name}.jsonl"
        field, text = self.half_typed()
        self._file.unlink(missing_ok=True)
        self._write(encode(submit))
        if text:
            self.draft(field, text)

    def act(self, command: Act) -> None:
        """Keep what the person just did."""
        self._write(encode(command))

    def named(self, intent: str) -> None:
        """Say which saved spec this request became."""
        self._write({"kind": "saved", "intent": intent})

    def draft(self, field: str, text: str) -> None:
        """Keep a half-typed answer."""
        self._write({"kind": "draft", "field": field, "text": text})

    def half_typed(self) -> tuple[str, str]:
        """Field and text of the last half-typed answer of this request; empty after an answer."""
        found = ("", "")
        for line in self._lines(self._file):
            if line.get("kind") == "draft":
                found = (str(line.get("field", "")), str(line.get("text", "")))
            elif line.get("kind") == "Answer":
                found = ("", "")
        return found

    def find(self, intent: str) -> list[Act] | None:
        """What the person did in the latest session that became this saved spec."""
        best: tuple[int, list[Act]] | None = None
        for path in self._files():
            lines = list(self._lines(path))
            names = [line["intent"] for line in lines if line.get("kind") == "saved"]
            if names[-1:] != [intent]:
                continue
            stamp = path.stat().st_mtime_ns
            if best is None or stamp > best[0]:
                best = (stamp, list(_acts(lines)))
                self._file = path
        return best[1] if best else None

    def _files(self) -> list[Path]:
        try:
            return sorted(self._folder.glob("*.jsonl"))
        except Problem:
            return []

    def _write(self, record: dict[str, Any]) -> None:
        if self._file is None:
            return
        line = json.dumps(record, ensure_ascii=True) + "\n"
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, line.encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def _lines(self, path: Path | None) -> Iterator[dict[str, Any]]:
        if path is None or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return
        for line in path.read_text("utf-8", "replace").splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue  # the line a crash cut short
            if isinstance(record, dict):
                yield record


def _acts(lines: Iterable[dict[str, Any]]) -> Iterator[Act]:
    for line in lines:
        try:
            record = decode(line)
        except ValueError:
            continue  # drafts and names, or a line of another version
        if isinstance(record, _PERSON):
            yield record
