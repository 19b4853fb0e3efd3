"""The state of the workspace a saved spec was written in: the ground it is compared with."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from intent_tui.base.problem import Exit, Problem
from intent_tui.spec.model import IntentSpec
from intent_tui.spec.yaml import load
from intent_tui.workspace import marks
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.follow import key
from intent_tui.workspace.freshness import Freshness
from intent_tui.workspace.git import GitFailed
from intent_tui.workspace.marks import Marks
from intent_tui.workspace.saved import Saved
from intent_tui.workspace.store import Store
from intent_tui.workspace.trees import Committed, Working, committed

_REVISIONS = 50
"""Commits of a spec file that are looked at: one that was saved oftener is compared with these."""
_PATH = re.compile(r"[^\s:#]+")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a spec comes from.

    `commit` is the id of the commit its decisions were first committed with, else the commit
    that was checked out when it was saved here; None when neither is known. `marks` is what this
    machine noted, kept only when the spec itself is in no commit.
    """

    commit: str | None
    marks: Marks | None = None
    cut: bool = False
    """The history here is shallow and ends before the spec: where it comes from is not known."""

    @property
    def said(self) -> str:
        """The origin in words."""
        if self.commit is not None:
            return f"the commit it was written at, {self.commit[:7]}"
        if self.marks is not None:
            return "what was noted when it was saved here"
        return "nothing: no commit holds it, and it was not saved on this machine"


def origin(workspace: Workspace, saved: Saved) -> Origin:
    """Where a saved spec comes from.

    The commit is the oldest in the latest run of commits that hold this spec, leaving aside what
    a verification added: committing a verdict is not deciding anew.

    Raises:
        GitFailed: git gave no answer.
    """
    if saved.spec is None:
        return Origin(None)
    found = _committed_with(workspace, saved)
    cut = found is not None and workspace.git is not None and workspace.git.cut_at(found)
    if found is not None and not cut:
        return Origin(found)
    with contextlib.suppress(OSError):
        noted = marks.read(Store(workspace.root).marks(saved.intent))
        if noted is not None:
            return Origin(noted.head or None, noted)
    return Origin(None, cut=cut)


def shallow(saved: Saved) -> Problem:
    """What to say when a shallow history hides where a spec comes from."""
    return Problem(
        f"the history here is shallow: what stood there when {saved.path} was written is not known",
        "git fetch --unshallow",
        Exit.DEGRADED,
    )


def freshness(workspace: Workspace, saved: Saved) -> Freshness:
    """The comparison for the pointers of a saved spec. Raises GitFailed like `origin`."""
    came = origin(workspace, saved)
    if came.marks is not None:
        return Freshness(workspace, None, came.marks)
    return Freshness(workspace, committed(workspace, came.commit) if came.commit else None)


def note(workspace: Workspace, store: Store, spec: IntentSpec) -> None:
    """Keep what the cited files look like now, beside the revision that was just saved.

    A state folder that cannot be written costs only this note.
    """
    now = Working(workspace)
    files = [(path, lines) for path in cited(spec) if (lines := now.lines(path)) is not None]
    with contextlib.suppress(OSError):
        target = store.marks(spec.intent)
        head = _head(workspace)
        marks.write(target, head, [(path, tuple(map(key, lines))) for path, lines in files])


def pointers(spec: IntentSpec) -> tuple[str, ...]:
    """Every pointer of a spec, of its constraints first, each once."""
    found = [each.evidence for each in spec.constraints]
    found += [each.evidence for each in spec.trace]
    return tuple(dict.fromkeys(each for each in found if each))


def cited(spec: IntentSpec) -> tuple[str, ...]:
    """The paths those pointers lead into, sorted; what is no path is not among the files."""
    return tuple(sorted({match[0] for each in pointers(spec) if (match := _PATH.match(each))}))


def _head(workspace: Workspace) -> str:
    if workspace.git is None:
        return ""
    try:
        return workspace.git.commit("HEAD") or ""
    except GitFailed:
        return ""


def _committed_with(workspace: Workspace, saved: Saved) -> str | None:
    wanted = _decided(saved.spec) if saved.spec is not None else None
    found: str | None = None
    for commit in _holding(workspace, saved.path):
        lines = Committed(workspace.git, commit).lines(saved.path) if workspace.git else None
        spec = load("\n".join(lines) + "\n").spec if lines is not None else None
        if spec is None or _decided(spec) != wanted:
            break
        found = commit
    return found


def _holding(workspace: Workspace, path: str) -> Iterator[str]:
    """The commits that changed a file, newest first."""
    if workspace.git is None or workspace.git.commit("HEAD") is None:
        return
    done = workspace.git.run(
        "log", (f"--max-count={_REVISIONS}", "--format=%H"), revision="HEAD", paths=(path,)
    )
    yield from done.out.decode("ascii", "replace").split()


def _decided(spec: IntentSpec) -> IntentSpec:
    return replace(spec, verification=None, verification_status=None)
