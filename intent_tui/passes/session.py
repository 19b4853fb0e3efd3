"""A session: the engine, its state and its journal, opened once per face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from intent_tui.ask.pending import Pending
from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.mind.offline.analyst import Analyst
from intent_tui.mind.protocol import Mind
from intent_tui.passes.attention import Ledger
from intent_tui.passes.events import (
    Answered,
    Asked,
    Command,
    Emitted,
    Event,
    Failed,
    Submit,
)
from intent_tui.passes.grill import Grill
from intent_tui.passes.journal import Act, Journal
from intent_tui.passes.references import extend, left_out_files
from intent_tui.passes.state import SessionState, reduce
from intent_tui.spec.model import IntentSpec
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.store import Store


class Session:
    """Commands in, events out, with the state after each and everything the person did kept.

    Use `open` for a new request and `resume` to go on with a saved one.
    """

    def __init__(
        self, workspace: Workspace, mind: Mind, cancelled: Callable[[], bool] = lambda: False
    ) -> None:
        self.workspace = workspace
        self.state = SessionState()
        self.journal = Journal(workspace.root)
        self._ledger = Ledger(workspace.root)
        self._waiting: Pending | None = None
        self._layers, self.left_out = extend(workspace.root)
        self._grill = Grill(workspace, mind, Store(workspace.root), cancelled)
        self._grill.keep = lambda act: self._note(partial(self.journal.act, act))
        self._grill.left_out = left_out_files(self.left_out)

    @classmethod
    def open(cls, folder: Path | None, cancelled: Callable[[], bool] = lambda: False) -> Session:
        """A session in the repository around `folder` (default: the current folder)."""
        return cls(Workspace.find(folder), Analyst(), cancelled)

    @classmethod
    def resume(cls, folder: Path | None, intent: str) -> Session:
        """The session of a saved spec, at the question it waits on.

        What the person did is replayed from the journal; on another machine, where there is
        none, from what the spec itself records.
        """
        session = cls.open(folder)
        saved = Store(session.workspace.root).find(intent)
        if saved.spec is None:
            raise Problem(
                f"{saved.path} cannot be read as a spec", f"intent-tui check {saved.path}"
            )
        if saved.spec.verification_status == "superseded":
            raise Problem(
                f"{saved.path} is superseded: nothing is asked about it any more",
                'a redo is a new request: intent-tui grill "…"',
            )
        session._go_on_from(saved.intent, saved.spec)
        return session

    def _go_on_from(self, intent: str, spec: IntentSpec) -> None:
        """The journal knows every reply, the spec only what they came to.

        When the spec knows more (somebody else answered), the spec is gone on from.
        """
        acts = self.journal.find(intent)
        if acts is not None:
            self._grill.carries = False
            self._replay(acts)
            emitted = self.state.emitted
            if emitted is not None and emitted.spec is not None:
                known = set(emitted.spec.constraints)
                if all(each in known for each in spec.constraints if each.source == "asked"):
                    return
        self._grill.carries = True
        self._replay([_submit_of(spec)])

    def _replay(self, acts: list[Act]) -> None:
        keep, self._grill.keep = self._grill.keep, lambda act: None
        self._grill.saves = False
        for act in acts:
            # What was refused then (an answer that lost a race) is refused again.
            with suppress(Problem):
                for event in self._grill.run(act):
                    self.state = reduce(self.state, event)
        self._grill.saves = True
        self._grill.keep = keep

    def run(self, command: Command) -> Iterator[Event]:
        """Carry out a command. What can be mended comes as a `Failed` event, never raised."""
        # Another workspace may have been worked on in this process meanwhile.
        knowledge.use(self._layers)
        try:
            yield from self._journalled(command)
        except Problem as problem:
            failed = Failed(problem.what, problem.next_step, int(problem.exit_code))
            self.state = reduce(self.state, failed)
            yield failed

    def _journalled(self, command: Command) -> Iterator[Event]:
        if isinstance(command, Submit):
            self._note(partial(self.journal.begin, command))
        self._waiting = self.state.pending
        for event in self._grill.run(command):
            self.state = reduce(self.state, event)
            if isinstance(event, Emitted) and event.spec is not None and event.saved:
                self._note(partial(self.journal.named, event.spec.intent))
            self._attend(event)
            if isinstance(event, Asked):
                event = self._with_half_typed(event)
            yield event

    def _attend(self, event: Event) -> None:
        """Note what a person was asked and how it was answered (product page, attention)."""
        if isinstance(event, Asked):
            self._waiting = event.pending
            self._note(partial(self._ledger.asked, self._grill.stem, event.pending.field))
        elif isinstance(event, Answered) and self._waiting is not None:
            recommended = self._waiting.question.recommended
            told = (self._grill.stem, event.field, event.read_as, recommended)
            self._note(partial(self._ledger.answered, *told))

    def _with_half_typed(self, event: Asked) -> Asked:
        """Offer again what was being typed when the last session was killed."""
        field, text = self.journal.half_typed()
        return replace(event, half_typed=text) if field == event.pending.field else event

    def draft(self, field: str, text: str) -> None:
        """Keep a half-typed answer to the question about `field`."""
        self._note(partial(self.journal.draft, field, text))

    def _note(self, write: Callable[[], None]) -> None:
        """Keep the journal; a state folder that cannot be written must not stop the work."""
        try:
            write()
        except (OSError, Problem) as error:
            reason = error.what if isinstance(error, Problem) else error.strerror
            self.unkept = f"this session is not kept: {reason}"

    unkept: str = ""
    """Why the journal could not be written, for a face to say once."""


def _submit_of(spec: IntentSpec) -> Submit:
    return Submit(request=spec.request, mode="explicit", ask_budget=spec.resolution.ask_budget)
