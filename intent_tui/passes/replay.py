"""Repeats the run behind a saved spec, look-up by look-up, and says what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from intent_tui.base.problem import Problem
from intent_tui.mind.offline.analyst import Analyst
from intent_tui.passes.events import Emitted, Submit
from intent_tui.passes.grill import Grill
from intent_tui.passes.journal import Act, Journal
from intent_tui.passes.references import extend
from intent_tui.spec.model import IntentSpec, TraceItem
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.origin import Origin, origin
from intent_tui.workspace.saved import Saved
from intent_tui.workspace.snapshot import at
from intent_tui.workspace.store import Store

_ROW = re.compile(
    r"(?P<field>[^:]+): (?P<action>.*): (?P<found>[^:]*(?:found|failed).*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Repeated:
    """One look-up of the recorded run and what it gives when it is made again.

    `then` and `now` are what was found, with the first pointer; empty for a look-up that was not
    made in that run.
    """

    field: str
    action: str
    then: str
    now: str

    @property
    def same(self) -> bool:
        """Whether it gives what it gave."""
        return self.then == self.now


@dataclass(frozen=True, slots=True)
class Replay:
    """The look-ups side by side; `commit` is where they were repeated, None for the folder as it
    is; `same_spec` whether the whole run came to the same spec."""

    commit: str | None
    rows: tuple[Repeated, ...]
    same_spec: bool


def replay(workspace: Workspace, saved: Saved, *, here: bool = False) -> Replay:
    """Make the run of a saved spec again, at the commit it was written at.

    Args:
        workspace: where the spec lies.
        saved: a spec that can be read.
        here: in the folder as it is now instead.

    Raises:
        Problem: the file holds no spec.
        GitFailed: git could not say or read the commit.
    """
    if saved.spec is None:
        raise Problem(f"{saved.path} is not a spec", f"intent-tui check {saved.intent}")
    commit = None if here else _before(workspace, origin(workspace, saved))
    with _ground(workspace, commit) as ground:
        again = _run(ground, _acts(workspace, saved, saved.spec, ground if commit else None))
    extend(workspace.root)
    same = again is not None and _decided(again) == _decided(saved.spec)
    return Replay(commit, _beside(saved.spec, again), same)


def _before(workspace: Workspace, came: Origin) -> str | None:
    """The commit the run saw: a spec is committed after it is made, on top of what it looked at."""
    if came.commit is None or came.marks is not None:
        return came.commit
    found = workspace.history.by_sha.get(came.commit)
    return found.parents[0] if found is not None and found.parents else came.commit


@contextmanager
def _ground(workspace: Workspace, commit: str | None) -> Iterator[Workspace]:
    if commit is None:
        yield Workspace.find(workspace.root)
        return
    with at(workspace, commit) as ground:
        yield ground


def _acts(
    workspace: Workspace, saved: Saved, spec: IntentSpec, ground: Workspace | None
) -> list[Act]:
    """What the person did, as the journal has it; on another machine the request alone."""
    acts = Journal(workspace.root).find(saved.intent) or [
        Submit(spec.request, "explicit", ask_budget=spec.resolution.ask_budget)
    ]
    first = acts[0]
    if isinstance(first, Submit) and first.today is None and ground is not None:
        # Which policies are in force depends on the day: the one the spec was committed on.
        commits = ground.history.commits
        day = datetime.fromtimestamp(commits[0].time, UTC).date().isoformat() if commits else None
        acts = [replace(first, today=day), *acts[1:]]
    return acts


def _run(ground: Workspace, acts: list[Act]) -> IntentSpec | None:
    extend(ground.root)
    grill = Grill(ground, Analyst(), Store(ground.root))
    grill.saves = grill.carries = False
    last: IntentSpec | None = None
    for act in acts:
        # What was refused then is refused again.
        with suppress(Problem):
            for event in grill.run(
                replace(act, mode="explicit") if isinstance(act, Submit) else act
            ):
                if isinstance(event, Emitted):
                    last = event.spec
    return last


def _beside(then: IntentSpec, now: IntentSpec | None) -> tuple[Repeated, ...]:
    was, found = _lookups(then.trace), _lookups(now.trace if now is not None else ())
    return tuple(
        Repeated(*place, was.get(place, ""), found.get(place, ""))
        for place in dict.fromkeys((*was, *found))
    )


def _lookups(trace: tuple[TraceItem, ...]) -> dict[tuple[str, str], str]:
    rows: dict[tuple[str, str], str] = {}
    for item in trace:
        match = _ROW.fullmatch(item.detail) if item.step == "probe" else None
        if match is not None:
            said = match["found"] + (f", {item.evidence}" if item.evidence else "")
            rows[match["field"], match["action"]] = said
    return rows


def _decided(spec: IntentSpec) -> IntentSpec:
    """A spec without what is not the run's: its name, and what a verification added."""
    return replace(spec, intent="", verification=None, verification_status=None)
