"""Literal search through the files of a workspace, by plain byte comparison.

Patterns are ours or words of a person, and the text is anybody's: there is no regular
expression in the first stage, and none that came from outside in any stage.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from intent_tui.base.display import visible_line
from intent_tui.base.files import Unreadable
from intent_tui.workspace.kinds import FileInfo
from intent_tui.workspace.opened import Opened

BUDGET = 256 << 20
"""Bytes one search reads."""
LONGEST_LINE = 5000
"""Bytes of a line that is still looked at; longer ones are made by machines."""
SHOWN = 300
"""Characters of a line that a hit keeps."""

_FOLDED = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that holds a term. `text` is cut at 300 characters, `line` counts from 1."""

    path: str
    line: int
    text: str
    term: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found; `partial` says in a clause why there may be more."""

    hits: tuple[Hit, ...]
    files_scanned: int
    partial: str | None


def search(
    opened: Opened,
    terms: Sequence[str],
    files: Iterable[FileInfo],
    *,
    limit: int = 400,
    whole_words: bool = False,
) -> SearchResult:
    """Lines that hold any of the terms, case-insensitive, in the order of the files.

    A line that holds several terms gives one hit for each, so that a caller can weigh them.

    Args:
        opened: where files are read; a file with a hit counts as opened.
        terms: words or parts of words, taken literally; empty ones are passed over.
        files: where to look; binary files are passed over.
        limit: most hits; past it `partial` says so.
        whole_words: a term must not have letters, digits or underscores beside it.
    """
    scan = _Scan(opened, terms)
    hits: list[Hit] = []
    partial: str | None = None
    for path, present in scan.matching(files):
        for hit in _in_file(opened, path, present, scan, whole_words):
            if len(hits) >= limit:
                partial = f"more than {limit} hits; the rest was left out"
                break
            hits.append(hit)
        if partial:
            break
    return SearchResult(tuple(hits), scan.files, partial or scan.partial)


def files_with(opened: Opened, terms: Sequence[str], files: Iterable[FileInfo]) -> dict[str, int]:
    """How often any of the terms occurs in each file that holds one, in the order of the files."""
    scan = _Scan(opened, terms)
    return {
        path: sum(data.count(raw) for _, raw in present)
        for path, present, data in scan.with_data(files)
    }


class _Scan:
    """The first stage: which files hold which terms."""

    def __init__(self, opened: Opened, terms: Sequence[str]) -> None:
        self._opened = opened
        wanted = dict.fromkeys(term.lower() for term in terms if term.strip())
        self._terms = [(term, term.encode("utf-8", "surrogateescape")) for term in wanted]
        # Lower-casing bytes changes ASCII only; other scripts are compared after decoding.
        self._wide = any(_FOLDED.search(term) for term in wanted)
        self.files = 0
        self.partial: str | None = None

    def matching(self, files: Iterable[FileInfo]) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
        for path, present, _ in self.with_data(files):
            yield path, present

    def with_data(
        self, files: Iterable[FileInfo]
    ) -> Iterator[tuple[str, list[tuple[str, bytes]], bytes]]:
        left = BUDGET
        for info in files:
            if not self._terms:
                return
            if info.kind == "binary":
                continue
            try:
                data, cut = self._opened.scan(info.path)
            except Unreadable as error:
                self.note(f"{visible_line(info.path)} {error.reason}")
                continue
            if cut:
                self.note(f"{visible_line(info.path)} is too large; its end was left out")
            self.files += 1
            left -= len(data)
            if left < 0:
                self.partial = f"more than {BUDGET >> 20} MB; the rest was left out"
                return
            lowered = self._lowered(data)
            present = [term for term in self._terms if term[1] in lowered]
            if present:
                yield info.path, present, lowered

    def _lowered(self, data: bytes) -> bytes:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16", "replace").lower().encode()
        if self._wide and not data.isascii():
            text = data.decode("utf-8", "surrogateescape").lower()
            return text.encode("utf-8", "surrogateescape")
        return data.lower()

    def note(self, reason: str) -> None:
        """Keeps the first reason why something was not looked at."""
        self.partial = self.partial or reason


def _in_file(
    opened: Opened,
    path: str,
    present: list[tuple[str, bytes]],
    scan: _Scan,
    whole_words: bool,
) -> Iterator[Hit]:
    try:
        lines = opened.text(path).lines
    except Unreadable:
        return  # binary after all: its name did not tell
    for number, line in enumerate(lines, start=1):
        lowered = line.lower()
        for term, _ in present:
            if term not in lowered:
                continue
            if len(line) > LONGEST_LINE:
                scan.note(f"{visible_line(path)} has lines too long to look at")
            elif not whole_words or _stands_alone(term, lowered):
                yield Hit(path, number, line[:SHOWN], term)


def _stands_alone(term: str, line: str) -> bool:
    at = line.find(term)
    while at >= 0:
        before, after = line[at - 1 : at], line[at + len(term) : at + len(term) + 1]
        if not (_joins(before) or _joins(after)):
            return True
        at = line.find(term, at + 1)
    return False


def _joins(char: str) -> bool:
    return char.isalnum() or char == "_"
