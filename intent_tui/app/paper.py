"""Lines of a screen as records: text with one of five meanings, fitted to a width in cells.

Everything a screen shows passes through `Span`, which makes control characters visible. No text
ever meets a markup parser, so a bracket in a request is a bracket on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from intent_tui.base.display import cells, cut, visible_line

Tone = Literal["", "found", "yours", "guess", "wrong", "strong", "pointer"]
"""found, yours, guess, wrong are meanings and always stand beside a word; the rest is type."""

Band = Literal["", "heading", "here"]
"""A whole row: `heading` is tinted, `here` is where the person is (reverse)."""

MARGIN = " "


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line."""

    text: str
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a screen."""

    spans: tuple[Span, ...] = ()
    band: Band = ""

    @property
    def text(self) -> str:
        """The row as plain text."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """Cells the row takes."""
        return sum(cells(span.text) for span in self.spans)


Part = str | Span
BLANK = Line()


def span(text: str, tone: Tone = "") -> Span:
    """A piece of text, its control characters made visible."""
    return Span(visible_line(text), tone)


def line(*parts: Part, band: Band = "") -> Line:
    """A row behind the one margin every screen has."""
    return Line((Span(MARGIN), *(_span(part) for part in parts)), band)


def heading(left: str, right: str, width: int, *, bold: bool = False) -> Line:
    """A heading row: its name at the left, a count or a remark at the right."""
    return pair([span(left, "strong" if bold else "")], [span(right)], width, band="heading")


def pair(left: Sequence[Part], right: Sequence[Part], width: int, band: Band = "") -> Line:
    """A row with its right part at the right margin; the left one is cut, never the right."""
    end = [_span(part) for part in right if _span(part).text]
    taken = sum(cells(part.text) for part in end)
    room = width - 2 - taken - (1 if end else 0)
    if room < 1:
        return fit(Line((Span(MARGIN), *(_span(part) for part in left)), band), width)
    start = cut_spans([_span(part) for part in left], room)
    used = sum(cells(part.text) for part in start)
    gap = Span(" " * (width - 2 - used - taken)) if end else Span("")
    return Line((Span(MARGIN), *start, gap, *end), band)


def columns(
    parts: Sequence[tuple[Part, int]], right: Sequence[Part], width: int, band: Band = ""
) -> Line:
    """A row of columns.

    Args:
        parts: text and width in cells of each column; a width of 0 takes what is left.
        right: what stands at the right margin.
        width: the whole row.
        band: the row's band.
    """
    spans: list[Part] = []
    for part, size in parts:
        piece = _span(part)
        if size:
            text = cut(piece.text.rstrip(), size - 1)
            spans.append(Span(text + " " * (size - cells(text)), piece.tone))
        else:
            spans.append(piece)
    return pair(spans, right, width, band)


def cut_spans(spans: Iterable[Span], width: int) -> list[Span]:
    """The spans up to `width` cells; a cut one ends in `»`."""
    kept: list[Span] = []
    left = width
    for piece in spans:
        size = cells(piece.text)
        if size <= left:
            kept.append(piece)
            left -= size
            continue
        kept.append(Span(cut(piece.text, left), piece.tone))
        break
    return kept


def fit(row: Line, width: int) -> Line:
    """The row cut to a width."""
    if row.width <= width:
        return row
    return Line(tuple(cut_spans(row.spans, width)), row.band)


def wrap(text: str, width: int) -> list[str]:
    """Text in rows of at most `width` cells; breaks at blanks, else between characters.

    A width below two gives one cell a row, so that the smallest terminal still gets rows.
    """
    room = max(2, width)
    rows: list[str] = []
    row = ""
    for word in visible_line(text).split(" "):
        joined = f"{row} {word}" if row else word
        if cells(joined) <= room:
            row = joined
            continue
        head, tail = _broken(row, word, room)
        rows.extend(head)
        row = tail
    if row or not rows:
        rows.append(row)
    return rows


def _broken(row: str, word: str, room: int) -> tuple[list[str], str]:
    """The rows that are full once `word` no longer fits behind `row`, and the row begun."""
    if cells(word) <= room and word.isascii():
        return ([row] if row else []), word
    # A long word, or a script without blanks: fill the row, then go on below.
    text = f"{row} {word}" if row and cells(row) < room else word
    full = [row] if row and text == word else []
    while cells(text) > room:
        at = _place(text, room)
        full.append(text[:at].rstrip(" "))
        text = text[at:].lstrip(" ")
    return full, text


def _place(text: str, room: int) -> int:
    """Where to break: the last blank that fits, else the last character that does."""
    used = at = 0
    for at, character in enumerate(text):  # noqa: B007 - the place is what is wanted
        used += cells(character)
        if used > room:
            break
    blank = text.rfind(" ", 0, at + 1)
    if blank > 0 and text[:at].isascii():
        return blank
    return max(1, at)


def _span(part: Part) -> Span:
    return span(part) if isinstance(part, str) else Span(visible_line(part.text), part.tone)
