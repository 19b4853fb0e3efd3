"""The lanes' knowledge (`references/lanes/*.yaml`) as records, read once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from intent_tui.base import knowledge
from intent_tui.language import stems

MOST_SPELLINGS = 4


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of place: what calls for it, and how its lines and files look."""

    name: str
    role: str
    cues: tuple[str, ...]
    marks: tuple[str, ...]
    paths: frozenset[str]
    files: tuple[str, ...]
    prefer: frozenset[str]


@dataclass(frozen=True, slots=True)
class Words:
    """Stems that choose little, and the beginnings of clauses."""

    general: frozenset[str]
    meta: frozenset[str]
    wish: tuple[str, ...]
    background: tuple[str, ...]
    unread: frozenset[str]


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind, in the order of the data."""
    data: dict[str, Any] = knowledge.yaml("lanes/kinds.yaml")
    return tuple(
        Kind(
            name=name,
            role=str(row["role"]),
            cues=tuple(_once(cue for listed in row["cues"].values() for cue in listed)),
            marks=tuple(str(mark) for mark in row["marks"]),
            paths=frozenset(stems.stem(str(word)) for word in row["paths"]),
            files=tuple(str(file) for file in row.get("files") or ()),
            prefer=frozenset(stems.stem(str(word)) for word in row.get("prefer") or ()),
        )
        for name, row in data.items()
    )


@cache
def words() -> Words:
    """The word classes."""
    data: dict[str, list[str]] = knowledge.yaml("lanes/words.yaml")
    return Words(
        general=_stems(data["general"]),
        meta=_stems(data["meta"]),
        wish=tuple(data["wish"]),
        background=tuple(data["background"]),
        unread=frozenset(data["unread"]),
    )


def _once(found: Iterable[Any]) -> list[str]:
    return list(dict.fromkeys(str(each).lower() for each in found))


def _stems(listed: Iterable[Any]) -> frozenset[str]:
    return frozenset(form for word in listed for form in (str(word), stems.stem(str(word))))


@cache
def alike() -> dict[str, tuple[str, ...]]:
    """Stem -> the words that programs take for the same thing, itself left out."""
    data: dict[str, list[list[str]]] = knowledge.yaml("lanes/words.yaml")
    found: dict[str, list[str]] = {}
    for group in data["alike"]:
        for word in group:
            others = [other for other in group if other != word]
            found.setdefault(stems.stem(word), []).extend(others)
    return {word: tuple(dict.fromkeys(others)) for word, others in found.items()}


@cache
def spellings(concept: str) -> tuple[str, ...]:
    """The plain words of a concept that a program in English letters may hold."""
    listed: dict[str, list[str]] = knowledge.yaml("words/concepts.yaml")
    plain = [str(word).rstrip("*") for word in listed.get(concept, ())]
    return tuple(word for word in plain if word.isascii() and word.isalpha())[:MOST_SPELLINGS]
