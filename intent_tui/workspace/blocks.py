"""Which lines of Markdown text are headings of the document itself.

Follows the block rules of CommonMark as far as they decide that: fences, indented code, raw
HTML, quotes, list items with their lazy lines, and paragraphs that an underline makes a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*)|)$")
_ATX_END = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_ITEM = re.compile(r"( {0,3})([-+*]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)")
_QUOTE = re.compile(r" {0,3}>")
_REFERENCE = re.compile(
    r" {0,3}\[(?=[^\]]*[^\s\]])(?:[^\[\]\\]|\\.){1,999}\]:[ \t]*\S+"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*$"
)
_HTML_BLOCK = re.compile(
    r" {0,3}</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup"
    r"|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset"
    r"|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol"
    r"|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    r"|track|ul)(?:[ \t]|/?>|$)",
    re.IGNORECASE,
)
_HTML_TAG = re.compile(
    r" {0,3}<(?:[A-Za-z][A-Za-z0-9-]*(?:[ \t][^<>]*)?/?|/[A-Za-z][A-Za-z0-9-]*[ \t]*)>[ \t]*$"
)
_HTML_UNTIL = (
    (re.compile(r" {0,3}<!--"), "-->"),
    (re.compile(r" {0,3}<\?"), "?>"),
    (re.compile(r" {0,3}<!\[CDATA\["), "]]>"),
    (re.compile(r" {0,3}<![A-Za-z]"), ">"),
)
_HTML_RAW = re.compile(r" {0,3}<(script|pre|style|textarea)(?:[ \t>]|$)", re.IGNORECASE)
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_INTERRUPTING = frozenset({"-", "+", "*", "1.", "1)"})
_TAB = 4


class Blocks:
    """One pass over the lines of a document.

    Args:
        lines: the document.
        start: how many lines at the top are front matter.
    """

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self._lines = [line.expandtabs(_TAB) if "\t" in line[:8] else line for line in lines]
        self._at = start
        self._paragraph = -1
        """Index of the first line of the open paragraph of the document itself, or -1."""
        self._item = 0
        """Columns a line must be indented by to belong to the open list item; 0 without one."""
        self._lazy = False
        """Whether a plain line would go on with a paragraph inside the open item or quote."""
        self._item_is_empty = False
        self._quoted_fence: re.Pattern[str] | None = None
        """What ends the code inside the open quote."""

    def headings(self) -> Iterator[tuple[int, int, str]]:
        """Line counted from 1, level and raw title of each heading."""
        while self._at < len(self._lines):
            found = self._step(self._lines[self._at])
            self._at += 1
            if found is not None:
                yield found

    def _step(self, line: str) -> tuple[int, int, str] | None:
        if not line.strip():
            self._paragraph, self._lazy, self._quoted_fence = -1, False, None
            if self._item_is_empty:
                self._close()  # an item may not begin with two blank lines
            return None
        indent = len(line) - len(line.lstrip(" "))
        if self._item and indent >= self._item:
            self._inside_item(line[self._item :])
            return None
        if self._lazy and not self._starts_block(line) and not _ITEM.match(line):
            return None
        if indent >= _TAB:
            if self._paragraph < 0:
                self._close()
            return None
        return self._top(line)

    def _top(self, line: str) -> tuple[int, int, str] | None:
        """A line that belongs to the document itself and is not indented code."""
        match = _ATX.match(line)
        if match is not None:
            self._close()
            return self._at + 1, len(match[1]), _ATX_END.sub("", match[2] or "").strip()
        underline = _UNDERLINE.match(line)
        if underline is not None and self._paragraph >= 0:
            return self._underlined(1 if underline[1][0] == "=" else 2)
        if self._skip_fence(line) or self._skip_html(line):
            return None
        if _RULE.match(line):
            self._close()
        elif _QUOTE.match(line):
            self._quote(line.lstrip(" ")[1:].removeprefix(" "))
        elif (item := self._item_start(line)) is not None:
            self._open_item(line, item)
        elif self._paragraph < 0:
            self._close()
            # A link definition is no text: what follows it begins anew.
            self._paragraph = -1 if _REFERENCE.match(line) else self._at
        return None

    def _underlined(self, level: int) -> tuple[int, int, str]:
        first, self._paragraph = self._paragraph, -1
        title = " ".join(line.strip() for line in self._lines[first : self._at])
        return first + 1, level, title

    def _quote(self, rest: str) -> None:
        code, match = self._quoted_fence, _FENCE.match(rest)
        self._close()
        if code is not None:
            self._quoted_fence = None if code.match(rest) else code
        elif match is not None:
            self._quoted_fence = _closing(match)
        else:
            self._lazy = self._is_text(rest)

    def _close(self) -> None:
        self._paragraph, self._item, self._lazy = -1, 0, False
        self._item_is_empty, self._quoted_fence = False, None

    def _skip_fence(self, line: str) -> bool:
        """Moves to the closing fence if a line opens one."""
        match = _FENCE.match(line)
        if match is None:
            return False
        self._close()
        close = _closing(match)
        self._at += 1
        while self._at < len(self._lines) and not close.match(self._lines[self._at]):
            self._at += 1
        return True

    def _skip_html(self, line: str) -> bool:
        """Moves to the last line of a raw HTML block if a line opens one."""
        if "<" not in line:
            return False
        end = next((mark for opening, mark in _HTML_UNTIL if opening.match(line)), None)
        if end is not None:
            self._skip_until(lambda text: end in text)
            return True
        if _HTML_RAW.match(line):
            self._skip_until(lambda text: _RAW_END.search(text) is not None)
            return True
        if _HTML_BLOCK.match(line) or (self._paragraph < 0 and _HTML_TAG.match(line)):
            self._close()
            while self._at + 1 < len(self._lines) and self._lines[self._at + 1].strip():
                self._at += 1
            return True
        return False

    def _skip_until(self, ends: Callable[[str], bool]) -> None:
        self._close()
        while self._at < len(self._lines) and not ends(self._lines[self._at]):
            self._at += 1

    def _item_start(self, line: str) -> re.Match[str] | None:
        """The marker of a list item; an empty or late-numbered one can't end a paragraph."""
        match = _ITEM.match(line)
        return match if self._paragraph < 0 or _interrupts(match, line) else None

    def _open_item(self, line: str, match: re.Match[str]) -> None:
        self._close()
        marker, gap = len(match[1]) + len(match[2]), len(match[3] or " ")
        self._item = marker + (gap if gap <= _TAB else 1)
        self._inside_item(line[self._item :])
        self._item_is_empty = not line[self._item :].strip()

    def _inside_item(self, rest: str) -> None:
        """A line of the open item: a fence in it is passed over as a whole."""
        self._paragraph, self._item_is_empty = -1, False
        match = _FENCE.match(rest)
        if match is None:
            self._lazy = self._is_text(rest)
            return
        close = _closing(match)
        self._lazy = False
        while self._at + 1 < len(self._lines):
            line = self._lines[self._at + 1]
            if line.strip() and not line.startswith(" " * self._item):
                return
            self._at += 1
            if close.match(line[self._item :]):
                return

    def _is_text(self, rest: str) -> bool:
        """Whether the inside of an item or quote ends in a paragraph that a line may go on."""
        while True:
            inner = _QUOTE.match(rest) or _ITEM.match(rest)
            if inner is None or not rest[inner.end() :].strip():
                break
            rest = rest[inner.end() :].removeprefix(" ")
        return bool(rest.strip()) and not self._starts_block(rest) and not rest.startswith("    ")

    @staticmethod
    def _starts_block(line: str) -> bool:
        """Whether a line can't be the going on of a paragraph."""
        if _ATX.match(line) or _FENCE.match(line) or _RULE.match(line) or _QUOTE.match(line):
            return True
        if _HTML_BLOCK.match(line) or _HTML_RAW.match(line):
            return True
        if any(opening.match(line) for opening, _ in _HTML_UNTIL):
            return True
        return _interrupts(_ITEM.match(line), line)


def _closing(opening: re.Match[str]) -> re.Pattern[str]:
    """What closes a fence: the same character, at least as often."""
    return re.compile(rf" {{0,3}}{re.escape(opening[1][0])}{{{len(opening[1])},}}[ \t]*$")


def _interrupts(item: re.Match[str] | None, line: str) -> bool:
    """Whether a list item may begin in the middle of a paragraph."""
    return item is not None and bool(line[item.end() :].strip()) and item[2] in _INTERRUPTING
