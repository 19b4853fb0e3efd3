"""What a person does to a saved spec on the review screen: veto, take a hand edit, restore.

The rules are the engine's. A hand edit is taken as asked by whoever is named (ruling G28); the
counts are computed anew from the last good revision, never taken from the file.
"""

from __future__ import annotations

from dataclasses import replace

from intent_tui.app.desk.records import Hanging
from intent_tui.base.problem import Problem
from intent_tui.passes.events import Answer, Answered, Failed, UnknownOpened, Veto
from intent_tui.passes.session import Session
from intent_tui.spec.model import Constraint, IntentSpec, TraceItem
from intent_tui.spec.typecheck import check
from intent_tui.spec.yaml import load
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.origin import note
from intent_tui.workspace.store import Store


def veto(workspace: Workspace, stem: str, text: str) -> str:
    """Re-open the guess with this text in the saved spec; gives the field that opened.

    Raises:
        Problem: there is no such guess any more, or the engine refuses.
    """
    session = Session.resume(workspace.root, stem)
    emitted = session.state.emitted
    constraints = emitted.spec.constraints if emitted is not None and emitted.spec else ()
    for index, one in enumerate(constraints):
        if one.source == "inferred" and one.text == text:
            return _vetoed(session, index)
    raise Problem("this guess is no longer made", f"intent-tui show {stem}")


def _vetoed(session: Session, index: int) -> str:
    opened = ""
    for event in session.run(Veto(index)):
        if isinstance(event, Failed):
            raise Problem(event.what, event.next_step)
        if isinstance(event, UnknownOpened):
            opened = event.unknown.field
    return opened


def answer(workspace: Workspace, stem: str, question: str, reply: str) -> str:
    """Answer the question the saved spec waits on; gives what the reply was read as.

    Raises:
        Problem: another question waits by now, or none, or the engine refuses the reply.
    """
    session = Session.resume(workspace.root, stem)
    pending = session.state.pending
    if pending is None or pending.question.text != question:
        raise Problem("that question no longer waits", f"intent-tui show {stem}")
    read_as = ""
    for event in session.run(Answer(reply, pending.field)):
        if isinstance(event, Failed):
            raise Problem(event.what, event.next_step)
        if isinstance(event, Answered):
            read_as = event.read_as
    return f"taken: {read_as}"


def hanging(store: Store, stem: str, index: int) -> Hanging:
    """What hangs on a guess: the lines that stand on the same ground, and the route itself."""
    spec = _spec(store, stem)
    one = spec.constraints[index]
    goes = tuple(
        each.text
        for place, each in enumerate(spec.constraints)
        if place != index and each.evidence is not None and each.evidence == one.evidence
    )
    ends = f"the route to {spec.decision.target}" if spec.decision.target else "nothing else"
    return Hanging(index, one.text, ends, goes)


def restore(store: Store, stem: str) -> None:
    """Write the last good revision again. A copy of what is replaced is kept.

    Raises:
        Problem: no revision is kept here, or the file cannot be written.
    """
    kept = _kept(store, stem)
    store.accept(store.find(stem))
    store.save(kept)


def adopt(workspace: Workspace, store: Store, stem: str, name: str) -> str:
    """Take a hand edit: what is new or was changed counts as asked, said by `name`.

    A guess that was taken out of the file counts as vetoed.

    Raises:
        Problem: nobody is named, the edit is no valid spec or breaks a rule, or changes what
            only a run can change.
    """
    who = " ".join(name.split())[:60]
    if not who:
        raise Problem("a hand edit is taken as somebody's word", "say who")
    kept, now = _kept(store, stem), _spec(store, stem)
    new = [each for each in now.constraints if each not in kept.constraints]
    gone = [each for each in kept.constraints if each not in now.constraints]
    if gone and not new:
        return _taken_out(workspace, stem, gone)
    if not new:
        raise Problem("no constraint was changed: there is nothing to take", "r restores the file")
    taken = _taken(kept, now, new, gone, who)
    bad = [one for one in check(taken) if one.severity == "error"]
    if bad:
        raise Problem(f"taken, it would break a rule: {bad[0].detail}", "r restores the file")
    store.accept(store.find(stem))
    store.save(taken)
    note(workspace, store, taken)
    return f"{len(new)} taken as asked, said by {who}"


def _taken_out(workspace: Workspace, stem: str, gone: list[Constraint]) -> str:
    if any(each.source != "inferred" for each in gone):
        raise Problem("only a guess can be taken out by hand", "r restores the file")
    for each in gone:
        veto(workspace, stem, each.text)
    return f"{len(gone)} taken out: re-opened like a veto"


def _taken(
    kept: IntentSpec, now: IntentSpec, new: list[Constraint], gone: list[Constraint], who: str
) -> IntentSpec:
    """The kept revision with the constraints of the file, and its counts made right.

    A changed line closes the unknown its old wording closed; one without an old wording is an
    unknown of its own, found and answered in one.
    """
    constraints = tuple(
        replace(each, source="asked") if each in new else each for each in now.constraints
    )
    counts = kept.resolution
    guesses = min(sum(each.source == "inferred" for each in gone), counts.inferred, len(new))
    found = min(
        sum(each.source == "probed" for each in gone), counts.resolved_by_probe, len(new) - guesses
    )
    added = max(0, len(new) - len(gone))
    counts = replace(
        counts,
        inferred=counts.inferred - guesses,
        resolved_by_probe=counts.resolved_by_probe - found,
        asked=counts.asked + guesses + found + added,
        unknowns_found=counts.unknowns_found + added,
    )
    steps = tuple(
        TraceItem("ask", f"edited by hand, said by {who}: {each.text}"[:500]) for each in new
    )
    return replace(kept, constraints=constraints, resolution=counts, trace=(*kept.trace, *steps))


def _kept(store: Store, stem: str) -> IntentSpec:
    path = store.kept(stem)
    spec = load(path.read_text("utf-8", "replace")).spec if path is not None else None
    if spec is None:
        raise Problem("no earlier revision of it is kept on this machine", "git log -p shows one")
    return spec


def _spec(store: Store, stem: str) -> IntentSpec:
    saved = store.find(stem)
    if saved.spec is None:
        raise Problem(f"{saved.path} is no valid spec", f"intent-tui check {saved.intent}")
    return saved.spec
