"""Reads a request without a repository, a model or a network.

The order of the steps is the point: code is masked before words are read, sentences get a role
before anything in them counts, and only then effects, things named, silence items, stated rules
and defects are looked for. Every entry that comes back carries its place in the text as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Final, TypeVar, cast

from intent_tui.language.detect import LANGUAGES, detect
from intent_tui.mind.offline.reading_defects import read_defects
from intent_tui.mind.offline.reading_effects import read_effects
from intent_tui.mind.offline.reading_lexicon import Lexicon, lexicon
from intent_tui.mind.offline.reading_mask import mask
from intent_tui.mind.offline.reading_mentions import read_mentions
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged, act, roles
from intent_tui.mind.offline.reading_sentences import sentences, trimmed
from intent_tui.mind.offline.reading_silence import read_silence
from intent_tui.mind.offline.reading_spoken import read_spoken
from intent_tui.mind.offline.reading_stated import read_stated
from intent_tui.mind.offline.reading_taste import read_taste
from intent_tui.mind.offline.reading_terms import read_terms
from intent_tui.mind.reading import Effect, Sentence, Span, Stated, TextReading

Record = TypeVar("Record")
_STARTS: Final = frozenset({"order", "mix", "complaint"})
_TARGETS: Final = ("plan", "escalate", "respond", "research")


def read(text: str, language: str | None = None) -> TextReading:
    """Everything the text says.

    Args:
        text: the request as it was typed, of any length and in any script.
        language: two-letter code when the person chose one; otherwise it is detected.

    Returns:
        The reading; offsets count characters of `text`.
    """
    spoken = read_spoken(text)
    code = language if language in LANGUAGES else detect(spoken.rest)
    tables = lexicon(code)
    masked = mask(spoken.rest, tables)
    judged = roles(sentences(masked, tables))
    speech = act(judged, masked.low, tables)
    ordered = read_effects(spoken.rest, masked, judged, complaint=speech == "complaint")
    taste = read_taste(spoken.rest, judged, ordered.firm)
    mentions = read_mentions(spoken.rest, masked, judged, ordered.effects, code)
    defects = read_defects(spoken.rest, judged, ordered.effects, mentions)
    reading = TextReading(
        text=text,
        language=code,
        act=speech,
        start=speech in _STARTS,
        sentences=tuple(Sentence(each.said.span(text), each.role) for each in judged),
        effects=ordered.effects,
        mentions=mentions,
        silence=read_silence(spoken.rest, judged, ordered.effects, ordered.firm, mentions),
        stated=read_stated(spoken.rest, judged),
        defects=defects,
        ungrillable=taste,
        no_ask=spoken.no_ask,
        ask_budget=spoken.ask_budget,
        program_named=spoken.program_named,
        target=_target(judged, ordered.effects),
        terms=read_terms(judged, mentions, ordered.effects, code),
        alternatives=_alternatives(spoken.rest, judged),
        not_understood=() if taste else ordered.not_understood,
    )
    return reading if spoken.rest == text else _as_written(reading, text)


def _as_written(record: Record, text: str) -> Record:
    """The same records with every span's words taken from the text as given.

    The steps read a text in which spoken options are blanked; what is quoted must be what stands
    there.
    """
    if isinstance(record, Span):
        return cast(Record, Span(record.start, record.end, text[record.start : record.end]))
    if isinstance(record, tuple):
        return cast(Record, tuple(_as_written(item, text) for item in record))
    if not is_dataclass(record) or isinstance(record, type):
        return record
    changed = {spot.name: _as_written(getattr(record, spot.name), text) for spot in fields(record)}
    if isinstance(record, Stated):
        changed["text"] = changed["span"].text
    return cast(Record, replace(record, **changed))


def _target(judged: Sequence[Judged], effects: Sequence[Effect]) -> str | None:
    """The deliverable the person names: a plan, a reply, findings, someone else's decision."""
    for each in judged:
        if each.role != "order":
            continue
        tables: Lexicon = each.said.tables
        for name in _TARGETS:
            found = tables.pattern("target", name).search(each.said.low)
            if found is None:
                continue
            if name == "research" and effects and effects[0].name != "research":
                continue
            return name
    return None


def _alternatives(text: str, judged: Sequence[Judged]) -> tuple[Span, ...]:
    """The two sides of a choice that the request leaves open itself.

    `A or B` alone is no choice; it is one when somebody says that it is open.
    """
    undecided = any(each.said.tables.has("undecided", each.said.low) for each in judged)
    for each in judged:
        if each.role not in EVIDENCE:
            continue
        said = each.said
        found = said.tables.pattern("either").search(said.low)
        if found is None and undecided:
            found = said.tables.pattern("or_pair").search(said.low)
        if found is None:
            continue
        groups = [name for name in ("a", "b", "c", "d") if found.groupdict().get(name)]
        places = [found.span(name) for name in groups]
        return tuple(trimmed(text, said.start + start, said.start + end) for start, end in places)
    return ()
