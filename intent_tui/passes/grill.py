"""The engine: one request through parse, resolve and emit. It yields events and never waits.

When it needs a person it simply ends with an `Asked` event; the next command goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from intent_tui.ask import answer as replies
from intent_tui.ask.pending import Pending
from intent_tui.base.problem import Exit, Problem
from intent_tui.language.catalogue import say
from intent_tui.mind.guard import Guard
from intent_tui.mind.protocol import Draft, Mind
from intent_tui.passes import carry, earlier, emit, noask, parse, silence, summary
from intent_tui.passes.acts import Act, Vetoed, named
from intent_tui.passes.dialogue import Dialogue
from intent_tui.passes.events import (
    Answer,
    Answered,
    Asked,
    Cancel,
    Command,
    Correct,
    Emitted,
    Event,
    PassStarted,
    Started,
    Submit,
    Survey,
    Undo,
    Undone,
    UnknownClosed,
    UnknownOpened,
    Veto,
)
from intent_tui.passes.resolve import Resolver
from intent_tui.passes.work import Carried, Work
from intent_tui.probe.plan import Prober
from intent_tui.probe.records import domain_of
from intent_tui.spec.slug import slug
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.origin import note
from intent_tui.workspace.store import Conflict, NotSaved, Saved, Store

DEFAULT_BUDGET = 3
_SHOWN = 3


class Grill:
    """One request in one workspace.

    Args:
        workspace: what is read.
        mind: what reads and proposes.
        store: where specs are saved.
        cancelled: asked between look-ups.
    """

    def __init__(
        self,
        workspace: Workspace,
        mind: Mind,
        store: Store,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._workspace = workspace
        self._mind = mind
        self._store = store
        self._cancelled = cancelled
        self._submit: Submit | None = None
        self._work: Work | None = None
        self._guard = Guard(workspace.opened.minted)
        self._acts: list[Act] = []
        self._sent: list[tuple[str, int]] = []
        """Questions sent, as field and how often it was refused before: never decreases."""
        self._last: Emitted | None = None
        self._stem = ""
        self._carried: Carried | None = None
        self._edited = ""
        self.saves = True
        """Off while what was done before is replayed."""
        self.keep: Callable[[Act | Undo], None] = lambda act: None
        """Told what the person did, before anything is saved: the journal is written ahead."""
        self.left_out: tuple[str, ...] = ()
        """Files that were to extend the knowledge and could not be used."""
        self.carries = True
        """Whether decisions in a saved spec are taken over; off when a journal replays them."""

    @property
    def stem(self) -> str:
        """The name the spec of this request is saved under."""
        return self._stem

    def run(self, command: Command) -> Iterator[Event]:
        """Carry out one command. Raises Problem for what the person can mend."""
        match command:
            case Submit():
                yield from self._start(command)
            case Answer():
                yield from self._answer(command)
            case Veto():
                yield from self._act(command)
            case Correct():
                yield from self._correct(command)
            case Undo():
                yield from self._undo()
            case Cancel():
                return
            case Survey():
                from intent_tui.passes.survey import survey

                yield survey(self._workspace)

    # pass 1 and the silence check ---------------------------------------------------------

    def _start(self, submit: Submit) -> Iterator[Event]:
        if not submit.request.strip():
            raise Problem(
                "the request is empty", 'say what should be done: intent-tui grill "add …"'
            )
        self._submit, self._acts, self._sent, self._last = submit, [], [], None
        yield from self._pass_one(submit, ())

    def _pass_one(self, submit: Submit, corrections: tuple[Correct, ...]) -> Iterator[Event]:
        lang = next((each.language for each in reversed(corrections) if each.language), None)
        reading = self._mind.read(submit.request, lang or submit.lang)
        budget = self._budget_of(submit, reading.no_ask, reading.ask_budget)
        yield Started(submit.request, submit.mode, budget)
        yield PassStarted("parse")
        domain = domain_of(self._workspace)
        draft = self._mind.draft(reading, domain)
        for each in corrections:
            draft = parse.corrected(draft, each)
        saved = self._store.match(submit.request, self._intent(draft), draft.objects)
        if saved is not None and _verified(saved) and submit.mode == "auto":
            yield self._silent(draft, "verified", notice=saved.path)
            return
        draft = earlier.confronted(draft, self._store.decided(submit.request), self._mind)
        edited = saved is not None and self._store.hand_edited(saved)
        self._edited = saved.path if saved is not None and edited else ""
        self._carried = carry.carried(saved) if self.carries else None
        yield parse.shown(draft, self._intent(draft))
        resolver = Resolver(self._mind, self._prober(submit), self._guard, self._cancelled)
        resolver.begin(draft, domain)
        why = silence.quiet_by_text(draft) if self._may_be_silent(submit, draft) else None
        if why in ("question", "trivial"):
            yield self._silent(draft, why)
            return
        yield PassStarted("resolve")
        if not draft.ungrillable and domain:
            yield from resolver.premise()
        if why == "complete" and resolver.work.premise != "contradicted":
            yield self._silent(draft, why, work=resolver.work)
            return
        yield from resolver.run()
        self._work = resolver.work
        yield from self._conclude()

    def _prober(self, submit: Submit) -> Prober:
        if submit.today is None:
            return Prober(self._workspace)
        return Prober(self._workspace, today=submit.today)

    def _may_be_silent(self, submit: Submit, draft: Draft) -> bool:
        return submit.mode == "auto" and not draft.reading.program_named

    def _silent(
        self, draft: Draft, why: str, work: Work | None = None, notice: str = ""
    ) -> Emitted:
        language = draft.language
        notices: tuple[str, ...] = ()
        reason = say(language, f"silent.{why}") if why != "verified" else ""
        if notice:
            reason = say(language, "notice.verified", path=notice)
            notices = (reason,)
        self._last = Emitted(
            outcome="silent",
            reason=reason,
            premise=work.premise if work else "not checked",
            spec=None,
            spec_path=None,
            summary=(),
            notices=notices,
            questions_sent=0,
        )
        return self._last

    def _budget_of(self, submit: Submit, no_ask: bool, spoken: int | None) -> int:
        if submit.no_ask or no_ask:
            return 0
        if submit.ask_budget is not None:
            return submit.ask_budget
        return DEFAULT_BUDGET if spoken is None else spoken

    def _intent(self, draft: Draft) -> str:
        return slug(draft.slug_words, draft.reading.text)

    # asking -------------------------------------------------------------------------------

    def _under_way(self) -> tuple[Work, Submit]:
        if self._work is None or self._submit is None:
            raise Problem("no request is under way", 'start one: intent-tui grill "…"')
        return self._work, self._submit

    def _dialogue(self) -> Dialogue:
        """Everything the person did so far, applied to what the look-ups left."""
        work, _ = self._under_way()
        dialogue = Dialogue.over(work, self._mind, self._guard)
        if self._carried is not None:
            for name, constraints in self._carried.answers.items():
                dialogue.carry(name, constraints)
        if self._budget() == 0:
            dialogue.without_asking(
                lambda unknown: noask.infer(unknown, work, self._mind, self._guard)
            )
        for act in self._acts:
            self._apply(dialogue, act)
        return dialogue

    def _apply(self, dialogue: Dialogue, act: Act) -> None:
        if isinstance(act, Answer):
            pending, _ = dialogue.pending()
            # An answer belongs to its question: one that lost a race must not close another.
            if pending is not None and act.field in (None, pending.field):
                reply = replies.read(pending, act.reply, self._language())
                dialogue.take(pending, reply, act.reply, act.by)
        elif isinstance(act, Veto):
            text = act.say_of if isinstance(act, Vetoed) else ""
            dialogue.veto(text, act.say)

    def _answer(self, command: Answer) -> Iterator[Event]:
        dialogue = self._dialogue()
        pending, _ = dialogue.pending()
        if pending is None or (self._last and self._last.outcome != "ASK"):
            yield from self._answered_already(command)
            return
        if command.field is not None and command.field != pending.field:
            if self._is_repeat(command):
                yield from self._again()
                return
            raise Problem(
                f"the question is now about {pending.field}, not {command.field}; "
                f'"{command.reply[:40]}" was not taken',
                f"intent-tui show {self._stem}",
                Exit.ASK,
            )
        reply = replies.read(pending, command.reply, self._language())
        if command.by == "agent" and pending.irreversible:
            raise Problem(
                f"{pending.field} cannot be undone: no agent may close it, nothing was taken",
                f'a person answers: intent-tui answer {self._stem} "…" --by NAME',
                Exit.ASK,
            )
        turn = dialogue.take(pending, reply, command.reply, command.by)
        self._did(replace(command, field=pending.field))
        yield Answered(turn.field, turn.reply, turn.read_as, turn.by)
        closed = [each for each in dialogue.closed if each.field == turn.field]
        for each in closed:
            first = each.constraints[0]
            yield UnknownClosed(each.field, each.source, first.text, first.evidence)
        yield from self._conclude()

    def _did(self, act: Act) -> None:
        self._acts.append(act)
        self.keep(act.said() if isinstance(act, Vetoed) else act)

    def _is_repeat(self, command: Answer) -> bool:
        given = [act for act in self._acts if isinstance(act, Answer)]
        if command.field is None:
            given = given[-1:]
        return any(
            act.reply.strip() == command.reply.strip() and command.field in (None, act.field)
            for act in given
        )

    def _answered_already(self, command: Answer) -> Iterator[Event]:
        if self._is_repeat(command):
            yield from self._again()
            return
        raise Problem(
            f'no question waits; "{command.reply[:40]}" was not taken',
            f"intent-tui show {self._stem}" if self._stem else "intent-tui specs",
        )

    def _again(self) -> Iterator[Event]:
        """The same answer twice is harmless: what holds is said again, nothing is written."""
        if self._last is not None:
            yield self._last

    def _act(self, command: Veto) -> Iterator[Event]:
        spec = self._last.spec if self._last else None
        guesses = spec.constraints if spec else ()
        if not 0 <= command.index < len(guesses) or guesses[command.index].source != "inferred":
            raise Problem("there is no guess at that place", "intent-tui show shows them")
        vetoed = Vetoed(command.index, command.say, guesses[command.index].text)
        dialogue = self._dialogue()
        field = dialogue.veto(vetoed.say_of, vetoed.say)
        if field is None:
            raise Problem("that guess holds no unknown of its own", "change the request instead")
        self._did(vetoed)
        if vetoed.say:
            yield UnknownClosed(field, "asked", vetoed.say)
        else:
            opened = next(each for each in emit.unknowns(dialogue) if each.field == field)
            yield UnknownOpened(opened)
        yield from self._conclude()

    def _correct(self, command: Correct) -> Iterator[Event]:
        if self._submit is None:
            raise Problem("no request is under way", 'start one: intent-tui grill "…"')
        self._did(command)
        corrections = tuple(act for act in self._acts if isinstance(act, Correct))
        yield from self._pass_one(replace(self._submit, mode="explicit"), corrections)

    def _undo(self) -> Iterator[Event]:
        if not self._acts:
            raise Problem("there is nothing to undo", "answer the question, or leave with q")
        act = self._acts.pop()
        self.keep(Undo())
        yield Undone(named(act))
        if isinstance(act, Correct) and self._submit is not None:
            corrections = tuple(each for each in self._acts if isinstance(each, Correct))
            yield from self._pass_one(replace(self._submit, mode="explicit"), corrections)
            return
        yield from self._conclude()

    def _language(self) -> str:
        return self._work.draft.language if self._work else "en"

    def _budget(self) -> int:
        if self._submit is None or self._work is None:
            return DEFAULT_BUDGET
        reading = self._work.draft.reading
        return self._budget_of(self._submit, reading.no_ask, reading.ask_budget)

    # pass 3 -------------------------------------------------------------------------------

    def _conclude(self) -> Iterator[Event]:
        work, submit = self._under_way()
        dialogue = self._dialogue()
        budget = self._budget()
        pending, _ = dialogue.pending()
        key = (pending.field, dialogue.attempts(pending.field)) if pending else None
        may_ask = key is not None and (key in self._sent or len(self._sent) < budget)
        yield PassStarted("emit")
        intent = self._intent(work.draft)
        hint = work.draft.reading.terms[:4]
        self._stem = self._store.stem_for(intent, submit.request, hint)
        result = emit.make(
            dialogue,
            request=submit.request,
            intent=self._stem,
            budget=budget,
            may_ask=may_ask,
        )
        if result.pending is not None and key is not None and key not in self._sent:
            self._sent.append(key)
        yield emit.typechecked(result, self._workspace.inventory.has)
        saved, path, notices = self._save(result, submit)
        if result.pending is not None:
            number = self._sent.index(key) + 1 if key else len(self._sent)
            yield Asked(self._worded(result.pending, number), len(self._sent), budget)
        self._last = Emitted(
            outcome=result.spec.decision.state,
            reason=result.reason,
            premise=work.premise,
            spec=result.spec,
            spec_path=path,
            summary=summary.lines(result, dialogue),
            notices=(*summary.notices(result, dialogue, self._carried), *notices),
            questions_sent=len(self._sent),
            advisories=self._advisories(work, submit),
            next=summary.next_steps(result, saved),
            saved=saved,
        )
        yield self._last

    def _worded(self, pending: Pending, number: int) -> Pending:
        return replace(pending, number=number)

    def _advisories(self, work: Work, submit: Submit) -> tuple[str, ...]:
        """Files a person should know of: nothing is decided by likeness (rulings G6, G28)."""
        language = self._language()
        objects = emit.objects_of(work)
        intent = self._intent(work.draft)
        told = [
            say(language, "advisory.similar", path=saved.path)
            for saved in self._store.similar(submit.request, intent, objects, most=2)
        ]
        if self.left_out:
            files = ", ".join(self.left_out[:_SHOWN])
            told.append(say(language, "advisory.left_out", files=files))
        if self._edited:
            told.insert(0, say(language, "advisory.edited", path=self._edited))
        return tuple(told)

    def _save(
        self, result: emit.Result, submit: Submit
    ) -> tuple[bool, str | None, tuple[str, ...]]:
        if not submit.save:
            return False, None, ()
        if not self.saves:
            return False, self._store.path_of(self._stem), ()
        try:
            path = self._store.save(result.spec)
            note(self._workspace, self._store, result.spec)
            copy = self._store.replaced(self._stem)
            if copy is None:
                return True, path, ()
            told = say(self._language(), "notice.replaced", path=path, copy=str(copy))
            return True, path, (told,)
        except Conflict as conflict:
            if not self._acts:
                return False, None, (self._unsaved(conflict),)
            self._acts.pop()
            raise Problem(
                f"{conflict.what}; what you said was not taken",
                f"intent-tui show {self._stem}",
                Exit.ASK,
            ) from conflict
        except NotSaved as refusal:
            return False, None, (self._unsaved(refusal),)

    def _unsaved(self, refusal: NotSaved) -> str:
        return say(self._language(), "notice.unsaved", reason=refusal.what)


def _verified(saved: Saved) -> bool:
    return saved.spec is not None and saved.spec.verification_status == "verified"
