"""The list of saved specs, and one of them as it is reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice

from intent_tui.app.desk.records import Listed, Piece, Review, Row
from intent_tui.base.display import visible_line
from intent_tui.spec.model import Constraint
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.freshness import Freshness
from intent_tui.workspace.origin import freshness
from intent_tui.workspace.saved import Saved
from intent_tui.workspace.store import Store
from intent_tui.workspace.trees import committed

SCREEN = 50
"""Specs of one message: the first of them are on screen before the last are read."""
MOST_CHANGED = 10
"""Lines of a difference that are shown."""


def listed(store: Store) -> Iterator[Listed]:
    """Every saved spec, some at a time."""
    heads = store.heads()
    while True:
        rows = tuple(
            Row(
                stem,
                (head.status or head.state) if head.intent else "invalid",
                visible_line(head.request),
            )
            for stem, head in islice(heads, SCREEN)
        )
        yield Listed(rows, len(rows) == SCREEN)
        if len(rows) < SCREEN:
            return


def review(workspace: Workspace, store: Store, stem: str, said: str = "") -> Review:
    """One saved spec: guesses, evidence, what somebody changed. Raises Problem, GitFailed."""
    saved = store.find(stem)
    spec = saved.spec
    found = tuple(
        f"line {one.line}: {one.detail}" if one.line is not None else one.detail
        for one in saved.findings
    )
    edited = store.hand_edited(saved)
    since, changed = _changed(workspace, store, saved, edited=edited)
    if spec is None:
        return Review(
            saved.intent, saved.path, "invalid", "", (), found, edited, changed, since, said=said
        )
    fresh = freshness(workspace, saved)
    question = spec.decision.question
    return Review(
        stem=saved.intent,
        path=saved.path,
        state=spec.verification_status or spec.decision.state,
        request=spec.request,
        pieces=tuple(_piece(each, fresh) for each in spec.constraints),
        findings=found,
        edited=edited,
        changed=changed,
        since=since,
        question=question.text if question is not None else "",
        options=tuple(f"{one.id}  {one.text}" for one in question.options) if question else (),
        said=said,
    )


def _piece(one: Constraint, fresh: Freshness) -> Piece:
    stand = fresh.of(one.evidence) if one.evidence else None
    now = stand.now if stand is not None and stand.now not in (None, one.evidence) else None
    return Piece(
        one.source, one.text, one.evidence or "", stand.state if stand else "", now or "",
        one.irreversible,
    )  # fmt: skip


def _changed(
    workspace: Workspace, store: Store, saved: Saved, *, edited: bool
) -> tuple[str, tuple[str, ...]]:
    """Against what was last written here when a hand changed it, else against the last commit."""
    kept = store.kept(saved.intent)
    if edited and kept is not None:
        before = kept.read_text("utf-8", "replace").splitlines()
        return "as it was written here", _difference(before, saved.text.splitlines())
    then = committed(workspace, "HEAD") if workspace.git is not None else None
    lines = then.lines(saved.path) if then is not None else None
    if lines is None:
        return "", ()
    return "the last commit", _difference(list(lines), saved.text.splitlines())


def _difference(before: list[str], after: list[str]) -> tuple[str, ...]:
    rows = [
        row
        for row in unified_diff(before, after, lineterm="", n=0)
        if not row.startswith(("---", "+++", "@@"))
    ]
    left = len(rows) - MOST_CHANGED
    return (*rows[:MOST_CHANGED], *((f"... {left} more",) if left > 0 else ()))
