"""What the desk says: plain records that cross a pipe as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Row:
    """A saved spec in the list; `state` is "invalid" for what is no spec."""

    stem: str
    state: str
    request: str


@dataclass(frozen=True, slots=True)
class Listed:
    """Some of the saved specs; `more` when others follow."""

    rows: tuple[Row, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """A constraint as it is reviewed: `stands` is what became of its pointer, or empty."""

    source: str
    text: str
    pointer: str
    stands: str
    now: str
    irreversible: bool


@dataclass(frozen=True, slots=True)
class Review:
    """One saved spec. `changed` are the lines that differ from what `since` names."""

    stem: str
    path: str
    state: str
    request: str
    pieces: tuple[Piece, ...]
    findings: tuple[str, ...]
    edited: bool
    changed: tuple[str, ...]
    since: str
    question: str = ""
    options: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True)
class Hanging:
    """What a veto of one guess would change, worked out without writing anything."""

    index: int
    text: str
    opens: str
    goes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one constraint, as `verify` gives it; `drafted` by a person, not written."""

    source: str
    text: str
    verdict: str
    pointer: str
    reason: str
    by: str
    drafted: bool


@dataclass(frozen=True, slots=True)
class Stray:
    """A change outside the objects."""

    path: str
    first: int
    plus: int
    minus: int
    weakened: bool


@dataclass(frozen=True, slots=True)
class Check:
    """The Intent check. `files` are the changed ones; `tip` empty: the folder as it is."""

    stem: str
    base: str
    tip: str
    files: tuple[str, ...]
    results: tuple[Judged, ...]
    outside: tuple[Stray, ...]
    drafts: int
    said: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the workspace as lines; `there` is False when it cannot be shown."""

    path: str
    lines: tuple[str, ...]
    there: bool


@dataclass(frozen=True, slots=True)
class WeekRow:
    """What people were asked in the week that begins on `first`."""

    first: str
    asked: int
    recommended: int
    other: int
    delegated: int
    contested: int


@dataclass(frozen=True, slots=True)
class Weeks:
    """The attention of this workspace, oldest week first."""

    rows: tuple[WeekRow, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It could not be done: what is wrong, and what to do next."""

    what: str
    next_step: str


Said = Listed | Review | Hanging | Check | File | Weeks | Refused

_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Said)}


def plain(said: Said) -> dict[str, Any]:
    """A record as plain data with its kind."""
    return {"kind": type(said).__name__, "of": asdict(said)}


def record(data: Mapping[str, Any]) -> Said:
    """The record of plain data. Raises KeyError and TypeError for what `plain` did not make."""
    made: Said = _made(_KINDS[data["kind"]], data["of"])
    return made


def _made(kind: Any, data: Any) -> Any:  # noqa: ANN401 - any record or a field of one
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return tuple(_made(inner, each) for each in data)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        given = {one.name: _made(hints[one.name], data[one.name]) for one in fields(kind)}
        return kind(**given)
    return data
