"""Opening files for a look-up and making facts of their lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from intent_tui.base.files import Unreadable
from intent_tui.probe.facts import Fact, Surface
from intent_tui.probe.settings import values
from intent_tui.probe.source.memory import remembered
from intent_tui.workspace.files import FileInfo, Workspace
from intent_tui.workspace.opened import NotCitable

QUOTE = 300
"""Characters a quoted line keeps."""
LONGEST_LINE = 5_000
"""Bytes of a line that is still looked at: longer ones are generated or hostile."""
SKIPPED = frozenset({"vendor", "generated", "binary"})
"""Kinds of files no look-up into code reads."""


def lines_of(workspace: Workspace, path: str) -> tuple[str, ...] | None:
    """The lines of a file, or None when it cannot be read as text."""
    try:
        return workspace.opened.text(path).lines
    except Unreadable:
        return None


def raw_of(workspace: Workspace, path: str) -> bytes:
    """The bytes of a file for a literal prefilter; empty when it cannot be read."""
    try:
        return workspace.opened.raw(path)
    except Unreadable:
        return b""


def fact_at(
    workspace: Workspace,
    surface: Surface,
    kind: str,
    name: str,
    where: tuple[str, int],
    *,
    value: str = "",
    more: Mapping[str, str] | None = None,
) -> Fact | None:
    """A fact whose pointer is the line `where` (path, number), quoted as it stands there.

    A line that holds a credential is quoted with its texts hidden.

    None when the path has no legal pointer or the line is gone; the file is opened here, so that
    the pointer is to something this run has really seen.
    """
    path, number = where
    try:
        lines = workspace.opened.text(path).lines
        if not 1 <= number <= len(lines):
            return None
        pointer = workspace.opened.pointer(path, number)
    except (Unreadable, NotCitable):
        return None
    kept = {key: text for key, text in (more or {}).items() if text}
    quote = lines[number - 1].strip()[:QUOTE]
    if values.secret_value(quote) or (surface == "kin" and values.secret_name(name)):
        name, value, quote = values.hidden(name), values.hidden(value), values.hidden(quote)
    return Fact(surface, kind, name, pointer, value[:QUOTE], quote, kept)


def by_base_name(workspace: Workspace) -> Mapping[str, Sequence[FileInfo]]:
    """The files of the inventory by base name, foreign and generated ones left out."""
    found: dict[str, list[FileInfo]] = remembered(
        workspace, "names", dict, lambda: _by_base_name(workspace)
    )
    return found


def _by_base_name(workspace: Workspace) -> dict[str, list[FileInfo]]:
    found: dict[str, list[FileInfo]] = {}
    for info in workspace.inventory.files:
        if info.kind not in SKIPPED:
            found.setdefault(info.path.rpartition("/")[2], []).append(info)
    return found


def shown(words: Iterable[str], most: int = 4) -> str:
    """Words as a trace shows them: the first few, then how many more."""
    listed = list(words)
    rest = len(listed) - most
    text = ", ".join(listed[:most])
    return f"{text} and {rest} more" if rest > 0 else text


def plural(count: int, one: str) -> str:
    """`1 file`, `3 files`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
