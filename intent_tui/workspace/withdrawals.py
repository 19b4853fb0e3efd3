"""Commits that take something out which an earlier commit brought in, without saying "revert".

Most removals clear up. One is a change of mind only when an earlier commit brought in what it takes
out, and either it says so itself (`again`, `for now`) or that commit was about little else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from intent_tui.base import knowledge
from intent_tui.language import stems

if TYPE_CHECKING:
    from intent_tui.workspace.history import Commit

_SCOPE = re.compile(r"^(?:\[[^\]]*\]\s*|[\w./-]+(?:\([^)]*\))?!?:\s+)*")
_PULL = re.compile(r"\s*\([#!]\d{1,7}\)\s*$")
_READ = 10_000
_FEWEST, _MOST = 2, 6
"""Words of what is taken out: one alone is too common, many tell of a sweep."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Places in the list of commits (newest first), and what was taken out."""

    place: int
    original: int
    what: str
    again: bool
    """Whether a later commit brought it in once more."""


def find_withdrawals(commits: Sequence[Commit]) -> tuple[Withdrawal, ...]:
    """The withdrawals among the newest 10,000 commits, given newest first."""
    commits = commits[:_READ]
    brought = _brought(commits)
    found: list[Withdrawal] = []
    for place, commit in enumerate(commits):
        what, said = _taken_out(commit)
        words = _words(what)
        if not what or not (_FEWEST <= len(words) <= _MOST) or words & _set("clears_up"):
            continue
        same = [at for at in brought.get(min(words), ()) if words <= _words(commits[at].subject)]
        before = next((at for at in same if at > place), None)
        if before is not None and (said or len(_words(commits[before].subject)) <= 2 * len(words)):
            found.append(Withdrawal(place, before, what, any(at < place for at in same)))
    return tuple(found)


def _brought(commits: Sequence[Commit]) -> dict[str, list[int]]:
    """Word to the commits that bring in something called so; newest first."""
    found: dict[str, list[int]] = {}
    for place, commit in enumerate(commits):
        if _begins("brings").match(_bare(commit.subject)):
            for word in _words(commit.subject):
                found.setdefault(word, []).append(place)
    return found


def _taken_out(commit: Commit) -> tuple[str, bool]:
    """What a subject says it takes out, and whether it speaks of a change of mind."""
    text = _bare(commit.subject)
    match = _begins("withdraws").match(text)
    if match is None:
        return "", False
    rest = text[match.end() :]
    kept = _anywhere("for_now").sub(" ", rest)
    return " ".join(kept.split()), kept != rest


def _bare(subject: str) -> str:
    start = _SCOPE.match(subject)
    return _PULL.sub("", subject[start.end() if start else 0 :]).lower()


@cache
def _words(text: str) -> frozenset[str]:
    small = {str(w) for words in knowledge.yaml("words/small.yaml").values() for w in words}
    said = (*stems.parts(text), *stems.words(text.lower(), "en")) if text.isascii() else (
        stems.words(text.lower(), "zh")
    )  # fmt: skip
    barred = small | _set("brings")
    kept = (word for word in said if word not in barred and not word.isdigit() and len(word) > 1)
    return frozenset(stems.stem(word) for word in kept)


@cache
def _set(key: str) -> frozenset[str]:
    return frozenset(str(word) for word in knowledge.yaml("words/reverts.yaml")[key])


@cache
def _begins(key: str) -> re.Pattern[str]:
    listed = knowledge.yaml("words/reverts.yaml")[key]
    groups = listed.values() if isinstance(listed, dict) else [listed]
    return re.compile(rf"(?:{_either(str(word) for group in groups for word in group)})\s*")


@cache
def _anywhere(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_either(sorted(_set(key)))})")


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(w) + (r"\b" if w < "ᄀ" else "") for w in ordered)
