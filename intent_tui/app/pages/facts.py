"""The upper half of a grilling: the pass bar, what is known, and the rows of the trace."""

from __future__ import annotations

from collections.abc import Callable

from intent_tui.app.paper import Line, Part, Span, Tone, columns, heading, line, pair, span
from intent_tui.base.display import cells, cut, visible_line
from intent_tui.passes.events import (
    Event,
    Found,
    LookupDone,
    Typechecked,
    UnknownClosed,
)
from intent_tui.passes.state import SessionState
from intent_tui.probe.facts import Lookup
from intent_tui.spec.model import Source, Unknown

NARROW = 64
"""Columns below which panels shrink to one line each."""

_LEAST_POINTER = 18
"""Cells a pointer keeps beside a long text."""

_SURFACE = 12
"""Cells of the surface's name in the trace: the longest is eleven."""
_FIELD = 20
"""Cells of an unknown's name at most."""

PASSES = ("parse", "resolve", "emit")
SAID = (
    ("objects", "objects"),
    ("approach", "approach"),
    ("failure", "failure"),
    ("acceptance", "done"),
)

SOURCES: dict[Source, tuple[str, str, Tone]] = {
    "explicit": ("✓", "you said", "found"),
    "probed": ("✓", "looked up", "found"),
    "asked": ("✓", "yours", "yours"),
    "inferred": ("~", "guess", "guess"),
}


def header(state: SessionState, width: int) -> list[Line]:
    """The request, where the three passes are, what the request said, which question this is."""
    if width < NARROW:
        return [pair([state.request], [_which(state, short=True)], width)]
    return [pair([state.request], _bar(state), width), _second(state, width)]


def _bar(state: SessionState) -> list[Part]:
    """`parse ✓ › RESOLVE › emit`: capitals are where the run is, a tick is what is behind it."""
    now = PASSES.index(state.current_pass) if state.current_pass else -1
    if state.pending is not None:
        now = PASSES.index("resolve")  # a question is part of resolving, whoever counted it open
    ended = state.emitted is not None and state.emitted.outcome in ("ROUTE", "silent")
    parts: list[Part] = []
    for place, name in enumerate(PASSES):
        if parts:
            parts.append(" › ")
        if place < now or ended:
            parts.append(f"{name} ✓")
        else:
            parts.append(Span(name.upper(), "strong") if place == now else name)
    return parts


def _second(state: SessionState, width: int) -> Line:
    if _in_emit(state) and state.typechecked is not None and state.pending is None:
        return pair(_sufficient(state.typechecked), [_which(state)], width)
    if state.read is None:
        return pair(["reading the request"], [_which(state)], width)
    parts: list[Part] = ["said: "]
    for key, name in SAID:
        row = state.read.silence.get(key)
        parts.append(f"{name} {'yes' if row is not None and row.ok else 'no'}  ")
    return pair(parts, [_which(state)], width)


def _in_emit(state: SessionState) -> bool:
    return state.current_pass == PASSES[-1]


def _sufficient(checked: Typechecked) -> list[Part]:
    return [
        _verdict(checked.unknown_empty, "nothing unknown"),
        "   ",
        _verdict(checked.no_inferred_irreversible, "nothing final guessed"),
    ]


def _verdict(holds: bool, words: str) -> Span:
    return Span(f"✓ {words}", "found") if holds else Span(f"✗ not yet: {words}", "wrong")


def typechecked(state: SessionState, width: int) -> list[Line]:
    """The type check in emit: the count by how unknowns ended, and each rule that failed."""
    checked = state.typechecked
    if checked is None or not _in_emit(state) or state.pending is not None:
        return []
    count = "  ".join(f"{name} {number}" for name, number in checked.counts.items())
    rows = [heading("Type check", count, width)]
    rows += [line(Span("✗ ", "wrong"), Span(rule, "wrong")) for rule in checked.failed]
    return rows


def _which(state: SessionState, *, short: bool = False) -> str:
    if state.pending is None:
        if not state.questions_sent:
            return ""
        return f"{state.questions_sent} asked"
    number = f"{state.pending.number} of {max(state.ask_budget, state.pending.number)}"
    return number if short else f"question {number}"


def unknowns(state: SessionState, width: int) -> list[Line]:
    """The one list of unknowns: how each was closed, or that it is open."""
    closed = {each.field: each for each in state.closed}
    fields = [each.field for each in state.unknown]
    fields += [each.field for each in state.closed if each.field not in fields]
    if not fields:
        return []
    count = f"{len(closed)} of {len(fields)} closed"
    open_by_field = {each.field: each for each in state.unknown}
    rows = [heading("Unknowns", count, width)]
    size = min(_FIELD, 2 + max(cells(words(field)) for field in fields))
    for field in fields:
        done = closed.get(field)
        rows.append(
            _closed(done, size, width) if done else _open(open_by_field[field], state, size, width)
        )
    return rows


def _closed(done: UnknownClosed, size: int, width: int) -> Line:
    mark, how, tone = SOURCES[done.source]
    room = width - 2 - 13 - size - 1 - cells(done.text)
    pointer = cut(visible_line(done.pointer or ""), max(_LEAST_POINTER, room))
    return columns(
        [(mark, 2), (words(done.field), size), (Span(how, tone), 11), (done.text, 0)],
        [Span(pointer, "pointer")],
        width,
    )


def _open(unknown: Unknown, state: SessionState, size: int, width: int) -> Line:
    waits = state.pending is not None and state.pending.field == unknown.field
    mark, how = ("?", "asking you") if waits else ("?", "ask you")
    if unknown.kind == "probe" and not waits:
        mark, how = ".", "looking up" if state.emitted is None else "open"
    why = unknown.issue or unknown.note or ""
    return columns(
        [
            (mark, 2),
            (words(unknown.field), size),
            (Span(how, "yours" if waits else ""), 11),
            (why, 0),
        ],
        [],
        width,
    )


def _short(pointer: list[Span], width: int) -> list[Part]:
    """A pointer takes a third of the row at most."""
    return [Span(cut(each.text, max(8, width // 3)), each.tone) for each in pointer]


def words(field: str) -> str:
    """A field's name for people."""
    return field.replace("_", " ")


def summary(state: SessionState, width: int) -> Line:
    """Unknowns and trace in one row, where there is no room for more."""
    closed = {each.field for each in state.closed}
    left = {each.field for each in state.unknown} - closed
    looked, warned = len(state.lookups), len(state.found)
    if width < NARROW:
        counts = f"{len(closed)} ✓ {len(left)} ? {warned} !   {looked} look-ups"
        return pair([counts], ["t trace"] if width >= 40 else [], width)
    warning = f", {warned} warning{'' if warned == 1 else 's'}" if warned else ""
    return line(
        f"Unknowns  {len(closed)} ✓  {len(left)} ?   Trace  {looked} look-ups{warning} (t opens)"
    )


def trace_heading(state: SessionState, width: int, *, reading: bool) -> Line:
    """How many look-ups were made, of how many that are planned."""
    done = len(state.lookups)
    ms = sum(each.ms for each in state.lookups)
    count = f"{done} of {state.planned}" if state.planned > done else f"{done} look-ups"
    right = f"{count}  {ms} ms" if done else ""
    name = "Trace, Esc goes back" if reading else "Trace"
    return heading(name, right, width, bold=reading)


def trace_line(state: SessionState, width: int) -> Line:
    """The trace in one row."""
    warned = len(state.found)
    warning = f"  {warned} warning{'' if warned == 1 else 's'}" if warned else ""
    return heading("Trace", f"{len(state.lookups)} look-ups{warning}  t opens", width)


def looking(state: SessionState, width: int) -> list[Line]:
    """The look-up that is under way, if one is."""
    if state.looking is None:
        return []
    return [
        columns(
            [(".", 2), (state.looking.surface, _SURFACE), (state.looking.action, 0)], ["..."], width
        )
    ]


def trace_row(event: Event) -> Callable[[int], Line] | None:
    """The row an event adds to the trace, laid out when the width is known."""
    if isinstance(event, LookupDone):
        lookup = event.lookup
        return lambda width: _looked(lookup, width)
    if isinstance(event, Found):
        found = event
        return lambda width: columns(
            [(Span("!", "wrong"), 2), (Span("warning", "wrong"), _SURFACE), (found.text, 0)],
            _short([Span(found.pointer, "pointer")], width),
            width,
        )
    return None


def _looked(lookup: Lookup, width: int) -> Line:
    if lookup.failed is not None:
        return columns(
            [
                (Span("✗", "wrong"), 2),
                (lookup.surface, _SURFACE),
                (Span(f"failed: {lookup.failed} ({lookup.action})", "wrong"), 0),
            ],
            [],
            width,
        )
    if not lookup.facts:
        return columns(
            [("-", 2), (lookup.surface, _SURFACE), (f"{lookup.action}: nothing", 0)],
            [f"{lookup.hits} hits"],
            width,
        )
    fact = lookup.facts[0]
    more = f"  and {lookup.hits - 1} more" if lookup.hits > 1 else ""
    said = f"{fact.name} {fact.value}".strip()
    return columns(
        [(Span("✓", "found"), 2), (lookup.surface, _SURFACE), (f"{said}{more}", 0)],
        _short([Span(fact.pointer, "pointer")], width),
        width,
    )


def empty(text: str) -> Line:
    """A row that says that there is nothing yet."""
    return line(span(text))
