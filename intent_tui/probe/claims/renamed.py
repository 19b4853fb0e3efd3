"""Whether a change of name that is asked for has been made already."""

from __future__ import annotations

from intent_tui.probe.claims.places import CODE, claim_fact, is_option, of_code, of_text
from intent_tui.probe.facts import Claim, Fact
from intent_tui.workspace.files import Workspace

_SHORTEST = 5
"""Letters of a name that is no everyday word by chance."""


def check(workspace: Workspace, claim: Claim) -> list[Fact]:
    """The new name where it stands in the code, if the old one stands there no more.

    After it the line of a changelog or a document that tells of the old name.
    """
    old, new = (bare(name) for name in claim.names[:2])
    if not _telling(new) or old.lower() == new.lower():
        return []
    option = claim.names[1].strip("`'\"")
    here = [hit for hit in of_code(workspace, new, CODE) if new in hit.text]
    if option.startswith(("-", "?")):
        here = [hit for hit in here if is_option(hit.text, option, new)]
    if not here or any(old in hit.text for hit in of_code(workspace, old, CODE)):
        return []
    asked = f"{claim.names[0]} → {claim.names[1]}"
    told = of_text(workspace, old, workspace.inventory.of("changelog", "doc"), 20)
    both = [hit for hit in told if new in hit.text]
    facts = [
        claim_fact(
            workspace,
            "conventions",
            "done",
            (hit.path, hit.line),
            name=new,
            value=hit.text.strip(),
            more={"asked": asked},
        )
        for hit in (*here[:1], *(both or list(told))[:1])
    ]
    return [fact for fact in facts if fact is not None]


def bare(name: str) -> str:
    """A name without what surrounds it on a command line, in a call or in an address."""
    return name.strip("`'\"").lstrip("-?&").removesuffix("()").partition("=")[0]


def _telling(name: str) -> bool:
    return len(name) >= _SHORTEST or any(mark in name for mark in "_-")
