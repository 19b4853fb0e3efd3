"""The paths of a workspace: from git where it can tell, else from a walk that obeys .gitignore."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from intent_tui.base.display import visible_line
from intent_tui.base.files import Unreadable, read_bounded, reason_of
from intent_tui.workspace.git import Git

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MOST_FILES = 200_000
"""Files a walk lists before it stops and says so."""

_TIME_LIMIT = 15.0
_DEEPEST = 64
_IGNORE_FILE_LIMIT = 1 << 18
_LIST_LIMIT = 128 << 20
_NOT_FILES = "160000 "
_NOT_HERE = frozenset({"R ", "S "})


class Listing(NamedTuple):
    """Paths in no order, and why they may not be all."""

    paths: list[str]
    failed: str | None


def from_git(git: Git) -> Listing:
    """Every tracked or new file of the work tree that is there and not ignored.

    One call tells all: `H` tracked, `R` gone from the folder, `S` not checked out, `?` new.
    Submodules and repositories inside are not entered: they are their own workspaces.

    Raises:
        GitFailed: the listing could not be made.
    """
    done = git.run(
        "ls-files",
        ("-z", "-t", "-s", "-c", "-o", "-d", "--exclude-standard"),
        timeout=_TIME_LIMIT,
        max_bytes=_LIST_LIMIT,
    )
    # One decoding for all: it costs more than everything else when each path has its own.
    entries = done.out.decode("utf-8", "surrogateescape").split("\0")
    paths = _there(entries[: -1 if done.truncated else None])
    failed = "git listed too many files; the rest was left out" if done.truncated else None
    return Listing(paths, failed or _warning(done.err))


def _there(entries: list[str]) -> list[str]:
    """The paths of what `ls-files -t -s` printed: tracked and there, then new."""
    tracked: list[str] = []
    fresh: list[str] = []
    gone: set[str] = set()
    for entry in entries:
        tag = entry[:2]
        if tag == "? ":
            if not entry.endswith("/"):
                fresh.append(entry[2:])
            continue
        before = entry.find("\t")
        if before < 0 or entry.startswith(_NOT_FILES, 2):
            continue
        (gone.add if tag in _NOT_HERE else tracked.append)(entry[before + 1 :])
    found = dict.fromkeys(tracked)  # unmerged: three entries
    for path in gone:
        found.pop(path, None)
    return [*found, *fresh]


def _warning(err: bytes) -> str | None:
    """The first thing git could not look into (a folder without permission)."""
    lines = err.decode("utf-8", "surrogateescape").splitlines()
    told = [line.removeprefix("warning: ") for line in lines if line.startswith("warning: could")]
    return f"git ls-files: {visible_line(told[0])}" if told else None


def from_walk(root: Path, never: frozenset[str], not_walked: frozenset[str]) -> Listing:
    """Every file below `root` that no .gitignore on the way excludes.

    Links are listed and not followed; pipes, sockets and devices are left out.

    Args:
        root: where to start.
        never: names that are never listed.
        not_walked: names of folders that are never entered.
    """
    walk = _Walk(root, never | not_walked)
    paths: list[str] = []
    for path in walk.files():
        if len(paths) >= MOST_FILES:
            walk.note(f"more than {MOST_FILES} files; the rest was left out")
            break
        paths.append(path)
    return Listing(paths, walk.failed)


class _Walk:
    def __init__(self, root: Path, skip: frozenset[str]) -> None:
        self._root = os.fsencode(root)
        self._skip = skip
        self.failed: str | None = None

    def note(self, reason: str) -> None:
        """Keeps the first thing that went wrong."""
        self.failed = self.failed or reason

    def files(self) -> Iterator[str]:
        # Each step: the folder with a trailing slash, and the ignore rules that reach it,
        # innermost first. A list instead of recursion: depth is the workspace's choice.
        steps: list[tuple[str, tuple[tuple[str, GitIgnoreSpec], ...]]] = [("", ())]
        while steps:
            folder, rules = steps.pop()
            try:
                with os.scandir(self._on_disk(folder)) as found:
                    entries = sorted(found, key=lambda entry: entry.name)
            except OSError as error:
                self.note(f"{visible_line(folder) or 'the root'} {reason_of(error)}")
                continue
            if any(entry.name == b".gitignore" for entry in entries):
                rules = (*self._rules(folder), *rules)
            deeper = []
            for entry in entries:
                name = entry.name.decode("utf-8", "surrogateescape")
                path = folder + name
                is_folder = entry.is_dir(follow_symlinks=False)
                if name in self._skip or _ignored(path + "/" * is_folder, rules):
                    continue
                if is_folder:
                    deeper.append((path + "/", rules))
                elif entry.is_file(follow_symlinks=False) or entry.is_symlink():
                    yield path
            if folder.count("/") >= _DEEPEST:
                if deeper:
                    self.note(f"folders deeper than {_DEEPEST} levels were left out")
                continue
            steps.extend(reversed(deeper))

    def _on_disk(self, path: str) -> bytes:
        return b"/".join((self._root, path.encode("utf-8", "surrogateescape")))

    def _rules(self, folder: str) -> tuple[tuple[str, GitIgnoreSpec], ...]:
        try:
            place = self._on_disk(folder + ".gitignore")
            data, _ = read_bounded(place, _IGNORE_FILE_LIMIT, follow=False)
        except Unreadable:
            return ()  # what can't be read excludes nothing
        from pathspec import GitIgnoreSpec

        lines = data.decode("utf-8", "surrogateescape").splitlines()
        return ((folder, GitIgnoreSpec.from_lines(lines)),)


def _ignored(path: str, rules: tuple[tuple[str, GitIgnoreSpec], ...]) -> bool:
    """The innermost rule file that says anything decides."""
    for folder, spec in rules:
        verdict = spec.check_file(path[len(folder) :]).include
        if verdict is not None:
            return bool(verdict)
    return False
