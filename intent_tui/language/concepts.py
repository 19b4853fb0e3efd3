"""Words of nine languages that name the same way of doing a thing.

A request and the record of what was decided about it seldom take the same word, and not always the
same language. What they share is one of `references/words/concepts.yaml`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from intent_tui.base import knowledge
from intent_tui.language import stems

_LONGER = 4
"""Letters a word may have beyond the beginning that names it."""
_SHORTEST = 2
_CUTTING = ("de", "fr", "es", "pt", "ru")
"""Languages whose stems are more than the English ones."""
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_READ = 2000
"""Characters of a text that are looked at."""


@lru_cache(maxsize=8192)
def concepts(text: str) -> frozenset[str]:
    """The names of the concepts a text speaks of.

    Args:
        text: words, stems or a sentence in any language; its first 2,000 characters count.
    """
    low = text[:_READ].lower().replace("’", "'")
    table = _table()
    names: list[str] = []
    for word in {part for token in _WORD.findall(low) for part in (token, *token.split("-"))}:
        names += table.stems.get(word, ())
        for length in range(len(word), _SHORTEST - 1, -1):
            if len(word) - length <= _LONGER or word[:length] in table.open_ended:
                names += table.named.get(word[:length], ())
    spaced = f" {low} "
    names += [name for words, name in table.phrases if f" {words}" in spaced]
    if not low.isascii():
        names += [name for word, name in table.wide if word in low]
    return frozenset(names)


class _Table(NamedTuple):
    named: dict[str, tuple[str, ...]]
    """Beginnings of words with the concepts they name."""
    stems: dict[str, tuple[str, ...]]
    """The same words as other languages cut them: those count alone, with nothing behind."""
    open_ended: frozenset[str]
    """Those behind which any number of letters may follow."""
    phrases: tuple[tuple[str, str], ...]
    """What takes several words."""
    wide: tuple[tuple[str, str], ...]
    """Words of scripts that write no blanks between words."""


@cache
def _table() -> _Table:
    named: dict[str, tuple[str, ...]] = {}
    cut: dict[str, tuple[str, ...]] = {}
    open_ended: set[str] = set()
    phrases: list[tuple[str, str]] = []
    wide: list[tuple[str, str]] = []
    for name, words in knowledge.yaml("words/concepts.yaml").items():
        for word in map(str, words):
            start = word.rstrip("*")
            if word >= "ᄀ":
                wide.append((start, name))
            elif " " in start:
                phrases.append((start, name))
            else:
                # Texts come as they are and as stems.
                for begins in dict.fromkeys((start, stems.stem(start))):
                    named[begins] = (*named.get(begins, ()), name)
                    if word.endswith("*"):
                        open_ended.add(begins)
                for begins in dict.fromkeys(stems.stem(start, each) for each in _CUTTING):
                    if begins != start and len(begins) >= _LONGER:
                        cut[begins] = (*cut.get(begins, ()), name)
    return _Table(named, cut, frozenset(open_ended), tuple(phrases), tuple(wide))
