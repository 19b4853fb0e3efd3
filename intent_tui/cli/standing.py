"""Whether what a pointer names is still there. Opened again, never taken on trust.

A pointer carries a place and not the words that stood there, so this tells `fresh` from
`missing`: a line past the end of its file, a heading or a commit that is gone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from intent_tui.spec.model import USER_DELEGATED

if TYPE_CHECKING:
    from intent_tui.workspace.files import Workspace

Standing = Literal["fresh", "missing"]

_PLACE = re.compile(r"(?P<path>[^\s:#]+)(?::(?P<line>\d+)(?:-(?P<end>\d+))?)?(?:#(?P<slug>\S+))?")


def standing(home: Workspace, pointer: str) -> Standing:
    """`fresh` when the pointer's source and place exist in the workspace now."""
    if pointer == USER_DELEGATED:
        return "fresh"
    form, _, rest = pointer.partition(":")
    if form == "git":
        return "fresh" if _commit(home, rest) else "missing"
    if form in ("record", "doc") and not home.inventory.has(pointer):
        return "fresh" if _named(home, rest) else "missing"
    match = _PLACE.fullmatch(pointer)
    if match is None or not home.inventory.has(match["path"]):
        return "missing"
    return "fresh" if _place(home, match) else "missing"


def _commit(home: Workspace, name: str) -> bool:
    if name.startswith("#") and name[1:].isdigit():
        return bool(home.history.by_pull(int(name[1:])))
    return any(commit.sha.startswith(name) for commit in home.history.commits)


def _named(home: Workspace, name: str) -> bool:
    """A record or document is a file whose path without its ending closes with the name."""
    wanted, _, slug = name.partition("#")
    for one in home.inventory.files:
        stem = one.path.rsplit(".", 1)[0]
        if stem == wanted or stem.endswith("/" + wanted):
            return not slug or _heading(home, one.path, slug)
    return False


def _place(home: Workspace, match: re.Match[str]) -> bool:
    if match["line"] is None and match["slug"] is None:
        return True
    if match["slug"] is not None and not _heading(home, match["path"], match["slug"]):
        return False
    last = int(match["end"] or match["line"] or 0)
    return last <= _length(home, match["path"])


def _length(home: Workspace, path: str) -> int:
    from intent_tui.base.files import Unreadable

    try:
        return len(home.opened.text(path).lines)
    except Unreadable:
        return 0


def _heading(home: Workspace, path: str, slug: str) -> bool:
    from intent_tui.base.files import Unreadable
    from intent_tui.workspace.documents import headings

    try:
        lines = home.opened.text(path).lines
    except Unreadable:
        return False
    return any(heading.slug == slug for heading in headings(lines))
