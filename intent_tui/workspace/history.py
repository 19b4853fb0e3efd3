"""The commits of a repository, read once into memory, and what was taken back and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from intent_tui.workspace.git import Git, GitFailed
from intent_tui.workspace.reverts import Revert, find_reverts

__all__ = ["BODY_LIMIT", "MOST_COMMITS", "Commit", "History", "Patches", "Revert", "own_pull"]

MOST_COMMITS = 20_000
"""Commits that are read; older ones are left out and `truncated` says so."""
BODY_LIMIT = 2048
"""Characters kept of a message's body."""

_MOST_BEFORE = 200
_MOST_PATHS = 60
"""Files of a commit beyond which it is a sweep that shares files with everything."""
_OUTPUT_LIMIT = 64 << 20
_SUBJECT_LIMIT = 1000
_FIELD = "\x1f"
_RECORD = "\x00"
# Ids, parents and time first: what a message holds can't shift them.
_FORMAT = "--format=%H%x1f%P%x1f%ct%x1f%s%x1f%b"
_IN_SUBJECT = (
    re.compile(r"\(#(\d{1,7})\)\s*$"),
    re.compile(r"^Merge pull request #(\d{1,7})\b"),
)
_BODY_WORDS = "See merge request "
_IN_BODY = re.compile(r"^See merge request (?:[\w./-]*)!(\d{1,7})\b", re.MULTILINE)


class Commit(NamedTuple):
    """One commit. `time` is its committer's time in seconds since 1970."""

    sha: str
    parents: tuple[str, ...]
    time: int
    subject: str
    body: str


class History:
    """The commits reachable from what is checked out, newest first.

    Args:
        git: the repository, None for a folder without one: then there are simply no commits.
        saw: told what was read: full ids, and numbers of pull requests.
        refused: why a repository that is there could not be looked into.
    """

    def __init__(
        self,
        git: Git | None,
        saw: Callable[[Iterable[str], Iterable[int]], None],
        refused: str | None = None,
    ) -> None:
        self._git = git
        self._refused = refused
        self._saw = saw
        self._own_pulls: dict[str, int] = {}

    @cached_property
    def _read(self) -> _Read:
        read = _read(self._git) if self._git is not None else _Read((), self._refused, False, False)
        self._own_pulls = {c.sha: n for c in read.commits if (n := own_pull(c)) is not None}
        self._saw((commit.sha for commit in read.commits), self._own_pulls.values())
        return read

    @property
    def there(self) -> bool:
        """Whether there is a repository at all, readable or not."""
        return self._git is not None or self._refused is not None

    @property
    def commits(self) -> tuple[Commit, ...]:
        """All that were read, newest first."""
        return self._read.commits

    @property
    def failed(self) -> str | None:
        """Why the history could not be read; a repository without commits is no failure."""
        return self._read.failed

    @property
    def known_failure(self) -> str | None:
        """`failed`, without reading the history for it."""
        return self._read.failed if "_read" in self.__dict__ else None

    @property
    def shallow(self) -> bool:
        """Whether older commits exist elsewhere and were not brought here."""
        return self._read.shallow

    @property
    def truncated(self) -> bool:
        """Whether older commits were left out because there are too many."""
        return self._read.truncated

    def search(self, terms: Sequence[str]) -> list[Commit]:
        """Commits whose subject or body holds any of the terms, literally, newest first."""
        wanted = [term.lower() for term in terms if term.strip()]
        return [
            commit
            for commit, text in zip(self.commits, self._lowered, strict=True)
            if any(term in text for term in wanted)
        ]

    def frequency(self, term: str) -> int:
        """In how many commits a term stands, literally, upper and lower case alike."""
        low = term.lower()
        return sum(low in text for text in self._lowered) if low.strip() else 0

    def before(self, sha: str) -> tuple[Commit, ...]:
        """Earlier commits that touched a file of this commit, newest first, at most 200.

        Empty when git cannot say: what came before is then not known.
        """
        if self._git is None or sha not in self.by_sha:
            return ()
        try:
            one = ("-z", "--max-count=1", "--format=", "--name-only", "--no-renames")
            names = self._git.run("log", one, revision=sha).out.split(b"\0")
            paths = [name.decode("utf-8", "surrogateescape") for name in names if name.strip()]
            if not paths or len(paths) > _MOST_PATHS:
                return ()
            many = ("-z", f"--max-count={_MOST_BEFORE}", "--format=%H")
            done = self._git.run("log", many, revision=sha, paths=[p.strip() for p in paths])
        except GitFailed:
            return ()
        ids = done.out.decode("ascii", "replace").replace(_RECORD, "\n").split()
        return tuple(self.by_sha[each] for each in ids if each in self.by_sha and each != sha)

    @cached_property
    def _lowered(self) -> list[str]:
        return [f"{commit.subject}\n{commit.body}".lower() for commit in self.commits]

    @cached_property
    def by_sha(self) -> dict[str, Commit]:
        """The commits by their full id."""
        return {commit.sha: commit for commit in self.commits}

    @cached_property
    def _reverts(self) -> tuple[Revert, ...]:
        return find_reverts(self.commits)

    def reverts(self) -> tuple[Revert, ...]:
        """Commits that take back another one, newest first."""
        return self._reverts

    def patches(self, text: str, paths: Sequence[str], *, most: int = 8) -> Patches:
        """The newest commits that changed how often a text stands in some files, as patches.

        Args:
            text: looked for as it is.
            paths: workspace paths, taken literally; those that are gone count too.
            most: commits at the most.

        What lies behind the end of a shallow clone, or in objects that are not here, is no
        answer: then `failed` says so.
        """
        if self._git is None:
            return Patches(failed=self._refused)
        if not text or not paths:
            return Patches()
        options = ("-p", f"-S{text}", f"--max-count={most}", "--no-renames", _PATCH_FORMAT)
        try:
            self._git.run("rev-parse", ("-q", "--verify"), revision="HEAD")
        except GitFailed as error:
            # no commit yet: nothing was ever taken out
            return Patches(failed=None if error.code == 1 else str(error))
        try:
            shallow = self._git.shallow
            done = self._git.run(
                "log", options, revision="HEAD", paths=paths,
                timeout=_PATCH_SECONDS, max_bytes=_PATCH_LIMIT,
            )  # fmt: skip
        except GitFailed as error:
            return Patches(failed=str(error))
        found = tuple(_patches(done.out.decode("utf-8", "replace")))
        self._saw((commit.sha for commit, _ in found), ())
        cut = "the clone is shallow: git fetch --unshallow"
        return Patches(found, cut if shallow else None)

    def pull_of(self, commit: Commit) -> int | None:
        """The pull request a commit came in with.

        Its own message says so (`(#n)`, `Merge pull request #n`, `See merge request !n`), or the
        merge that brought it in does. A bare `#n` may be an issue and does not count.
        """
        return self._pulls.get(commit.sha)

    def by_pull(self, number: int) -> tuple[Commit, ...]:
        """The commits that came in with a pull request, newest first."""
        return tuple(c for c in self.commits if self._pulls.get(c.sha) == number)

    @cached_property
    def _pulls(self) -> dict[str, int]:
        mainline: list[Commit] = []
        at = self.commits[0] if self.commits else None
        found = dict(self._own_pulls)
        while at is not None:
            mainline.append(at)
            at = self.by_sha.get(at.parents[0]) if at.parents else None
        seen = {commit.sha for commit in mainline}
        for merge in reversed(mainline):
            number = found.get(merge.sha)
            waiting = list(merge.parents[1:])
            while waiting:
                commit = self.by_sha.get(waiting.pop())
                if commit is None or commit.sha in seen:
                    continue
                seen.add(commit.sha)
                waiting.extend(commit.parents)
                if number is not None:
                    found.setdefault(commit.sha, number)
        return found


@dataclass(frozen=True, slots=True)
class Patches:
    """Commits with their patch texts, newest first; `failed`: why some may lack."""

    found: tuple[tuple[Commit, str], ...] = ()
    failed: str | None = None


_PATCH_FORMAT = "--format=%x00%H%x1f%P%x1f%ct%x1f%s%x1f%b%x1e"
_END = "\x1e"
_PATCH_SECONDS = 3.0
_PATCH_LIMIT = 4 << 20


def _patches(said: str) -> Iterable[tuple[Commit, str]]:
    for record in said.split(_RECORD)[1:]:
        head, _, patch = record.partition(_END)
        if (commit := _commit(head)) is not None:
            yield commit, patch


@dataclass(frozen=True, slots=True)
class _Read:
    commits: tuple[Commit, ...]
    failed: str | None
    shallow: bool
    truncated: bool


def own_pull(commit: Commit) -> int | None:
    """The pull request that a commit's own message names as its own."""
    # The plain comparisons come first: this is asked of every commit.
    if "#" in commit.subject:
        for mark in _IN_SUBJECT:
            if (match := mark.search(commit.subject)) is not None:
                return int(match[1])
    match = _IN_BODY.search(commit.body) if _BODY_WORDS in commit.body else None
    return int(match[1]) if match is not None else None


def _read(git: Git) -> _Read:
    try:
        if git.hung:
            git.run("rev-parse", ("-q", "--verify"), revision="HEAD")  # a wait others share
        done = git.run(
            "log",
            ("-z", f"--max-count={MOST_COMMITS + 1}", _FORMAT),
            revision="HEAD",
            timeout=20.0,
            max_bytes=_OUTPUT_LIMIT,
        )
        shallow = git.shallow
    except GitFailed as error:
        return _Read((), None if _unborn(git, error) else str(error), False, False)
    records = done.out.decode("utf-8", "replace").split(_RECORD)
    if done.truncated:
        records.pop()
    commits = [commit for record in records if (commit := _commit(record)) is not None]
    truncated = done.truncated or len(commits) > MOST_COMMITS
    return _Read(tuple(commits[:MOST_COMMITS]), None, shallow, truncated)


def _unborn(git: Git, error: GitFailed) -> bool:
    """Whether there is nothing to read because nothing was committed yet."""
    if error.code is None:
        return False
    try:
        git.run("rev-parse", ("-q", "--verify"), revision="HEAD")
    except GitFailed as refused:
        return refused.code == 1
    return False


def _commit(record: str) -> Commit | None:
    fields = record.split(_FIELD, 4)
    if len(fields) != 5 or not fields[2].isdecimal():
        return None
    sha, parents, time, subject, body = fields
    return Commit(
        sha.strip(),
        tuple(parents.split()),
        int(time),
        subject[:_SUBJECT_LIMIT],
        body.strip()[:BODY_LIMIT],
    )
