"""Whether a text says why, or only that something was decided.

A what-only answer (a number of a pull request, "pinned", "reverted") has not settled anything: the
reason is followed once, in the history (seed 000, section 4.2). The words are
`references/words/reasons.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from intent_tui.base import knowledge

LONGEST = 200
"""Characters kept of a reason."""
READ = 4000
"""Characters of a text that are looked at."""

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*|\n+")
# A line that goes on in lower case belongs to the sentence of the line above.
_WRAPPED = re.compile(r"(?<=\S)[ \t]*\n[ \t]*(?=[a-z(])")
_CLAUSE = re.compile(r"[:：,，;；(（]\s*|\s[–—-]{1,2}\s")
_HELD = re.compile(r"[^:\n–—：]{3,120}?(?:[:：–—]|\s--?)\s*(\S.*)")
_PULL_MARK = re.compile(r"\s*[(（\[]?[#!]\d{1,7}[)）\]]?\s*$")
_NUMBER = re.compile(
    r"(?<![\w#&/])(?:#|gh-|!|(?:pr|mr|pull request|merge request|issue|ticket)\s?[#!]?)(\d{1,7})\b",
    re.IGNORECASE,
)
_TARGET = re.compile(r"\s+((?:\S*[/#.\d]\S*)|[A-Z]{2,}\S*)")
_SHORT = 4
"""Words of a clause that says too little without the rest of its sentence."""
_FEWEST = 2
"""Words a clause needs beside the one that opens it."""


def reason_in(text: str) -> str | None:
    """The clause that gives a reason, or None. At most 200 characters, as it stands there.

    Lines that were wrapped are read as one.
    """
    whole = _WRAPPED.sub(" ", text[:READ])
    sentences = [part.strip() for part in _SENTENCE.split(whole) if part.strip()]
    for sentence in sentences:
        clause = _opened(sentence)
        if clause:
            return clause
    for place, sentence in enumerate(sentences):
        clause = _held(sentence) or _consequence(sentence, opens=place == 0)
        if clause:
            return clause
    return None


def dangling(text: str) -> tuple[str, ...]:
    """References to a reason that is kept elsewhere.

    `#17` for every number of a pull request or issue, then what a `see` points at, then the words
    that only say that something was decided. Empty when the text gives the reason itself.
    """
    if reason_in(text):
        return ()
    short = text[:READ]
    numbers = [f"#{int(number)}" for number in _NUMBER.findall(short)]
    targets = [
        target[1].rstrip(".,;)")
        for found in _pattern("see").finditer(short.lower())
        if (target := _TARGET.match(short, found.end())) is not None
    ]
    words = [found.group() for found in _pattern("dangling").finditer(short.lower())]
    targets = [each for each in targets if not _NUMBER.fullmatch(each)]
    return tuple(dict.fromkeys((*numbers, *targets, *words)))


def holds_version(text: str) -> bool:
    """Whether a text speaks of holding something where it is (`pin`, `stay at`)."""
    return _pattern("pins").search(text.lower()) is not None


def _opened(sentence: str) -> str | None:
    """A clause that a word of reason opens."""
    low = sentence.lower()
    for found in _pattern("because").finditer(low):
        # In Chinese, Japanese and Korean the word may stand behind the reason.
        wide = found.group() >= "ᄀ"
        clause = _bare(sentence if wide and _last(low, found.end()) else sentence[found.start() :])
        if wide and len(clause) > len(found.group()) + 1:
            return clause
        if _says_more(clause, found.group()):
            return clause
    for found in _pattern("perhaps").finditer(low):
        after = low[found.end() :].strip()
        if _causal(found.group(), after):
            return _bare(sentence[found.start() :])
    return None


def _says_more(clause: str, mark: str) -> bool:
    """Whether a clause is more than its first words and a number kept elsewhere."""
    rest = _NUMBER.sub(" ", clause[len(mark) :]).split()
    return bool(rest) and len(rest) + len(mark.split()) > _FEWEST


def _last(low: str, end: int) -> bool:
    return len(low[end:].strip(" 。.、,")) < 3


def _causal(word: str, after: str) -> bool:
    """Whether `as` or `since` gives a reason here, and no time and no role."""
    if re.match(r"v?\d", after) or _pattern("times").match(after):
        return False
    if _pattern("consequences").search(after):
        return True
    return word == "since" and _pattern("pronouns").match(after) is not None


def _held(sentence: str) -> str | None:
    """`Hold x at 5: <reason>`."""
    found = _HELD.match(sentence)
    if found is None or not _pattern("holds").search(sentence[: found.start(1)].lower()):
        return None
    clause = _bare(found[1])
    enough = len(clause.split()) > _FEWEST or (not clause.isascii() and len(clause) > 4)
    return clause if enough and not _only_refers(clause) else None


def _consequence(sentence: str, *, opens: bool) -> str | None:
    """A clause that says what went wrong; the one that opens a text only says what was done."""
    starts = [0, *(found.end() for found in _CLAUSE.finditer(sentence))]
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(sentence)
        if opens and place == 0:
            continue
        clause = sentence[start:end]
        low = clause.strip().lower()
        if _pattern("consequences").search(low) and not _pattern("remedied").match(low):
            kept = _bare(sentence[start:])
            if not opens and len(kept.split()) <= _SHORT:
                kept = _bare(sentence)
            return kept if len(kept.split()) > _FEWEST or not kept.isascii() else None
    return None


def _only_refers(clause: str) -> bool:
    return _pattern("see").match(clause.lower()) is not None


def _bare(clause: str) -> str:
    """The clause without the number of its pull request and outer marks."""
    return _PULL_MARK.sub("", clause.strip()).strip(" ()（）.。;；")[:LONGEST]


@cache
def _pattern(key: str) -> re.Pattern[str]:
    table = knowledge.yaml("words/reasons.yaml")[key]
    groups: Iterable[Iterable[str]] = table.values() if isinstance(table, dict) else [table]
    words = {str(word).lower() for group in groups for word in group}
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(_bounded(word) for word in ordered))


def _bounded(word: str) -> str:
    """Whole words where letters end them; stems in scripts without such ends, and in Russian."""
    if word >= "ᄀ":
        return re.escape(word)
    if "Ѐ" <= word[0] <= "ӿ":
        return rf"(?<!\w){re.escape(word)}"
    end = r"(?!\w)" if word[-1].isalnum() else ""
    return rf"(?<![\w.]){re.escape(word)}{end}"
