"""Small workspaces of plain files for the tests of the code surfaces."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from intent_tui.probe.entries import inventory
from intent_tui.workspace.files import Workspace


def workspace(root: Path, files: Mapping[str, str]) -> Workspace:
    """A workspace with these files; each text is dedented."""
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return Workspace.find(root)


def split(text: str) -> dict[str, str]:
    """Files out of one text: a line `=== path` begins each."""
    files: dict[str, str] = {}
    path = ""
    for line in textwrap.dedent(text).split("\n"):
        if line.startswith("=== "):
            path = line[4:].strip()
            files[path] = ""
        elif path:
            files[path] += line + "\n"
    return files


def routes(root: Path, files: Mapping[str, str]) -> list[str]:
    """The names of the HTTP entries of these files, in the order of the inventory."""
    found = inventory(workspace(root, files))
    assert found.partial is None
    return [entry.name for entry in found.entries if entry.sort == "http"]
