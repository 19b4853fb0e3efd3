"""What a request says already: which unknowns of a playbook it leaves open at all."""

from __future__ import annotations

import re

from intent_tui.base import knowledge
from intent_tui.mind.offline.playbooks import PlayUnknown
from intent_tui.mind.offline.reading_classes import every_class
from intent_tui.mind.offline.reading_lexicon import lexicon
from intent_tui.mind.reading import Effect, Mention, Stated, TextReading

_EVIDENT = ("order", "rule", "acceptance")


def mentions_of(reading: TextReading, *kinds: str) -> tuple[Mention, ...]:
    """The mentions of those kinds that stand in a sentence that orders or rules.

    A record that is named anywhere is meant: a complaint tells of it before it asks for anything.
    """
    return tuple(
        each
        for each in reading.mentions
        if each.kind in kinds and (each.role in _EVIDENT or each.kind == "record")
    )


def applies(each: PlayUnknown, reading: TextReading, domain: str) -> bool:
    """Whether the request leaves this unknown open at all."""
    if each.domains and domain not in each.domains:
        return False
    if each.field == "if_it_fails" and not _can_fail(reading):
        return False
    if "failing_condition" in each.needs and (
        not _tells_failing_condition(reading) or _states_remedy(reading)
    ):
        return False
    if "value" in each.needs and _is_switch(reading):
        return False
    if "open_form" in each.needs and not _leaves_form_open(reading):
        return False
    if any(_says(reading, item) for item in each.said_by):
        return False
    low = reading.text.lower()
    return not any(stem.lower() in low for stem in each.said_stems)


def _can_fail(reading: TextReading) -> bool:
    """Whether a step of it can fail in use: code taken out by an edit comes back by another."""
    return any(
        every_class()[effect.name].fallible
        and not effect.mention
        and not _only_an_edit(effect, reading)
        for effect in reading.effects
    )


def _only_an_edit(effect: Effect, reading: TextReading) -> bool:
    if effect.name == "migrate" and effect.object_kind in ("code", ""):
        return any(each.kind == "path" for each in reading.mentions)
    if effect.name != "remove":
        return False
    pieces = any(each.kind in ("package", "symbol", "path") for each in reading.mentions)
    return effect.object_kind in ("code", "copy", "contract") or (
        pieces and effect.object_kind == ""
    )


def _tells_failing_condition(reading: TextReading) -> bool:
    """Whether a told symptom shows only while something else is down."""
    tables = lexicon(reading.language)
    return any(
        each.role not in ("courtesy", "meta")
        and tables.has("condition", each.span.text.lower())
        and tables.has("failure", each.span.text.lower())
        for each in reading.sentences
    )


def _leaves_form_open(reading: TextReading) -> bool:
    """`a way to notice X`: the goal is said, what others will read for it is not."""
    return lexicon(reading.language).has("open_form", reading.text.lower())


def _states_remedy(reading: TextReading) -> bool:
    """Whether the order behind a told fault says what is to happen instead."""
    first = reading.effects[0] if reading.effects else None
    return first is not None and any(each.span == first.span for each in reading.effects[1:])


def _is_switch(reading: TextReading) -> bool:
    """Whether an option is on or off: what takes no value can be given no bad one."""
    listed = knowledge.yaml("words/plain.yaml")["switches"]
    stated = mentions_of(reading, "value")
    named = any(each.kind == "flag" for each in reading.mentions)
    heads = [each.head.lower() for each in reading.effects if each.name == "option"]
    said = any(head.startswith(str(word)) for head in heads for word in listed)
    return not stated and (named or said)


def _says(reading: TextReading, item: str) -> bool:
    if item == "failure" and any(_is_rule(each, reading) for each in reading.stated):
        return True
    if item == "occasion":
        return lexicon(reading.language).has("condition", reading.text.lower())
    silence = {
        "objects": reading.silence.objects,
        "approach": reading.silence.approach,
        "acceptance": reading.silence.acceptance,
    }
    if item == "duration":
        return any(_is_duration(each) for each in mentions_of(reading, "value"))
    if item == "flag":
        return any(each.kind == "flag" for each in reading.mentions)
    if item == "recipient":
        return _names_recipient(reading)
    if item == "counted":
        return _COUNTED.search(reading.text) is not None
    if item == "number":
        return bool(mentions_of(reading, "value")) or _has_number(reading)
    if item == "failure" and reading.effects and reading.effects[0].name in _TELLING:
        return False
    if item == "failure":
        # A request without a fallible step needs no rule, but then states none either.
        return reading.silence.failure.ok and bool(reading.silence.failure.words)
    return item in silence and silence[item].ok


_TELLING = ("message", "signal")


def _is_rule(each: Stated, reading: TextReading) -> bool:
    """Whether what is stated says what a failure leads to: `tell me when a build fails` does not.

    There the failure is the occasion of the very thing that is ordered.
    """
    if each.category != "failure_behavior":
        return False
    first = reading.effects[0] if reading.effects else None
    if first is None or first.name not in _TELLING:
        return True
    same = next(
        (one for one in reading.sentences if one.span.start <= each.span.start < one.span.end), None
    )
    inside = same is not None and same.span.start <= first.span.start < same.span.end
    opens = lexicon(reading.language).pattern("condition").match(each.text.lower()) is not None
    return not (inside and opens)


def _names_recipient(reading: TextReading) -> bool:
    """`tell the keepers when …`: who it goes to stands right behind the word that sends it."""
    tables = lexicon(reading.language)
    if tables.has("receives", reading.text.lower()):
        return True
    addressed = tables.pattern("addressed")
    heads = [each for each in reading.effects if each.name == "message"]
    return any(
        addressed.match(reading.text[_behind_first_word(each) :].lower().lstrip()) for each in heads
    )


def _behind_first_word(effect: Effect) -> int:
    """Where the sending word ends, when the effect's span takes in more than it."""
    return effect.span.start + len(effect.span.text.split()[0])


def _is_duration(mention: Mention) -> bool:
    units = knowledge.yaml("words/plain.yaml")["times"]
    return any(word in mention.span.text.lower() for word in units)


def _has_number(reading: TextReading) -> bool:
    """A number in the words of the request: those inside routes, paths and records are names."""
    named = [each.span for each in reading.mentions if each.kind in ("route", "path", "record")]
    return any(
        not any(span.start <= found.start() < span.end for span in named)
        for found in _NUMBER.finditer(reading.text)
    )


_COUNTED = re.compile(r"(?<![\w.])\d+\s+(?!per\b|a\b|an\b)[^\W\d_]{3,}")
"""A number with what it counts: `500 files` leaves nothing open about what counts."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
