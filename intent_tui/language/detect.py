"""Which of the nine languages a text is written in.

Scripts decide first: Hangul, kana, Han and Cyrillic name their language. Latin texts are told
apart by counting function words and letters that only one language uses (references/words/
detect.yaml). Code is masked before anything is counted, because identifiers are English whatever
the sentence is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from intent_tui.base import knowledge
from intent_tui.language import vocabulary

LANGUAGES: Final = ("en", "zh", "ja", "ko", "ru", "de", "fr", "es", "pt")
LOOKED_AT: Final = 4000
"""Characters from the start that decide: a longer text does not change its language."""

CODE: Final = re.compile(
    r"`[^`\n]{1,200}`"
    r"|[a-z]{2,10}://\S{1,200}"
    r"|(?<![\w/])[\w.\-\[\]]{0,80}/[\w./:\-\[\]{}*]+"
    r"|\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b"
    r"|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b"
    r"|\b[A-Z]{2,}\b"
    r"|(?<!\w)--?[a-z][\w-]*",
    re.ASCII,
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_OWN_LETTER: Final = 1.5
_DECIDES: Final = 1.0
"""By how much the first language must lead for function words alone to decide."""
_TELLS: Final = 0.75
"""What a word of the vocabulary counts beside a function word: names of things travel."""
_CJK_WEIGHT: Final = 3
"""One Han, kana or Hangul character says about as much as three Latin letters."""


@cache
def _tables() -> dict[str, tuple[frozenset[str], str]]:
    data: dict[str, Any] = knowledge.yaml("words/detect.yaml")
    return {
        name: (frozenset(str(entry["words"]).split()), str(entry.get("letters", "")))
        for name, entry in data.items()
    }


def detect(text: str) -> str:
    """The language of a text as a two-letter code; `en` when nothing decides.

    Args:
        text: any text, also empty or holding code.
    """
    bare = CODE.sub(" ", text[:LOOKED_AT])
    script = _by_script(bare)
    return script or _by_words(bare)


def _by_script(text: str) -> str:
    han = kana = hangul = cyrillic = latin = 0
    for char in text:
        if char.isascii():
            latin += char.isalpha()
        elif "぀" <= char <= "ヿ":
            kana += 1
        elif "가" <= char <= "힣" or "ᄀ" <= char <= "ᇿ":
            hangul += 1
        elif "一" <= char <= "鿿" or "㐀" <= char <= "䶿":
            han += 1
        elif "Ѐ" <= char <= "ӿ":
            cyrillic += 1
        else:
            latin += char.isalpha()
    wide = (han + kana + hangul) * _CJK_WEIGHT
    if not wide and not cyrillic:
        return ""
    if max(wide, cyrillic) < latin:
        return ""
    if cyrillic > wide:
        return "ru"
    if hangul * 2 >= han + kana:
        return "ko"
    return "ja" if kana * 8 >= han else "zh"


def _by_words(text: str) -> str:
    words = [found.group().lower() for found in _WORD.finditer(text)]
    lowered = text.lower()
    scores: dict[str, float] = {}
    for code, (function, letters) in _tables().items():
        scores[code] = float(sum(word in function for word in words))
        if code != "en":
            scores[code] += _OWN_LETTER * sum(lowered.count(letter) for letter in letters)
    best = sorted(scores.values())
    if words and best[-1] - best[-2] < _DECIDES:
        # Too few function words: what is ordered and what it is done to tell as well.
        for code in scores:
            scores[code] += _TELLS * len(vocabulary.forms(code) & frozenset(words))
    return max(scores, key=lambda code: scores[code]) if any(scores.values()) else "en"
