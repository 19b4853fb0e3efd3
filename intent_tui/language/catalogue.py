"""Sentences of the product in the person's language.

One file a language under references/messages; a key that a language lacks is said in English,
so that a half-translated catalogue still speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any, Final

from intent_tui.base import knowledge

FALLBACK: Final = "en"


@cache
def messages(language: str) -> dict[str, str]:
    """The catalogue of a language as it is, without English behind it; empty when there is none."""
    if language not in knowledge.names("messages"):
        return {}
    return flatten(knowledge.yaml(f"messages/{language}.yaml") or {})


def flatten(data: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """A nested catalogue as dotted keys: `{ask: {why: …}}` gives `ask.why`."""
    flat: dict[str, str] = {}
    for key, value in data.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{name}."))
        else:
            flat[name] = str(value)
    return flat


def slots(sentence: str) -> tuple[str, ...]:
    """The names of the `{slots}` of a sentence, in order."""
    return tuple(name for _, name, _, _ in Formatter().parse(sentence) if name)


def has(language: str, key: str) -> bool:
    """Whether the language itself, or English for it, knows the key."""
    return key in messages(language) or key in messages(FALLBACK)


def say(language: str, key: str, /, **values: object) -> str:
    """The sentence for a key, its slots filled in.

    Args:
        language: two-letter code; a missing language or key falls back to English.
        key: dotted name of the sentence.
        values: what fills the `{name}` places. They are put in as they are: braces in them mean
            nothing.

    Raises:
        KeyError: the key exists in no catalogue, or a slot of the sentence was not given. Both
            are faults of the caller.
    """
    own = messages(language)
    sentence = own[key] if key in own else messages(FALLBACK)[key]
    return sentence.format_map(values)
