"""Playbooks: what is worth knowing about a family of change, as data.

One YAML file a family in `references/playbooks/`; its shape is
`references/schema/playbook.schema.json`.
Texts are per language, with slots (`{object}`, `{value}`, the name of another field) and optional
parts in square brackets that vanish when a slot inside them is empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from functools import cache
from typing import Any, Literal, cast

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.protocol import Otherwise
from intent_tui.mind.reading import Effect, TextReading
from intent_tui.probe.facts import Surface
from intent_tui.spec.model import Category, OptionId

GENERAL = "general"
"""The playbook for every change no other one knows."""

Close = Literal["first", "all", "rule", "none"]
Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Look:
    """One look-up an unknown may spend.

    `close` says what a hit does: the first fact closes, all facts close together, only a fact that
    states a rule closes, or facts are recorded and close nothing. `always` looks even when an
    earlier look-up settled the unknown.
    """

    surface: Surface
    want: str = ""
    terms: tuple[str, ...] = ()
    """Stems, or `@objects`, `@request`, `@approach`."""
    names: str = ""
    """`routes`, `symbols`, `packages`, `paths`, `records`: exact names the request holds."""
    close: Close = "first"
    always: bool = False
    kinds: tuple[str, ...] = ()
    """Only facts of these kinds count."""
    limit: int = 6
    says: Texts = default(default_factory=dict)
    value: str = ""
    objects: bool = False
    """The facts' names are objects of the request."""


@dataclass(frozen=True, slots=True)
class OptionText:
    """One option: what is offered, and what choosing it writes into the spec."""

    text: Texts
    says: tuple[Texts, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question of an unknown, in every language the playbook knows."""

    question: Texts
    why: Texts
    reason: Texts
    risk: Texts
    recommended: OptionId
    options: tuple[OptionText, ...]
    options_from: str = ""
    """A fact kind: the options are the distinct facts of that kind instead."""


@dataclass(frozen=True, slots=True)
class PlayUnknown:
    """An unknown of this family of change."""

    field: str
    category: Category
    weight: int
    otherwise: Otherwise
    irreversible: bool = False
    said_by: tuple[str, ...] = ()
    """Closed by the request itself: `objects`, `approach`, `failure`, `acceptance`, or stems."""
    said_stems: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Only open when the request tells of it: `failing_condition`."""
    domains: tuple[str, ...] = ()
    look: tuple[Look, ...] = ()
    infer: Texts = default(default_factory=dict)
    infer_from: tuple[str, ...] = ()
    """Fact kinds that may stand behind the guess, best first; empty for any."""
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Playbook:
    """A family of change."""

    name: str
    effects: tuple[str, ...]
    stems: tuple[str, ...]
    verb: str
    noun: str
    target: str
    unknowns: tuple[PlayUnknown, ...]
    domains: tuple[str, ...] = ()
    object_kinds: tuple[str, ...] = ()
    """Only for changes to such things; empty for any."""

    def unknown(self, field_name: str) -> PlayUnknown | None:
        """The unknown of that field."""
        return next((each for each in self.unknowns if each.field == field_name), None)


@cache
def playbook(name: str) -> Playbook:
    """The playbook of that name."""
    return _playbook(knowledge.yaml(f"playbooks/{name}.yaml"))


@cache
def _families() -> tuple[Playbook, ...]:
    """What each playbook is for, without its unknowns: all that choosing needs."""
    listed = [name for name in knowledge.names("playbooks") if name != GENERAL]
    tops = [knowledge.head(f"playbooks/{name}.yaml", "unknowns") for name in listed]
    return tuple(_playbook({**top, "unknowns": ()}) for top in tops)


_OF_ITS_OWN = (
    "remove", "rename", "migrate", "research", "refactor", "remedy", "export", "message",
    "signal", "test", "describe", "fix", "refuse", "coincide", "limit", "tolerate",
)  # fmt: skip
"""Classes that a thing's name does not turn into another: removing a cache is no caching."""

_HEAD, _SECOND_HEAD, _MODIFIER, _CLASS, _DOMAIN, _CASE = 4, 2, 3, 3, 3, 10


def choose(reading: TextReading, domain: str) -> Playbook:
    """The playbook for what is ordered: its verb first, then its class, then what it is about.

    The general one when none fits.
    """
    best: tuple[int, str] = (0, GENERAL)
    for book in _families():
        score = _fit(book, reading, domain)
        if score > best[0]:
            best = (score, book.name)
    return playbook(best[1])


def _fit(book: Playbook, reading: TextReading, domain: str) -> int:
    if book.domains and domain not in book.domains:
        return 0
    first = reading.effects[0] if reading.effects else None
    if first is not None and book.object_kinds and first.object_kind not in book.object_kinds:
        return 0
    # `sort it out` sorts nothing: the words that order a fault mended name no other work.
    heads = [each.head.lower() if each.name != "fix" else "" for each in reading.effects[:2]]
    if first is not None and first.name == "gate":
        heads = heads[:1]
    weights = zip((_HEAD, _SECOND_HEAD), heads, strict=False)
    verb = sum(weight for weight, head in weights if _is_one(head, book))
    named = first is not None and first.mention and not _is_thing(first, reading.language)
    of_class = first is not None and first.name in book.effects and not named
    # Where the sort of thing decides, a thing of no known sort decides nothing.
    if book.object_kinds and first is not None and not first.object_kind:
        of_class = False
    names = _naming(reading) | _only_permitted(reading)
    about = sum(3 - min(place, 2) for place, word in enumerate(reading.terms[:6])
                if word not in names and _is_one(word, book))  # fmt: skip
    if first is not None and _is_one(_modifier(reading, first), book):
        verb += _MODIFIER
    if domain in book.domains and any(mention.kind == "record" for mention in reading.mentions):
        # Whoever names a record in a place that keeps such records has a case of that sort.
        return verb + about + _CASE
    if first is not None and first.name in _OF_ITS_OWN and not of_class and verb < _HEAD:
        return 0
    score = verb + (_CLASS if of_class else 0) + about
    return score + (_DOMAIN if score and domain in book.domains else 0)


def _is_thing(effect: Effect, language: str) -> bool:
    """Whether the word that only names something can be a thing at all: `tests`, not `prune`."""
    return classes(language).noun(effect.head) is not None


def _only_permitted(reading: TextReading) -> frozenset[str]:
    """Where it is ordered who may do a thing, the words for doing it choose nothing."""
    if not reading.effects or reading.effects[0].name != "gate":
        return frozenset()
    heads = [each.head for each in reading.effects[1:] if each.name != "gate"]
    return frozenset(stems.stem(head, reading.language) for head in heads)


def _naming(reading: TextReading) -> frozenset[str]:
    """Words that only tell which route or page is meant: `settings` of `the settings endpoint`."""
    sorts = {stems.stem(str(word)) for word in knowledge.yaml("words/plain.yaml")["entry_points"]}
    heads = {stems.stem(effect.head, reading.language) for effect in reading.effects[:2]}
    found = {
        word
        for mention in reading.mentions
        if mention.kind == "phrase" and len(mention.words) > 1 and mention.words[-1] in sorts
        for word in mention.words[:-1]
    }
    found |= {word for each in reading.mentions if each.kind == "route" for word in each.words}
    return frozenset(found - heads)


def _modifier(reading: TextReading, effect: Effect) -> str:
    """The word before a parameter or an option that says what it is for: `search parameter`."""
    if effect.name != "option":
        return "-"
    before = stems.words(reading.text[: effect.span.start])
    return stems.stem(before[-1]) if before else "-"


def _is_one(word: str, book: Playbook) -> bool:
    """A stem of the playbook begins the word; one that ends in `$` has to be all of it."""
    return any(
        word == stem[:-1]
        if stem.endswith("$")
        # A whole word in the list means its stem too: `tides` is read as `tid`.
        else part.startswith(stem) or word == stems.stem(stem)
        for stem in book.stems
        for part in (word, *word.split())
    )


def _playbook(raw: Mapping[str, Any]) -> Playbook:
    listed = [str(word) for words in raw.get("stems", {}).values() for word in words]
    return Playbook(
        name=raw["name"],
        effects=_words(raw.get("effects")),
        stems=tuple(listed),
        verb=raw["verb"],
        noun=raw["noun"],
        target=raw.get("target", "implement"),
        unknowns=tuple(_unknown(each) for each in raw["unknowns"]),
        domains=_words(raw.get("domains")),
        object_kinds=_words(raw.get("object_kinds")),
    )


def _unknown(raw: Mapping[str, Any]) -> PlayUnknown:
    said = [str(word) for words in raw.get("said_stems", {}).values() for word in words]
    return PlayUnknown(
        field=raw["field"],
        category=raw["category"],
        weight=int(raw.get("weight", 0)),
        otherwise=raw["otherwise"],
        irreversible=bool(raw.get("irreversible", False)),
        said_by=_words(raw.get("said_by")),
        said_stems=tuple(said),
        needs=_words(raw.get("needs")),
        domains=_words(raw.get("domains")),
        look=tuple(_look(each) for each in raw.get("look", ())),
        infer=raw.get("infer", {}),
        infer_from=_words(raw.get("infer_from")),
        ask=_ask(raw["ask"]) if "ask" in raw else None,
    )


def _look(raw: Mapping[str, Any]) -> Look:
    return Look(
        surface=raw["surface"],
        want=raw.get("want", ""),
        terms=_words(raw.get("terms")),
        names=raw.get("names", ""),
        close=cast(Close, raw.get("close", "first")),
        always=bool(raw.get("always", False)),
        kinds=_words(raw.get("kinds")),
        limit=int(raw.get("limit", 6)),
        says=raw.get("says", {}),
        value=raw.get("value", ""),
        objects=bool(raw.get("objects", False)),
    )


def _ask(raw: Mapping[str, Any]) -> Ask:
    return Ask(
        question=raw["question"],
        why=raw["why"],
        reason=raw["reason"],
        risk=raw.get("risk", {}),
        recommended=raw.get("recommended", "A"),
        options=tuple(
            OptionText(each["text"], _says(each.get("says", each["text"])))
            for each in raw.get("options", ())
        ),
        options_from=raw.get("options_from", ""),
    )


def _says(raw: object) -> tuple[Texts, ...]:
    return tuple(raw) if isinstance(raw, list) else (cast(Texts, raw),)


def _words(raw: Sequence[str] | str | None) -> tuple[str, ...]:
    if raw is None:
        return ()
    return (raw,) if isinstance(raw, str) else tuple(str(word) for word in raw)
