"""When a word of a request and a part of an identifier are the same thing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from intent_tui.language import stems

SHORTEST_STEM = 4
"""A term this long also matches as the beginning of a part (`cach` in `caching`)."""
LONGEST_TAIL = 5
"""Letters a part may have beyond a term that is its beginning: more makes another word."""


@lru_cache(maxsize=8192)
def parts(identifier: str) -> tuple[str, ...]:
    """The lower-case words of an identifier, a path or a package name, in order."""
    return tuple(stems.parts(identifier))


@lru_cache(maxsize=16384)
def same(term: str, part: str) -> bool:
    """Whether a term (word or stem, lower case) means the identifier part."""
    if term == part or stems.fold(term) == stems.fold(part):
        return True
    stemmed = stems.stem(part)
    if stemmed in (term, stems.stem(term)):
        return True
    if len(term) >= SHORTEST_STEM and part.startswith(term):
        return len(part) - len(term) <= LONGEST_TAIL
    return False


def covered(terms: Iterable[str], identifier: str) -> tuple[str, ...]:
    """The terms that are a part of the identifier, in the order given."""
    there = parts(identifier)
    return tuple(term for term in terms if any(same(term, part) for part in there))


def stem_of(path: str) -> str:
    """The base name of a path without any suffix: `orders` of `src/orders.test.ts`."""
    name = path.rpartition("/")[2]
    return name[1:] if name.startswith(".") else name.split(".", 1)[0]


class Vocabulary:
    """Many identifier parts, arranged so that those a term means are found without a walk.

    Gives what `same` would say of each part, but numbers are only themselves.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._sorted = sorted(words)
        self._forms: dict[str, list[str]] = {}
        for word in self._sorted:
            for form in {word} if word.isdigit() else {word, stems.fold(word), stems.stem(word)}:
                self._forms.setdefault(form, []).append(word)

    def same(self, term: str) -> list[str]:
        """The parts that mean the term (word or stem, lower case), sorted."""
        forms = dict.fromkeys((term, stems.fold(term), stems.stem(term)))
        found = {word for form in forms for word in self._forms.get(form, ())}
        if len(term) >= SHORTEST_STEM:
            for word in self._sorted[bisect_left(self._sorted, term) :]:
                if not word.startswith(term):
                    break
                found.add(word)
        return sorted(word for word in found if same(term, word))


def nearness(path: str, near: Sequence[str]) -> float:
    """How close a file lies to the first of the `near` paths it is close to, 0 to 1."""
    if not near:
        return 0.0
    beside = _beside(path.rpartition("/")[0], tuple(near))
    if path in near:
        return max(beside, 1.0 / (1 + 0.25 * near.index(path)))
    return beside


@lru_cache(maxsize=8192)
def _beside(folder: str, near: tuple[str, ...]) -> float:
    """How close a folder lies to those paths: files far outnumber folders."""
    best = 0.0
    own = folder.split("/") if folder else []
    for rank, other in enumerate(near):
        there = PurePosixPath(other).parts
        shared = 0
        for a, b in zip(own, there[:-1] or there, strict=False):
            if a != b:
                break
            shared += 1
        score = 0.8 * shared / max(len(own), len(there) - 1, 1)
        best = max(best, score / (1 + 0.25 * rank))
    return best


def needles(terms: Iterable[str]) -> tuple[bytes, ...]:
    """Lower-case byte strings whose absence from a file means that no term can be in it."""
    found: list[bytes] = []
    for term in terms:
        short = stems.stem(term)
        if not term.startswith(short):
            short = _common(term, short)
        if len(short) > SHORTEST_STEM and short.endswith("i"):
            short = short[:-1]
        data = (short or term).encode("utf-8", "surrogateescape")
        if data and data not in found:
            found.append(data)
    return tuple(found)


def _common(left: str, right: str) -> str:
    length = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        length += 1
    return left[:length] if length >= 3 else ""
