"""The one question: its words never give way, the rest does, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from intent_tui.app.pages.facts import NARROW, words
from intent_tui.app.paper import BLANK, Line, Part, Span, Tone, fit, heading, line, pair, wrap
from intent_tui.app.words import FALLBACK, say
from intent_tui.ask.pending import Pending
from intent_tui.base.display import cells

DECIDE = "d"
_INDENT = 5
_SIDE = 23
"""Columns at the right for `recommended` and the clause behind it."""


@dataclass(frozen=True, slots=True)
class Room:
    """What may be shown; each step of giving way takes one of these away."""

    blanks: bool = True
    effects: bool = True
    reason: bool = True
    why: bool = True
    whole: bool = True
    decide: bool = True
    others: bool = True


def _steps() -> Iterator[Room]:
    """From everything to the least, in the order in which things give way."""
    room = Room()
    yield room
    for name in ("blanks", "effects", "reason", "whole", "why", "decide", "others"):
        room = replace(room, **{name: False})
        yield room


def rows(
    pending: Pending,
    marked: str,
    width: int,
    height: int,
    *,
    language: str = FALLBACK,
    bold: bool = False,
    compact: bool = False,
) -> list[Line]:
    """The question panel in at most `height` rows.

    Args:
        pending: the question.
        marked: `A`, `B`, `C`, `d`, or empty.
        width: cells.
        height: rows there are; the question and the marked option stay whatever it is.
        language: of the request, for the words around the question.
        bold: the question came while the person was reading something else.
        compact: the screen is small, so heading and why shrink to one row.
    """
    best: list[Line] = []
    for room in _steps():
        best = _laid(pending, marked, width, room, language, bold, compact)
        if len(best) <= height:
            return best
    return best[: max(1, height)]


def wanted(pending: Pending, width: int, language: str = FALLBACK) -> int:
    """Rows the panel takes, blank ones left out, whatever is marked: marking moves nothing."""
    room = Room(blanks=False)
    marks = [option.id for option in pending.question.options]
    return max(len(_laid(pending, mark, width, room, language, False, False)) for mark in marks)


def _laid(
    pending: Pending, marked: str, width: int, room: Room, language: str, bold: bool, compact: bool
) -> list[Line]:
    final = say(language, "final") if pending.irreversible else ""
    found: list[Line] = []
    if not compact:
        found.append(heading(say(language, "question"), final, width, bold=bold))
    found += [line(Span(row, "strong")) for row in wrap(pending.question.text, width - 2)]
    if compact and room.others:
        found.append(fit(line(say(language, "final_short" if final else "why_short")), width))
    elif room.why and not compact:
        found += [line(row) for row in wrap(_why(pending, language), width - 2)]
    if pending.refused:
        said = say(language, "refused", risk=pending.risk)
        found += [line(Span(row, "wrong")) for row in wrap(said, width - 2)]
    if room.blanks and not compact:
        found.append(BLANK)
    for option in pending.question.options:
        chosen = option.id == marked
        if room.others or chosen:
            found += _option(pending, option.id, width, room, chosen, language)
    if (room.decide and room.others) or marked == DECIDE:
        found.append(_decide(pending, marked == DECIDE, width, language))
    return found


def _why(pending: Pending, language: str) -> str:
    count = len(pending.searched)
    said = say(language, "why", reason=pending.question.why_human)
    if not count:
        return said
    return f"{said} {say(language, 'searched_one' if count == 1 else 'searched', count=count)}"


def _option(
    pending: Pending, ident: str, width: int, room: Room, chosen: bool, language: str
) -> list[Line]:
    place = next(at for at, one in enumerate(pending.question.options) if one.id == ident)
    text = pending.question.options[place].text
    mark = "❯" if chosen else " "
    recommended = pending.question.recommended == ident
    side = _aside(pending, room, language) if recommended and width >= NARROW else []
    left_width = width - _INDENT - 2 - (_SIDE + 1 if side else 0)
    left = wrap(text, left_width)
    if recommended and not side:
        left = wrap(f"{text}  ({say(language, 'recommended')})", left_width)
    if not room.whole and not chosen:
        left = [_one(left, left_width)]
    named = len(left)
    if room.effects and chosen:
        left += [row for said in _effects(pending, place) for row in wrap(f"+ {said}", left_width)]
    if not room.reason:
        side = side[:1]
    found = []
    for number in range(max(len(left), len(side))):
        here = chosen and number < named
        start = f"{mark} {ident}  " if number == 0 else "     "
        body = left[number] if number < len(left) else ""
        right: list[Part] = []
        if number < len(side):
            right = [Span(side[number] + " " * (_SIDE - cells(side[number])))]
        tone: Tone = "strong" if here else ""
        found.append(pair([Span(start + body, tone)], right, width, "here" if here else ""))
    return found


def _aside(pending: Pending, room: Room, language: str) -> list[str]:
    recommended = say(language, "recommended")
    if not room.reason or not pending.reason:
        return [recommended]
    return [recommended, *wrap(say(language, "because", reason=pending.reason), _SIDE)]


def _effects(pending: Pending, place: int) -> list[str]:
    if place >= len(pending.effects):
        return []
    return [
        f"{words(each.category)}: {each.text}" if each.category else each.text
        for each in pending.effects[place].constraints
    ]


def _one(left: list[str], width: int) -> str:
    from intent_tui.base.display import cut

    return left[0] if len(left) == 1 else cut(f"{left[0]} {left[1]}", width)


def _decide(pending: Pending, chosen: bool, width: int, language: str) -> Line:
    key = "decide_final" if pending.irreversible else "decide_would"
    text = say(language, "decide" if width < NARROW else key, option=pending.question.recommended)
    mark = "❯" if chosen else " "
    parts: list[Part] = [Span(f"{mark} d  {text}", "strong" if chosen else "")]
    return pair(parts, [], width, "here" if chosen else "")


def why(pending: Pending, width: int) -> list[Line]:
    """Everything behind the question: the reason, the searches, the risk, each effect."""
    found = [heading("Why you are asked", words(pending.field), width)]
    found += [line(row) for row in wrap(pending.question.why_human, width - 2)]
    if pending.risk:
        found += [line(Span(row, "wrong")) for row in wrap(pending.risk, width - 2)]
    found += [BLANK, heading("Searched, nothing found", str(len(pending.searched)), width)]
    for said in pending.searched:
        first, *rest = wrap(said, width - 4)
        found += [line("- ", first), *(line("  ", row) for row in rest)]
    for place, option in enumerate(pending.question.options):
        note = "recommended" if option.id == pending.question.recommended else ""
        found += [BLANK, heading(f"{option.id} would write", note, width)]
        for said in _effects(pending, place):
            found += [line(row) for row in wrap(said, width - 2)]
        if note and pending.reason:
            found += [line(row) for row in wrap(f"because {pending.reason}", width - 2)]
    return found
