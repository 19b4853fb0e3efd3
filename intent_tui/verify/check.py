"""The Intent check: every constraint of a spec judged against the work that was delivered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from intent_tui.base.clock import now
from intent_tui.base.problem import Problem
from intent_tui.language.catalogue import say
from intent_tui.language.detect import detect
from intent_tui.spec.model import Constraint, IntentSpec, Verdict, Verification, VerificationResult
from intent_tui.verify.delivered import Change, Delivered
from intent_tui.verify.outside import Outside, outside
from intent_tui.verify.rules import RULES
from intent_tui.verify.scene import Judged, Scene, judged
from intent_tui.verify.scene import Verdict as Found
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.freshness import Freshness
from intent_tui.workspace.origin import freshness, origin, shallow
from intent_tui.workspace.saved import Saved
from intent_tui.workspace.snapshot import at
from intent_tui.workspace.trees import Committed, Tree, Working, committed

MARK = "Intent check"
"""The line above the verdicts; never translated (seed 000, verify)."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a person decided about one constraint: a verdict with its line or its reason."""

    verdict: Verdict
    pointer: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one constraint, in the order of the spec.

    `open` is what nobody has decided: code could not tell, and no person has said.
    """

    constraint: Constraint
    verdict: Found
    pointer: str | None
    reason: str
    by: Literal["code", "person"]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The whole check. `base` and `tip` say between which states; `tip` empty: as it is now."""

    saved: Saved
    results: tuple[Result, ...]
    outside: tuple[Outside, ...]
    changes: tuple[Change, ...]
    base: str
    tip: str

    @property
    def status(self) -> Literal["verified", "partial", "not_checkable"]:
        """All met; at least one not; nothing that could be checked (ruling G4)."""
        verdicts = {each.verdict for each in self.results}
        if verdicts <= {"met"} and verdicts:
            return "verified"
        if verdicts <= {"not_checkable", "open"}:
            return "not_checkable"
        return "partial"

    def spec(self) -> IntentSpec:
        """The spec with the verdicts written into it."""
        if self.saved.spec is None:
            raise ValueError("only a spec is checked")
        lines = tuple(_line(each) for each in self.results)
        verification = Verification(self.status, now().isoformat(timespec="seconds"), lines)
        return replace(self.saved.spec, verification_status="verified", verification=verification)


def _line(result: Result) -> VerificationResult:
    verdict: Verdict = "not_checkable" if result.verdict == "open" else result.verdict
    pointer = result.pointer if verdict == "met" else None
    return VerificationResult(result.constraint.text, verdict, pointer)


def check(
    workspace: Workspace,
    saved: Saved,
    *,
    between: tuple[str, str] | None = None,
    said: Mapping[int, Said] | None = None,
    language: str | None = None,
) -> Checked:
    """Check delivered work against a saved spec.

    Args:
        workspace: where the work is.
        saved: the spec.
        between: names of two commits, from the older to the newer; None takes the commit the
            spec was written at and the folder as it is.
        said: what a person decided, by the constraint's place from 0. A line they picked has to
            be there.
        language: of the reasons; the request's when not given.

    Raises:
        Problem: no spec, no such commit, a shallow history, a picked line that is not there.
        GitFailed: git gave no answer.
    """
    spec = saved.spec
    if spec is None:
        raise Problem(f"{saved.path} is not a spec", f"intent-tui check {saved.intent}")
    speaks = language or detect(spec.request)
    before = _before(workspace, saved, between[0] if between else None)
    with ExitStack() as stack:
        after, tree, tip = _after(workspace, between[1] if between else None, stack)
        delivered = Delivered(before, tree)
        fresh = Freshness(after, before) if before is not None else freshness(after, saved)
        was = (
            None if before is None else (lambda: stack.enter_context(at(workspace, before.commit)))
        )
        scene = Scene(spec, delivered, after, was, fresh, speaks)
        results = tuple(
            _result(constraint, scene, (said or {}).get(place))
            for place, constraint in enumerate(spec.constraints)
        )
        base = before.commit if before is not None else ""
        satisfying = [each.pointer for each in results if each.verdict == "met" and each.pointer]
        return Checked(saved, results, outside(scene, satisfying), delivered.changes, base, tip)


def _before(workspace: Workspace, saved: Saved, name: str | None) -> Committed | None:
    if name is not None:
        found = committed(workspace, name)
        if found is None:
            raise Problem(f'no commit "{name}" here', "intent-tui verify --range A..B")
        return found
    came = origin(workspace, saved)
    if came.cut:
        raise shallow(saved)
    return committed(workspace, came.commit) if came.commit is not None else None


def _after(workspace: Workspace, name: str | None, stack: ExitStack) -> tuple[Workspace, Tree, str]:
    if name is None:
        return workspace, Working(workspace), ""
    found = committed(workspace, name)
    if found is None:
        raise Problem(f'no commit "{name}" here', "intent-tui verify --range A..B")
    return stack.enter_context(_at(workspace, found)), found, found.commit


@dataclass(frozen=True, slots=True)
class _Ground:
    """Lays a commit out when it is first needed: most rules never need it."""

    workspace: Workspace
    commit: str
    stack: ExitStack

    def __call__(self) -> Workspace:
        return self.stack.enter_context(at(self.workspace, self.commit))


@contextmanager
def _at(workspace: Workspace, tree: Committed) -> Iterator[Workspace]:
    with at(workspace, tree.commit) as ground:
        yield ground


def _result(constraint: Constraint, scene: Scene, said: Said | None) -> Result:
    if said is not None:
        return Result(constraint, said.verdict, _picked(said, scene), said.reason, "person")
    rule, found = _by_code(constraint, scene)
    reason = say(scene.language, f"verify.{found.why}", **dict(found.slots))
    return Result(constraint, found.verdict, found.pointer, reason, "code", rule)


def _by_code(constraint: Constraint, scene: Scene) -> tuple[str, Judged]:
    for name, judge in RULES:
        found = judge(constraint, scene)
        if found is not None:
            return name, found
    return "", judged("open", "yours")


def _picked(said: Said, scene: Scene) -> str | None:
    if said.verdict != "met":
        return said.pointer
    place = scene.place(said.pointer)
    if place is None or not 1 <= place[1] <= len(scene.lines(place[0])):
        raise Problem(
            f'"{said.pointer or ""}" is no line of the delivered work',
            "a constraint is met by one line: --met N=path:line",
        )
    return said.pointer


__all__ = ["MARK", "Checked", "Freshness", "Result", "Said", "check"]
