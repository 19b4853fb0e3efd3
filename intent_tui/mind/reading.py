"""What reading the request alone yields, before anything is looked up.

Every entry carries the place of its words, so that a screen can underline them and a person
can see why a box is ticked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from intent_tui.spec.model import Category, Issue

Act = Literal["order", "question", "complaint", "mix", "explanation", "trivial"]
Role = Literal["order", "rule", "acceptance", "claim", "question", "meta", "courtesy", "narrative"]
MentionKind = Literal[
    "route",  # `POST /users`, `/users/:id`
    "path",  # src/routes/users.ts
    "symbol",  # DEFAULT_TTL_SECONDS, loadUser(), user_id
    "flag",  # --dry-run, ?page=
    "record",  # order 4711, ticket #12
    "package",  # a bare lower-case word used as a dependency: "upgrade left-pad"
    "value",  # 300 s, 429, 5 %
    "phrase",  # a noun phrase in plain words: "the user API"
]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of the request, and the words there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the part it plays; only order, rule and acceptance are evidence."""

    span: Span
    role: Role


@dataclass(frozen=True, slots=True)
class Effect:
    """A change that is ordered: its class (references/effects.yaml) and the word that says it."""

    name: str
    head: str
    span: Span
    object_kind: str = ""
    """contract, data, person, copy, words, interface, design, code, money, or empty."""
    mention: bool = False
    """The word only names a thing, and nothing firmer was found: no step of the work."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing the request names or points at."""

    kind: MentionKind
    span: Span
    words: tuple[str, ...]
    """Lower-case stems of its parts, ready to search for."""
    named: bool
    """Precise enough to enumerate: a route, path, symbol or record, not a collective noun."""
    role: Role
    """The role of the sentence it stands in."""


@dataclass(frozen=True, slots=True)
class SilenceItem:
    """One of the four silence items, with the words that satisfy it."""

    ok: bool
    words: tuple[Span, ...] = ()
    uncovered: tuple[str, ...] = ()
    """For failure: the effect heads for which no rule is stated."""


@dataclass(frozen=True, slots=True)
class Silence:
    """The check of the request text alone (seed 000, section 1)."""

    objects: SilenceItem
    approach: SilenceItem
    failure: SilenceItem
    acceptance: SilenceItem

    @property
    def complete(self) -> bool:
        """All four hold."""
        return all(item.ok for item in (self.objects, self.approach, self.failure, self.acceptance))


@dataclass(frozen=True, slots=True)
class Stated:
    """A constraint in the person's own words (source explicit)."""

    span: Span
    text: str
    category: Category


@dataclass(frozen=True, slots=True)
class Defect:
    """A conflict or an ambiguity in the text: what filling in cannot fix.

    `name` is the axis (conflict) or the family (ambiguous) in references/defects.yaml, `quotes`
    the statements that collide or the words that read two ways.
    """

    issue: Issue
    name: str
    quotes: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class TextReading:
    """Everything the text says."""

    text: str
    language: str
    act: Act
    start: bool
    """The request orders something (an order, a mix or a complaint), so a run makes sense."""
    sentences: tuple[Sentence, ...]
    effects: tuple[Effect, ...]
    """Strongest first; the first one names the intent."""
    mentions: tuple[Mention, ...]
    silence: Silence
    stated: tuple[Stated, ...]
    defects: tuple[Defect, ...] = ()
    """In asking order: conflict before ambiguous, then by place."""
    ungrillable: Span | None = None
    """The words of taste that no file could settle."""
    no_ask: bool = False
    ask_budget: int | None = None
    program_named: bool = False
    """The person named this program: start whatever the silence check says."""
    target: str | None = None
    """A target the person named or the deliverable implies (seed: ROUTE's target), else None."""
    terms: tuple[str, ...] = ()
    """Search terms, heaviest first, at most 12: stems of what the request is about."""
    alternatives: tuple[Span, ...] = ()
    """Alternatives the request lists itself (either ... or): exactly that choice is asked."""
    not_understood: tuple[Span, ...] = ()
    """Ordering words whose effect is in no class: said, and asked as an outcome."""
