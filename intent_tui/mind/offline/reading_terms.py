"""What to search for: the stems of what a request is about, heaviest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from intent_tui.language.stems import stem, words
from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import spaced
from intent_tui.mind.reading import Effect, Mention

MOST: Final = 12
_ROLE_WEIGHT: Final = {"order": 1.25, "rule": 1.0, "acceptance": 0.5, "claim": 0.6}
_ANCHOR: Final = 6.0
_GENERAL_CLASSES: Final = frozenset({"add", "set", "fix", "improve", "refactor", "research"})


def read_terms(
    judged: Sequence[Judged], mentions: Sequence[Mention], effects: Sequence[Effect], language: str
) -> tuple[str, ...]:
    """At most twelve stems: code words first, then approach words and nouns of the order."""
    score: dict[str, float] = {}
    for place, mention in enumerate(mentions):
        if (
            mention.kind in ("route", "path", "symbol", "flag", "package")
            and mention.role != "narrative"
        ):
            for word in mention.words:
                if not _says_nothing(word, language) and word not in _FORMAT:
                    score[word] = score.get(word, 0.0) + _ANCHOR / (1 + 0.1 * place)
    for each in judged:
        weight = _ROLE_WEIGHT.get(each.role, 0.0)
        if not weight or (each.role == "claim" and not _has_order(judged) and not each.symptom):
            continue
        _count(each, _content(each, mentions), weight, score)
    for effect in effects:
        if effect.name not in _GENERAL_CLASSES:
            head = stem(effect.head, language) if " " not in effect.head else ""
            if head in score:
                score[head] += 1.0
    ordered = sorted(score, key=lambda word: (-score[word], word))
    return tuple(ordered[:MOST])


_FORMAT_WORDS: Final = """
src lib app get post put patch delet ts js py go rs tsx jsx md json yaml yml index main
http id ge head
"""
_FORMAT: Final = frozenset(_FORMAT_WORDS.split())


def _has_order(judged: Sequence[Judged]) -> bool:
    return any(each.role in EVIDENCE for each in judged)


def _content(each: Judged, mentions: Sequence[Mention]) -> str:
    """The sentence without its code and packages: they are counted as anchors already."""
    said = each.said
    low = list(said.low)
    for mention in mentions:
        if mention.kind == "package" and said.start <= mention.span.start < said.end:
            for at in range(mention.span.start, min(mention.span.end, said.start + len(low))):
                low[at - said.start] = " "
    return spaced("".join(low), said.tables)


def _count(each: Judged, low: str, weight: float, score: dict[str, float]) -> None:
    tables = each.said.tables
    language = tables.language
    stop, closed = tables.words("stop"), tables.words("closed") | tables.words("finite")
    table = classes(language)
    seen: set[str] = set()
    for place, word in enumerate(words(low, language)):
        if (
            word.partition("'")[0] in closed
            or word in stop
            or word in closed
            or len(word) < 2
            or word[0].isdigit()
        ):
            continue
        if len(word) < 3 and word.isascii():
            continue
        folded = stem(word, language)
        if folded in seen or folded in stop:
            continue
        seen.add(folded)
        general = table.verbs.get(folded) in _GENERAL_CLASSES
        if general or tables.pattern("failure").fullmatch(word):
            continue
        score[folded] = score.get(folded, 0.0) + weight / (1 + 0.02 * place)


def _says_nothing(word: str, language: str) -> bool:
    return len(word) < 2 or word.isdigit()
