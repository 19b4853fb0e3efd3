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
    names = [table.named[match[1]] for match in table.pattern.finditer(low)]
    if not low.isascii():
        names += [name for word, name in table.wide if word in low]
    return frozenset(each for name in names for each in name.split())


class _Table(NamedTuple):
    named: dict[str, str]
    """Beginnings of words with the concepts they name, joined by blanks."""
    wide: tuple[tuple[str, str], ...]
    """Words of scripts that write no blanks between words."""
    pattern: re.Pattern[str]


@cache
def _table() -> _Table:
    named: dict[str, list[str]] = {}
    any_end: set[str] = set()
    wide: list[tuple[str, str]] = []
    for name, words in knowledge.yaml("words/concepts.yaml").items():
        for word in map(str, words):
            if word >= "ᄀ":
                wide.append((word, name))
                continue
            start = word.rstrip("*")
            # Texts come as they are and as stems.
            for begins in {start, stems.stem(start)}:
                named.setdefault(begins, []).append(name)
                if word.endswith("*"):
                    any_end.add(begins)
    ordered = sorted(named, key=lambda word: (-len(word), word))
    closed = rf"(?=\w{{0,{_LONGER}}}(?!\w))"
    either = "|".join(re.escape(each) + ("" if each in any_end else closed) for each in ordered)
    return _Table(
        {word: " ".join(dict.fromkeys(names)) for word, names in named.items()},
        tuple(wide),
        re.compile(rf"(?<!\w)({either})"),
    )
