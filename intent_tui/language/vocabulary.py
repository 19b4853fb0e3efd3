"""The words of every kind of change in one language, each with an example that proves it.

`references/vocabulary/<language>.txt` holds groups of entries (docs/vocabulary.md says how one is
written). A run reads the words only; the examples are for the tests and for whoever edits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from intent_tui.base import knowledge

FORMS: Final = ("verb", "noun", "phrase")
STANDS_FOR: Final = "~"
"""What an example writes for the entry's own words."""
GAP: Final = "…"
"""In a phrase: some words may stand here."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of one class and form that share their examples."""

    name: str
    """The effect class."""
    form: str
    """`verb`, `noun` or `phrase`."""
    words: tuple[str, ...]
    line: int
    """Where it stands in its file, from 1."""
    found_in: tuple[str, ...] = ()
    """Sentences that order the class once `~` is filled in."""
    absent_from: tuple[str, ...] = ()
    """Sentences that do not, though the words stand in them."""


@cache
def listed(language: str) -> tuple[Group, ...]:
    """The groups of a language without their examples, in the order of the file; () without one."""
    return tuple(_groups(language))


@cache
def forms(language: str) -> frozenset[str]:
    """Every single word of a language, as it is written there."""
    return frozenset(
        word for group in listed(language) if group.form != "phrase" for word in group.words
    )


def with_examples(language: str) -> tuple[Group, ...]:
    """The groups of a language with their examples."""
    groups: list[Group] = []
    for group, examples in _read(language):
        found = tuple(said for sign, said in examples if sign == "+")
        absent = tuple(said for sign, said in examples if sign == "-")
        groups.append(Group(group.name, group.form, group.words, group.line, found, absent))
    return tuple(groups)


def filled(example: str, word: str) -> str:
    """The example with the entry in its place, a gap closed, its first letter a capital."""
    said = " ".join(word.replace(GAP, " ").replace("_", " ").split())
    spelled = " ".join(piece.partition("|")[0].rstrip("*") for piece in said.split(" "))
    whole = example.replace(STANDS_FOR, spelled)
    return whole[:1].upper() + whole[1:]


def _groups(language: str) -> Iterator[Group]:
    name = ""
    for number, line in enumerate(_lines(language), 1):
        first = line[:1]
        if first == "[":
            name = line.strip("[] ")
        elif first.isalpha():
            form, _, words = line.partition(":")
            yield Group(name, form, _words(form, words), number)


def _read(language: str) -> Iterator[tuple[Group, list[tuple[str, str]]]]:
    """Each group with its example lines; a line that is neither raises ValueError."""
    groups = list(_groups(language))
    lines = _lines(language)
    ends = [group.line for group in groups[1:]] + [len(lines) + 1]
    for group, end in zip(groups, ends, strict=True):
        if group.form not in FORMS or not group.words or not group.name:
            raise ValueError(f"vocabulary/{language}.txt:{group.line}: not a group of entries")
        examples: list[tuple[str, str]] = []
        for place, line in enumerate(lines[group.line : end - 1], group.line + 1):
            bare = line.strip()
            if not bare or bare[0] in "#[":
                continue
            if bare[:2] not in ("+ ", "- "):
                raise ValueError(f"vocabulary/{language}.txt:{place}: not an example")
            examples.append((bare[0], bare[2:].strip()))
        yield group, examples


def _lines(language: str) -> list[str]:
    try:
        return knowledge.text(f"vocabulary/{language}.txt").splitlines()
    except FileNotFoundError:
        return []


def _words(form: str, words: str) -> tuple[str, ...]:
    """A phrase ends at a semicolon, a word at a blank; `_` is a blank inside a word."""
    if form == "phrase":
        return tuple(phrase for one in words.split(";") if (phrase := " ".join(one.split())))
    return tuple(word.replace("_", " ") for word in words.split())
