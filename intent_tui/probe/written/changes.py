"""The lines of changelogs, with the version they stand under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intent_tui.base.files import Unreadable
from intent_tui.probe.written.match import named, present
from intent_tui.probe.written.prose import plain
from intent_tui.probe.written.vocabulary import stems_of
from intent_tui.workspace.documents import headings
from intent_tui.workspace.files import Workspace

MOST = 200
"""Lines one look-up takes of a changelog: the newest stand first."""
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. `deciding` says that it tells of a choice (held, removed), not of a feature."""

    path: str
    line: int
    text: str
    version: str
    deciding: bool


def entries(workspace: Workspace, terms: Sequence[str], names: Sequence[str]) -> Iterator[Entry]:
    """The lines that hold a term or a name, file by file, from the top of each."""
    for info in workspace.inventory.of("changelog"):
        try:
            lines = workspace.opened.text(info.path).lines
        except Unreadable:
            continue  # no text, no lines
        titles = {each.line: each.title for each in headings(lines)}
        version, given = "", 0
        for number, line in enumerate(lines, 1):
            version = titles.get(number, version)
            if number in titles or not line.strip() or len(line) > LONGEST:
                continue
            if not present(terms, line) and not named(names, line):
                continue
            text = plain(line.strip())
            yield Entry(info.path, number, text, version, _decides(text))
            given += 1
            if given >= MOST:
                break


def _decides(text: str) -> bool:
    return stems_of("deciding_lines").search(text.lower()) is not None
