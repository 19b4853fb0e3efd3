"""The embedded analyst: `mind.protocol.Mind` without a model and without a network."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.ask.pending import Pending
from intent_tui.mind.offline import drafting, lookups, premises, questions, settling, text
from intent_tui.mind.protocol import Draft, DraftUnknown, Premise, Scene, Settlement
from intent_tui.mind.reading import TextReading
from intent_tui.probe.facts import Lookup, Wanted
from intent_tui.spec.model import Constraint


class Analyst:
    """Reads playbooks and the workspace; knows no request by heart."""

    name = "offline"

    def read(self, request: str, language: str | None) -> TextReading:
        """See `Mind.read`."""
        return text.read(request, language)

    def draft(self, reading: TextReading, domain: str) -> Draft:
        """See `Mind.draft`."""
        return drafting.draft(reading, domain)

    def premise_lookups(self, draft: Draft) -> Sequence[Wanted]:
        """See `Mind.premise_lookups`."""
        return premises.lookups(draft)

    def contradiction(self, draft: Draft, made: Sequence[Lookup]) -> Premise | None:
        """See `Mind.contradiction`."""
        return premises.contradiction(draft, made)

    def reminders(self, draft: Draft, made: Sequence[Lookup]) -> tuple[Constraint, ...]:
        """See `Mind.reminders`."""
        return premises.reminders(draft, made)

    def next_lookup(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Wanted | None:
        """See `Mind.next_lookup`."""
        closed = settling.settle(draft, unknown, scene).closed is not None
        return lookups.next_lookup(draft, unknown, scene, closed)

    def settle(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
        """See `Mind.settle`."""
        return settling.settle(draft, unknown, scene)

    def infer(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
        """See `Mind.infer`."""
        return settling.infer(draft, unknown, scene)

    def question(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Pending | None:
        """See `Mind.question`."""
        return questions.question(draft, unknown, scene)
