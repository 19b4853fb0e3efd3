"""Which of several effects is the order: what was read word by word is looked at as a whole.

Each rule here is one way in which a sentence means something else than its strongest word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from intent_tui.language.stems import stem
from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_lexicon import CODE
from intent_tui.mind.offline.reading_mask import Masked
from intent_tui.mind.offline.reading_roles import Judged
from intent_tui.mind.offline.reading_sentences import Said, tokens
from intent_tui.mind.reading import Effect, Span

_REMEDIES: Final = frozenset(
    {"contract", "set", "refuse", "tolerate", "add", "widen", "signal", "improve", "derive"}
)
"""What a person who tells of a fault wants instead of it, said in one word."""
_CHANGES_OF_CODE: Final = frozenset({"migrate", "schedule", "set", "refactor", "message", "signal"})
_NEW: Final = frozenset({"option", "add", "derive", "pull", "export"})
_PLACED: Final = 2
"""What was and what is to be."""
_VALUES: Final = re.compile(rf"{CODE}+|\d[\d.,]*")


def ordered(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """The effects with the one first that the whole text orders."""
    if not effects:
        for whole in (_moved, _swapped, _told_apart):
            found = whole(text, masked, judged, ())
            if found:
                return found
        return _edited(text, judged)
    for rule in (_moved, _switched, _by_default, _told_apart, _swapped, _scheduled, _mended):
        effects = rule(text, masked, judged, effects)
    return effects


def permission_first(effects: tuple[Effect, ...], judged: Sequence[Judged]) -> tuple[Effect, ...]:
    """Who may do a thing is ordered, not the thing: `only X may delete Y` deletes nothing."""
    for effect in effects[1:]:
        if effects[0].name == "coincide":
            break  # `only one run may be under way` is no matter of who
        if effect.name != "gate" or effect.span.start > effects[0].span.start:
            continue
        for each in judged:
            begin, end = each.said.start, each.said.start + len(each.said.low)
            if begin <= effect.span.start and effects[0].span.end <= end:
                return (effect, *(other for other in effects if other != effect))
    return effects


def _mended(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """Behind a told fault, `answer 404 instead` mends it: nobody relies on a crash."""
    first = effects[0]
    told = any(each.symptom and each.said.end <= first.span.start for each in judged)
    fault = any(_has_fault(each) for each in judged if each.said.end <= first.span.start)
    if not (told or fault) or not fault or first.name not in _REMEDIES:
        return effects
    fix = Effect("fix", first.head, first.span, first.object_kind)
    return (fix, *(each for each in effects if each.name != "fix"))


def _has_fault(each: Judged) -> bool:
    tables, low = each.said.tables, each.said.low
    return tables.has("told_fault", low) or tables.has("error_state", low)


def _moved(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """From one address to another, or from one file of a person's own to another: a new name."""
    for each in judged:
        said = each.said
        if each.role not in ("order", "rule"):
            continue
        found = said.tables.pattern("moves").search(said.low)
        inside = [
            token
            for token in masked.tokens
            if said.start <= token.start < said.end and _is_public(text, token.start, token.kind)
        ]
        if found is None or len(inside) < _PLACED:
            continue
        start, end = said.start + found.start(), said.start + found.end()
        words = text[start:end].split()
        span = Span(start, start + len(words[0]), words[0])
        moved = Effect("rename", words[0].lower(), span, "contract")
        return (moved, *(other for other in effects if other.name != "rename"))
    return effects


def _is_public(text: str, start: int, kind: str) -> bool:
    """A route, or a path outside the repository: what others have written down somewhere."""
    return kind == "route" or (kind == "path" and (text[start] == "/" or text[start - 1] == "~"))


def _switched(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """What happens only `when --x is given` is an option, whatever it does."""
    for each in judged:
        found = each.said.tables.pattern("flag_given").search(each.said.low)
        if found is not None and each.role in ("order", "rule"):
            start, end = each.said.start + found.start(), each.said.start + found.end()
            place = next(token for token in masked.tokens if start <= token.start < end)
            span = Span(place.start, place.end, text[place.start : place.end])
            given = Effect("option", span.text, span, "contract")
            return (given, *(other for other in effects if other.name != "option"))
    return effects


def _by_default(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """What is to happen by default from now on changes it for everybody who said nothing."""
    if any(each.name in _NEW for each in effects):
        return effects
    orders = [each for each in judged if each.role in ("order", "rule")]
    if not any(each.said.tables.has("new_default", each.said.low) for each in orders):
        return effects
    return _first("contract", effects)


def _told_apart(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """One answer that stands for two things gets a second one: what others test for changes."""
    about = any(each.said.tables.has("answers", each.said.low) for each in judged)
    for each in judged:
        found = each.said.tables.pattern("told_apart").search(each.said.low)
        if found is None or not about or each.role not in ("order", "rule"):
            continue
        start = each.said.start + found.start()
        word = text[start : each.said.end].split()[0]
        apart = Effect("contract", word.lower(), Span(start, start + len(word), word), "contract")
        return (apart, *(other for other in effects if other.name not in ("contract", "signal")))
    return effects


def _swapped(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """`switch the job from A to B` exchanges what code is made of; no data moves."""
    if effects and effects[0].name not in _CHANGES_OF_CODE:
        return effects
    for each in judged:
        found = each.said.tables.pattern("swaps").search(each.said.low)
        if found is None or each.role not in ("order", "rule"):
            continue
        start = each.said.start + found.start()
        word = text[start : each.said.end].split()[0]
        swap = Effect("refactor", word.lower(), Span(start, start + len(word), word), "code")
        return (swap, *(one for one in effects if one.name not in ("refactor", "migrate")))
    return effects


def _scheduled(
    text: str, masked: Masked, judged: Sequence[Judged], effects: tuple[Effect, ...]
) -> tuple[Effect, ...]:
    """`run the cleanup every night` orders when it runs; what runs is there already."""
    first = effects[0]
    table = classes(judged[0].said.tables.language)
    head = first.head.split()[0]
    if table.verb(head) is not None and table.commands(head):
        return effects
    return _first("schedule", effects) if table.noun(head) == first.name else effects


def _first(name: str, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    chosen = next((each for each in effects if each.name == name), None)
    if chosen is None:
        return effects
    return (chosen, *(each for each in effects if each is not chosen))


def _edited(text: str, judged: Sequence[Judged]) -> tuple[Effect, ...]:
    """`X from 3 to 5` says what is to be whatever verb stands before it."""
    for each in judged:
        said = each.said
        if each.role != "order" or not said.low.strip():
            continue
        found = said.tables.pattern("exact_edit").search(said.low)
        if found is None:
            continue
        values = _VALUES.findall(found.group())
        if len(values) < _PLACED and CODE not in said.low[: found.start()]:
            continue
        word = text[said.start : said.end].split()[0]
        return (Effect("set", word.lower(), Span(said.start, said.start + len(word), word), ""),)
    return ()


def as_remedy(effect: Effect, judged: Sequence[Judged]) -> Effect:
    """To fix what stands about a record or an upset person is to find a remedy."""
    if effect.name not in ("fix", "set"):
        return effect
    about_record = effect.object_kind == "data" and any(
        CODE in each.said.low and _has_person(each.said) for each in judged
    )
    upset = any(
        each.said.tables.has("upset", each.said.low) and _has_person(each.said) for each in judged
    )
    if effect.name == "fix" and (about_record or upset):
        return Effect("remedy", effect.head, effect.span, effect.object_kind or "person")
    return effect


def _has_person(said: Said) -> bool:
    persons = said.tables.kinds().get("person", frozenset())
    if said.tables.runs:
        return any(word in said.low for word in persons)
    return any(stem(found.group(), said.tables.language) in persons for found in tokens(said.low))
