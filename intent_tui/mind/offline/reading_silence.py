"""The four things a request must say so that nothing has to be asked.

Only order, rule and acceptance sentences count. A missed item costs one card, a false one costs
the job, so every tick needs words that can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from intent_tui.language.stems import stem
from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_effects import fallible
from intent_tui.mind.offline.reading_lexicon import CODE
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, tokens, trimmed
from intent_tui.mind.reading import Effect, Mention, Silence, SilenceItem, Span

MOST_WORDS: Final = 6
_COMPLETION_WORDS: Final = 3
_COMPLETION_RUN: Final = 6
_COMPLETION_WORD: Final = 4
"""Characters that `then it is done` takes itself."""


def read_silence(
    text: str,
    judged: Sequence[Judged],
    effects: Sequence[Effect],
    firm: Sequence[Effect],
    mentions: Sequence[Mention],
) -> Silence:
    """The check of the text alone.

    `firm` are the effects that are steps of the work; only they can leave a failure unspoken.
    """
    said = [each.said for each in judged if each.role in EVIDENCE]
    return Silence(
        objects=_objects(mentions),
        approach=_approach(text, judged),
        failure=_failure(text, said, _steps(judged, firm or effects[:1], mentions)),
        acceptance=_acceptance(text, judged),
    )


def _steps(
    judged: Sequence[Judged], effects: Sequence[Effect], mentions: Sequence[Mention]
) -> list[Effect]:
    """What the work does: not what a rule says of a failure, nor an edit of files by hand."""
    orders = [each.said for each in judged if each.role == "order"]
    places = [each.span.start for each in mentions if each.kind in ("path", "symbol")]

    def edit(effect: Effect) -> bool:
        said = next((one for one in orders if one.start <= effect.span.start < one.end), None)
        files = said is not None and any(said.start <= place < said.end for place in places)
        return effect.name in ("remove", "migrate") and effect.object_kind in ("", "code") and files

    inside = [
        each for each in effects if any(one.start <= each.span.start < one.end for one in orders)
    ]
    return [each for each in (inside if orders else effects) if not edit(each)]


def _item(spans: Sequence[Span]) -> SilenceItem:
    ordered = sorted(dict.fromkeys(spans), key=lambda span: (span.start, span.end))
    return SilenceItem(bool(ordered), tuple(ordered[:MOST_WORDS]))


def _objects(mentions: Sequence[Mention]) -> SilenceItem:
    return _item([each.span for each in mentions if each.named and each.role in ("order", "rule")])


def _matches(text: str, said: Said, key: str) -> Iterator[Span]:
    for found in said.tables.pattern(key).finditer(said.low):
        yield trimmed(text, said.start + found.start(), said.start + found.end())


def _approach(text: str, judged: Sequence[Judged]) -> SilenceItem:
    spans: list[Span] = []
    for each in judged:
        if each.role not in ("order", "rule"):
            continue
        said = each.said
        spans.extend(_matches(text, said, "means"))
        spans.extend(_matches(text, said, "exclusion"))
        spans.extend(_matches(text, said, "mechanism"))
        if said.tables.has("exact_verb", said.low):
            spans.extend(_matches(text, said, "exact_edit"))
    return _item([span for span in spans if span.text])


def failure_rules(said: Said) -> bool:
    """Whether the sentence states what happens when something fails."""
    low, tables = said.low, said.tables
    if tables.has("failure_rule", low) or tables.has("any_failure", low):
        return True
    return tables.has("condition", low) and tables.has("failure", low)


def _failure(text: str, sentences: Sequence[Said], effects: Sequence[Effect]) -> SilenceItem:
    rules = [said for said in sentences if failure_rules(said)]
    spans = [said.span(text) for said in rules]
    general = any(said.tables.has("any_failure", said.low) for said in rules)
    need = fallible(effects)
    if not need:
        return SilenceItem(True, tuple(spans[:MOST_WORDS]))
    uncovered = tuple(
        effect.head
        for effect in need
        if not general and not any(_covers(rule, effect) for rule in rules)
    )
    return SilenceItem(not uncovered, tuple(spans[:MOST_WORDS]), uncovered)


def _covers(rule: Said, effect: Effect) -> bool:
    """A rule covers an effect when it names it, one of its steps, or stands behind it."""
    table = classes(rule.tables.language)
    steps = table.steps.get(effect.name, frozenset())
    if rule.tables.runs:
        return effect.head in rule.low or any(word in rule.low for word in steps)
    words = {stem(found.group(), rule.tables.language) for found in tokens(rule.low)}
    wanted = {stem(word, rule.tables.language) for word in effect.head.split()}
    return bool(words & (steps | wanted))


def _acceptance(text: str, judged: Sequence[Judged]) -> SilenceItem:
    spans: list[Span] = []
    for each in judged:
        if each.role not in EVIDENCE:
            continue
        said = each.said
        for found in said.tables.pattern("completion").finditer(said.low):
            if _observable(said, found.end()) or (
                said.tables.runs and _observable_before(said, found.end())
            ):
                spans.append(trimmed(text, said.start + found.start(), said.end))
                break
        else:
            spans.extend(_matches(text, said, "test_rule"))
    return _item([span for span in spans if span.text])


def _observable(said: Said, after: int) -> bool:
    rest = said.low[after:]
    if said.tables.runs:
        return len(rest.strip(" ,:。")) >= _COMPLETION_RUN
    # A file or a test that is named says as much as two words.
    named = sum(found.group()[0] == CODE for found in tokens(rest))
    return len(tokens(rest)) + named >= _COMPLETION_WORDS


def _observable_before(said: Said, end: int) -> bool:
    """In Chinese, Japanese and Korean what is to be seen stands before the word of completion."""
    return len(said.low[:end].strip()) >= _COMPLETION_RUN + _COMPLETION_WORD
