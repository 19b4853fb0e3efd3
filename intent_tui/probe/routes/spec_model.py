"""A document that declares entries, and how its entries are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from intent_tui.probe.routes.model import Access, Confidence, Entry, Sort
from intent_tui.probe.source.surfaces import Data, common
from intent_tui.probe.source.words import parts
from intent_tui.workspace.files import Workspace


@dataclass(frozen=True, slots=True)
class Document:
    """One file a row of `documents` is for."""

    workspace: Workspace
    path: str
    lines: Sequence[str]
    row: Data

    @property
    def id(self) -> str:
        """What its entries give as their framework."""
        return str(self.row["id"])


def job(document: Document, name: str, when: str, handler: str, line: int) -> Entry:
    """Something that runs by the clock; a time that is filled in elsewhere makes it partial."""
    return declared(document, "job", "", when or name, name or when, handler, line)


def event(document: Document, method: str, topic: str, handler: str, line: int) -> Entry:
    """Something that is sent or received: named by what happens and where."""
    return declared(document, "event", method, topic, f"{method} {topic}", handler, line)


def declared(
    document: Document, sort: Sort, method: str, path: str, name: str, handler: str, line: int
) -> Entry:
    """An entry as a document states it."""
    confidence: Confidence = "partial" if any(m in path for m in ("{{", "${", "<%")) else "literal"
    return Entry(
        sort, method, path, name, handler, document.path, line, "write", document.id, confidence
    )


def access_of_call(name: str) -> Access:
    """Whether a remote call reads or writes, by the first word of its name."""
    first = next(iter(parts(name)), "")
    data = common()
    reads = first in data["reading_words"] or first in data["call_reading_words"]
    return "read" if reads else "write"
