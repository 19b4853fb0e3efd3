"""The Intent check for the screen: the same check as `verify`, with the person's drafts in it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from intent_tui.app.desk.drafts import VERDICTS, Draft, Drafts
from intent_tui.app.desk.records import Check, File, Judged, Stray
from intent_tui.base.problem import Problem
from intent_tui.spec.model import IntentSpec, Verdict
from intent_tui.verify.check import Checked, Said, check
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.saved import Saved
from intent_tui.workspace.store import Store
from intent_tui.workspace.trees import Working


def checked(workspace: Workspace, store: Store, stem: str, said: str = "") -> Check:
    """Check the folder as it is. Raises Problem and GitFailed as `verify` does."""
    saved = store.find(stem)
    drafts = Drafts(workspace.root, saved.intent)
    drafted = _standing(saved, drafts, Working(workspace))
    return _shown(check(workspace, saved, said=drafted), drafted, said)


def judge(
    workspace: Workspace, store: Store, stem: str, number: int, verdict: str, word: str
) -> Check:
    """Keep a person's verdict as a draft, and check again.

    Args:
        workspace: where the work is.
        store: its saved specs.
        stem: which of them.
        number: the constraint, from 0.
        verdict: met, not_met or not_checkable; empty takes the draft back.
        word: the picked line for met, else the reason.

    Raises:
        Problem: no such line, no reason, or the draft cannot be kept.
    """
    saved = store.find(stem)
    constraint = _spec(saved).constraints[number].text
    drafts = Drafts(workspace.root, saved.intent)
    try:
        if not verdict:
            drafts.drop(constraint)
            return checked(workspace, store, stem, "draft taken back")
        drafts.put(_draft(Working(workspace), constraint, verdict, word))
    except OSError as error:
        raise Problem(
            f"the verdict can't be kept ({error.strerror})", "intent-tui verify"
        ) from error
    return checked(workspace, store, stem, "saved as a draft verdict, not in the spec yet")


def write(workspace: Workspace, store: Store, stem: str) -> Check:
    """Write the verdicts into the spec, as `verify` does."""
    saved = store.find(stem)
    drafts = Drafts(workspace.root, saved.intent)
    drafted = _standing(saved, drafts, Working(workspace))
    done = check(workspace, saved, said=drafted)
    store.accept(saved)
    path = store.save(done.spec())
    # What a person said stays theirs when the work is checked again.
    return _shown(replace(done, saved=store.find(stem)), drafted, f"written: {path}")


def file(workspace: Workspace, path: str) -> File:
    """A file of the work as it is now."""
    lines = Working(workspace).lines(path)
    return File(path, lines or (), lines is not None)


def _draft(now: Working, constraint: str, verdict: str, word: str) -> Draft:
    if verdict not in VERDICTS:
        raise Problem(f'"{verdict}" is no verdict', "met, not met or not checkable")
    if verdict != "met":
        if not word.strip():
            raise Problem("this verdict needs a reason", "say why in a few words")
        return Draft(constraint, verdict, reason=" ".join(word.split())[:300])
    line = _line(now, word)
    if line is None:
        raise Problem(f'"{word}" is no line of the work', "pick a line of a file")
    return Draft(constraint, verdict, pointer=word, line=line)


def _standing(saved: Saved, drafts: Drafts, now: Working) -> dict[int, Said]:
    """The drafts whose constraint and line are still what they were, by place."""
    places: dict[str, list[int]] = {}
    for place, one in enumerate(_spec(saved).constraints):
        places.setdefault(one.text, []).append(place)
    found: dict[int, Said] = {}
    for draft in drafts.read():
        if draft.verdict == "met" and _line(now, draft.pointer) != draft.line:
            continue
        for place in places.get(draft.constraint, ()):
            verdict = cast("Verdict", draft.verdict)
            found[place] = Said(verdict, draft.pointer or None, draft.reason)
    return found


def _line(now: Working, pointer: str) -> str | None:
    path, colon, number = pointer.rpartition(":")
    lines = now.lines(path) if colon and number.isascii() and number.isdigit() else None
    if lines is None or not 1 <= int(number) <= len(lines):
        return None
    return lines[int(number) - 1]


def _spec(saved: Saved) -> IntentSpec:
    if saved.spec is None:
        raise Problem(f"{saved.path} is no valid spec", f"intent-tui check {saved.intent}")
    return saved.spec


def _shown(done: Checked, drafted: dict[int, Said], said: str) -> Check:
    verification = _spec(done.saved).verification
    written = {
        (one.constraint, one.verdict, one.pointer)
        for one in (verification.results if verification is not None else ())
    }
    news = {
        place
        for place, one in drafted.items()
        if (done.results[place].constraint.text, one.verdict, one.pointer) not in written
    }
    results = tuple(
        Judged(
            each.constraint.source, each.constraint.text, each.verdict, each.pointer or "",
            each.reason, each.by, place in news,
        )
        for place, each in enumerate(done.results)
    )  # fmt: skip
    strays = tuple(
        Stray(one.path, one.first, one.plus, one.minus, one.tests_weakened) for one in done.outside
    )
    files = tuple(sorted(change.path for change in done.changes if change.status != "removed"))
    return Check(done.saved.intent, done.base, done.tip, files, results, strays, len(news), said)
