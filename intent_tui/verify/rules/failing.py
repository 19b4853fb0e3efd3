"""What happens when a step fails: a branch that handles that failure, and does what was decided.

A branch counts when what it guards, or what it does, has to do with the failing step; a branch
for another failure beside it does not (seed 000, verify).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from intent_tui.mind.offline.reading_lexicon import lexicon
from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import Anchor, anchors
from intent_tui.verify.cues import consequences, failing_code
from intent_tui.verify.scene import Judged, Scene, comment, judged
from intent_tui.verify.spans import around, block, indent
from intent_tui.verify.words import shared

_FEWEST = 1
_CLAUSES = re.compile(r"[,;:，；：、。]")
_STATUS = re.compile(r"[1-5]\d\d")


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch for a failure: where it begins, what it guards, what it does."""

    path: str
    first: int
    last: int
    guarded: str
    body: tuple[str, ...]


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the line of the branch that does it; not met when there is none, or another."""
    if constraint.category != "failure_behavior" or constraint.source == "probed":
        return None
    low = _decided(constraint.text.lower(), scene.language)
    wanted = [name for name, (said, _) in consequences().items() if said.search(low)]
    if "later" in wanted and "again" in wanted:
        wanted.remove("again")  # what is put off is what is tried again
    branches = [each for each in _branches(scene) if _about(each, constraint, scene)]
    if not branches:
        return judged("not_met", "no_branch")
    marks = anchors(constraint.text)
    for branch in branches:
        line = _doing(branch, wanted, marks)
        if line is not None:
            return judged("met", "branch", f"{branch.path}:{line}")
    first = branches[0]
    return judged("not_met", "other_branch", f"{first.path}:{first.first}")


def _decided(text: str, language: str) -> str:
    """What is to happen: the text without the clause that says when."""
    words = lexicon(language)
    kept = []
    for clause in _CLAUSES.split(text):
        condition = words.pattern("condition").search(clause)
        if condition is None or not words.has("failure", clause):
            kept.append(clause)
        elif words.runs:
            kept.append(clause[condition.end() :])
        else:
            kept.append(clause[: condition.start()])
    return " ".join(kept)


def _branches(scene: Scene) -> Iterator[Branch]:
    """Branches of the delivered work, those in the objects first."""
    begins = failing_code()
    for line in scene.work:
        if not begins.search(line.text):
            continue
        lines = scene.lines(line.path)
        last = _end(lines, line.number)
        body = tuple(lines[line.number - 1 : last])
        yield Branch(line.path, line.number, last, _guarded(lines, line.number), body)


def _end(lines: tuple[str, ...], first: int) -> int:
    """The last line of a branch: its deeper lines, not the branch that follows it."""
    depth = indent(lines[first - 1])
    last = first
    for number in range(first + 1, min(len(lines), first + 60) + 1):
        text = lines[number - 1]
        if text.strip() and indent(text) <= depth:
            break
        if text.strip():
            last = number
    return last if last > first else min(block(lines, first), first + 1)


def _guarded(lines: tuple[str, ...], first: int) -> str:
    """What stands before the branch at its own depth: the step that may fail."""
    depth = indent(lines[first - 1])
    found: list[str] = [lines[first - 1]]
    for number in range(first - 1, max(0, first - 30), -1):
        text = lines[number - 1]
        if text.strip() and indent(text) < depth:
            break
        found.append(text)
        if text.strip() and indent(text) == depth and len(found) > 2:
            break
    return "\n".join(reversed(found))


def _about(branch: Branch, constraint: Constraint, scene: Scene) -> bool:
    said = constraint.text
    text = "\n".join((branch.guarded, *branch.body))
    if shared(said, text, scene) >= _FEWEST:
        return True
    lines = scene.lines(branch.path)
    opened = [lines[number - 1] for number in around(lines, branch.first)][:2]
    return scene.reached(branch.path, branch.first) and shared(said, "\n".join(opened), scene) > 0


def _doing(branch: Branch, wanted: list[str], marks: tuple[Anchor, ...]) -> int | None:
    """The line of a branch that does what was decided, all of it; None when it does not."""
    body = list(enumerate(branch.body, branch.first))
    inner = [(number, text) for number, text in body[1:] if text.strip() and not comment(text)]
    inner = inner or body
    strong = [mark for mark in marks if not mark.number or _STATUS.fullmatch(mark.text)]
    hits = [_first(inner, mark.on) for mark in strong]
    told = None if "told" in wanted else consequences()["told"][1]
    for name in wanted:
        code = consequences()[name][1]
        acting = [(number, text) for number, text in inner if told is None or not told.search(text)]
        if name != "fails" and any(consequences()["fails"][1].search(text) for _, text in inner):
            return None  # a branch that ends in a failure does not go on, whatever else it does
        # To go on takes nothing but not to fail: the branch itself is the line.
        hits.append(branch.first if name == "goes_on" else _first(acting, code.search))
    if not hits or any(hit is None for hit in hits):
        return None
    return hits[0]


def _first(lines: list[tuple[int, str]], says: Callable[[str], object]) -> int | None:
    return next((number for number, text in lines if says(text)), None)
