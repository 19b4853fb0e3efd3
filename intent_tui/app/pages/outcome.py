"""How a run ended: the route with its guesses, silence, the two halts, a run that broke off."""

from __future__ import annotations

from intent_tui.app.pages.facts import NARROW, typechecked, words
from intent_tui.app.paper import BLANK, Band, Line, Part, Span, columns, heading, line, pair, wrap
from intent_tui.base.display import cells
from intent_tui.passes.events import Emitted, Failed
from intent_tui.passes.state import SessionState
from intent_tui.spec.model import Constraint, IntentSpec

_GROUPS = (("explicit", "you said"), ("probed", "looked up"), ("asked", "asked"))
_QUOTED = (
    ("objects", "objects"),
    ("approach", "approach"),
    ("failure", "failure"),
    ("acceptance", "done"),
)


def guesses(spec: IntentSpec) -> list[tuple[int, Constraint]]:
    """The inferred constraints with their place in the spec, as a veto names them."""
    return [(at, one) for at, one in enumerate(spec.constraints) if one.source == "inferred"]


def rows(state: SessionState, width: int, marked: int = -1) -> list[Line]:
    """The result view of whatever the run came to.

    Args:
        state: the session.
        width: cells.
        marked: which guess is marked for a veto, from 0; -1 for none.
    """
    if state.failed is not None:
        return broken(state.failed, width)
    done = state.emitted
    if done is None:
        return []
    if done.outcome == "silent" or done.spec is None:
        return _silent(state, done, width)
    if done.outcome == "HALT":
        return _halt(state, done, done.spec, width)
    return _route(state, done, done.spec, width, marked)


def _route(
    state: SessionState, done: Emitted, spec: IntentSpec, width: int, marked: int
) -> list[Line]:
    decision = spec.decision
    named: list[Part] = [Span("ROUTE", "strong"), f"  {decision.target or ''}"]
    count = "" if width < NARROW else f"{decision.confidence:.2f} by count"
    found = [pair(named, [count, _kept(done)], width)]
    shown_below = [one.text for _, one in guesses(spec)]
    for said in done.summary:
        if not any(text in said for text in shown_below):
            found += _paragraph(said, width)
    found += _guessed(spec, width, marked)
    found += typechecked(state, width)
    found += [BLANK, *_count(spec, width)]
    found += [BLANK, *_saved(done, width)]
    return found


def _kept(done: Emitted) -> str:
    return "  saved" if done.saved else "  not saved"


def _guessed(spec: IntentSpec, width: int, marked: int) -> list[Line]:
    found = guesses(spec)
    if not found:
        return [line("Guessed: nothing")]
    rows = [heading("Guessed", f"{len(found)}", width)]
    for place, (_, one) in enumerate(found):
        here = place == marked
        mark: Part = Span("❯ ~ " if here else "  ~ ", "guess")
        pointer = Span(one.evidence or "", "pointer")
        right: list[Part] = [] if width < NARROW else [pointer, "  v veto"]
        taken = 0 if width < NARROW else cells(pointer.text) + 9
        first, *rest = wrap(one.text, max(16, width - 6 - taken))
        band: Band = "here" if here else ""
        rows.append(pair([mark, Span(first, "guess")], right, width, band))
        rows += [pair(["    ", Span(row, "guess")], [], width, band) for row in rest]
        if width < NARROW:
            rows.append(pair(["    ", pointer], [], width, band))
    return rows


def _count(spec: IntentSpec, width: int) -> list[Line]:
    found = [heading("Spec", "Tab shows all of it", width)]
    found += _list("objects", spec.objects, width)
    for source, name in _GROUPS:
        mine = [one for one in spec.constraints if one.source == source]
        shown: Part = Span(name, "yours" if source == "asked" else "found")
        found.append(columns([("", 2), (shown, 11), (str(len(mine)), 0)], [], width))
        for one in mine:
            final = ["can't be undone"] if one.irreversible else []
            right: list[Part] = [Span(one.evidence, "pointer")] if one.evidence else [*final]
            found.append(columns([("", 13), (one.text, 0)], right, width))
    found.append(
        columns([("", 2), (Span("guessed", "guess"), 11), (f"{len(guesses(spec))}", 0)], [], width)
    )
    found.append(columns([("", 2), ("unknown", 11), (str(len(spec.unknown)), 0)], [], width))
    return found


def _list(name: str, texts: tuple[str, ...], width: int) -> list[Line]:
    first, *rest = wrap("  ".join(texts) or "none", max(8, width - 15))
    return [
        columns([("", 2), (name, 11), (first, 0)], [], width),
        *(columns([("", 13), (row, 0)], [], width) for row in rest),
    ]


def _saved(done: Emitted, width: int) -> list[Line]:
    found = []
    if done.saved and done.spec_path:
        found.append(line("Saved: ", Span(done.spec_path, "pointer")))
        found.append(line("Commit it: reviewers see the guesses."))
    for said in (*done.notices, *done.advisories):
        found += _paragraph(said, width)
    return found


def _silent(state: SessionState, done: Emitted, width: int) -> list[Line]:
    found = [line(Span("Nothing to ask: the request says it all.", "strong"))]
    silence = state.read.silence if state.read is not None else {}
    for key, name in _QUOTED:
        row = silence.get(key)
        ok = row is not None and row.ok
        quoted = "  ".join(f'"{one}"' for one in row.words) if row is not None else ""
        mark = Span("✓", "found") if ok else Span("-")
        found.append(columns([(mark, 2), (name, 11), (quoted or "not said", 0)], [], width))
    premise = {
        "clear": "Premise checked: nothing that was opened contradicts you.",
        "contradicted": "Premise checked: something that was opened contradicts you.",
        "not checked": "Premise not checked.",
    }[done.premise]
    found += [line(row) for row in wrap(premise, width - 2)]
    for lookup in state.lookups:
        for pointer in lookup.evidence[:1]:
            found.append(line("  ", Span(pointer, "pointer")))
    for said in dict.fromkeys((done.reason, *done.notices, *done.advisories)):
        found += _paragraph(said, width)
    return [*found, line("No file was written.")]


def _halt(state: SessionState, done: Emitted, spec: IntentSpec, width: int) -> list[Line]:
    decision = spec.decision
    used = f"{done.questions_sent} of {spec.resolution.ask_budget} questions used"
    if width < NARROW:
        used = ""
    if decision.cause == "degraded":
        found = [
            pair([Span("HALT", "strong"), "  the environment's move, not yours"], [used], width)
        ]
        found += [
            line(Span(row, "wrong")) for row in wrap(decision.error or done.reason, width - 2)
        ]
        for lookup in state.lookups:
            if lookup.failed is not None:
                found += _paragraph(f"failed: {lookup.action}: {lookup.failed}", width)
    else:
        found = [pair([Span("HALT", "strong"), "  your move"], [used], width)]
        found += _paragraph(done.reason, width)
    for field in decision.open_fields:
        note = next((one.note or "" for one in spec.unknown if one.field == field), "")
        found.append(columns([("?", 2), (words(field), 24), (note, 0)], [], width))
    count = len(guesses(spec))
    guessed = f"Guessed so far: {count}." if count else "Nothing was guessed."
    found.append(line("Your answers are kept. " if state.answers else "", guessed))
    for step in done.next:
        found += _paragraph(f"next: {step}", width)
    return [*found, *_saved(done, width), BLANK, line("Enter  ", offer(state))]


def offer(state: SessionState) -> str:
    """What Enter does at a halt."""
    spec = state.emitted.spec if state.emitted is not None else None
    if spec is not None and spec.decision.cause == "degraded":
        return "run again"
    return "allow 2 more questions"


def broken(failed: Failed, width: int) -> list[Line]:
    """A run that broke off: what happened and what to do."""
    found = [line(Span("The run broke off", "strong"))]
    found += [line(Span(row, "wrong")) for row in wrap(failed.what, width - 2)]
    for step in failed.next_step.splitlines():
        found += [line("  ", row) for row in wrap(step, width - 4)]
    return [*found, BLANK, line("Nothing was saved by it. Enter runs the request again.")]


def _paragraph(text: str, width: int) -> list[Line]:
    return [line(row) for row in wrap(text, width - 2)]
