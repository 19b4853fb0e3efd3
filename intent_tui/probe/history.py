"""Surface 6: commits, reverts and pull requests, which carry reasons no current file shows.

`want` is empty (commits that speak of the terms), `revert` or `ruled_out`, `pin`, or `pull` with
numbers (`#17`) or ids of commits in `names`. `terms` are stems, `names` exact tokens.

Facts: kind `commit`, name the short id, value the subject, pointer `git:<id>`; `more` holds `kind`
(revert, pin, commit), `pull`, `body`, `reason`, and of a revert `reverts`, `relanded` and `bans`
(the stems of what was taken back). A folder without history or a repository without commits has
none, which is no failure; a history that cannot be read, or a shallow one in which what was asked
for was not found, is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from intent_tui.language import stems
from intent_tui.language.detect import detect
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.reason import holds_version, reason_in
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.source.reading import shown
from intent_tui.probe.written import undone
from intent_tui.probe.written.bans import MOST, content
from intent_tui.probe.written.match import named, present, score, weights
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import Commit, Revert

BODY = 300
"""Characters kept of a message's body."""
MOST_READ = 4000
"""Commits of those that hold a term whose words are compared; the newest ones."""

MOST_TOGETHER = 6
"""Commits of a pull request that speak for each other: a release merges what is unrelated."""

_BODY_SHARE = 0.4
"""What a word in the body counts beside one in the subject: bodies speak of much else."""
_FOLLOWED = 2
"""Reverts, of those found, whose original is looked for in the files they touched."""
_NAMED = 2.0
_SHORT_ID = 7
_VERSION = re.compile(r"(?<![\w#])v?\d+(?:\.(?:\d+|x|\*))+|(?<!\w)(?:[<=~^]=?|==)\s*\d|\bv\d+\b")
_BACK_TO = re.compile(
    r"\bback to\s+v?\d|\bbump|\bto v?\d+(?:\.\d+)+\b|\bfrom v?\d+(?:\.\d+)*\s+to\b"
)
_GIT_SAYS = re.compile(r"\b[Rr]everts? commit [0-9a-f]{7,}")
_HEAD = 3
"""Lines of a body in which a revert says what it takes back."""
_REFERENCE = re.compile(r"[#!]?(\d{1,7})")
_HEX = re.compile(r"[0-9a-f]{7,40}")


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Looks through the messages of the commits that were read."""
    history = workspace.history
    said = shown([*wanted.names, *wanted.terms]) or "anything"
    want = f"{wanted.want} " if wanted.want else ""
    action = f"history: {want}{said} in {len(history.commits):,} commits"
    if history.failed:
        return Result(action, failed=history.failed)
    commits = _MAKERS.get(wanted.want, _any)(workspace, wanted)
    if not commits and history.shallow:
        return Result(
            action,
            failed="the clone is shallow, so older commits are not here: git fetch --unshallow",
        )
    if not commits and history.truncated:
        return Result(action, failed="older commits were not read, there are too many")
    for commit in commits[:_FOLLOWED]:
        _follow(workspace, commit)
    facts = tuple(_fact(workspace, commit, wanted.terms) for commit in commits[:KEPT])
    return Result(action, facts, len(commits))


def _any(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    """Commits that speak of the names or the terms: subject before body, then the newest."""
    candidates = _candidates(workspace, wanted)
    texts = [commit.subject for commit in candidates]
    weight = weights(wanted.terms, texts)
    scored = [
        (_points(wanted, weight, commit.subject, commit.body), place, commit)
        for place, commit in enumerate(candidates)
    ]
    return [commit for points, _, commit in sorted(scored, key=_best_first) if points]


def _reverts(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    """Reverts whose original, subject or body shares a word with what is looked for."""
    everything = not wanted.terms and not wanted.names
    scored = []
    for place, revert in enumerate(_reverts_of(workspace)):
        first = f"{_taken_back(revert)} {revert.commit.subject}"
        behind = f"{revert.commit.body} {revert.original.body if revert.original else ''}"
        points = _NAMED * len(named(wanted.names, first))
        points += _NAMED * _BODY_SHARE * len(named(wanted.names, behind))
        # A version set back is no rejected idea, unless that very package is asked about.
        back = _BACK_TO.search(first.lower()) and not named(wanted.names, first)
        if not back and present(wanted.terms, f"{first} {behind}"):
            points += _again(workspace, revert, wanted.terms).strength
        if points or everything:
            scored.append((points, place, revert.commit))
    return [commit for _, _, commit in sorted(scored, key=_best_first)]


def _again(workspace: Workspace, revert: Revert, terms: Sequence[str]) -> undone.Again:
    """How far the terms ask for what the revert took back."""
    commit = revert.commit
    original = revert.original or _originals(workspace).get(commit.sha)
    bodies = f"{commit.body} {original.subject} {original.body}" if original else commit.body
    return undone.asked_again(workspace.history, terms, _taken_back(revert), bodies)


def _pins(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    return [commit for commit in _any(workspace, wanted) if _is_pin(commit, wanted.names)]


def _pulls(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    """The commits of pull requests and the commits named by their id; those with a reason first."""
    found: dict[str, Commit] = {}
    for name in wanted.names:
        number = _REFERENCE.fullmatch(name.strip())
        if number is not None:
            commits = workspace.history.by_pull(int(number[1])) or tuple(
                _naming(workspace, number[1])
            )
        elif _HEX.fullmatch(name.strip().lower()):
            prefix = name.strip().lower()
            commits = tuple(c for c in workspace.history.commits if c.sha.startswith(prefix))
        else:
            commits = ()
        found.update((commit.sha, commit) for commit in commits)
    order = {sha: place for place, sha in enumerate(found)}
    return sorted(
        found.values(),
        key=lambda commit: (_own_reason(workspace, commit) is None, order[commit.sha]),
    )


def _naming(workspace: Workspace, number: str) -> Iterator[Commit]:
    """Commits that name an issue or a pull request that no commit came in with."""
    mark = re.compile(rf"(?<![\w#])[#!]{number}(?!\d)")
    for commit in workspace.history.search([f"#{number}", f"!{number}"]):
        if mark.search(f"{commit.subject}\n{commit.body}"):
            yield commit


_MAKERS: dict[str, Callable[[Workspace, Wanted], list[Commit]]] = {
    "": _any,
    "revert": _reverts,
    "ruled_out": _reverts,
    "pin": _pins,
    "pull": _pulls,
}


def _candidates(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    """The newest commits that hold a name or the beginning of a term, by plain comparison."""
    parts = [part for term in wanted.terms for part in term.split("_") if part]
    needles = [*wanted.names, *(_needle(part) for part in parts)]
    return workspace.history.search(needles)[:MOST_READ]


def _needle(term: str) -> str:
    """What every word that a term means begins with."""
    stem = stems.stem(term)
    return stem.rstrip("i") if term.startswith(stem.rstrip("i")) else term[:3]


def _points(wanted: Wanted, weight: Mapping[str, float], first: str, behind: str) -> float:
    own = present(wanted.terms, first)
    rest = [term for term in present(wanted.terms, behind) if term not in own]
    points = score(own, weight) + _BODY_SHARE * score(rest, weight)
    points += _NAMED * len(named(wanted.names, first))
    return points + _NAMED * _BODY_SHARE * len(named(wanted.names, behind))


def _best_first(row: tuple[float, int, Commit]) -> tuple[float, int]:
    return -row[0], row[1]


def _is_pin(commit: Commit, names: Sequence[str] = ()) -> bool:
    """A word of holding beside a version or the package."""
    return holds_version(commit.subject) and bool(
        _VERSION.search(commit.subject.lower()) or named(names, commit.subject)
    )


def _fact(workspace: Workspace, commit: Commit, terms: Sequence[str]) -> Fact:
    more = {"kind": "pin" if _is_pin(commit) else "commit"}
    revert = _by_commit(workspace).get(commit.sha)
    if revert is not None:
        more.update(_of_revert(workspace, revert, terms))
    pull = workspace.history.pull_of(commit)
    if pull is not None:
        more["pull"] = str(pull)
    if commit.body:
        more["body"] = " ".join(commit.body.split())[:BODY]
    reason = _own_reason(workspace, commit) or _pull_reason(workspace, commit, pull)
    if reason:
        more["reason"] = reason
    pointer = workspace.opened.commit(commit.sha)
    subject = commit.subject
    return Fact("history", "commit", commit.sha[:_SHORT_ID], pointer, subject, subject[:BODY], more)


def _of_revert(workspace: Workspace, revert: Revert, terms: Sequence[str]) -> dict[str, str]:
    subject = _taken_back(revert)
    original = revert.original or _originals(workspace).get(revert.commit.sha)
    again = _again(workspace, revert, terms)
    more = {
        "kind": "revert",
        "reverts": subject,
        "relanded": "yes" if revert.relanded else "no",
        "bans": " ".join(content(subject, detect(subject))[:MOST]),
        "strength": f"{again.strength:.2f}",
        "explained": f"{again.explained:.2f}",
        "shared": " ".join(again.shared),
        "aside": " ".join(again.aside),
        "core": "yes" if again.core else "no",
    }
    if original is not None:
        more["original"] = workspace.opened.commit(original.sha)
        more["first"] = original.subject[:BODY]
    return more


class _Originals(dict[str, Commit]):
    """Originals found by the files they share with a revert, by the revert's id."""


def _originals(workspace: Workspace) -> _Originals:
    return remembered(workspace, "originals", _Originals, _Originals)


def _follow(workspace: Workspace, commit: Commit) -> None:
    """Looks for the original of a revert that names none, by the files both touched."""
    revert = _by_commit(workspace).get(commit.sha)
    known = _originals(workspace)
    if revert is None or revert.original is not None or commit.sha in known:
        return
    found = undone.original_of(workspace.history, commit, _taken_back(revert))
    if found is not None:
        known[commit.sha] = found


def _own_reason(workspace: Workspace, commit: Commit) -> str | None:
    """Why, in the commit's own words. What a revert adds to git's words is why."""
    reason = reason_in(f"{commit.subject}\n{commit.body}")
    if reason is not None:
        return reason
    revert = _by_commit(workspace).get(commit.sha)
    if revert is None:
        return None
    told = re.sub(r"\bsee\s+\S+", "", revert.reason, flags=re.IGNORECASE).strip(" .;,")
    return revert.reason[:BODY] if len(told.split()) > 3 or (told and not told.isascii()) else None


def _pull_reason(workspace: Workspace, commit: Commit, pull: int | None) -> str | None:
    """The reason that another commit of the same pull request gives, its merge for instance."""
    if pull is None:
        return None
    together = workspace.history.by_pull(pull)
    if len(together) > MOST_TOGETHER:
        return None
    others = (each for each in together if each.sha != commit.sha)
    return next((why for each in others if (why := _own_reason(workspace, each))), None)


def _taken_back(revert: Revert) -> str:
    """The subject of the original without its list of steps and the number of its pull request."""
    subject = undone.without_reason(revert.subject_of_original.partition(" * ")[0])
    return re.sub(r"\s*\([#!]\d+\)\s*$", "", subject)


def _reverts_of(workspace: Workspace) -> list[Revert]:
    """The reverts, without merges of many steps one of which took something back."""
    return [each for each in workspace.history.reverts() if not _told_by_the_way(each.commit)]


def _told_by_the_way(commit: Commit) -> bool:
    if commit.subject.lower().startswith("revert"):
        return False
    said = _GIT_SAYS.search(commit.body)
    return said is not None and commit.body.count("\n", 0, said.start()) > _HEAD


class _Reverts(dict[str, Revert]):
    """The reverts by the id of the commit that makes each."""


def _by_commit(workspace: Workspace) -> Mapping[str, Revert]:
    return remembered(
        workspace,
        "reverts",
        _Reverts,
        lambda: _Reverts((each.commit.sha, each) for each in _reverts_of(workspace)),
    )
