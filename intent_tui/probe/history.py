"""Surface 6: commits, reverts and pull requests, which carry reasons no current file shows.

`want` is empty (commits that speak of the terms), `revert`, `pin`, or `pull` with the number in
`names`. Facts: kind `commit`, name the short id, value the subject, pointer `git:<id>`; `more` holds
`kind` (revert, pin, commit), `pull`, `body`, `reverts`, `relanded`, `reason` and `bans` (the stems of
what was taken back). An empty repository or a folder without one has no history, which is no
failure; a history that cannot be read, or a shallow one that hides what was asked for, is.
"""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.language import stems
from intent_tui.language.content import content
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.reason import reason_in
from intent_tui.probe.result import KEPT, Result
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import Commit, Revert

_PIN_WORDS = ("hold", "pin", "keep", "stay", "freez", "lock", "downgrad", "back to")
_BODY = 300
_SCORED = 400


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Looks through the messages of the commits that were read."""
    history = workspace.history
    said = " ".join((wanted.want, *wanted.names, *wanted.terms)).strip()
    action = f"history: {said} in {len(history.commits):,} commits"
    if history.failed:
        return Result(action, failed=history.failed)
    facts = _facts(workspace, wanted)
    if not facts and history.shallow:
        return Result(action, failed="the history is shallow: what was asked for may lie before it")
    return Result(action, tuple(facts[:KEPT]), len(facts))


def _facts(workspace: Workspace, wanted: Wanted) -> list[Fact]:
    if wanted.want == "pull":
        return [fact for name in wanted.names for fact in _pull(workspace, name)]
    if wanted.want == "revert":
        return reverts(workspace, wanted.terms)
    scored = _scored(workspace, wanted)
    if wanted.want == "pin":
        scored = [commit for commit in scored if _is_pin(commit)]
    return [_commit(workspace, commit) for commit in scored]


def reverts(workspace: Workspace, terms: Sequence[str]) -> list[Fact]:
    """The reverts that share a term with what is looked for, those that share most first."""
    wanted = {stems.stem(term) for term in terms}
    found: list[tuple[int, int, Fact]] = []
    for place, revert in enumerate(workspace.history.reverts()):
        words = set(content(f"{revert.subject_of_original} {revert.commit.body}"))
        shared = len(wanted & words)
        if shared:
            found.append((-shared, place, _revert(workspace, revert)))
    return [fact for _, _, fact in sorted(found, key=lambda each: each[:2])]


def _scored(workspace: Workspace, wanted: Wanted) -> list[Commit]:
    """Commits that speak of the names or the terms: subject before body, newest first."""
    names = [name.lower() for name in wanted.names]
    terms = [term.lower() for term in wanted.terms]
    found = workspace.history.search([*names, *terms])[:_SCORED]
    every = [*names, *terms]

    def rank(commit: Commit) -> int:
        subject, body = commit.subject.lower(), commit.body.lower()
        return sum(3 * (term in subject) + (term in body) for term in every)

    order = {commit.sha: place for place, commit in enumerate(found)}
    return sorted(found, key=lambda commit: (-rank(commit), order[commit.sha]))


def _pull(workspace: Workspace, name: str) -> list[Fact]:
    digits = name.lstrip("#!")
    if not digits.isdigit():
        return []
    commits = list(workspace.history.by_pull(int(digits)))
    # What says why comes first: the merge, a revert, then the rest in their order.
    commits.sort(key=lambda commit: reason_in(f"{commit.subject}\n{commit.body}") is None)
    return [_commit(workspace, commit) for commit in commits]


def _is_pin(commit: Commit) -> bool:
    low = commit.subject.lower()
    return any(word in low for word in _PIN_WORDS)


def _commit(workspace: Workspace, commit: Commit) -> Fact:
    for revert in workspace.history.reverts():
        if revert.commit.sha == commit.sha:
            return _revert(workspace, revert)
    more = _more(workspace, commit)
    more["kind"] = "pin" if _is_pin(commit) else "commit"
    return _fact(workspace, commit, more)


def _revert(workspace: Workspace, revert: Revert) -> Fact:
    more = _more(workspace, revert.commit)
    more.update(
        kind="revert",
        reverts=revert.subject_of_original,
        relanded="yes" if revert.relanded else "no",
        bans=" ".join(content(_bare(revert.subject_of_original))),
    )
    if revert.reason:
        more["reason"] = revert.reason[:_BODY]
    return _fact(workspace, revert.commit, more)


def _bare(subject: str) -> str:
    """A subject without the number of its pull request."""
    return subject.rsplit("(#", 1)[0]


def _more(workspace: Workspace, commit: Commit) -> dict[str, str]:
    more: dict[str, str] = {}
    pull = workspace.history.pull_of(commit)
    if pull is not None:
        more["pull"] = str(pull)
    if commit.body:
        more["body"] = " ".join(commit.body.split())[:_BODY]
    reason = reason_in(f"{commit.subject}\n{commit.body}")
    if reason:
        more["reason"] = reason
    return more


def _fact(workspace: Workspace, commit: Commit, more: dict[str, str]) -> Fact:
    return Fact(
        surface="history",
        kind="commit",
        name=commit.sha[:7],
        value=commit.subject,
        pointer=workspace.opened.commit(commit.sha),
        quote=commit.subject[:300],
        more=more,
    )
