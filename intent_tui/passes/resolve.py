"""Pass 2: every open unknown is looked up, within its budget, and closed or kept.

The budget (three actions and one reserved history query an unknown, two look-ups for the
premise) is counted by `probe.plan`, not trusted to a mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from intent_tui.mind.guard import Guard
from intent_tui.mind.protocol import Draft, DraftUnknown, Mind, Scene, Settlement
from intent_tui.passes.events import (
    Event,
    Found,
    LookupDone,
    LookupStarted,
    UnknownClosed,
    UnknownOpened,
)
from intent_tui.passes.work import Closed, PremiseState, Work
from intent_tui.probe.facts import Fact, Lookup, Wanted
from intent_tui.probe.plan import Prober
from intent_tui.spec.evidence import split

# Objects first: later look-ups search beside them. Asking has an order of its own.
_LOOKING_ORDER = (
    "scope", "approach", "data_compatibility", "failure_behavior", "non_goals_constraints",
    "acceptance",
)  # fmt: skip

PREMISE = "premise"


class Resolver:
    """One resolve pass. `work` holds the result once `run` is exhausted.

    Args:
        mind: proposes look-ups and closings.
        prober: makes the look-ups and counts them.
        guard: re-checks what the mind proposes.
        cancelled: asked before each look-up; when true, what was found stays.
    """

    def __init__(
        self, mind: Mind, prober: Prober, guard: Guard, cancelled: Callable[[], bool]
    ) -> None:
        self._mind = mind
        self._prober = prober
        self._guard = guard
        self._cancelled = cancelled
        self.work: Work

    def begin(self, draft: Draft, domain: str) -> None:
        """Start from a draft with nothing looked up."""
        self.work = Work(draft=draft, scene=Scene(domain))
        if domain == "code" and not draft.ungrillable:
            self._prober.about(draft.reading.text, draft.language)

    def premise(self) -> Iterator[Event]:
        """The premise check: at most two look-ups, outside every unknown's budget."""
        for wanted in self._mind.premise_lookups(self.work.draft):
            yield from self._look(PREMISE, wanted, premise=True)
            if self._contradicted():
                break
        state: PremiseState = "contradicted" if self.work.contradiction else "clear"
        self.work = replace(self.work, premise=state)

    def run(self) -> Iterator[Event]:
        """Look up and settle every unknown of the draft."""
        yield from self._remember()
        unknowns = sorted(
            self.work.draft.unknowns, key=lambda each: _LOOKING_ORDER.index(each.category)
        )
        for unknown in unknowns:
            yield from self._resolve(unknown)
        if self.work.contradiction is None and self._contradicted():
            self.work = replace(self.work, premise="contradicted")
        yield from self._take_up_premise()
        self.work = replace(self.work, refused=tuple(self._guard.refused))

    def _remember(self) -> Iterator[Event]:
        """Record what the premise check came across, when it contradicts nothing."""
        if self.work.contradiction is not None:
            return
        proposed = self._mind.reminders(self.work.draft, self.work.scene.lookups)
        kept = self._guard.constraints(PREMISE, proposed)
        self.work = replace(self.work, records=(*self.work.records, *kept))
        for each in kept:
            yield Found(each.text, each.evidence or "")

    def _resolve(self, unknown: DraftUnknown) -> Iterator[Event]:
        while not self._cancelled():
            wanted = self._mind.next_lookup(self.work.draft, unknown, self.work.scene)
            if wanted is None:
                break
            before = len(self.work.scene.lookups)
            yield from self._look(unknown.field, wanted)
            if len(self.work.scene.lookups) == before:
                break
        draft, scene = self.work.draft, self.work.scene
        settlement = self._guarded(unknown, self._mind.settle(draft, unknown, scene))
        if settlement.closed is None and unknown.otherwise == "infer":
            settlement = self._guarded(unknown, self._mind.infer(draft, unknown, scene))
        yield from self._keep(unknown, settlement)

    def _guarded(self, unknown: DraftUnknown, proposed: Settlement) -> Settlement:
        return self._guard.settlement(unknown.field, proposed)

    def _keep(self, unknown: DraftUnknown, settlement: Settlement) -> Iterator[Event]:
        work = self.work.settling(unknown.field, settlement)
        work = replace(
            work,
            records=(*work.records, *settlement.records),
            left_out=(*work.left_out, *settlement.left_out),
        )
        yield from self._findings(settlement)
        if settlement.closed in ("probed", "inferred"):
            source = settlement.closed
            closed = Closed(unknown.field, source, settlement.constraints)
            self.work = replace(work, closed=(*work.closed, closed))
            first = settlement.constraints[0]
            yield UnknownClosed(unknown.field, source, first.text, first.evidence)
            return
        if _unreachable(work.scene, unknown):
            self.work = replace(
                work, open=(*work.open, unknown), failed=(*work.failed, unknown.field)
            )
            return
        if unknown.otherwise == "drop" or (unknown.otherwise == "infer" and work.scene.facts()):
            # A guess that nothing here carries is left out: it can be taken back, so it is no
            # question. Only where nothing at all was found is a person asked (ruling G19).
            self.work = work
            return
        # Looked for and not found: a person can still say it (seed 000, section 4.2).
        asked = replace(unknown, kind="ask")
        self.work = replace(work, open=(*work.open, asked))

    def _findings(self, settlement: Settlement) -> Iterator[Event]:
        """What somebody decided or took back here before: said at once."""
        facts = {fact.pointer: fact for fact in self.work.scene.facts()}
        for each in settlement.records:
            fact = facts.get(each.evidence or "")
            if fact is not None and changes_the_approach(fact):
                yield Found(each.text, fact.pointer)

    def _look(self, field: str, wanted: Wanted, *, premise: bool = False) -> Iterator[Event]:
        yield LookupStarted(field, wanted.surface, " ".join((*wanted.names, *wanted.terms))[:120])
        lookup = self._prober.premise(wanted) if premise else self._prober.look(field, wanted)
        if lookup is None:
            return
        self.work = self.work.seeing(lookup)
        number = len(self.work.scene.lookups)
        yield LookupDone(lookup, number, max(number, len(self.work.draft.unknowns)))

    def _contradicted(self) -> bool:
        if self.work.draft.ungrillable:
            return False
        found = self._mind.contradiction(self.work.draft, self.work.scene.lookups)
        if found is None:
            return False
        constraints = self._guard.constraints(PREMISE, found.constraints)
        if not constraints:
            return False
        self.work = replace(self.work, contradiction=replace(found, constraints=constraints))
        return True

    def _take_up_premise(self) -> Iterator[Event]:
        found = self.work.contradiction
        if found is None:
            return
        yield Found(found.constraints[0].text, found.constraints[0].evidence or "")
        yield UnknownOpened(found.unknown.open())
        covered = {each.evidence for each in found.constraints}
        others = tuple(each for each in self.work.records if each.evidence not in covered)
        self.work = replace(
            self.work,
            open=(found.unknown, *self.work.open),
            records=(*found.constraints, *others),
        )


def changes_the_approach(fact: Fact) -> bool:
    """Whether the fact is a decision, a revert or a pin: something a person once settled here."""
    return fact.kind == "decision" or fact.more.get("kind") in ("revert", "pin")


def _unreachable(scene: Scene, unknown: DraftUnknown) -> bool:
    """Whether the unknown is open because its look-ups failed, not because there is nothing."""
    made = scene.made(unknown.field)
    if any(each.failed for each in made if each.reserved):
        return True
    return bool(made) and all(each.failed for each in made)


def reasons(lookups: tuple[Lookup, ...]) -> tuple[str, ...]:
    """What failed, once each, in the order it was met."""
    return tuple(dict.fromkeys(each.failed for each in lookups if each.failed))


def to_read(lookups: tuple[Lookup, ...]) -> tuple[Fact, ...]:
    """The spans opened beside the look-ups, best first, whichever look-up opened them."""
    beside = [fact for lookup in lookups for fact in lookup.context]
    return tuple(sorted(beside, key=lambda fact: int(fact.more["rank"])))


def read_rank(pointer: str | None, spans: Sequence[str]) -> int:
    """The place of the first span that holds the line of a pointer.

    What no file holds (a commit, a record) comes first, what no span holds last.
    """
    if pointer is None:
        return len(spans)
    spot = split(pointer)
    if spot.form in ("commit", "pull", "record", "document", "delegated"):
        return -1
    for rank, span in enumerate(map(split, spans)):
        if span.path == spot.path and (
            spot.line is None or (span.line or 0) <= spot.line <= (span.end or span.line or 0)
        ):
            return rank
    return len(spans)
