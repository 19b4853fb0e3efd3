"""The written cases and their labels, as `references/cases/*.yaml` hold them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from intent_tui.base import knowledge

Half = Literal["development", "held back"]

_KNOWN = {
    "id", "request", "mode", "outcome", "first", "also", "issue", "asked_at_most", "cites",
    "must_not_ask", "answers", "final", "cause", "delegation", "irreversible", "target", "drops",
    "adds", "twins",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Labels:
    """What one careful reader says must happen. An empty label is not scored."""

    outcome: tuple[str, ...]
    """What the first turn may end with."""
    first: tuple[str, ...] = ()
    """What the first question may be about: fields, or an issue."""
    also: tuple[str, ...] = ()
    """What may be asked besides without being needed."""
    issue: str = ""
    asked_at_most: int = 3
    cites: tuple[str, ...] = ()
    """Places a constraint or the trace must point at: a path, or `git` for any commit."""
    must_not_ask: tuple[str, ...] = ()
    final: str = ""
    cause: str = ""
    delegation: str = ""
    """`accepted` or `refused`."""
    irreversible: bool = False
    target: str = ""

    @property
    def needs_question(self) -> bool:
        """Only a person knows, whoever reads it."""
        return self.outcome == ("ASK",)

    @property
    def complete(self) -> bool:
        """Nothing may be written or said at all."""
        return self.outcome == ("silent",)


@dataclass(frozen=True, slots=True)
class Case:
    """One request, the workspace it is put in, the table that answers, the labels."""

    id: str
    base: str
    """The written case it stems from: fixes the half, and what its stability is held against."""
    request: str
    workspace: str
    language: str
    mode: Literal["auto", "explicit"]
    answers: Mapping[str, str]
    labels: Labels
    operator: str = "written"
    neutral: bool = True
    """Whether the decision must be that of the written case."""
    seed: int = 0
    """Which twin words the workspace and the request are put in; 0 is as written."""
    drops: Mapping[str, str] = field(default_factory=dict)
    adds: str = ""

    @property
    def half(self) -> Half:
        """Fixed by the hash of the written id: a third is held back."""
        digest = hashlib.sha256(self.base.encode("utf-8")).digest()
        return "held back" if digest[0] % 3 == 0 else "development"


def written() -> tuple[Case, ...]:
    """Every written case and its twins in other languages, in the order of their ids.

    Raises ValueError when a case has a key nobody reads.
    """
    found: list[Case] = []
    for name in knowledge.names("cases"):
        page = knowledge.yaml(f"cases/{name}.yaml")
        for raw in page["cases"]:
            found += _of(raw, str(page["workspace"]))
    return tuple(sorted(found, key=lambda case: case.id))


def cold() -> tuple[Case, ...]:
    """The newest cold set: requests in wording no table was made for, run once a release.

    They have no halves and no variants, and nothing is repaired for them.
    Raises ValueError when a case has a key nobody reads.
    """
    newest = knowledge.names("cases/cold")[-1]
    found = []
    for raw in knowledge.yaml(f"cases/cold/{newest}.yaml")["cases"]:
        own = {key: value for key, value in raw.items() if key not in ("workspace", "language")}
        (case,) = _of(own, str(raw["workspace"]))
        found.append(replace(case, language=str(raw["language"])))
    return tuple(sorted(found, key=lambda case: case.id))


def _of(raw: Mapping[str, Any], workspace: str) -> list[Case]:
    stray = set(raw) - _KNOWN
    if stray:
        raise ValueError(f"case {raw.get('id')}: no key {sorted(stray)[0]!r}")
    own = Case(
        id=str(raw["id"]),
        base=str(raw["id"]),
        request=str(raw["request"]),
        workspace=workspace,
        language="en",
        mode=raw.get("mode", "auto"),
        answers=dict(raw.get("answers", {})),
        labels=_labels(raw),
        drops=dict(raw.get("drops", {})),
        adds=str(raw.get("adds", "")),
    )
    twins = [
        Case(
            id=f"{own.id}.{language}",
            base=own.id,
            request=str(request),
            workspace=workspace,
            language=language,
            mode=own.mode,
            answers=own.answers,
            labels=own.labels,
            operator="language",
        )
        for language, request in sorted(raw.get("twins", {}).items())
    ]
    return [own, *twins]


def _labels(raw: Mapping[str, Any]) -> Labels:
    outcome = raw["outcome"]
    return Labels(
        outcome=(outcome,) if isinstance(outcome, str) else tuple(outcome),
        first=tuple(raw.get("first", ())),
        also=tuple(raw.get("also", ())),
        issue=raw.get("issue", ""),
        asked_at_most=int(raw.get("asked_at_most", 3)),
        cites=tuple(raw.get("cites", ())),
        must_not_ask=tuple(raw.get("must_not_ask", ())),
        final=raw.get("final", ""),
        cause=raw.get("cause", ""),
        delegation=raw.get("delegation", ""),
        irreversible=bool(raw.get("irreversible", False)),
        target=raw.get("target", ""),
    )
