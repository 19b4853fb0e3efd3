"""What a request takes for granted about a workspace, held against what is there.

One look-up of the premise check: all claims of a request together. Facts are of kind `claim`;
`more` holds `claim` (`missing`, `done`, `exists`, `default`, `deliberate`) and `asked`, the words
of the request. A claim that holds, and one nothing is known about, gives no fact. A missing route
keeps the kind `nearest` of the entries' surface.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from intent_tui.probe import entries
from intent_tui.probe.claims import automatic, described, named, renamed
from intent_tui.probe.facts import Claim, ClaimKind, Fact, Wanted
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source.reading import shown
from intent_tui.workspace.files import Workspace

Check = Callable[[Workspace, Claim], list[Fact]]


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Checks the claims in the order given."""
    facts: list[Fact] = []
    for claim in wanted.claims:
        facts += _CHECKS[claim.kind](workspace, claim)
    said = shown([name for claim in wanted.claims for name in (claim.names or claim.terms)])
    files = len(workspace.inventory.files)
    action = f"{wanted.surface}: what is taken for granted about {said} in {files:,} files"
    # Only what happens by itself is looked for in the history.
    asked_history = any(claim.kind == "automatic" for claim in wanted.claims)
    failed = workspace.history.failed if asked_history and not facts else None
    return Result(action, tuple(facts[:KEPT]), len(facts), failed)


def _route(workspace: Workspace, claim: Claim) -> list[Fact]:
    return list(entries.look(workspace, Wanted("entries", names=claim.names, want="all")).facts)


_CHECKS: Mapping[ClaimKind, Check] = {
    "path": named.path,
    "symbol": named.symbol,
    "flag": named.flag,
    "command": named.command,
    "package": named.package,
    "route": _route,
    "renamed": renamed.check,
    "entry": described.check,
    "automatic": automatic.check,
    "wrong": described.deliberate,
}
