"""A repository built from a recipe: the same commits on every build, whatever git is set to.

It is the one place that uses GitPython's own calls: what is built is ours and new, so no
configuration or hook of a stranger is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit, Problem

if TYPE_CHECKING:
    from git import Repo


def build(folder: Path, recipe: dict[str, Any]) -> str:
    """Write the recipe's commits into a new repository. Gives the id of the last commit.

    Args:
        folder: where it will lie; made here, must not exist yet.
        recipe: `author` and `commits`, each with `message`, `date`, `write` and `remove`.

    Raises:
        Problem: git is not there, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True)
        repository = _new(folder)
        for step in recipe["commits"]:
            _commit(repository, folder, step, recipe["author"])
        return repository.head.commit.hexsha
    except OSError as fault:
        raise Problem(
            f"the sample could not be written to {folder}: {fault.strerror or fault}",
            "set TMPDIR to a folder with some space",
            Exit.INTERNAL,
        ) from fault


def _new(folder: Path) -> Repo:
    # GitPython looks for git when it is imported and raises ImportError without it.
    try:
        from git import Repo
    except ImportError as fault:
        raise Problem("git is not installed", "install git, then: intent-tui demo") from fault
    # The user's template folder may hold hooks, and another object format would change every id.
    # GitPython calls any template unsafe; an empty one is the safe choice.
    return Repo.init(
        folder,
        template="",
        initial_branch="main",
        object_format="sha1",
        allow_unsafe_options=True,
    )


def _commit(repository: Repo, folder: Path, step: dict[str, Any], author: dict[str, str]) -> None:
    from git import Actor

    for path, text in step.get("write", {}).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
    written = [str(folder / path) for path in step.get("write", {})]
    repository.index.add(written)
    if step.get("remove"):
        repository.index.remove([str(folder / path) for path in step["remove"]], working_tree=True)
    person = Actor(author["name"], author["email"])
    repository.index.commit(
        step["message"],
        author=person,
        committer=person,
        author_date=step["date"],
        commit_date=step["date"],
        skip_hooks=True,
    )


def commit_all(folder: Path, message: str, date: str = "2026-06-01T08:00:00 +0000") -> None:
    """Commit everything that lies in a repository that `build` made."""
    from git import Actor, Repo

    repository = Repo(folder)
    repository.git.add(all=True)
    person = Actor("Case Author", "cases@example.org")
    repository.index.commit(
        message,
        author=person,
        committer=person,
        author_date=date,
        commit_date=date,
        skip_hooks=True,
    )
