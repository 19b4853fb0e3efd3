"""Conflicts and ambiguities that stand in the text itself.

Both change the course of a run, so a weak hit must not fire: an axis needs both poles in different
places of stated rules and nothing that separates them; an ambiguous word needs that nothing near
makes it plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.mind.offline.reading_lexicon import compiled
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, trimmed
from intent_tui.mind.reading import Defect, Effect, Mention, Span

_NO_POLE: Final = frozenset({"cancelled", "strict"})
_CATCH_ALL: Final = frozenset({"improve", "fix", "set", "add", "refactor", "contract", "option"})
_NEAR: Final = 70


@dataclass(frozen=True, slots=True)
class _Place:
    said: Said
    span: Span


def read_defects(
    text: str,
    judged: Sequence[Judged],
    effects: Sequence[Effect],
    mentions: Sequence[Mention],
) -> tuple[Defect, ...]:
    """Conflicts first, then ambiguities, each by place."""
    evidence = [each.said for each in judged if each.role in EVIDENCE]
    conflicts = sorted(_conflicts(text, evidence), key=lambda defect: defect.quotes[0].start)
    families = sorted(
        _ambiguities(text, evidence, effects, mentions), key=lambda defect: defect.quotes[0].start
    )
    return (*conflicts, *families[:2])


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = knowledge.yaml("defects.yaml")
    return data


@cache
def _pattern(group: str, name: str, key: str, language: str) -> re.Pattern[str]:
    entry = _data()[group][name]
    side = entry.get(key, {}) if key else entry
    return compiled(str(side.get(language) or ""), language)


def _poles(name: str) -> tuple[str, str]:
    first, second = [key for key in _data()["axes"][name] if key not in _NO_POLE]
    return first, second


def _places(text: str, evidence: Sequence[Said], group: str, name: str, key: str) -> list[_Place]:
    found: list[_Place] = []
    for said in evidence:
        pattern = _pattern(group, name, key, said.tables.language)
        found.extend(
            _Place(said, trimmed(text, said.start + hit.start(), said.start + hit.end()))
            for hit in pattern.finditer(said.low)
        )
    return found


def _conflicts(text: str, evidence: Sequence[Said]) -> Iterator[Defect]:
    for name, entry in _data()["axes"].items():
        first, second = _poles(name)
        ones = _places(text, evidence, "axes", name, first)
        others = _places(text, evidence, "axes", name, second)
        if not ones or not others or _places(text, evidence, "axes", name, "cancelled"):
            continue
        pair = next(
            (
                (one, other)
                for one in ones
                for other in others
                if not _overlap(one.span, other.span)
                and (entry.get("strict") or not _separated(one, other))
            ),
            None,
        )
        if pair is not None:
            quotes = [_clause(text, place) for place in pair]
            if _overlap(*quotes):
                quotes = [place.span for place in pair]
            quotes.sort(key=lambda span: span.start)
            yield Defect("conflict", name, tuple(quotes))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _separated(one: _Place, other: _Place) -> bool:
    """An exception or a condition stands with either pole."""
    for place in (one, other):
        low = place.said.low
        start, end = place.span.start - place.said.start, place.span.end - place.said.start
        around = low[max(0, start - _NEAR) : end + _NEAR]
        if place.said.tables.has("separator", around):
            return True
    return False


def _clause(text: str, place: _Place) -> Span:
    """The clause round a pole: what a person recognises as what they said."""
    low = place.said.low
    start, end = place.span.start - place.said.start, place.span.end - place.said.start
    left = max(low.rfind(mark, 0, start) for mark in (",", ";", ":"))
    rights = [where for mark in (",", ";", ":") if (where := low.find(mark, end)) >= 0]
    right = min(rights) if rights else len(low)
    inner = low[left + 1 : right]
    lead = len(inner) - len(inner.lstrip())
    joint = re.match(r"(?:and|but|und|aber|et|mais|y|pero|e|mas|и|но)\s+", inner.lstrip())
    lead += joint.end() if joint else 0
    begin = place.said.start + left + 1 + lead
    return trimmed(text, min(begin, place.span.start), place.said.start + right)


def _ambiguities(
    text: str, evidence: Sequence[Said], effects: Sequence[Effect], mentions: Sequence[Mention]
) -> Iterator[Defect]:
    records = [mention for mention in mentions if mention.kind == "record"]
    remedied = any(effect.name in ("remedy", "research") for effect in effects)
    taken: list[Span] = []
    for name, entry in _data()["families"].items():
        if entry.get("record_is_plain") and (records or remedied):
            continue
        for said in evidence:
            hit = _pattern("families", name, "", said.tables.language).search(said.low)
            if hit is None or _pattern("families", name, "cancelled", said.tables.language).search(
                said.low
            ):
                continue
            if said.tables.has("condition", said.low[: hit.start()][-30:]) and name != "outcome":
                continue
            span = trimmed(text, said.start + hit.start(), said.start + hit.end())
            if entry.get("alone") and _another_effect(span, said, effects):
                continue
            if any(_overlap(span, other) for other in taken):
                continue
            taken.append(span)
            yield Defect("ambiguous", name, (_clause(text, _Place(said, span)),))
            break


def _another_effect(span: Span, said: Said, effects: Sequence[Effect]) -> bool:
    """The sentence also orders something of a class of its own."""
    return any(
        effect.name not in _CATCH_ALL
        and said.start <= effect.span.start < said.end
        and not _overlap(effect.span, span)
        for effect in effects
    )
