"""Metamorphic operators: many cases out of each written one.

Neutral ones leave the decision as it was (other nouns, courtesy, a story, another order of the
sentences, another shape of the order); the others change it in a way that is known beforehand.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from intent_tui.base import knowledge
from intent_tui.evaluate.cases import Case
from intent_tui.evaluate.workspaces import rename, twins

SEEDS = 6
"""Twin vocabularies for each case."""

_STOP = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def variants(case: Case, seed: int = 0) -> Iterator[Case]:
    """Everything the operators make of a written case, the case itself first.

    Args:
        case: a written case, in its own words.
        seed: shifts the twin vocabularies, so another run sees other nouns.
    """
    yield case
    words = _words(case.language)
    plain = [*_padded(case, words), *_shaped(case, words)]
    yield from plain
    for number in range(1, SEEDS + 1):
        yield from _twin(case, seed * SEEDS + number)
    for place, other in enumerate(plain):
        yield from _twin(other, seed * SEEDS + 1 + place % SEEDS)
    yield from _telling(case)


def generated(cases: Sequence[Case], seed: int = 0) -> tuple[Case, ...]:
    """All variants of all cases, each once, the written ones first.

    The others stand in the order of a hash, so that the first so many of them are a fair sample.
    """
    own = {case.id: case for case in cases}
    made = {other.id: other for case in cases for other in variants(case, seed)}
    rest = [case for name, case in made.items() if name not in own]
    rest.sort(key=lambda case: hashlib.sha256(case.id.encode("utf-8")).digest())
    return (*own.values(), *rest)


def _neutral() -> Any:  # noqa: ANN401 - the shape is the file's own
    return knowledge.yaml("cases/operators/neutral.yaml")


def _words(language: str) -> dict[str, list[str]]:
    return dict(_neutral()["languages"].get(language, {}))


def _made(case: Case, operator: str, request: str) -> Case:
    return replace(case, id=f"{case.id}+{operator}", request=request, operator=operator)


def _padded(case: Case, words: dict[str, list[str]]) -> Iterator[Case]:
    gap = "" if case.language in ("zh", "ja") else " "
    for kind, name in (("before", "courtesy"), ("story_before", "story")):
        for number, text in enumerate(words.get(kind, ()), start=1):
            yield _made(case, f"{name}-before-{number}", f"{text}{gap}{case.request}")
    for kind, name in (("after", "courtesy"), ("story_after", "story")):
        for number, text in enumerate(words.get(kind, ()), start=1):
            yield _made(case, f"{name}-after-{number}", f"{_closed(case.request)}{gap}{text}")


def _closed(request: str) -> str:
    text = request.rstrip()
    return text if text.endswith((".", "!", "?", "。", "？", "！")) else f"{text}."


def _shaped(case: Case, words: dict[str, list[str]]) -> Iterator[Case]:
    if case.request[:2].isalpha() and case.request[0].isupper() and case.request[1].islower():
        yield _made(case, "small-letter", case.request[0].lower() + case.request[1:])
    if case.request.endswith((".", "。")):
        yield _made(case, "no-stop", case.request[:-1])
    sentences = _STOP.split(case.request)
    head = case.request.split(" ", 1)[0].lower()
    if len(sentences) == 1 and head in _neutral()["orders"]:
        order = (case.request[0].lower() + case.request[1:]).rstrip(".")
        for number, text in enumerate(words.get("paraphrase", ()), start=1):
            yield _made(case, f"paraphrase-{number}", text.format(order=order))
    if len(sentences) > 2:
        # The first says what it is about; what follows may stand in any order.
        moved = [sentences[0], *reversed(sentences[1:])]
        yield _made(case, "order", " ".join(moved))


def _twin(case: Case, seed: int) -> Iterator[Case]:
    if not twins(case.workspace):
        return

    def put(text: str) -> str:
        return rename(text, case.workspace, seed)

    labels = replace(case.labels, cites=tuple(put(path) for path in case.labels.cites))
    operator = "rename" if case.operator in ("written", "language") else case.operator + "&rename"
    yield replace(
        case,
        id=f"{case.id}~{seed}",
        request=put(case.request),
        seed=seed,
        labels=labels,
        operator=operator,
    )


def _telling(case: Case) -> Iterator[Case]:
    """The operators that change the decision: an item left out, a sentence that settles one."""
    for item, words in sorted(case.drops.items()):
        made = _made(case, f"without-{item}", case.request.replace(words, "").strip())
        labels = replace(case.labels, outcome=("ASK", "ROUTE"), asked_at_most=3, cites=())
        yield replace(made, labels=labels, neutral=False)
    if case.adds:
        made = _made(case, "settled", f"{_closed(case.request)} {case.adds}")
        labels = replace(
            case.labels,
            outcome=("ASK", "ROUTE", "silent"),
            first=(),
            final="",
            irreversible=False,
            must_not_ask=(*case.labels.must_not_ask, *case.labels.first),
        )
        yield replace(made, labels=labels, neutral=False)
