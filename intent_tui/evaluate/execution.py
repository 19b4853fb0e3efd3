"""One case run to its end by the engine itself, with the table as the person."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent_tui.evaluate.cases import Case
from intent_tui.passes.events import Answer, Emitted, Submit, encode
from intent_tui.passes.session import Session

TODAY = "2026-12-01"
"""The day every date of a case is measured against."""
MOST_ANSWERS = 6
"""An engine that asks for ever is stopped here; the budget check then fails it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question that was sent."""

    field: str
    issue: str
    irreversible: bool
    read_as: str = ""
    """How the reply to it was taken."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run did, as far as it is measured."""

    outcome: str
    """After the first turn."""
    final: str
    cause: str
    target: str
    asked: tuple[Asked, ...]
    evidence: tuple[str, ...]
    invalid: tuple[str, ...]
    counts_add_up: bool
    lookups_kept: bool
    """At most three look-ups and one history query a field, two for the premise."""
    wrote: bool
    digest: str
    """Of everything but the wall time: equal for equal runs."""
    seconds: float
    """Until the first question or result."""


def run(case: Case, folder: Path) -> Ran:
    """Run the case in its workspace, which is left as it was.

    Raises whatever the engine raises; a run that breaks off has the outcome `failed`.
    """
    session = Session.open(folder)
    told: list[str] = []
    begun = time.perf_counter()
    command: Submit | Answer = Submit(case.request, case.mode, today=TODAY)
    first: Emitted | None = None
    seconds = 0.0
    asked: list[Asked] = []
    for _ in range(MOST_ANSWERS + 1):
        told.extend(_timeless(encode(event)) for event in session.run(command))
        if first is None:
            seconds = time.perf_counter() - begun
            first = session.state.emitted
        if asked and session.state.answers:
            last = session.state.answers[-1]
            asked[-1] = Asked(
                asked[-1].field, asked[-1].issue, asked[-1].irreversible, last.read_as
            )
        pending = session.state.pending
        if pending is None or session.state.failed is not None:
            break
        asked.append(Asked(pending.field, pending.issue or "", pending.irreversible))
        command = Answer(_reply(case, asked[-1], pending.question.recommended))
    wrote = (folder / ".intent").exists()
    ran = _ran(session, first, asked, told, seconds, wrote, folder)
    shutil.rmtree(folder / ".intent", ignore_errors=True)
    return ran


def _reply(case: Case, asked: Asked, recommended: str) -> str:
    for key in (asked.field, asked.issue, "*"):
        if key and key in case.answers:
            return case.answers[key]
    return recommended


def _ran(
    session: Session,
    first: Emitted | None,
    asked: list[Asked],
    told: list[str],
    seconds: float,
    wrote: bool,
    folder: Path,
) -> Ran:
    from intent_tui.evaluate.evidence import valid
    from intent_tui.workspace.files import Workspace

    emitted = session.state.emitted
    spec = emitted.spec if emitted else None
    pointers = [one.evidence for one in spec.constraints] if spec else []
    pointers += [one.evidence for one in spec.trace] if spec else []
    cited = tuple(dict.fromkeys(one for one in pointers if one))
    anew = Workspace.find(folder)
    counts = spec.resolution if spec else None
    closed = counts.resolved_by_probe + counts.asked + counts.inferred if counts else 0
    return Ran(
        outcome=first.outcome if first else "failed",
        final=emitted.outcome if emitted else "failed",
        cause=(spec.decision.cause or "") if spec else "",
        target=(spec.decision.target or "") if spec else "",
        asked=tuple(asked),
        evidence=cited,
        invalid=tuple(one for one in cited if not valid(anew, one)),
        counts_add_up=counts is None
        or counts.unknowns_found == closed + len(spec.unknown if spec else ()),
        lookups_kept=_kept(session),
        wrote=wrote,
        digest=hashlib.sha256("\n".join(told).encode("utf-8")).hexdigest(),
        seconds=seconds,
    )


def _kept(session: Session) -> bool:
    plain = Counter(one.field for one in session.state.lookups if not one.reserved)
    spare = Counter(one.field for one in session.state.lookups if one.reserved)
    return all(
        number <= (2 if field == "premise" else 3) for field, number in plain.items()
    ) and all(number <= 1 for number in spare.values())


def _timeless(event: Mapping[str, Any]) -> str:
    lookup = event.get("lookup")
    if isinstance(lookup, Mapping):
        event = {**event, "lookup": {**lookup, "ms": 0}}
    return repr(sorted(event.items(), key=lambda item: item[0]))
