"""How a repository stands before somebody works in it: what is changed, underway, reachable.

All of it is read as files. A git that compares files runs the filters a repository configures, so
the folder is held against the commit by the bytes.
"""

from __future__ import annotations

import re

from intent_tui.base.files import Unreadable, read_bounded
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.trees import Working, committed

_LIMIT = 1 << 20
_UNDERWAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
_NOT_WORK = (".intent/", ".linchpin/", ".worktrees/")
_REMOTE = re.compile(r'\s*\[\s*remote\s+"([^"\n]+)"\s*\]')
_SECTION = re.compile(r"\s*\[")
_URL = re.compile(r"\s*url\s*=\s*(\S+)")
_HOST = re.compile(r"(?:[a-z+]+://)?(?:[^@/\s]*@)?(?P<host>[A-Za-z0-9.-]+)[:/]")


def changed(workspace: Workspace) -> tuple[str, ...]:
    """Files that are not what the commit checked out has, new and deleted ones too, sorted.

    Raises:
        GitFailed: git gave no answer.
    """
    then = committed(workspace, "HEAD") if workspace.head else None
    now = Working(workspace)
    blobs = then.blobs if then else {}
    found = {
        path
        for path in now.paths | blobs.keys()
        if path not in now.paths or path not in blobs or not now.same(path, blobs[path])
    }
    return tuple(sorted(path for path in found if not path.startswith(_NOT_WORK)))


def underway(workspace: Workspace) -> str | None:
    """The mark of a merge, pick or rebase that has not ended; None when nothing is underway."""
    home = workspace.place.git_dir
    if home is None:
        return None
    return next((name for name in _UNDERWAY if (home / name).exists()), None)


def remote_host(workspace: Workspace) -> str | None:
    """The host of `origin`, else of the first remote; None without a remote.

    Only the host is given: the rest of an address may hold a name and a password.
    """
    home = workspace.place.common_dir or workspace.place.git_dir
    if home is None:
        return None
    try:
        data, _ = read_bounded(home / "config", _LIMIT, follow=False)
    except Unreadable:
        return None  # a repository without a readable configuration has no remote to use either
    hosts: dict[str, str] = {}
    name = ""
    for line in data.decode("utf-8", "replace").splitlines():
        remote = _REMOTE.match(line)
        if remote or _SECTION.match(line):
            name = remote[1] if remote else ""
        elif name and (url := _URL.match(line)):
            host = _HOST.match(url[1])
            hosts.setdefault(name, host["host"] if host else "a local path")
    return hosts.get("origin") or next(iter(hosts.values()), None)
