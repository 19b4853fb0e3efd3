"""One request in nine languages is read alike: tests/mind/twins.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from intent_tui.language.detect import LANGUAGES, detect
from intent_tui.mind.offline.text import read
from intent_tui.mind.reading import TextReading

TWINS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "twins.yaml").read_text(encoding="utf-8")
)
PAIRS = [(twin, language) for twin in TWINS for language in LANGUAGES]


def _told(reading: TextReading) -> dict[str, object]:
    """What a twin may say about itself, as it was read."""
    return {
        "act": reading.act,
        "first": reading.effects[0].name if reading.effects else "",
        "taste": reading.ungrillable is not None,
        "no_ask": reading.no_ask,
        "budget": reading.ask_budget,
        "complete": reading.silence.complete,
        "lost": bool(reading.not_understood) and not reading.effects,
    }


@pytest.mark.parametrize(
    ("twin", "language"), PAIRS, ids=[f"{twin['name']}-{code}" for twin, code in PAIRS]
)
def test_a_request_is_read_alike_in_every_language(twin: dict[str, Any], language: str) -> None:
    told = _told(read(twin[language]))
    wanted = {key: value for key, value in twin.items() if key in told}
    assert wanted
    assert {key: told[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("twin", "language"), PAIRS, ids=[f"{twin['name']}-{code}" for twin, code in PAIRS]
)
def test_the_language_of_a_request_is_seen(twin: dict[str, Any], language: str) -> None:
    assert detect(twin[language]) == language


@pytest.mark.parametrize(
    "said",
    [
        "spare me the questions", "don't ask", "just do it", "get on with it",
        "skip the questions",
        "no further questions please", "bitte keine Rückfragen", "stell mir keine Fragen",
        "mach einfach", "leg einfach los", "sans poser de questions", "vas-y",
        "ne pose aucune question",
        "épargne-nous tes questions", "sin hacer preguntas", "hazlo y ya",
        "no quiero preguntas",
        "sem fazer perguntas", "faça logo", "não quero perguntas", "вопросов не надо",
        "просто сделай",
        "без лишних вопросов", "直接做就行", "不用确认了", "别问",
        "質問なしで", "とにかくやってください",
        "聞かずに進めて", "질문하지 말고 그냥 해 줘", "바로 진행해 줘", "묻지 말고 해",
    ],
)  # fmt: skip
def test_no_questions_is_heard(said: str) -> None:
    reading = read(f"Export the seed list, {said}")
    assert reading.no_ask
    assert not read(f"Export the page that says {said} to every new gardener of ours").no_ask


@pytest.mark.parametrize(
    "said",
    [
        "ask at most 3 questions", "three questions at most", "höchstens drei Fragen",
        "stell maximal 3 Fragen", "trois questions au maximum", "pose au plus 3 questions",
        "haz como máximo tres preguntas", "3 preguntas como mucho", "faça no máximo três perguntas",
        "задай не больше трёх вопросов", "не более 3 вопросов", "最多问三个问题", "质询最多3个问题",
        "質問は三つまで", "質問は最大3つまで", "질문은 최대 세 개까지", "질문 3개까지만 해 줘",
    ],
)  # fmt: skip
def test_a_number_of_questions_is_heard(said: str) -> None:
    assert read(f"Export the seed list, {said}").ask_budget == 3
