"""The files of a commit and the files of the folder, read the same way, to be held side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import Protocol

from intent_tui.base.files import Unreadable
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.git import Git, GitFailed
from intent_tui.workspace.reader import LIMIT, decode

_LIST_LIMIT = 128 << 20
_BATCH = 500
_BATCH_BYTES = 256 << 20
_LIST_SECONDS = 15.0
_LINK, _MODULE = b"120000", b"160000"


class Tree(Protocol):
    """The files of one state of a workspace."""

    @property
    def paths(self) -> frozenset[str]:
        """Every file, by its path."""

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The text of a file as lines; None when it is not there, binary or longer than 1 MB."""

    def same(self, path: str, blob: str) -> bool:
        """Whether the file's bytes are those of a git object."""


class Committed:
    """The files of one commit, read from the object store: no filter, no configuration counts.

    Args:
        git: the repository.
        commit: a full id.
    """

    def __init__(self, git: Git, commit: str) -> None:
        self.commit = commit
        self._git = git
        self._texts: dict[str, tuple[str, ...] | None] = {}

    @cached_property
    def blobs(self) -> dict[str, str]:
        """Path -> object id of every regular file. Raises GitFailed when git cannot list it."""
        done = self._git.run(
            "ls-tree",
            ("-r", "-z"),
            revision=self.commit,
            timeout=_LIST_SECONDS,
            max_bytes=_LIST_LIMIT,
        )
        found: dict[str, str] = {}
        for entry in done.out.split(b"\0")[: -1 if done.truncated else None]:
            about, _, path = entry.partition(b"\t")
            mode, _, rest = about.partition(b" ")
            if path and mode not in (_LINK, _MODULE):
                found[path.decode("utf-8", "surrogateescape")] = rest.split()[-1].decode()
        return found

    @property
    def paths(self) -> frozenset[str]:
        """Every regular file, by its path."""
        return frozenset(self.blobs)

    def fetch(self, paths: Iterable[str]) -> None:
        """Read many files with few calls; a later `lines` of them costs nothing."""
        wanted = [each for each in dict.fromkeys(paths) if each not in self._texts]
        wanted = [each for each in wanted if each in self.blobs]
        for start in range(0, len(wanted), _BATCH):
            self._fetch(wanted[start : start + _BATCH])

    def _fetch(self, paths: list[str]) -> None:
        ids = {path: self.blobs[path] for path in paths}
        sizes = self._sizes(ids.values())
        small = [path for path in paths if sizes.get(ids[path], LIMIT + 1) <= LIMIT]
        self._texts.update(dict.fromkeys(paths))
        asked = "".join(f"{ids[path]}\n" for path in small).encode()
        if not asked:
            return
        done = self._git.run("cat-file", ("--batch",), stdin=asked, max_bytes=_BATCH_BYTES)
        at = 0
        for path in small:
            end = done.out.find(b"\n", at)
            size = sizes[ids[path]]
            body = done.out[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
            if end < 0 or len(body) < size:
                return
            self._texts[path] = _text(path, body)

    def _sizes(self, ids: Iterable[str]) -> dict[str, int]:
        asked = "".join(f"{each}\n" for each in ids).encode()
        done = self._git.run("cat-file", ("--batch-check",), stdin=asked)
        rows = (line.split() for line in done.out.decode("ascii", "replace").splitlines())
        return {row[0]: int(row[2]) for row in rows if len(row) == 3 and row[2].isdigit()}

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The text of a file as lines; None when it is not there, binary, long or missing here."""
        if path not in self._texts:
            if path not in self.blobs:
                return None
            self.fetch((path,))
        return self._texts[path]

    def same(self, path: str, blob: str) -> bool:
        """Whether the file is that object."""
        return self.blobs.get(path) == blob


class Working:
    """The files of the folder as they are now.

    Args:
        workspace: whose files; what is read counts as opened.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @cached_property
    def paths(self) -> frozenset[str]:
        """Every listed file, by its path."""
        return frozenset(info.path for info in self._workspace.inventory.files)

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The text of a file as lines; None when it cannot be read as text."""
        if path not in self.paths:
            return None
        try:
            return self._workspace.opened.text(path).lines
        except Unreadable:
            return None

    def same(self, path: str, blob: str) -> bool:
        """Whether the bytes of the file make that object; a file that cannot be read is not."""
        try:
            data, cut = self._workspace.opened.scan(path)
        except Unreadable:
            return False
        if cut:
            return False
        made = hashlib.sha256 if len(blob) == 64 else hashlib.sha1
        head = b"blob %d\0" % len(data)
        return made(head + data).hexdigest() == blob


def is_object(data: bytes, blob: str) -> bool:
    """Whether bytes make the git object of that id."""
    made = hashlib.sha256 if len(blob) == 64 else hashlib.sha1
    return made(b"blob %d\0" % len(data) + data).hexdigest() == blob


def committed(workspace: Workspace, name: str) -> Committed | None:
    """The files of the commit a name means; None when there is no such commit here.

    Raises:
        GitFailed: git gave no answer.
    """
    if workspace.git is None:
        return None
    commit = workspace.git.commit(name)
    return None if commit is None else Committed(workspace.git, commit)


def _text(path: str, data: bytes) -> tuple[str, ...] | None:
    try:
        return decode(path, data)[0]
    except Unreadable:
        return None


__all__ = ["Committed", "GitFailed", "Tree", "Working", "committed"]
