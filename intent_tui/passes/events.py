"""Commands in, events out: the whole traffic of the engine, with a plain codec.

The events as JSON lines are the session journal, the `--events` output and the bug report.
Nothing here imports more than the standard library and the records of the lower floors.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from intent_tui.ask.pending import Pending
from intent_tui.probe.facts import Lookup
from intent_tui.spec.model import Constraint, IntentSpec, Source, Unknown

Mode = Literal["auto", "explicit"]
PassName = Literal["parse", "resolve", "emit"]
Outcome = Literal["silent", "ASK", "ROUTE", "HALT"]


# commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Submit:
    """Start one request."""

    request: str
    mode: Mode = "auto"
    no_ask: bool = False
    ask_budget: int | None = None
    today: str | None = None
    lang: str | None = None
    save: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply to the pending question: a letter, own words, or a delegation.

    `field` guards against answering a question that has changed meanwhile.
    """

    reply: str
    field: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the person's last act. What was sent stays counted."""


@dataclass(frozen=True, slots=True)
class Veto:
    """Re-open the inferred constraint at this place (from 0) of the spec, with words or without."""

    index: int
    say: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Change what was read: replace the language or drop or add objects and rules."""

    language: str | None = None
    drop_objects: tuple[str, ...] = ()
    add_objects: tuple[str, ...] = ()
    add_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop looking; what was found stays."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Look round the workspace while the person still types."""


Command = Submit | Answer | Undo | Veto | Correct | Cancel | Survey


# events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the workspace is, for the home screen."""

    name: str
    head: str
    """Branch and short commit, or empty without git."""
    summary: tuple[str, ...]
    """`5,012 files`, `TypeScript, Express`, `23 routes`, `214 tests` ..."""
    examples: tuple[str, ...] = ()
    """Two requests people could make here, built from the workspace's own entry points."""


@dataclass(frozen=True, slots=True)
class Started:
    """A request is being worked on."""

    request: str
    mode: Mode
    ask_budget: int


@dataclass(frozen=True, slots=True)
class PassStarted:
    """The bar moves."""

    name: PassName


@dataclass(frozen=True, slots=True)
class SilenceRow:
    """One of the four silence items: its words as quoted from the request."""

    ok: bool
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """What the engine read: shown by `r`, correctable there."""

    language: str
    kind: str
    intent: str
    playbook: str
    objects: tuple[str, ...]
    explicit: tuple[Constraint, ...]
    unknown: tuple[Unknown, ...]
    silence: Mapping[str, SilenceRow]
    """Keys objects, approach, failure, acceptance."""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookupStarted:
    """A look-up is under way."""

    field: str
    surface: str
    action: str


@dataclass(frozen=True, slots=True)
class LookupDone:
    """A look-up ended; `total` is how many are planned so far."""

    lookup: Lookup
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Found:
    """Something that changes the approach and was not asked for (a revert, a pin)."""

    text: str
    pointer: str


@dataclass(frozen=True, slots=True)
class UnknownOpened:
    """An unknown that parse did not list (a premise, a precedent that disagrees)."""

    unknown: Unknown


@dataclass(frozen=True, slots=True)
class UnknownClosed:
    """An unknown got its value."""

    field: str
    source: Source
    text: str
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question was sent; the run waits. `sent` counts it."""

    pending: Pending
    sent: int
    ask_budget: int
    half_typed: str = ""
    """What was being typed when an earlier session of this request was cut off."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply was taken, and how it was read."""

    field: str
    reply: str
    read_as: str
    """An option letter, `delegated`, `refused`, `own words` or `carried`."""
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The person's last act was taken back; the state before it holds again."""

    act: str


@dataclass(frozen=True, slots=True)
class Typechecked:
    """The two sufficiency conditions and the count, as computed."""

    unknown_empty: bool
    no_inferred_irreversible: bool
    counts: Mapping[str, int]
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Emitted:
    """The run's result."""

    outcome: Outcome
    reason: str
    premise: Literal["not checked", "clear", "contradicted"]
    spec: IntentSpec | None
    spec_path: str | None
    summary: tuple[str, ...]
    notices: tuple[str, ...]
    questions_sent: int
    advisories: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    saved: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The run broke off; nothing was saved by it."""

    what: str
    next_step: str
    exit_code: int


Event = (
    Surveyed
    | Started
    | PassStarted
    | Read
    | LookupStarted
    | LookupDone
    | Found
    | UnknownOpened
    | UnknownClosed
    | Asked
    | Answered
    | Undone
    | Typechecked
    | Emitted
    | Failed
)

_KINDS: dict[str, type] = {kind.__name__: kind for kind in (*get_args(Event), *get_args(Command))}


# codec ------------------------------------------------------------------------------------


def encode(record: object) -> dict[str, Any]:
    """A command or an event as plain data, with its kind under `kind`.

    A field that is itself called so (what `Read` says of the request) goes under `of_kind`.
    """
    plain = _plain_fields(record)
    if "kind" in plain:
        plain["of_kind"] = plain.pop("kind")
    return {"kind": type(record).__name__, **plain}


def decode(data: Mapping[str, Any]) -> Any:
    """The command or event that `encode` gave. Raises ValueError on anything else."""
    kind = _KINDS.get(str(data.get("kind")))
    if kind is None:
        raise ValueError(f"not an event or a command: {str(data.get('kind'))[:40]!r}")
    own = {key: value for key, value in data.items() if key != "kind"}
    if "of_kind" in own:
        own["kind"] = own.pop("of_kind")
    return _build(kind, own)


def _plain_fields(record: Any) -> dict[str, Any]:
    return {spot.name: _plain(getattr(record, spot.name)) for spot in fields(record)}


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _plain_fields(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(kind: type) -> dict[str, Any]:
    found = _HINTS.get(kind)
    if found is None:
        found = _HINTS[kind] = get_type_hints(kind)
    return found


def _build(kind: type, data: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    unknown = set(data) - set(hints)
    if unknown:
        raise ValueError(f"{kind.__name__} has no field {sorted(unknown)[0]!r}")
    try:
        return kind(**{name: _value(hints[name], item) for name, item in data.items()})
    except TypeError as problem:
        raise ValueError(f"{kind.__name__}: {problem}") from problem


def _value(hint: Any, value: Any) -> Any:
    origin = get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        if value is None:
            return None
        return _value(next(part for part in get_args(hint) if part is not type(None)), value)
    if origin is tuple:
        return tuple(_value(get_args(hint)[0], item) for item in value)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _value(get_args(hint)[1], item) for key, item in value.items()}
    if isinstance(hint, type) and is_dataclass(hint):
        return _build(hint, value)
    return value


__all__ = [
    "Answer", "Answered", "Asked", "Cancel", "Command", "Correct", "Emitted", "Event", "Failed",
    "Found", "LookupDone", "LookupStarted", "Mode", "Outcome", "PassName", "PassStarted", "Read",
    "SilenceRow", "Started", "Submit", "Survey", "Surveyed", "Typechecked", "Undo", "Undone",
    "UnknownClosed", "UnknownOpened", "Veto", "decode", "encode",
]  # fmt: skip
