"""Whether the surroundings let lanes start, looked up without changing or running anything.

Every row refuses, falls back or passes, and says so before anything begins. What cannot be known
without the network or the executor is `unchecked`, never assumed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from intent_tui.base import knowledge, programs
from intent_tui.base.files import Unreadable, read_bounded, write_atomic
from intent_tui.base.lock import held
from intent_tui.base.problem import Problem
from intent_tui.route.toml_config import BadConfig, Config, load, parse
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.git import GitFailed
from intent_tui.workspace.standing import changed, remote_host, underway

State = Literal["ok", "fallback", "refuse", "unchecked"]

IGNORED = (".linchpin/", ".worktrees/")
"""What a run writes and what must not show up in the person's `git status`."""

_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Row:
    """One check. `effect` says what follows from a fallback or a refusal."""

    name: str
    state: State
    detail: str
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Preflight:
    """All rows in order."""

    rows: tuple[Row, ...]

    @property
    def refused(self) -> bool:
        """Something is missing that has no fallback."""
        return any(row.state == "refuse" for row in self.rows)

    def announcements(self) -> tuple[str, ...]:
        """What has to be said, and confirmed, before it takes effect."""
        return tuple(
            f"ANNOUNCE: {row.name}: {row.detail}; {row.effect}"
            for row in self.rows
            if row.state == "fallback"
        )


def look(workspace: Workspace, config_folder: Path | None = None) -> Preflight:
    """Every check of one repository.

    Args:
        workspace: the repository.
        config_folder: where `.linchpin.toml` is, when not at its root.
    """
    config, about = _config(config_folder or workspace.root)
    repository = _repository(workspace)
    if repository.state == "refuse":
        return Preflight((repository, about))
    rows = [repository, _ignored(workspace), about, _model(config)]
    isolation = [_worktree(workspace, config), _tree(workspace)]
    rows += [_forced(row) for row in isolation] if _is_parallel(config) else isolation
    rows += [*_delivery(workspace, config)]
    return Preflight(tuple(rows))


def missing_rules(workspace: Workspace) -> tuple[str, ...]:
    """The ignore rules this repository lacks, of `IGNORED`."""
    import pathspec

    lines = [*_lines(_exclude(workspace)), *_lines(workspace.root / ".gitignore")]
    spec = pathspec.GitIgnoreSpec.from_lines(lines)
    return tuple(rule for rule in IGNORED if not spec.match_file(f"{rule}any"))


def claim(workspace: Workspace) -> tuple[str, ...]:
    """Adds the missing rules to `info/exclude` of the shared git folder, and says which.

    `.gitignore` belongs to the repository and is never touched. Doing it again adds nothing.

    Raises:
        Problem: no repository, or the file cannot be written.
    """
    path = _exclude(workspace)
    if path is None:
        raise Problem("there is no repository here", "git init")
    with held(path):
        rules = missing_rules(workspace)
        if not rules:
            return ()
        try:
            data, cut = read_bounded(path, _LIMIT, follow=False) if path.exists() else (b"", False)
            if cut or path.is_symlink():
                raise Problem(f"{path} is not a small file of its own", "add the rules by hand")
            lead = b"" if not data or data.endswith(b"\n") else b"\n"
            write_atomic(path, data + lead + "".join(f"{each}\n" for each in rules).encode())
        except (Unreadable, OSError) as error:
            raise Problem(f"{path} could not be written ({error})", "add the rules by hand") from (
                error
            )
    return rules


def _exclude(workspace: Workspace) -> Path | None:
    home = workspace.place.common_dir or workspace.place.git_dir
    return home / "info" / "exclude" if home else None


def _lines(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        data, _ = read_bounded(path, _LIMIT, follow=False)
    except Unreadable:
        return []  # a file that is not there or is no plain file holds no rules for git either
    return data.decode("utf-8", "replace").splitlines()


def _config(folder: Path) -> tuple[Config, Row]:
    try:
        config = load(folder)
    except BadConfig as error:
        return parse(None), Row("configuration", "refuse", error.what, "nothing starts")
    except Problem as error:
        return parse(None), Row("configuration", "refuse", error.what, "nothing starts")
    told = f"{len(config.given)} keys set" if config.text is not None else "every default holds"
    return config, Row("configuration", "ok", told)


def _repository(workspace: Workspace) -> Row:
    if workspace.git is None:
        why = workspace.place.refused or "no git repository here"
        return Row("repository", "refuse", why, "nothing starts")
    try:
        workspace.git.run("rev-parse", ("--is-shallow-repository",))
    except GitFailed as error:
        return Row("repository", "refuse", str(error), "nothing starts")
    return Row("repository", "ok", workspace.head or "no commit yet")


def _ignored(workspace: Workspace) -> Row:
    missing = missing_rules(workspace)
    if missing:
        told = f"not ignored: {', '.join(missing)}"
        return Row("ignore rules", "refuse", told, "a run would show up in git status")
    return Row("ignore rules", "ok", f"{' and '.join(IGNORED)} are ignored")


def _model(config: Config) -> Row:
    worker = f"{config.pin('worker')}/{config.pin('worker_effort')}"
    return Row(
        "models",
        "unchecked",
        f"worker {worker}; the executor knows its models",
        "it must refuse when one is missing, and take no other",
    )


def _worktree(workspace: Workspace, config: Config) -> Row:
    why = _no_worktree(workspace, str(config.values["base"]))
    if why:
        return Row("worktrees", "fallback", why, "one lane at a time in this tree")
    return Row("worktrees", "ok", "nothing stands in the way of one")


def _no_worktree(workspace: Workspace, base: str) -> str:
    place = workspace.place
    if place.git_dir is None or workspace.git is None or not workspace.head:
        return "no commit to start from (missing-base)"
    if place.common_dir not in (None, place.git_dir):
        return "this is a worktree itself (nested)"
    if base != "auto" and not any(map(workspace.git.commit, (f"origin/{base}", base))):
        return f"no branch {base} here (missing-base)"
    folder = workspace.root / ".worktrees"
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        return ".worktrees is no folder of its own (path-exists)"
    if not all(os.access(each, os.W_OK | os.X_OK) for each in (workspace.root, place.git_dir)):
        return "the repository may not be written by this user"
    return ""


def _tree(workspace: Workspace) -> Row:
    mark = underway(workspace)
    if mark:
        told = f"{mark}: something is underway that cannot be stashed"
        return Row("working tree", "fallback", told, "one lane at a time in this tree")
    try:
        files = changed(workspace)
    except GitFailed as error:
        return Row("working tree", "fallback", str(error), "one lane at a time in this tree")
    if files:
        more = f" and {len(files) - 3} more" if len(files) > 3 else ""
        told = f"changed: {', '.join(files[:3])}{more}; safely stashable"
        return Row("working tree", "ok", told)
    return Row("working tree", "ok", "clean")


def _delivery(workspace: Workspace, config: Config) -> Iterable[Row]:
    if config.values["delivery"] != "pr":
        yield Row("delivery", "ok", "branch, as the configuration says")
        return
    effect = "delivery is branch; review and gates stay"
    host = remote_host(workspace)
    if host is None:
        yield Row("remote", "fallback", "no remote", effect)
        return
    yield Row("remote", "ok", host)
    clients = knowledge.yaml("routing/prd.yaml")["clients"]
    program = next((each["program"] for each in clients if each["host"] in host), None)
    if program is None:
        yield Row("client", "fallback", f"no client is known for {host}", effect)
    elif programs.find(program, workspace.root) is None:
        yield Row("client", "fallback", f"{program} is not installed", effect)
    else:
        yield Row("client", "ok", program)
        yield Row(
            "merge methods",
            "unchecked",
            "known to the remote only, and nothing is sent from here",
            "the executor reads them before it makes a branch, else delivery is branch",
        )


def _is_parallel(config: Config) -> bool:
    return config.values["execution"] == "parallel"


def _forced(row: Row) -> Row:
    """Parallel was asked for in so many words: what would fall back refuses instead."""
    if row.state != "fallback":
        return row
    return Row(row.name, "refuse", row.detail, "parallel was asked for, so there is no fallback")
