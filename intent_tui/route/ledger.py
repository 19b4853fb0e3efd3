"""The record of a run: one block a lane, and what its words mean.

`.linchpin/run-….md` holds `## Lane: ID` and `- key: value` lines. A row that breaks a rule leaves
no trace. Everything else in the file stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from intent_tui.base import knowledge
from intent_tui.base.problem import Exit, Problem

OPEN = ("PENDING", "RUNNING", "PARTIAL")
DELIVERED = ("DELIVERED(pr)", "DELIVERED(branch)")
STATES = (*OPEN, "BLOCKED", *DELIVERED)
UNDECLARED = "NOT-DECLARED"
NEEDED = ("prd", "branch", "commit", "gates", "review")
"""What a delivered lane has to name."""

_HEAD = re.compile(r"## Lane: (\S.*)")
_FIELD = re.compile(r"- ([a-z][a-z0-9_-]*): (.*)")
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
_VALUE_LIMIT = 500
_REVIEWS = 2
"""Reviews a lane may have: after the last one it is delivered or blocked."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One block: its id, its fields in the order written, its lines (from 0, end excluded)."""

    identity: str
    fields: Mapping[str, str]
    first: int
    end: int

    @property
    def state(self) -> str:
        """One of `STATES`, or UNRECORDED for a block that names none of them."""
        state = self.fields.get("state", "")
        return state if state in STATES else "UNRECORDED"


@dataclass(frozen=True, slots=True)
class Checks:
    """What a row is held against outside of its file: a commit exists, a file exists."""

    commit: Callable[[str], bool]
    file: Callable[[str], bool]


def lanes(text: str) -> tuple[Lane, ...]:
    """Every block of a record, in order. Never fails."""
    lines = [line.rstrip() for line in text.split("\n")]
    starts = [place for place, line in enumerate(lines) if _HEAD.match(line)]
    found = []
    for index, first in enumerate(starts):
        head = _HEAD.match(lines[first])
        limit = starts[index + 1] if index + 1 < len(starts) else len(lines)
        later = (place for place in range(first + 1, limit) if lines[place].startswith("#"))
        end = next(later, limit)
        matches = [_FIELD.match(line) for line in lines[first + 1 : end]]
        fields = {match[1]: match[2] for match in matches if match}
        found.append(Lane(head[1] if head else "", fields, first, end))
    return tuple(found)


def upsert(text: str, identity: str, fields: Mapping[str, str], checks: Checks) -> str:
    """The record with one lane's fields set; fields it had and are not named stay in place.

    Args:
        text: the record as it is; "" starts one.
        identity: the lane.
        fields: what is set.
        checks: the repository the row speaks of.

    Raises:
        Problem: the row breaks a rule. Nothing of it is written.
    """
    if not _ID.fullmatch(identity):
        raise _refused(f"lane id is malformed: {identity!r}", "letters, digits and . _ / -")
    for key, value in fields.items():
        _check_form(key, value)
    old = next((lane for lane in lanes(text) if lane.identity == identity), None)
    merged = {**(old.fields if old else {}), **fields}
    _check_state(old, merged)
    _check_needs(merged, checks)
    lines = text.split("\n") if text else ["# Run", ""]
    rows = [f"- {key}: {value}" for key, value in merged.items()]
    if old is None:
        while lines and not lines[-1].strip():
            lines.pop()
        return "\n".join([*lines, "", f"## Lane: {identity}", "", *rows, ""])
    kept = lines[old.first + 1 : old.end]
    return "\n".join([*lines[: old.first + 1], *_replaced(kept, merged), *lines[old.end :]])


def _replaced(kept: list[str], merged: Mapping[str, str]) -> list[str]:
    """The lines of a block with its fields brought up to date, new ones after the last field."""
    left = dict(merged)
    made: list[str] = []
    last = 0
    for line in kept:
        match = _FIELD.match(line.rstrip())
        if match is None:
            made.append(line)
            continue
        if match[1] in left:
            made.append(f"- {match[1]}: {left.pop(match[1])}")
            last = len(made)
    if not last:
        last = len(made) - (1 if made and not made[-1].strip() else 0)
    made[last:last] = [f"- {key}: {value}" for key, value in left.items()]
    return made


def counts(text: str) -> dict[str, int]:
    """How many lanes stand where: delivered, partial, blocked, running, pending, unrecorded."""
    found = dict.fromkeys(
        ("delivered", "partial", "blocked", "running", "pending", "unrecorded"), 0
    )
    for lane in lanes(text):
        found[lane.state.partition("(")[0].lower()] += 1
    return found


def _check_form(key: str, value: str) -> None:
    if not _KEY.fullmatch(key):
        raise _refused(f"a key is small letters, digits, - and _: {key!r}", "--set state=RUNNING")
    if not value.strip():
        raise _refused(f"{key} has no value", f"--set {key}=…")
    if len(value) > _VALUE_LIMIT or not value.isprintable():
        raise _refused(
            f"{key} is one printable line of {_VALUE_LIMIT} characters at the most",
            "put more into a file and name it",
        )


def _check_state(old: Lane | None, merged: Mapping[str, str]) -> None:
    state = merged.get("state")
    if state is None:
        raise _refused("a lane needs a state", f"--set state=… with {', '.join(STATES)}")
    if state not in STATES:
        raise _refused(f"unknown lane state: {state}", f"one of {', '.join(STATES)}")
    if old is not None and old.state in DELIVERED and state != old.state:
        raise _refused(
            f"{old.identity} is {old.state} already and does not become {state}",
            "start another lane for what is left",
        )
    reviews = merged.get("reviews", "0")
    if state == "PARTIAL" and reviews.isascii() and reviews.isdigit() and int(reviews) >= _REVIEWS:
        raise _refused(
            f"after {reviews} reviews a lane is not PARTIAL any more", "deliver it, or BLOCKED"
        )


def _check_needs(merged: Mapping[str, str], checks: Checks) -> None:
    state = merged["state"]
    if state == "BLOCKED":
        for key in ("reason", "resume"):
            if key not in merged:
                raise _refused(
                    f"BLOCKED needs {key}: what outside stops it, and the command that goes on",
                    f"--set {key}=…",
                )
    if "commit" in merged and not checks.commit(merged["commit"]):
        raise _refused(f"the commit does not exist here: {merged['commit']}", "git log -1")
    if state not in DELIVERED:
        return
    for key in NEEDED:
        if key not in merged:
            raise _refused(f"{state} needs {key}", f"--set {key}=…")
    if merged["gates"] != UNDECLARED and not checks.file(merged["gates"]):
        raise _refused(
            f"the gate evidence file does not exist: {merged['gates']}",
            f"name it, or {UNDECLARED} when the PRD has no gates",
        )
    rejections = knowledge.yaml("routing/prd.yaml")["rejections"]
    said = merged["review"].casefold().split()
    if said[0].strip(".,:;!") in rejections or set(said) & {"request_changes", "changes_requested"}:
        raise _refused(
            f"a rejected review cannot be delivered: review={merged['review']}",
            "record it as PARTIAL, or review again",
        )


def _refused(what: str, next_step: str) -> Problem:
    return Problem(what, next_step, Exit.FINDINGS)
