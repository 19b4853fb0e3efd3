"""What people decided in earlier requests against what is asked now (ruling G11).

A saved spec is no evidence: nothing in it is looked up or cited. But a decision somebody made is
not to be undone unseen, so a request that contradicts one is asked about, by the spec's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from intent_tui.language.content import content
from intent_tui.mind.offline.questions import EARLIER
from intent_tui.mind.protocol import Draft, DraftUnknown, Mind
from intent_tui.probe.written.bans import read as ruling
from intent_tui.spec.model import Constraint
from intent_tui.workspace.saved import Saved

WEIGHT = 1000
"""A conflict is asked before everything else (ruling G12)."""
_MOST_SPECS = 200
_FEWEST_WORDS = 2
_CLAUSE = re.compile(r"[;,.!?；，。！？、\n]+(?=\s|$)|[；，。！？]")
_NUMBER = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)?)\s*(%|[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that the request contradicts: whose words, which spec, which words of it now."""

    constraint: Constraint
    path: str
    words: str


def confronted(draft: Draft, saved: Iterable[Saved], mind: Mind) -> Draft:
    """The draft with an issue for the first earlier decision it contradicts, else the draft.

    The decision is carried as asked beside what is stated now; which of them holds is a question.
    """
    found = contradicted(draft, saved, mind)
    if found is None:
        return draft
    unknown = DraftUnknown(
        field=EARLIER,
        category=found.constraint.category or "approach",
        kind="ask",
        otherwise="ask",
        issue="conflict",
        quotes=(found.words, found.constraint.text),
        note=f"decided earlier in {found.path}",
        weight=WEIGHT,
    )
    return replace(
        draft,
        explicit=(*draft.explicit, found.constraint),
        unknowns=(unknown, *draft.unknowns),
    )


def contradicted(draft: Draft, saved: Iterable[Saved], mind: Mind) -> Decided | None:
    """The first asked decision, by the name of its spec, that the request goes against."""
    about = set(content(draft.reading.text, draft.language)) | _names(draft.objects)
    for count, each in enumerate(saved):
        if count >= _MOST_SPECS or each.spec is None:
            continue
        subject = set(content(each.spec.request, draft.language)) | _names(each.spec.objects)
        if not about & subject:
            continue
        for constraint in each.spec.constraints:
            if constraint.source == "asked" and (words := _against(draft, constraint, mind)):
                return Decided(constraint, each.path, words)
    return None


def _names(objects: Iterable[str]) -> set[str]:
    return {part for name in objects for part in content(name)}


def _against(draft: Draft, constraint: Constraint, mind: Mind) -> str:
    """The words of the request that go against a decision; empty when none do."""
    return (
        _other_pole(draft, constraint, mind)
        or _banned(draft, constraint)
        or _other_number(draft, constraint)
    )


def _other_pole(draft: Draft, constraint: Constraint, mind: Mind) -> str:
    """Both said in one breath would be a conflict: one half here, one half there."""
    said = draft.reading.text.rstrip()
    first = constraint.text.strip().rstrip(".。") + ". "
    alone = {quote.text for defect in draft.reading.defects for quote in defect.quotes}
    for defect in mind.read(first + said, draft.language).defects:
        places = [quote.start < len(first) for quote in defect.quotes]
        if defect.issue == "conflict" and any(places) and not all(places):
            words = next(quote.text for quote in defect.quotes if quote.start >= len(first))
            return "" if words in alone else words.strip()
    return ""


def _banned(draft: Draft, constraint: Constraint) -> str:
    """The decision rules out what is asked for now."""
    bans = set(ruling(constraint.text, draft.language, title=True, decided=True).bans)
    for text in (draft.reading.text, *_clauses(draft)):
        allowed = set(ruling(text, draft.language).bans)
        hit = (bans & set(content(text, draft.language))) - allowed
        if bans and len(hit) >= max(_FEWEST_WORDS, (len(bans) + 1) // 2):
            return text.strip()
    return ""


def _other_number(draft: Draft, constraint: Constraint) -> str:
    """The same measure of the same thing, with another number."""
    decided = _numbers(constraint.text)
    subject = set(content(constraint.text, draft.language))
    for text in _clauses(draft):
        shared = subject & set(content(text, draft.language))
        for unit, value in _numbers(text).items():
            if unit in decided and decided[unit] != value and len(shared) >= _FEWEST_WORDS:
                return text.strip()
    return ""


def _clauses(draft: Draft) -> list[str]:
    """What is stated, and the request clause by clause."""
    stated = [each.text for each in draft.explicit if each.source == "explicit"]
    pieces = [piece.strip() for piece in _CLAUSE.split(draft.reading.text)]
    return [*stated, *(piece for piece in pieces if piece)]


def _numbers(text: str) -> dict[str, str]:
    return {
        (unit or "").lower().rstrip("s"): value for value, unit in _NUMBER.findall(text) if unit
    }
