"""Where a workspace is: the enclosing repository, else the folder itself.

Done with plain file reads: asking git which repository a folder belongs to would already obey
the configuration of a repository nobody has looked at yet.
"""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from intent_tui.base.display import visible_line
from intent_tui.base.files import Unreadable, read_bounded, reason_of
from intent_tui.base.problem import Problem

_SMALL = 4096


@dataclass(frozen=True, slots=True)
class Place:
    """The root of a workspace, and where its history lies if it has one.

    `git_dir` is the repository folder of this work tree, `common_dir` the one it shares with
    other work trees (the same folder in the usual case).
    """

    root: Path
    git_dir: Path | None
    common_dir: Path | None
    refused: str | None = None
    """Why a repository that is there could not be looked into."""


def locate(folder: Path | None) -> Place:
    """Finds the enclosing repository, else takes the folder.

    Args:
        folder: where to start; the current folder if not given.

    Raises:
        Problem: it does not exist, is a file, may not be read, or is a bare repository.
    """
    start = Path(os.path.realpath(_checked(folder if folder is not None else Path.cwd())))
    for place in (start, *start.parents):
        marker = place / ".git"
        if marker.is_file():
            target = _target(marker)
            if target is not None:
                return Place(place, target, _common(target))
        elif marker.is_dir() and any(_names(marker)):
            target = Path(os.path.realpath(marker))
            return Place(place, target, _common(target))
        elif marker.is_dir() and (why := _closed(marker)):
            return Place(place, None, None, f".git/ {why}")
        if _is_bare(place):
            raise _bare(place)
    return Place(start, None, None)


def _checked(folder: Path) -> Path:
    """The folder, if it can be listed."""
    try:
        with os.scandir(folder):
            return folder
    except (FileNotFoundError, ValueError) as error:
        raise _missing(folder) from error
    except NotADirectoryError as error:
        if not folder.exists():
            raise _missing(folder) from error
        parent = shlex.quote(visible_line(str(folder.parent)))
        raise Problem(
            f"a workspace is a folder, and this is a file: {visible_line(str(folder))}",
            f"its folder instead: intent-tui --workspace {parent}",
        ) from error
    except OSError as error:
        raise Problem(
            f"{visible_line(str(folder))} {reason_of(error)}",
            f"let this user read it: chmod u+rx {shlex.quote(visible_line(str(folder)))}",
        ) from error


def _missing(folder: Path) -> Problem:
    near = _near(folder)
    if near is None:
        return Problem(
            f"no such folder: {visible_line(str(folder))}",
            "name one that exists: intent-tui --workspace DIR",
        )
    shown = visible_line(str(near))
    return Problem(
        f"no such folder: {visible_line(str(folder))}",
        f"near it: {shown}          intent-tui --workspace {shlex.quote(shown)}",
    )


def _near(folder: Path) -> Path | None:
    """The folder whose name is nearest, looked for in the first parent that exists."""
    import difflib

    wanted = Path(os.path.realpath(str(folder).replace("\0", "")))
    while not wanted.parent.is_dir():
        if wanted.parent == wanted:
            return None
        wanted = wanted.parent
    names = sorted(name for name in _names(wanted.parent) if (wanted.parent / name).is_dir())
    folded = {name.casefold(): name for name in reversed(names)}
    found = difflib.get_close_matches(wanted.name.casefold(), sorted(folded), n=1, cutoff=0.6)
    return wanted.parent / folded[found[0]] if found else None


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - names only, no Path objects for a big folder
    except OSError:
        return []  # what can't be listed has no names to suggest and is no repository


def _closed(folder: Path) -> str:
    """Why a folder cannot be listed, empty when it can."""
    try:
        with os.scandir(folder):
            return ""
    except OSError as error:
        return reason_of(error)


def _target(marker: Path) -> Path | None:
    """The repository folder a `.git` file names, None if it names none."""
    try:
        data, _ = read_bounded(marker, _SMALL)
    except Unreadable:
        return None
    if not data.startswith(b"gitdir:"):
        return None
    text = os.fsdecode(data.removeprefix(b"gitdir:").strip())
    return Path(os.path.realpath(marker.parent / text)) if text and "\0" not in text else None


def _common(git_dir: Path) -> Path:
    try:
        data, _ = read_bounded(git_dir / "commondir", _SMALL)
    except Unreadable:
        return git_dir
    text = os.fsdecode(data.strip())
    return Path(os.path.realpath(git_dir / text)) if text and "\0" not in text else git_dir


def _is_bare(folder: Path) -> bool:
    head, objects, refs = folder / "HEAD", folder / "objects", folder / "refs"
    return head.is_file() and objects.is_dir() and refs.is_dir()


def _bare(folder: Path) -> Problem:
    shown = visible_line(str(folder))
    if folder.name == ".git":
        parent = shlex.quote(visible_line(str(folder.parent)))
        return Problem(
            f"this is the inside of a repository, not its files: {shown}",
            f"the files: intent-tui --workspace {parent}",
        )
    return Problem(
        f"{shown} is a bare repository: it holds a history but no files",
        f"make a work tree: git clone {shlex.quote(shown)} WORK\nthen: intent-tui --workspace WORK",
    )
