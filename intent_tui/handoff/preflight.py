"""What is looked at before a spec is handed over. Nothing is changed; a fallback is announced."""

from __future__ import annotations

from intent_tui.base import programs
from intent_tui.handoff.executors import Executor
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.git import GitFailed
from intent_tui.workspace.standing import changed, remote_host, underway


def notes(workspace: Workspace, executor: Executor) -> tuple[str, ...]:
    """What the person should know first, one sentence each: an unclean tree, no repository."""
    told: list[str] = []
    if "git" in executor.wants and workspace.git is None:
        why = workspace.place.refused or "there is no git repository here"
        return (f"ANNOUNCE: {why}: verify will read every line as delivered",)
    if "clean" in executor.wants:
        told += _tree(workspace)
    return tuple(told)


def obstacle(workspace: Workspace, executor: Executor) -> str | None:
    """Why the executor cannot be started here and its text is printed instead; None: it can."""
    if not executor.argv:
        return f"{executor.title} is text to print, nothing to start"
    if programs.find(executor.argv[0], workspace.root) is None:
        return f"{executor.argv[0]} is not installed"
    if "remote" in executor.wants and remote_host(workspace) is None:
        return "this repository has no remote"
    return None


def _tree(workspace: Workspace) -> list[str]:
    mark = underway(workspace)
    if mark:
        return [f"ANNOUNCE: {mark}: a merge or rebase is underway here"]
    try:
        files = changed(workspace)
    except GitFailed as error:
        return [f"ANNOUNCE: whether the tree is clean is not known: {error}"]
    if not files:
        return []
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return [f"ANNOUNCE: uncommitted here: {', '.join(files[:3])}{more}; verify counts them too"]
