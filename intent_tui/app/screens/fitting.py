"""Who gets how many rows while the run goes on. Pure, so that every size can be tried."""

from __future__ import annotations

from dataclasses import dataclass, field

from intent_tui.app.pages import facts, question
from intent_tui.app.paper import Line, Span, fit, heading, line, wrap
from intent_tui.app.words import FALLBACK
from intent_tui.passes.state import SessionState

WIDE = 100
"""Columns from which facts and question stand side by side."""
SHORT = 18
LEAST = (40, 12)
"""Below this only the question, the marked option and the line remain."""
TINY = (20, 6)
_BELOW = 2
"""Status and footer."""


@dataclass(slots=True)
class Fit:
    """Rows for each part of the screen."""

    head: list[Line] = field(default_factory=list)
    unknowns: list[Line] = field(default_factory=list)
    trace_head: list[Line] = field(default_factory=list)
    trace_rows: int = 0
    question: list[Line] = field(default_factory=list)
    side_by_side: bool = False
    facts_width: int = 0


def fitted(
    state: SessionState, marked: str, width: int, height: int, line_rows: int, *, bold: bool
) -> Fit:
    """The rows of each part for a screen of this size."""
    if width < TINY[0] or height < TINY[1]:
        return Fit(question=[fit(line("too small; --plain asks here"), width)], facts_width=width)
    rest = height - _BELOW - line_rows
    if width < LEAST[0] or height < LEAST[1]:
        return Fit(question=_asked(state, marked, width, rest, bold, True), facts_width=width)
    head = facts.header(state, width)
    rest -= len(head)
    if width >= WIDE and height >= SHORT:
        return _beside(state, marked, width, rest, head, bold)
    if width < facts.NARROW or height < SHORT:
        found = _asked(state, marked, width, rest - 1, bold, True)
        return Fit(head, [facts.summary(state, width)], question=found, facts_width=width)
    return _stacked(state, marked, width, rest, head, bold)


def _beside(
    state: SessionState, marked: str, width: int, rest: int, head: list[Line], bold: bool
) -> Fit:
    left = width * 11 // 20
    unknown = _unknown_rows(state, left)[: max(0, rest - 2)]
    return Fit(
        head,
        unknown,
        [facts.trace_heading(state, left, reading=False)],
        max(1, rest - len(unknown) - 1),
        _asked(state, marked, width - left, rest, bold),
        side_by_side=True,
        facts_width=left,
    )


def _stacked(
    state: SessionState, marked: str, width: int, rest: int, head: list[Line], bold: bool
) -> Fit:
    """Trace gives way first, then the unknowns, then the question's own trimmings."""
    unknown = _unknown_rows(state, width)
    wanted = _wanted(state, width)
    room = rest - wanted - len(unknown)
    if room >= 2:
        rows = max(1, room - 1)
        if state.pending is None:
            rows = max(1, min(rows, rest - len(unknown) - 1 - wanted))
        return Fit(
            head,
            unknown,
            [facts.trace_heading(state, width, reading=False)],
            rows,
            _asked(state, marked, width, rest - len(unknown) - 1 - rows, bold),
            facts_width=width,
        )
    if room == 1:
        found = _asked(state, marked, width, rest - len(unknown) - 1, bold)
        return Fit(
            head, unknown, [facts.trace_line(state, width)], question=found, facts_width=width
        )
    if room == 0:
        found = _asked(state, marked, width, rest - len(unknown), bold)
        return Fit(head, unknown, question=found, facts_width=width)
    found = _asked(state, marked, width, rest - 1, bold)
    return Fit(head, [facts.summary(state, width)], question=found, facts_width=width)


def _unknown_rows(state: SessionState, width: int) -> list[Line]:
    return facts.unknowns(state, width) + facts.typechecked(state, width)


def _wanted(state: SessionState, width: int) -> int:
    if state.pending is not None:
        return question.wanted(state.pending, width, language_of(state))
    return len(_nothing(state, width))


def _asked(
    state: SessionState, marked: str, width: int, height: int, bold: bool, compact: bool = False
) -> list[Line]:
    if state.pending is not None:
        return question.rows(
            state.pending,
            marked,
            width,
            height,
            language=language_of(state),
            bold=bold,
            compact=compact,
        )
    return _nothing(state, width)[: max(1, height)]


def language_of(state: SessionState) -> str:
    """The language of the request, once it was read."""
    return state.read.language if state.read is not None else FALLBACK


def _nothing(state: SessionState, width: int) -> list[Line]:
    """Before there is a question: what is being looked up, and what is still open."""
    closed = {each.field for each in state.closed}
    left = [facts.words(each.field) for each in state.unknown if each.field not in closed]
    found = facts.looking(state, width)
    if width >= facts.NARROW:
        found.append(heading("Question", "", width))
    said = f"Nothing to ask yet. Still open: {', '.join(left)}" if left else "Nothing to ask yet."
    return [*found, *(line(Span(row)) for row in wrap(said, width - 2))]
