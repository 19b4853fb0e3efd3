"""The list of files a run works on, made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from intent_tui.workspace.git import Git, GitFailed
from intent_tui.workspace.kinds import FileInfo, Kinds
from intent_tui.workspace.listing import Listing, from_git, from_walk

_COUNTED = ("src", "test")


class Inventory:
    """Every file of a workspace with its kind, sorted by path.

    `failed` says why the listing had to be made another way or is not complete; what is listed
    can be used all the same. `source` says who listed.
    """

    def __init__(
        self,
        files: tuple[FileInfo, ...],
        source: Literal["git", "walk"],
        failed: str | None,
        code_languages: frozenset[str],
        partial: str | None = None,
    ) -> None:
        self.files = files
        self._code_languages = code_languages
        self.source: Literal["git", "walk"] = source
        self.failed = failed
        self.partial = partial
        """Why files are missing from the list; None when it is whole, whoever made it."""
        self._groups: dict[tuple[str, ...], tuple[FileInfo, ...]] = {}

    def of(self, *kinds: str) -> tuple[FileInfo, ...]:
        """The files of these kinds, sorted by path."""
        if kinds not in self._groups:
            self._groups[kinds] = tuple(info for info in self.files if info.kind in kinds)
        return self._groups[kinds]

    def has(self, path: str) -> bool:
        """Whether a path is in the list."""
        return path in self._by_path

    def get(self, path: str) -> FileInfo | None:
        """The entry of a path, None if it is not in the list."""
        return self._by_path.get(path)

    @cached_property
    def _by_path(self) -> dict[str, FileInfo]:
        return {info.path: info for info in self.files}

    @cached_property
    def language_counts(self) -> Mapping[str, int]:
        """How many source and test files each language has, most first."""
        spoken = (info.language for info in self.of(*_COUNTED))
        counted = Counter(language for language in spoken if language in self._code_languages)
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        return MappingProxyType(dict(ordered))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of source and tests, the one with most files first."""
        return tuple(self.language_counts)


def given(paths: Iterable[str]) -> Inventory:
    """The inventory of files somebody else listed, all of them."""
    kinds = Kinds()
    return Inventory(tuple(kinds.classify(sorted(paths))), "git", None, kinds.code_languages)


def take(root: Path, git: Git | None) -> Inventory:
    """Lists a workspace: with git if there is one that answers, else by walking."""
    kinds = Kinds()
    failed: str | None = None
    source: Literal["git", "walk"] = "walk"
    found: Listing | None = None
    if git is not None:
        try:
            found, source = from_git(git), "git"
        except GitFailed as error:
            failed = f"{error}; the folder was read without git"
    if found is None:
        found = from_walk(root, kinds.never_listed, kinds.not_walked)
    files = tuple(kinds.classify(sorted(found.paths)))
    return Inventory(files, source, failed or found.failed, kinds.code_languages, found.failed)
