"""A workspace as it was at a commit, laid out in a folder of our own for as long as it is needed.

Nothing is written into the workspace or its repository, and nothing of its configuration counts:
the files come straight from the object store, and the history is read through a bare-bones
repository that only borrows those objects.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from intent_tui.workspace.files import Workspace
from intent_tui.workspace.inventory import given
from intent_tui.workspace.place import Place
from intent_tui.workspace.trees import Committed

_BATCH = 500


@contextmanager
def at(workspace: Workspace, commit: str) -> Iterator[Workspace]:
    """The workspace at a commit, by its full id. The folder is gone when the block ends.

    Files that are binary, links or longer than 1 MB are left out, as they are never read.

    Raises:
        GitFailed: git could not list or read the commit.
        ValueError: the workspace has no repository.
    """
    if workspace.git is None:
        raise ValueError("a workspace without a repository has no commits")
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="intent-tui-")))
    try:
        tree = Committed(workspace.git, commit)
        paths = _lay_out(folder, tree)
        place = Place(folder, _repository(folder, workspace.place, commit), folder / ".git")
        yield Workspace(place, given(paths))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _lay_out(folder: Path, tree: Committed) -> list[str]:
    """Write the texts of a commit below `folder`; gives the paths that are there."""
    wanted = sorted(path for path in tree.blobs if _is_plain(path))
    written = []
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        tree.fetch(batch)
        for path in batch:
            lines = tree.lines(path)
            if lines is None:
                continue
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            text = "".join(f"{line}\n" for line in lines)
            target.write_bytes(text.encode("utf-8", "surrogateescape"))
            written.append(path)
    return written


def _is_plain(path: str) -> bool:
    """Whether a path leads below the folder and nowhere else: a tree can hold any bytes."""
    parts = path.split("/")
    return all(part not in ("", ".", "..") and part.lower() != ".git" for part in parts)


def _repository(folder: Path, place: Place, commit: str) -> Path:
    """A repository with that commit checked out and no objects of its own."""
    git_dir = folder / ".git"
    (git_dir / "objects" / "info").mkdir(parents=True)
    (git_dir / "refs").mkdir()
    (git_dir / "HEAD").write_text(f"{commit}\n")
    form = "\tobjectformat = sha256\n" if len(commit) == 64 else ""
    version = 1 if form else 0
    head = f"[core]\n\trepositoryformatversion = {version}\n"
    (git_dir / "config").write_text(head + (f"[extensions]\n{form}" if form else ""))
    home = place.common_dir or place.git_dir
    if home is not None:
        borrowed = os.fsencode(home / "objects")
        (git_dir / "objects" / "info" / "alternates").write_bytes(borrowed + b"\n")
        if (home / "shallow").is_file():
            shutil.copyfile(home / "shallow", git_dir / "shallow")
    return git_dir
