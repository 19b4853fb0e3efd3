"""Which commits take another one back, which one that is, why, and whether it came in again.

About one revert in ten is landed again later; such a revert is no ban, so the pair is always
followed to its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from intent_tui.base import knowledge
from intent_tui.workspace.withdrawals import find_withdrawals

if TYPE_CHECKING:
    from intent_tui.workspace.history import Commit

_SHA = re.compile(r"\b[Rr]everts? commit ([0-9a-f]{7,64})\b")
_QUOTED = re.compile(r'^(?:Revert|revert) "(.*)"(.*)$')
_SCOPE = re.compile(r"^(?:\[[^\]]*\]\s*|[\w./-]+(?:\([^)]*\))?!?:\s+)*")
_PULL = re.compile(r"\s*\([#!]\d{1,7}\)\s*$")
_NOISE = " \t:,.;-—–\"'“”`"


@dataclass(frozen=True, slots=True)
class Revert:
    """One commit that takes another back.

    `subject_of_original` is the original's own subject where it is known, else what the revert
    says of it; `original` the commit itself if it was read; `relanded` whether the same change
    came in again later; `reason` what the message adds to git's own words, "" if nothing.
    """

    commit: Commit
    subject_of_original: str
    original: Commit | None
    relanded: bool
    reason: str


class _Words:
    def __init__(self) -> None:
        data = knowledge.yaml("words/reverts.yaml")
        begins = [word for words in data["begins"].values() for word in words]
        self.begin = re.compile(rf"(?:{_either(begins)})\s*[:：]?\s*", re.IGNORECASE)
        self.again = re.compile(rf'(?:{_either(data["again"])}) "?(.*?)"?$', re.IGNORECASE)
        self.boilerplate = re.compile(rf"(?:{_either(data['boilerplate'])})", re.IGNORECASE)


def _either(words: Sequence[str]) -> str:
    """The words as alternatives, longest first; those of letters must end where a word ends."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(w) + (r"\b" if w.isascii() else "") for w in ordered)


def find_reverts(commits: Sequence[Commit]) -> tuple[Revert, ...]:
    """The reverts among commits.

    Args:
        commits: newest first.

    Returns:
        Newest first. A commit that takes back a revert lands its original again: it is not in
        the list, it makes that revert `relanded`.
    """
    words = _Words()
    places = {commit.sha: index for index, commit in enumerate(commits)}
    by_subject: dict[str, list[int]] = {}
    for index, commit in enumerate(commits):
        by_subject.setdefault(_bare(commit.subject), []).append(index)
    found: list[tuple[int, str, int | None, str]] = []
    for index, commit in enumerate(commits):
        said = _says(commit, words)
        if said is None:
            continue
        subject, tail = said
        original = _by_sha(commit, places, commits)
        if original is None:
            original = next((at for at in by_subject.get(_bare(subject), ()) if at > index), None)
        found.append((index, subject, original, tail))
    reverts = _paired(commits, found, by_subject, words)
    told = {each.commit.sha for each in reverts}
    reverts += [
        Revert(
            commits[each.place],
            commits[each.original].subject,
            commits[each.original],
            each.again,
            _reason(commits[each.place], "", words),
        )
        for each in find_withdrawals(commits)
        if commits[each.place].sha not in told
    ]
    return tuple(sorted(reverts, key=lambda each: places[each.commit.sha]))


def _paired(
    commits: Sequence[Commit],
    found: Sequence[tuple[int, str, int | None, str]],
    by_subject: dict[str, list[int]],
    words: _Words,
) -> list[Revert]:
    reverting = {index: original for index, _, original, _ in found}
    taken_back = {original for original in reverting.values() if original is not None}
    again = _landed_again(commits, words)
    result = []
    for index, said, original, tail in found:
        if original in reverting or _QUOTED.match(said):
            continue  # takes a revert back
        subject = commits[original].subject if original is not None else said
        name, own = _bare(subject), _bare(commits[index].subject)
        relanded = (
            index in taken_back
            or any(at < index for at in by_subject.get(name, ()))
            or any(at < index for at in again.get(name, ()))
            or any(at < index for at in by_subject.get(f'revert "{own}"', ()))
        )
        reason = _reason(commits[index], tail, words)
        result.append(
            Revert(
                commits[index],
                subject,
                commits[original] if original is not None else None,
                relanded,
                reason,
            )
        )
    return result


def _landed_again(commits: Sequence[Commit], words: _Words) -> dict[str, list[int]]:
    """Bare subject of an original to the commits that say they bring it in again."""
    found: dict[str, list[int]] = {}
    for index, commit in enumerate(commits):
        match = words.again.match(_PULL.sub("", commit.subject))
        if match is not None:
            found.setdefault(_bare(match[1]), []).append(index)
    return found


def _says(commit: Commit, words: _Words) -> tuple[str, str] | None:
    """What a commit says it takes back, and what follows; None if it takes nothing back."""
    quoted = _QUOTED.match(commit.subject)
    if quoted is not None:
        return quoted[1], _PULL.sub("", quoted[2])
    start = _SCOPE.match(commit.subject)
    rest = commit.subject[start.end() if start else 0 :]
    # `revert: subject` is a scope of its own in one commit convention.
    for text in (rest, commit.subject):
        match = words.begin.match(text)
        if match is not None:
            return _PULL.sub("", text[match.end() :]).strip(_NOISE), ""
    if "commit" in commit.body and _SHA.search(commit.body):
        return _PULL.sub("", commit.subject), ""
    return None


def _by_sha(commit: Commit, places: dict[str, int], commits: Sequence[Commit]) -> int | None:
    match = _SHA.search(commit.body) or _SHA.search(commit.subject)
    if match is None:
        return None
    if match[1] in places:
        return places[match[1]]
    return next((at for at, c in enumerate(commits) if c.sha.startswith(match[1])), None)


def _bare(subject: str) -> str:
    """A subject for comparing: without pull request number, case and outer blanks."""
    return _PULL.sub("", subject).strip().casefold()


def _reason(commit: Commit, tail: str, words: _Words) -> str:
    lines = [line.strip() for line in commit.body.splitlines()]
    kept = [line for line in lines if line and not words.boilerplate.match(line)]
    return " ".join(part for part in (tail.strip(_NOISE), *kept) if part)
