"""Whether what a pointer names is really there: looked at anew, not taken from the run."""

from __future__ import annotations

from intent_tui.base.files import Unreadable
from intent_tui.spec.evidence import Parts, judge, split
from intent_tui.workspace.files import Workspace


def valid(workspace: Workspace, pointer: str) -> bool:
    """Legal in form, and its file, line, heading, commit or record exists.

    Args:
        workspace: opened anew, so nothing of the run is taken on trust.
        pointer: the token as the spec holds it.
    """
    if not judge(pointer, workspace.inventory.has).ok:
        return False
    parts = split(pointer)
    if parts.form == "delegated":
        return True
    if parts.form == "commit":
        return any(commit.sha.startswith(parts.anchor) for commit in workspace.history.commits)
    if parts.form == "pull":
        return bool(workspace.history.by_pull(int(parts.anchor)))
    return _in_file(workspace, parts)


def _in_file(workspace: Workspace, parts: Parts) -> bool:
    path = _path(workspace, parts)
    if path is None:
        return False
    try:
        lines = len(workspace.opened.text(path).lines)
        if parts.anchor:
            return any(heading.slug == parts.anchor for heading in workspace.opened.headings(path))
    except Unreadable:
        return False
    return (parts.end or parts.line or 0) <= lines


def _path(workspace: Workspace, parts: Parts) -> str | None:
    """The file meant: a record or a document is named without its folder's start and its ending."""
    if parts.form not in ("record", "document"):
        return parts.path if workspace.inventory.has(parts.path) else None
    for file in workspace.inventory.files:
        stem = file.path.rsplit(".", 1)[0]
        if stem == parts.path or stem.endswith("/" + parts.path):
            return file.path
    return None


def place(pointer: str) -> str:
    """What a label can name: the path, the record, the document, or `git` for any commit."""
    parts = split(pointer)
    return "git" if parts.form in ("commit", "pull") else parts.path or pointer
