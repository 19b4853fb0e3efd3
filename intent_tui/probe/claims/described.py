"""Ways in that are to be added and are there; texts called wrong that are so on purpose."""

from __future__ import annotations

from collections.abc import Iterable

from intent_tui.probe import entries
from intent_tui.probe.claims.places import (
    WRITTEN,
    claim_fact,
    is_literal,
    is_option,
    of_code,
    of_text,
)
from intent_tui.probe.claims.renamed import bare
from intent_tui.probe.facts import Claim, Fact
from intent_tui.probe.routes.model import Entry, segments
from intent_tui.probe.source.words import parts, same, stem_of
from intent_tui.workspace.files import Workspace

_FRAME = frozenset({"api", "rest", "v1", "v2", "v3", "v4", "public", "internal", "admin"})
"""Parts of a path that no request names."""
_SHORTEST = 4


def check(workspace: Workspace, claim: Claim) -> list[Fact]:
    """The entries that do already what an added one is to do."""
    sort, *names = claim.names
    if sort == "option":
        return _options(workspace, claim)
    listed = entries.inventory(workspace).entries
    if sort == "route":
        found = [e for e in listed if e.sort == "http" and _is_route(e, names[0])]
    elif sort == "command":
        found = [e for e in listed if e.sort == "command" and e.name.split()[-1:] == names[:1]]
    else:
        found = [e for e in listed if e.sort == "http" and _does(e, names, claim.terms)]
    facts = []
    for entry in found[:2]:
        where = (entry.file, entry.line)
        more = {"asked": names[-1]}
        facts.append(
            claim_fact(
                workspace, "entries", "exists", where, name=entry.name, value=entry.name, more=more
            )
        )
    return [fact for fact in facts if fact is not None]


def deliberate(workspace: Workspace, claim: Claim) -> list[Fact]:
    """What is called wrong, where the code says it and where a test or a document repeats it."""
    found: list[Fact | None] = []
    for name in claim.names:
        token = bare(name)
        if len(token) < _SHORTEST or token.isdigit():
            continue
        said = [hit for hit in of_code(workspace, token, ("src",)) if is_literal(hit.text, token)]
        asserted = [hit for hit in of_code(workspace, token, ("test",)) if token in hit.text]
        if said and not asserted:
            asserted = [
                hit
                for hit in of_text(workspace, token, workspace.inventory.of(*WRITTEN), 5)
                if token in hit.text
            ]
        if not said or not asserted:
            continue
        found += [
            claim_fact(
                workspace,
                "tests",
                "deliberate",
                (hit.path, hit.line),
                name=token,
                value=hit.text.strip(),
                more={"asked": name},
            )
            for hit in (said[0], asserted[0])
        ]
    return [fact for fact in found if fact is not None]


def _is_route(entry: Entry, name: str) -> bool:
    method, _, path = name.strip().partition(" ")
    if not path:
        method, path = "", name.strip()
    if method and entry.method not in (method, "ANY"):
        return False
    return segments(path) in [segments(each) for each in (entry.path, *entry.aliases)]


def _does(entry: Entry, names: Iterable[str], terms: tuple[str, ...]) -> bool:
    """Whether an entry has one of the methods and is about the terms and nothing else.

    `all` among the names wants a list, `one` a single thing: what the path ends in tells.
    """
    wanted = set(names)
    if not terms or entry.method not in wanted or entry.confidence == "partial":
        return False
    steps = [step for step in entry.path.split("/") if step]
    single = bool(steps) and steps[-1].startswith((":", "{", "<", "[", "$", "("))
    if ("all" in wanted and single) or ("one" in wanted and not single):
        return False
    fixed = [step for step in steps if not step.startswith((":", "{", "<", "[", "$", "("))]
    words = [word for step in fixed for word in parts(step) if word not in _FRAME]
    about = [*words, *(parts(stem_of(entry.file)) if not words else ())]
    return (
        bool(words)
        and all(any(same(term, word) for word in about) for term in terms)
        and all(any(same(term, word) for term in terms) for word in words)
    )


def _options(workspace: Workspace, claim: Claim) -> list[Fact]:
    """Where an option is declared, in the files the rest of the claim speaks of."""
    name = claim.names[1]
    token = bare(name)
    facts = []
    for hit in (*of_code(workspace, name, ("src",)), *of_code(workspace, token, ("src",))):
        about = parts(hit.path)
        meant = all(any(same(term, word) for word in about) for term in claim.terms)
        if meant and is_option(hit.text, name, token):
            where = (hit.path, hit.line)
            facts.append(
                claim_fact(
                    workspace, "conventions", "exists", where, name=name,
                    value=hit.text.strip(), more={"asked": name},
                )
            )  # fmt: skip
    return [fact for fact in facts if fact is not None][:1]
