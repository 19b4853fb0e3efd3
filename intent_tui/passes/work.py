"""What the passes hand to one another: the request as far as it is understood."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from intent_tui.mind.protocol import Draft, DraftUnknown, Premise, Scene, Settlement
from intent_tui.probe.facts import Lookup
from intent_tui.spec.model import Constraint, Source

PremiseState = Literal["not checked", "clear", "contradicted"]


@dataclass(frozen=True, slots=True)
class Closed:
    """An unknown that got its value, and from where."""

    field: str
    source: Source
    constraints: tuple[Constraint, ...]
    listed: bool = True
    """It counts in `unknowns_found`; a carried decision of an earlier run does not."""


@dataclass(frozen=True, slots=True)
class Work:
    """Everything known after the look-ups: a value that answers are applied to, never changed."""

    draft: Draft
    scene: Scene
    closed: tuple[Closed, ...] = ()
    open: tuple[DraftUnknown, ...] = ()
    records: tuple[Constraint, ...] = ()
    failed: tuple[str, ...] = ()
    """Fields that stayed open because their look-ups failed."""
    premise: PremiseState = "not checked"
    contradiction: Premise | None = None
    notices: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    carried_from: str = ""

    def seeing(self, lookup: Lookup) -> Work:
        """The work with one more look-up."""
        scene = replace(self.scene, lookups=(*self.scene.lookups, lookup))
        return replace(self, scene=scene)

    def source_for(self, unknown: DraftUnknown) -> str:
        """What a guess about the unknown may cite: opened for it, else the object it is about.

        Empty when neither was opened: then nothing may be guessed (ruling G19).
        """
        objects = self.scene.objects
        about = [fact for fact in self.scene.facts() if fact.name in objects]
        own = [fact for fact in self.scene.facts(unknown.field) if fact.kind != "nearest"]
        return (own or about)[0].pointer if own or about else ""

    def settling(self, name: str, settlement: Settlement) -> Work:
        """The work with an unknown's settlement known to later questions."""
        settled = {**self.scene.settled, name: settlement}
        return replace(self, scene=replace(self.scene, settled=settled))


@dataclass(frozen=True, slots=True)
class Carried:
    """Decisions of an earlier run of the same request."""

    path: str
    answers: dict[str, tuple[Constraint, ...]] = field(default_factory=dict)
