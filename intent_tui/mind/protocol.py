"""What a mind is: it reads, proposes look-ups, closes unknowns and words questions.

The engine never trusts it. Whatever comes back passes `mind.guard` before it touches a spec, and
pointers can only come from facts that `probe` brought, so a mind cannot invent one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from intent_tui.ask.pending import Pending
from intent_tui.mind.reading import TextReading
from intent_tui.probe.facts import Fact, Lookup, Wanted
from intent_tui.spec.model import Category, Constraint, Issue, Kind, Unknown

Otherwise = Literal["ask", "infer", "drop"]


@dataclass(frozen=True, slots=True)
class DraftUnknown:
    """An unknown the mind lists, with what happens when look-ups do not settle it."""

    field: str
    category: Category
    kind: Kind
    otherwise: Otherwise
    irreversible: bool = False
    issue: Issue | None = None
    quotes: tuple[str, ...] = ()
    """For an issue: the statements that collide or the words that read two ways."""
    note: str = ""
    weight: int = 0
    """Asking order inside its group: higher is asked first."""

    def open(self, kind: Kind | None = None, note: str = "") -> Unknown:
        """The unknown as a spec shows it."""
        return Unknown(
            field=self.field,
            kind=kind or self.kind,
            category=self.category,
            issue=self.issue,
            note=note or self.note or None,
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft spec of pass 1: not emitted, not acted on."""

    reading: TextReading
    playbook: str
    slug_words: tuple[str, ...]
    """The words of the intent, verb first."""
    target: str
    objects: tuple[str, ...]
    explicit: tuple[Constraint, ...]
    unknowns: tuple[DraftUnknown, ...]
    ungrillable: bool = False

    @property
    def language(self) -> str:
        """The language questions are asked in."""
        return self.reading.language


@dataclass(frozen=True, slots=True)
class Settlement:
    """How far look-ups brought one unknown.

    `closed` is probed or inferred, or None while it is open. `records` are facts that constrain
    the work without closing anything. `value` fills a slot in later questions.
    """

    closed: Literal["probed", "inferred", "dropped"] | None = None
    constraints: tuple[Constraint, ...] = ()
    records: tuple[Constraint, ...] = ()
    objects: tuple[str, ...] = ()
    value: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Premise:
    """A source that contradicts what the request states."""

    unknown: DraftUnknown
    fact: Fact
    constraints: tuple[Constraint, ...]
    """The contradicting facts as probed constraints, the strongest first."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What has been found so far, for whoever has to decide the next thing."""

    domain: str
    """`code`, a domain of references/domains, or empty for an empty workspace."""
    lookups: tuple[Lookup, ...] = ()
    settled: Mapping[str, Settlement] = field(default_factory=dict)

    def facts(self, of: str | None = None) -> tuple[Fact, ...]:
        """All facts in the order they were found, of one field if it is given."""
        return tuple(
            fact
            for lookup in self.lookups
            if of is None or lookup.field == of
            for fact in lookup.facts
        )

    def made(self, of: str) -> tuple[Lookup, ...]:
        """The look-ups made for one field."""
        return tuple(lookup for lookup in self.lookups if lookup.field == of)

    @property
    def objects(self) -> tuple[str, ...]:
        """Every object a settled unknown brought, in order, once."""
        found = [name for each in self.settled.values() for name in each.objects]
        return tuple(dict.fromkeys(found))


class Mind(Protocol):
    """The one seam to intelligence."""

    name: str

    def read(self, request: str, language: str | None) -> TextReading:
        """Read the text alone: speech act, silence items, stated constraints, defects."""

    def draft(self, reading: TextReading, domain: str) -> Draft:
        """Pass 1: intent, objects, constraints, unknowns."""

    def premise_lookups(self, draft: Draft) -> Sequence[Wanted]:
        """At most two look-ups at the sources likeliest to rule out what is stated."""

    def contradiction(self, draft: Draft, lookups: Sequence[Lookup]) -> Premise | None:
        """Whether something that was opened contradicts something that was stated."""

    def reminders(self, draft: Draft, lookups: Sequence[Lookup]) -> tuple[Constraint, ...]:
        """What was decided or taken back before on this very subject, without a contradiction."""

    def next_lookup(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Wanted | None:
        """The next place to look for this unknown, or None when there is none left."""

    def settle(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
        """What the look-ups made so far establish for this unknown."""

    def infer(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
        """A visible guess with an opened source behind it, or an open settlement."""

    def question(self, draft: Draft, unknown: DraftUnknown, scene: Scene) -> Pending | None:
        """The question for this unknown, or None when it cannot be asked."""
