"""What a text is about: the stems of its words without the small ones."""

from __future__ import annotations

from functools import cache

from intent_tui.base import knowledge
from intent_tui.language import stems


def content(text: str, language: str = "en") -> tuple[str, ...]:
    """The telling stems of a text in order, once each; identifiers are taken apart."""
    small = _small()
    found: list[str] = []
    for word in stems.words(text, language):
        found += [
            stems.stem(part, language)
            for part in (word, *stems.parts(word))
            if part not in small and len(part) > 1 and not part.isdigit()
        ]
    return tuple(dict.fromkeys(found))


@cache
def _small() -> frozenset[str]:
    table = knowledge.yaml("words/small.yaml")
    return frozenset(str(word) for words in table.values() for word in words)
