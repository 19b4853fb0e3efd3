"""Text of a workspace made safe for a screen, and cut to a width in cells.

A file name, a commit subject or a heading may hold escape sequences, direction marks or
characters of no width (Trojan Source). They are shown, never obeyed and never dropped.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

CUT = "»"
"""Ends a text that was cut."""

# C0 and C1 controls without newline and tab, soft hyphen, Arabic letter mark, Mongolian vowel
# separator, zero-width marks and joiners, line and paragraph separators, direction marks,
# invisible operators, byte order mark, interlinear marks, tags, and lone surrogates.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e0fff\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""Shows what a terminal would obey or hide as an escape (`\x1b`, `\u202e`), rest unchanged.

    Newlines and tabs stay. A byte that was not valid UTF-8 in a file name is shown as `\xNN`.
    """
    return _HIDDEN.sub(_escape, text)


def visible_line(text: str) -> str:
    r"""`visible`, for one row: a newline becomes `\n`, a tab one blank (its width depends)."""
    return visible(text).replace("\n", "\\n").replace("\t", " ")


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@lru_cache(maxsize=4096)
def _cell(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf", "Cc", "Cs"}:
        return 0
    if "\u1160" <= char <= "\u11ff":
        return 0  # vowels and finals that join the syllable before them
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cells(text: str) -> int:
    """How many cells a text takes in a terminal; wide characters take two, marks none."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_cell, text))


def cut(text: str, width: int) -> str:
    """The text if it fits into `width` cells, else its beginning and `»`, never wider.

    A width below one leaves nothing.
    """
    if width < 1:
        return ""
    if cells(text) <= width:
        return text
    used = kept = 0
    for char in text:
        used += _cell(char)
        if used > width - 1:
            break
        kept += 1
    return text[:kept] + CUT
