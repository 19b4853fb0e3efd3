"""Pieces of code by their lines: what belongs to an entry, a definition, a branch.

Told from indentation and from what opens and closes, so that it works for any language that is
laid out as people lay it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_CLOSES = re.compile(r"\s*(?:[)\]}]+[;,)\]}\s]*(?:[,;]\s*\w+.*)?|end\b.*)$")
_GOES_ON = re.compile(
    r"\s*(?:(?:[)\]}]+\s*)?(?:else|elif|catch|except|rescue|ensure|finally)\b"
    r"|[)\]}]+[^\n]*[:{]\s*$)"
)
_DECORATED = re.compile(r"\s*(?:@\w|#\[|\[\w+[^\]]*\]\s*$)")


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a file, from 1, both ends included; the whole file when `last` is 0."""

    path: str
    first: int = 1
    last: int = 0

    def holds(self, path: str, number: int) -> bool:
        """Whether a line stands in it."""
        return path == self.path and (not self.last or self.first <= number <= self.last)


def indent(line: str) -> int:
    """How far a line stands to the right; a tab counts as four."""
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip())


def block(lines: Sequence[str], first: int) -> int:
    """The last line of what begins on line `first`: deeper lines and what closes it."""
    if not 1 <= first <= len(lines):
        return first
    at = first
    while at < len(lines) and _DECORATED.match(lines[at - 1]) and lines[at].strip():
        at += 1  # decorators stand above what they decorate
    depth = indent(lines[at - 1])
    last = at
    for number in range(at + 1, len(lines) + 1):
        text = lines[number - 1]
        if not text.strip():
            continue
        if indent(text) > depth:
            last = number
        elif indent(text) == depth and (_CLOSES.match(text) or _GOES_ON.match(text)):
            last = number
            if not text.rstrip().endswith(("{", ":", "(", "do", "then")) and _CLOSES.match(text):
                break
        else:
            break
    return last


def around(lines: Sequence[str], number: int) -> Iterator[int]:
    """The lines that open the blocks a line stands in, the innermost first."""
    if not 1 <= number <= len(lines):
        return
    depth = indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        text = lines[above - 1]
        if text.strip() and indent(text) < depth and not _CLOSES.match(text):
            depth = indent(text)
            yield above
        if not depth:
            return


def defined(lines: Sequence[str], name: str) -> int | None:
    """The line that defines a name, None when none does."""
    said = re.escape(name)
    pattern = re.compile(
        rf"\b(?:def|func|function|fn|class|const|let|var|type|struct|interface|enum|module|sub|void"
        rf"|public|private|protected|static|async|export)\b[^=(]*?(?<![\w.]){said}\b"
        rf"|^\s*(?:async\s+)?{said}\s*(?:=|:=|\()[^=]?"
        rf"|^\s*func\s*\([^)]*\)\s*{said}\b"
    )
    for number, text in enumerate(lines, 1):
        if len(text) <= 1000 and pattern.search(text):
            return number
    return None
