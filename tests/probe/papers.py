"""Small workspaces of written things, with or without a history of fixed dates."""

from __future__ import annotations

from pathlib import Path

from builders.workspaces import git, write

from intent_tui.probe.facts import Fact
from intent_tui.probe.result import Result
from intent_tui.workspace.files import Workspace


def folder(root: Path, files: dict[str, str]) -> Workspace:
    """A folder with these files and no history."""
    root.mkdir(parents=True, exist_ok=True)
    write(root, files)
    return Workspace.find(root)


class Repository:
    """A repository that grows commit by commit, a day apart."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._day = 0
        root.mkdir(parents=True, exist_ok=True)
        git(root, "init", "-q")

    def commit(self, message: str, files: dict[str, str] | None = None) -> str:
        """Commits files (or nothing) with this message and gives the full id."""
        self._day += 1
        date = f"2026-02-{self._day:02d}T10:00:00 +0000"
        write(self.root, files or {})
        git(self.root, "add", "-A", date=date)
        git(self.root, "commit", "-q", "--allow-empty", "-m", message, date=date)
        return git(self.root, "rev-parse", "HEAD").strip()

    def merge(self, branch_commits: list[str], message: str) -> str:
        """Makes a side branch of empty commits and merges it; gives the merge's id."""
        git(self.root, "checkout", "-q", "-b", f"side{self._day}")
        for each in branch_commits:
            self.commit(each)
        git(self.root, "checkout", "-q", "main")
        self._day += 1
        date = f"2026-02-{self._day:02d}T10:00:00 +0000"
        git(self.root, "merge", "-q", "--no-ff", "-m", message, "-", date=date)
        return git(self.root, "rev-parse", "HEAD").strip()

    def open(self) -> Workspace:
        """The repository as a run sees it."""
        return Workspace.find(self.root)


def only(result: Result) -> Fact:
    """The single fact of a result."""
    assert len(result.facts) == 1, result
    return result.facts[0]
