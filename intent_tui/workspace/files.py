"""A workspace: its root, its files, what was opened of it, its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intent_tui.base.files import Unreadable
from intent_tui.workspace import search as searching
from intent_tui.workspace.git import Git, GitFailed
from intent_tui.workspace.inventory import Inventory, take
from intent_tui.workspace.kinds import FileInfo
from intent_tui.workspace.opened import Opened
from intent_tui.workspace.place import Place, locate

if TYPE_CHECKING:
    from intent_tui.workspace.history import History

__all__ = ["FileInfo", "Inventory", "Unreadable", "Workspace"]


class Workspace:
    """Everything that is read of one folder, each part made when it is first asked for.

    Args:
        place: what `locate` found; use `Workspace.find`.
        listed: the files, when somebody has listed them already.
    """

    def __init__(self, place: Place, listed: Inventory | None = None) -> None:
        self.place = place
        self._listed = listed
        self.root: Path = place.root
        self.opened = Opened(place.root)
        self.git: Git | None = Git(place) if place.git_dir is not None else None
        self.cache: dict[str, Any] = {}
        """For indexes that those above build once for this workspace, by the room's name."""
        self._failures: list[str] = []

    @classmethod
    def find(cls, folder: Path | None = None) -> Workspace:
        """The repository around a folder, else the folder; the current folder if none is given.

        Raises:
            Problem: it does not exist (a near name is offered), is a file, may not be read, or
                is a bare repository.
        """
        return cls(locate(folder))

    @property
    def name(self) -> str:
        """The name of the root folder."""
        return self.root.name or str(self.root)

    @cached_property
    def inventory(self) -> Inventory:
        """The files, listed once."""
        if self._listed is not None:
            return self._listed
        found = take(self.root, self.git)
        if found.failed is not None:
            self._note(found.failed)
        return found

    @cached_property
    def history(self) -> History:
        """The commits, read when first asked for."""
        from intent_tui.workspace.history import History

        return History(self.git, self.opened.saw, self.place.refused)

    @cached_property
    def head(self) -> str:
        """The branch and short id of the commit checked out ("main 4c1e9a2"), "" without one.

        A checked-out commit without a branch gives the id alone.
        """
        if self.git is None:
            return ""
        try:
            done = self.git.run("rev-parse", ("-q", "--verify"), revision="HEAD")
            branch = self.git.run("rev-parse", ("--abbrev-ref",), revision="HEAD")
        except GitFailed as error:
            if error.code != 1:  # 1 is a repository without commits
                self._note(str(error))
            return ""
        short = done.out.decode("ascii", "replace").strip()[:7]
        name = branch.out.decode("utf-8", "surrogateescape").strip()
        return short if name == "HEAD" else f"{name} {short}"

    @property
    def failures(self) -> list[str]:
        """What the surroundings did not allow so far: the command or path, and the reason."""
        told = [*self._failures]
        if "history" in self.__dict__ and self.history.known_failure is not None:
            told.append(self.history.known_failure)
        return list(dict.fromkeys(told))

    def search(
        self,
        terms: Sequence[str],
        files: Iterable[FileInfo] | None = None,
        *,
        limit: int = 400,
        whole_words: bool = False,
    ) -> searching.SearchResult:
        """`search.search` in these files, by default in all of the inventory."""
        chosen = self.inventory.files if files is None else files
        return searching.search(self.opened, terms, chosen, limit=limit, whole_words=whole_words)

    def files_with(
        self, terms: Sequence[str], files: Iterable[FileInfo] | None = None
    ) -> dict[str, int]:
        """`search.files_with` in these files, by default in all of the inventory."""
        chosen = self.inventory.files if files is None else files
        return searching.files_with(self.opened, terms, chosen)

    def _note(self, failure: str) -> None:
        if failure not in self._failures:
            self._failures.append(failure)
