"""Finds a target of taste: something no file and no test could settle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, trimmed
from intent_tui.mind.reading import Effect, Span

_SOFT: Final = frozenset(
    {
        "refactor",
        "improve",
        "set",
        "add",
        "fix",
        "derive",
        "contract",
        "option",
        "research",
        "widen",
    }
)
_GAP: Final = 1


def read_taste(text: str, judged: Sequence[Judged], effects: Sequence[Effect]) -> Span | None:
    """The words of taste, or None when the target can be checked or another effect is ordered."""
    if any(effect.name not in _SOFT for effect in effects[:1]):
        return None
    for each in judged:
        if each.role not in EVIDENCE and not (each.role == "claim" and len(judged) == 1):
            continue
        found = _in_sentence(text, each.said)
        if found is not None:
            return found
    return None


def _in_sentence(text: str, said: Said) -> Span | None:
    tables = said.tables
    if tables.has("checkable", said.low):
        return None
    idioms = [found.span() for found in tables.pattern("taste_idiom").finditer(said.low)]
    for found in tables.pattern("taste").finditer(said.low):
        if any(
            start <= found.start() < end + _GAP or start < found.end() <= end
            for start, end in idioms
        ):
            continue
        return trimmed(text, said.start + found.start(), said.start + found.end())
    return None
