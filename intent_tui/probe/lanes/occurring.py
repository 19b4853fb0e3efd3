"""Where a word stands in a text: as a part of an identifier, whatever the case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from intent_tui.probe.source.words import needles

LONGEST_TAIL = 5
"""Letters a word may have beyond the stem that is its beginning: more makes another word."""
_SHORT_ENDS = re.compile(r"(?:s|es|ed|er|ing)?(?![a-z])")
_ENDS = re.compile(rf"(?![a-z]{{{LONGEST_TAIL + 1}}})")


def lowered(text: str) -> str:
    """The text in lower case, each character where it was."""
    low = text.lower()
    return low if len(low) == len(text) else text.translate(_ASCII_LOW)


def occurrences(text: str, low: str, stem: str) -> Iterator[int]:
    """The places where a part of an identifier begins with the stem.

    Args:
        text: as it stands; tells where a part begins and ends (`shortCode`).
        low: `lowered(text)`.
        stem: lower case.
    """
    begin = needles((stem,))[0].decode("utf-8", "surrogateescape")
    size, plain = len(begin), begin.isascii()
    at = low.find(begin)
    while at >= 0:
        if not plain or (_begins(text, at) and _ends(text, at + size, size)):
            yield at
        at = low.find(begin, at + size)


def _begins(text: str, at: int) -> bool:
    if at == 0:
        return True
    before = text[at - 1]
    if not (before.isascii() and before.isalpha()):
        return True
    return before.islower() and text[at].isupper()


def _ends(text: str, at: int, size: int) -> bool:
    # A capital letter begins the next part: `messageStore` ends its first after an `e`.
    pattern = _SHORT_ENDS if size <= 3 else _ENDS
    return pattern.match(text, at) is not None


_ASCII_LOW = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
