"""Saved specs as rows: the list, one of them under review, the attention they took."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.app.desk.records import Hanging, Piece, Review, Row, Weeks
from intent_tui.app.pages.verify import NARROW, SOURCES
from intent_tui.app.paper import (
    BLANK,
    Band,
    Line,
    Part,
    Span,
    Tone,
    columns,
    heading,
    line,
    pair,
    wrap,
)
from intent_tui.base.display import cut

_STATE = 12
_STALE = ("changed", "missing")
BAR = 20
"""Characters of the longest bar, as on the command line."""


def listing(rows: Sequence[Row], marked: int, width: int) -> list[Line]:
    """One row a spec; what is no spec says so."""
    stem = min(max([8, *(len(one.stem) for one in rows)]), max(8, width // 3)) + 2
    return [
        columns(
            [
                ("❯ " if at == marked else "  ", 2),
                (one.stem, stem),
                (one.state, _STATE),
                (one.request if one.state != "invalid" else "check says what is wrong", 0),
            ],
            [],
            width,
            "here" if at == marked else "",
        )
        for at, one in enumerate(rows)
    ]


def guesses(review: Review) -> list[int]:
    """Places of the guesses."""
    return [at for at, one in enumerate(review.pieces) if one.source == "inferred"]


def reviewed(
    review: Review, marked: int, hanging: Hanging | None, width: int
) -> tuple[list[Line], int]:
    """One spec, guesses first; also the row of what is marked."""
    found = [pair([Span(review.stem, "strong")], [review.state], width)]
    found += [line(row) for row in wrap(review.request, max(8, width - 2))]
    if review.edited:
        found += _wrapped(
            "Edited by hand since it was written here. a takes it, r restores.", width
        )
    for said in review.findings:
        found += [line(Span("✗ ", "wrong"), row) for row in wrap(said, max(8, width - 4))]
    found += _waiting(review, width)
    at = len(found)
    places = guesses(review)
    guess_rows, marked_at = _guessed(review, places, marked, hanging, width)
    found += guess_rows
    for source in ("explicit", "probed", "asked"):
        pieces = [one for one in review.pieces if one.source == source]
        if pieces:
            found.append(heading(SOURCES[source], str(len(pieces)), width))
            found += [row for one in pieces for row in _piece(one, width)]
    if review.changed:
        found.append(heading("Changed", f"against {review.since}", width))
        found += [line("  ", row) for each in review.changed for row in wrap(each, width - 4)]
    return found, at + marked_at


def _waiting(review: Review, width: int) -> list[Line]:
    if not review.question:
        return []
    found = [heading("Question", "waits", width)]
    found += _wrapped(review.question, width)
    found += [line("  ", row) for each in review.options for row in wrap(each, max(8, width - 4))]
    return found


def _guessed(
    review: Review, places: list[int], marked: int, hanging: Hanging | None, width: int
) -> tuple[list[Line], int]:
    found = [heading("Guesses", f"{len(places)}, v vetoes" if places else "none", width, bold=True)]
    marked_at = 0
    for place in places:
        here = place == marked
        if here:
            marked_at = len(found)
        found += _piece(review.pieces[place], width, guess=True, here=here)
        if here and hanging is not None and hanging.index == place:
            found += [line("      ", row) for row in wrap(_hangs(hanging), max(8, width - 8))]
    return found, marked_at


def _hangs(hanging: Hanging) -> str:
    if not hanging.goes:
        return f"on it hangs: {hanging.opens}"
    return f"on it hangs: {hanging.opens}; the same ground holds: {'; '.join(hanging.goes)}"


def _piece(one: Piece, width: int, *, guess: bool = False, here: bool = False) -> list[Line]:
    tone: Tone = "wrong" if one.stands in _STALE else "found"
    ground: list[Part] = []
    if one.pointer:
        ground = [
            Span(f"{one.stands} ", tone),
            Span(cut(one.pointer, max(8, width // 2)), "pointer"),
        ]
        if one.now:
            ground += [" now ", Span(one.now, "pointer")]
    mark = ("❯ " if here else "  ") if guess else "  "
    sort: list[Part] = [Span("~ ", "guess")] if guess else []
    final = ["  can't be undone"] if one.irreversible else []
    band: Band = "here" if here else ""
    said: list[Part] = [mark, *sort, one.text, *final]
    if width >= NARROW and not one.now:
        return [pair(said, ground, width, band)]
    rows = [pair(said, [], width, band)]
    return rows + ([pair(["      ", *ground], [], width)] if ground else [])


def attention(weeks: Weeks, width: int) -> list[Line]:
    """A bar a week: questions asked, and how they were answered."""
    if not weeks.rows:
        return [
            heading("Attention", "", width),
            *_wrapped("Nobody was asked anything here yet, on this machine.", width),
        ]
    most = max([1, *(one.asked for one in weeks.rows)])
    bar = max(4, min(BAR, width - 30))
    found = [heading("Attention", "questions a week", width)]
    for one in weeks.rows:
        size = round(bar * one.asked / most)
        found.append(columns([(one.first, 12), (f"{one.asked:>3}", 5), ("#" * size, 0)], [], width))
        parts = (
            ("as recommended", one.recommended), ("otherwise", one.other),
            ("handed back", one.delegated), ("contested", one.contested),
        )  # fmt: skip
        told = "  ".join(f"{name} {count}" for name, count in parts if count)
        found += [line(" " * 12, row) for row in wrap(told, max(8, width - 14)) if told]
    total = sum(one.asked for one in weeks.rows)
    return [*found, BLANK, line(f"asked in all: {total}")]


def _wrapped(text: str, width: int) -> list[Line]:
    return [line(row) for row in wrap(text, max(8, width - 2))]
