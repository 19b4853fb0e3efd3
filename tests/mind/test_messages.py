"""The message catalogues say the same things in every language."""

import re

import pytest

from intent_tui.base import knowledge
from intent_tui.base.display import cells
from intent_tui.language.catalogue import flatten, say

LANGUAGES = [name for name in knowledge.names("messages") if name != "en"]
ENGLISH = flatten(knowledge.yaml("messages/en.yaml"))
LIMITS = {"question": 140, "why": 120, "reason": 60, "a": 72, "b": 72, "c": 72, "option": 72}


def slots(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_sentence_with_its_slots(language: str) -> None:
    own = flatten(knowledge.yaml(f"messages/{language}.yaml"))
    assert own.keys() == ENGLISH.keys()
    assert {key: slots(text) for key, text in own.items()} == {
        key: slots(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("language", [*LANGUAGES, "en"])
def test_wording_keeps_within_its_cells(language: str) -> None:
    for key, text in flatten(knowledge.yaml(f"messages/{language}.yaml")).items():
        limit = LIMITS.get(key.rsplit(".", 1)[-1].split("_")[0])
        if limit is None or key.startswith(("notice", "silent", "summary")):
            continue
        filled = re.sub(r"\{\w+\}", "x" * 30, text)
        if key.endswith((".a", ".b", ".c", ".reason")) or key in ("conflict.option",):
            assert cells(filled) <= limit, (language, key, cells(filled))


def test_a_slot_is_never_read_as_a_template() -> None:
    said = say("en", "summary.found", text="{risk} {0} [x]")
    assert said.endswith("{risk} {0} [x]")
