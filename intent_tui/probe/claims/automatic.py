"""Whether what is to happen by itself happens by itself already.

Three places can say so: a definition whose name is made of the request's own words, a commit that
made it the usual way, a document. Each needs several words of the request that are no words of a
thing's sort; one shared noun proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intent_tui.base.files import Unreadable
from intent_tui.probe.claims.places import claim_fact
from intent_tui.probe.facts import Claim, Fact
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.words import parts, same
from intent_tui.probe.written import undone
from intent_tui.probe.written.bans import content
from intent_tui.probe.written.match import present
from intent_tui.probe.written.prose import sentences
from intent_tui.probe.written.vocabulary import claim_words as words
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import Commit

_NAME_WORDS = 3
_NAME_SHARE = 0.6
_SAID_WORDS = 4
_COMMIT_WORDS = 2
_COMMIT_SHARE = 0.5
_MOST_FILES = 60
_MOST_COMMITS = 400
_MOST_DOCUMENTS = 30
_DEFINES = re.compile(
    r"\b(?:def|function|func|fn|fun|sub|class|public|private|protected|static|const|async|export)\b"
    r"[^=;]{0,120}?([A-Za-z_]\w{7,70})\s*[(<=:]"
)


@dataclass(frozen=True, slots=True)
class _Place:
    points: float
    path: str
    line: int
    name: str
    text: str


def check(workspace: Workspace, claim: Claim) -> list[Fact]:
    """What says that it happens already, definitions first."""
    asked = " ".join(claim.names)
    places = (*_defined(workspace, claim.terms), *_said(workspace, claim.terms))
    found = [
        claim_fact(
            workspace,
            "kin",
            "default",
            (place.path, place.line),
            name=place.name,
            value=place.text,
            more={"asked": asked},
        )
        for place in places
    ]
    made = _committed(workspace, claim.terms)
    if made is not None:
        pointer = workspace.opened.commit(made.sha)
        more = {"claim": "default", "asked": asked}
        found.append(
            Fact("history", "claim", made.sha[:7], pointer, made.subject, made.subject[:300], more)
        )
    return [fact for fact in found if fact is not None]


def _committed(workspace: Workspace, terms: Sequence[str]) -> Commit | None:
    """The commit that made it the usual way and was not taken back."""
    history = workspace.history
    taken = {each.original.sha for each in history.reverts() if each.original is not None}
    telling = [term for term in terms if not undone.of_a_sort(term)]
    best: tuple[float, Commit] | None = None
    for commit in history.search([term.rstrip("i") for term in telling])[:_MOST_COMMITS]:
        low = commit.subject.lower()
        if not words("enables").search(low) or commit.sha in taken or low.startswith("merge "):
            continue
        own = present(telling, commit.subject)
        length = len(content(words("enables").sub(" ", low)))
        if len(own) < _COMMIT_WORDS or len(own) < _COMMIT_SHARE * length:
            continue
        points = undone.weighed(history, own)
        if best is None or points > best[0]:
            best = (points, commit)
    return best[1] if best else None


def _said(workspace: Workspace, terms: Sequence[str]) -> list[_Place]:
    """The sentence of a document that holds most of the words and says it is so."""
    telling = [term for term in terms if not undone.of_a_sort(term)]
    places: list[_Place] = []
    for info in workspace.inventory.of("doc", "changelog")[:_MOST_DOCUMENTS]:
        try:
            lines = workspace.opened.text(info.path).lines
        except Unreadable:
            continue  # no text, no sentence
        for said in sentences(lines):
            if not words("states").search(said.text.lower()):
                continue
            own = present(telling, said.text)
            if len(own) >= _SAID_WORDS:
                places.append(_Place(len(own), info.path, said.line, said.text[:80], said.text))
    places.sort(key=lambda place: (-place.points, place.path, place.line))
    return places[:1]


def _defined(workspace: Workspace, terms: Sequence[str]) -> list[_Place]:
    """The definition whose name is made of the words: at least three, and most of the name."""
    best: dict[str, _Place] = {}
    for path in _candidates(workspace, terms):
        for place in _definitions(workspace, path, terms):
            known = best.get(place.name)
            if known is None or place.points > known.points:
                best[place.name] = place
    ranked = sorted(best.values(), key=lambda place: (-place.points, place.path, place.line))
    return ranked[:1]


def _candidates(workspace: Workspace, terms: Sequence[str]) -> list[str]:
    """Source files that hold at least three of the words, those with most of them first."""
    sources = corpus(workspace)
    needles = [term.rstrip("i").encode() for term in terms if len(term) > 2]
    sources.ask(needles)
    source = sources.of_kinds(("src",))
    held = [sources.both(sources.holding([needle]), source) for needle in needles]
    counted = [(sum(flags[number] for flags in held), number) for number in sources.numbers(source)]
    ranked = sorted((-count, number) for count, number in counted if count >= _NAME_WORDS)
    return [sources.files[number].info.path for _, number in ranked[:_MOST_FILES]]


def _definitions(workspace: Workspace, path: str, terms: Sequence[str]) -> Iterator[_Place]:
    try:
        lines = workspace.opened.text(path).lines
    except Unreadable:
        return  # its name told less than its bytes
    for number, line in enumerate(lines, 1):
        match = _DEFINES.search(line[:300])
        if match is None:
            continue
        own = parts(match[1])
        met = {term for term in terms for part in own if same(term, part)}
        covered = sum(any(same(term, part) for term in terms) for part in own)
        if len(met) >= _NAME_WORDS and covered >= _NAME_SHARE * len(own):
            points = covered + covered / len(own)
            yield _Place(points, path, number, match[1], line.strip()[:300])
