"""What stands around a question, in the language of the request; data, not code."""

from __future__ import annotations

from typing import cast

from intent_tui.base import knowledge

FALLBACK = "en"


def say(language: str, key: str, **slots: object) -> str:
    """The words for `key`; English where the language has no file of its own.

    Raises KeyError for a key that is in no file, which is a fault of the caller.
    """
    known = language if language in knowledge.names("screens") else FALLBACK
    table = cast("dict[str, str]", knowledge.yaml(f"screens/{known}.yaml"))
    return table[key].format_map(slots)
