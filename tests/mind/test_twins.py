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
