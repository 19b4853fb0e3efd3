"""Sentences of the product in the person's language.

One file a language under references/messages; a key that a language lacks is said in English,
so that a half-translated catalogue still speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge

FALLBACK: Final = "en"


@cache
def _messages(language: str) -> dict[str, str]:
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


def has(language: str, key: str) -> bool:
    """Whether the language itself, or English for it, knows the key."""
    return key in _messages(language) or key in _messages(FALLBACK)


def say(language: str, key: str, **slots: object) -> str:
    """The sentence for a key, its slots filled in.

    Args:
        language: two-letter code; a missing language or key falls back to English.
        key: dotted name of the sentence.
        slots: values for `{name}` places. They are put in as they are: braces in them mean
            nothing.

    Raises:
        KeyError: the key exists in no catalogue, or a slot of the sentence was not given. Both
            are faults of the caller.
    """
    own = _messages(language)
    sentence = own[key] if key in own else _messages(FALLBACK)[key]
    return sentence.format_map(slots)
