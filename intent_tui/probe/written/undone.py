"""How far a request asks again for what a commit took back.

One word in common proves nothing: the words are weighed by how rare they are in the messages of
this repository, those of the subject more than those of the bodies, and beside how much is shared
it counts how much of what was taken back is asked for. Measured on real requests (reference:
repository analyst, section 4).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.language.concepts import concepts
from intent_tui.language.detect import detect
from intent_tui.probe.written.bans import content
from intent_tui.probe.written.match import MARK, present
from intent_tui.probe.written.vocabulary import pattern
from intent_tui.workspace.history import Commit, History

_BODY = 0.4
"""What a word of the bodies counts beside one of the subject: bodies speak of much else."""
_SORT = 0.35
"""What a word of a thing's sort (page, setting, mode) counts: it stands in any subject."""
_BASE = 0.4
_FLOOR = 0.12
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Again:
    """`strength` is about 0.75 where a careful reader would begin to call it the same thing.

    `shared` are the telling words of the request that stand in what was taken back, `aside` those
    that only the bodies hold; `explained` is the share (0 to 1) of the subject they cover; `core`
    is whether they name the thing itself and not only its place (`a logo` of `a logo in mails`).
    """

    strength: float
    shared: tuple[str, ...]
    aside: tuple[str, ...]
    explained: float
    core: bool = False


def asked_again(history: History, terms: Sequence[str], subject: str, bodies: str) -> Again:
    """Weighs the terms of a request against what was taken back.

    Args:
        history: where the words are counted.
        terms: stems and marked concepts (`match.MARK`) of the request.
        subject: what was taken back, without the reason.
        bodies: what the revert and its original say beside that.
    """
    own = content(subject, detect(subject))[:_MOST_WORDS]
    weight = {word: _weight(history, word) for word in own}
    there = present(terms, subject)
    shared = _counted(there)
    aside = tuple(t for t in _counted(present(terms, bodies)) if t not in shared)
    covered = {word for word in own if any(_means(term, word) for term in there)}
    points = sum(weight[word] for word in covered)
    points += _BODY * sum(_weight(history, term) for term in aside if not term.startswith(MARK))
    whole = sum(weight.values())
    explained = sum(weight[word] for word in covered) / whole if whole else 0.0
    telling = tuple(term for term in shared if term not in _sorts())
    place = pattern("places").search(subject.lower())
    core = bool(present(telling, subject[: place.start()] if place else subject))
    strength = points * (_BASE + explained)
    return Again(strength, telling, aside, explained if telling else 0.0, core)


def weighed(history: History, terms: Iterable[str]) -> float:
    """How much these words tell apart in the messages of this repository."""
    return sum(_weight(history, term) for term in terms)


def of_a_sort(word: str) -> bool:
    """Whether a stem only names a sort of thing (page, setting, mode)."""
    return word in _sorts()


def without_reason(text: str) -> str:
    """What was done, without the clause that says why: its words lead elsewhere."""
    found = pattern("reason_opens").search(text.lower())
    return text[: found.start()].rstrip(" ,;:-(") if found and found.start() > 3 else text


def original_of(history: History, revert: Commit, subject: str) -> Commit | None:
    """The commit that a revert without a pointer takes back: it touched the same files before.

    None if no earlier commit on these files shares a telling word with what was taken back.
    """
    words = [word for word in content(subject, detect(subject)) if word not in _sorts()]
    wanted = (*words, *(MARK + name for name in sorted(concepts(subject))))
    best: tuple[float, Commit] | None = None
    for commit in history.before(revert.sha):
        told = present(wanted, commit.subject)
        length = len(content(commit.subject))
        # A release that lists everything shares a word with anything.
        points = sum(_weight(history, term) for term in told) / math.sqrt(max(1, length))
        if told and (best is None or points > best[0]):
            best = (points, commit)
    return best[1] if best else None


def _counted(found: Iterable[str]) -> tuple[str, ...]:
    """The terms without the concepts that one of their own words already stands for."""
    found = tuple(found)
    words = [term for term in found if not term.startswith(MARK)]
    named = {name for word in words for name in concepts(word)}
    return tuple(
        term for term in found if not term.startswith(MARK) or term[len(MARK) :] not in named
    )


def _means(term: str, word: str) -> bool:
    if term.startswith(MARK):
        return term[len(MARK) :] in concepts(word)
    return bool(present((term,), word)) or bool(present((word,), term))


def _weight(history: History, word: str) -> float:
    if word.startswith(MARK):
        return 0.6
    total = len(history.commits)
    # What was taken back holds the word itself, and so does what took it back.
    seen = max(0, history.frequency(stems.stem(word).rstrip("i")) - 2)
    rare = math.log((total + 1) / (seen + 0.5)) / math.log(total + 2)
    return max(_FLOOR, min(1.0, rare)) * (_SORT if word in _sorts() else 1.0)


@cache
def _sorts() -> frozenset[str]:
    table = knowledge.yaml("words/plain.yaml")
    general = knowledge.yaml("words/decisions.yaml")["general"]
    return frozenset(stems.stem(str(word)) for word in (*table["meta"], *general))
