"""The session as its events tell it: `reduce` is pure, faces draw what it gives."""

from __future__ import annotations

from dataclasses import dataclass, replace

from intent_tui.ask.pending import Pending
from intent_tui.passes.events import (
    Answered,
    Asked,
    Emitted,
    Event,
    Failed,
    Found,
    LookupDone,
    LookupStarted,
    PassName,
    PassStarted,
    Read,
    Started,
    Surveyed,
    Typechecked,
    Undone,
    UnknownClosed,
    UnknownOpened,
)
from intent_tui.probe.facts import Lookup
from intent_tui.spec.model import Unknown


@dataclass(frozen=True, slots=True)
class SessionState:
    """Everything a face needs to draw."""

    survey: Surveyed | None = None
    request: str = ""
    current_pass: PassName | None = None
    read: Read | None = None
    unknown: tuple[Unknown, ...] = ()
    closed: tuple[UnknownClosed, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    looking: LookupStarted | None = None
    planned: int = 0
    found: tuple[Found, ...] = ()
    pending: Pending | None = None
    answers: tuple[Answered, ...] = ()
    questions_sent: int = 0
    ask_budget: int = 0
    typechecked: Typechecked | None = None
    emitted: Emitted | None = None
    failed: Failed | None = None


def reduce(state: SessionState, event: Event) -> SessionState:
    """The state after the event. Pure: no clock, no files, no wall time."""
    match event:
        case Surveyed():
            return replace(state, survey=event)
        case Started():
            return SessionState(
                survey=state.survey,
                request=event.request,
                ask_budget=event.ask_budget,
                questions_sent=state.questions_sent if event.request == state.request else 0,
            )
        case PassStarted():
            return replace(state, current_pass=event.name, looking=None)
        case Read():
            return replace(state, read=event, unknown=event.unknown)
        case LookupStarted():
            return replace(state, looking=event)
        case LookupDone():
            return replace(
                state,
                lookups=(*state.lookups, event.lookup),
                looking=None,
                planned=event.total,
            )
        case Found():
            return replace(state, found=(*state.found, event))
        case UnknownOpened():
            others = tuple(each for each in state.unknown if each.field != event.unknown.field)
            closed = tuple(each for each in state.closed if each.field != event.unknown.field)
            return replace(state, unknown=(*others, event.unknown), closed=closed)
        case UnknownClosed():
            others_closed = tuple(each for each in state.closed if each.field != event.field)
            return replace(state, closed=(*others_closed, event))
        case Asked():
            return replace(
                state,
                pending=event.pending,
                questions_sent=event.sent,
                ask_budget=event.ask_budget,
            )
        case Answered():
            return replace(state, answers=(*state.answers, event), pending=None, emitted=None)
        case Undone():
            return replace(
                state, answers=state.answers[:-1], pending=None, emitted=None, failed=None
            )
        case Typechecked():
            return replace(state, typechecked=event)
        case Emitted():
            waiting = state.pending if event.outcome == "ASK" else None
            return replace(
                state, emitted=event, pending=waiting, questions_sent=event.questions_sent
            )
        case Failed():
            return replace(state, failed=event, looking=None)
