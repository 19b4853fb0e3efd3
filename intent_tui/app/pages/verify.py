"""The Intent check as rows: counts, one line a constraint, the file beside it, what is outside."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.app.desk.records import Check, File, Judged
from intent_tui.app.paper import BLANK, Line, Part, Span, Tone, columns, heading, line, pair, wrap
from intent_tui.base.display import cut

NARROW = 60
"""Columns below which a constraint's pointer and reason stand below it."""
LOW = 20
"""Rows below which the file is shown only while a line is picked."""
VERDICTS: dict[str, tuple[str, Tone]] = {
    "not_met": ("not met", "wrong"),
    "open": ("yours", "yours"),
    "not_checkable": ("no check", ""),
    "met": ("met", "found"),
}
SOURCES = {"explicit": "you said", "probed": "looked up", "asked": "asked", "inferred": "guess"}
_ORDER = tuple(VERDICTS)
_BESIDE = 5
_REASON = 2
_OUTSIDE = 2


def order(check: Check, room: int) -> list[int]:
    """The constraints as they are listed: as in the spec, unmet and undecided first when cut."""
    places = list(range(len(check.results)))
    if len(places) <= room:
        return places
    return sorted(places, key=lambda at: (_ORDER.index(check.results[at].verdict), at))


def room_for(check: Check, width: int, height: int) -> int:
    """Rows the list of constraints gets on a screen of this size."""
    if width < NARROW or height < LOW:
        return max(1, height - 2 - len(_top(check, width)) - (2 if width < NARROW else 1))
    below = 1 + _BESIDE + _REASON + (1 + min(_OUTSIDE, len(check.outside)) if check.outside else 0)
    return max(1, height - 2 - len(_top(check, width)) - below)


def rows(check: Check, marked: int, beside: File | None, width: int, height: int) -> list[Line]:
    """The whole check.

    Args:
        check: what was found.
        marked: the constraint the person is at, from 0; -1 when there is none.
        beside: the file its pointer leads into, once it was read.
        width: cells.
        height: rows of the screen, with the two at its foot.
    """
    found = _top(check, width)
    room = room_for(check, width, height)
    listed = order(check, room)
    at = listed.index(marked) if marked in listed else 0
    first = max(0, min(at - room // 2, len(listed) - room))
    narrow = width < NARROW
    for place in listed[first : first + room]:
        here = place == marked
        one = check.results[place]
        found += _narrow(one, width, here=here) if narrow else [_row(one, width, here=here)]
    if narrow or height < LOW or marked < 0:
        return found[: max(1, height - 2)]
    one = check.results[marked]
    found += _file_beside(one, beside, width)
    found += reason(one, width)[:_REASON]
    if check.outside:
        found += _outside(check, width)
    return found[: max(1, height - 2)]


def _top(check: Check, width: int) -> list[Line]:
    judged = sum(one.verdict != "open" for one in check.results)
    base = f"{check.base[:7]} (spec)" if check.base else "nothing known before"
    kept = "not written" if check.drafts else ""
    files = f"{len(check.files)} file{'' if len(check.files) == 1 else 's'}"
    name: list[Part] = [Span("verify ", ""), Span(check.stem, "strong")]
    counts = "   ".join(
        f"{word} {sum(one.verdict == verdict for one in check.results)}"
        for verdict, (word, _) in VERDICTS.items()
    )
    outside = f"outside objects {len(check.outside)}"
    if width < NARROW:
        return [
            pair(name, [f"{judged} of {len(check.results)}"], width),
            pair([counts.replace("   ", "  ")], [], width),
            pair([f"{len(check.outside)} changed outside the objects"], [], width),
        ]
    between = f"{base} .. {check.tip[:7] or 'working tree'}   {files}"
    return [
        pair(name, [f"{between}   {kept}" if kept else between], width),
        pair([counts], [outside], width),
        heading("Intent check", "", width),
    ]


def _row(one: Judged, width: int, *, here: bool) -> Line:
    word, tone = VERDICTS[one.verdict]
    shown: list[Part] = []
    if one.pointer:
        shown = [Span(cut(one.pointer, max(8, width // 2)), "pointer")]
    if one.verdict == "open":
        shown = ["m picks the line"]
    if one.drafted:
        shown = [*shown, " draft"]
    mark = "❯ " if here else "  "
    return columns(
        [(mark, 2), (Span(word, tone), 9), (SOURCES[one.source], 11), (one.text, 0)],
        shown,
        width,
        "here" if here else "",
    )


def _narrow(one: Judged, width: int, *, here: bool) -> list[Line]:
    word, tone = VERDICTS[one.verdict]
    mark = "❯ " if here else "  "
    if not here:
        return [columns([(mark, 2), (Span(word, tone), 9), (one.text, 0)], [], width)]
    first, *rest = wrap(f"{one.text} ({SOURCES[one.source]})", max(8, width - 13))
    found = [columns([(mark, 2), (Span(word, tone), 9), (first, 0)], [], width, "here")]
    found += [line("  ", row) for row in rest]
    if one.pointer:
        found.append(line("  ", Span(one.pointer, "pointer")))
    return found + [line("  ", row) for row in wrap(why(one), max(8, width - 4))]


def why(one: Judged) -> str:
    """Who says so, and why."""
    if one.by == "person":
        return f"By you: {one.reason or 'the picked line'}{' (draft)' if one.drafted else ''}"
    return f"By code: {one.reason}" if one.verdict != "open" else one.reason


def reason(one: Judged, width: int) -> list[Line]:
    """The reason in rows."""
    return [line(row) for row in wrap(why(one), max(8, width - 2))]


def _file_beside(one: Judged, beside: File | None, width: int) -> list[Line]:
    path, number = place_of(one.pointer)
    if not path:
        return [heading("no line yet", "m picks one", width), *[BLANK] * _BESIDE]
    if beside is None or beside.path != path or not beside.there:
        said = "" if beside is None else "not there as text"
        return [heading(path, said, width), *[BLANK] * _BESIDE]
    return lines_of(beside, number, _BESIDE, width)


def lines_of(file: File, number: int, most: int, width: int) -> list[Line]:
    """A heading and `most` lines of a file around a line; `»` is at it."""
    total = len(file.lines)
    first = max(1, min(number - most // 2, total - most + 1))
    found = [heading(file.path, f"{number} of {total}", width)]
    for at in range(first, first + most):
        if at > total:
            found.append(BLANK)
            continue
        here = at == number
        found.append(
            columns(
                [("» " if here else "  ", 2), (f"{at:>5}", 7), (file.lines[at - 1], 0)],
                [],
                width,
                "here" if here else "",
            )
        )
    return found


def _outside(check: Check, width: int) -> list[Line]:
    left = len(check.outside) - _OUTSIDE
    more = f"{left} more" if left > 0 else ""
    found = [heading("Outside the objects", more, width)]
    for one in check.outside[:_OUTSIDE]:
        weakened: Sequence[Part] = [Span("asserts removed", "wrong")] if one.weakened else []
        found.append(
            pair(["  ", f"{one.path}:{one.first}", f"  +{one.plus} -{one.minus}"], weakened, width)
        )
    return found


def picking(file: File, number: int, text: str, width: int, height: int) -> list[Line]:
    """The file while a line is picked for a constraint."""
    asked = [line(row) for row in wrap(f"Which line satisfies: {text}", max(8, width - 2))][:2]
    return [*asked, *lines_of(file, number, max(1, height - 3 - len(asked)), width)]


def place_of(pointer: str) -> tuple[str, int]:
    """Path and line of a pointer; an empty path when it names no line."""
    path, colon, rest = pointer.rpartition(":")
    number = rest.partition("-")[0]
    if not colon or not (number.isascii() and number.isdigit()):
        return "", 1
    return path, max(1, int(number))
