"""Where a token stands in a workspace, and what a fact about a claim looks like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from intent_tui.probe.facts import Fact, Surface
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.reading import fact_at
from intent_tui.workspace.files import FileInfo, Workspace
from intent_tui.workspace.search import Hit

CODE = ("src", "conf", "manifest")
WRITTEN = ("doc", "changelog", "decision", "rule")
ALIKE = 0.6
"""How much alike two names must be before one is offered for the other."""
QUOTES = "\"'`"
OPTION_WORDS = ("flag", "option", "arg", "switch", "param")
"""Beside a quoted name in code these say that it is an option."""
_MOST = 200


def of_code(workspace: Workspace, token: str, kinds: Iterable[str]) -> Iterator[Hit]:
    """The lines of code files of these kinds in which a token stands as a whole word."""
    sources = corpus(workspace)
    flags = sources.both(
        sources.holding([token.lower().encode()]), sources.of_kinds(kinds, grammar=False)
    )
    files = [sources.files[number].info for number in sources.numbers(flags)]
    yield from workspace.search([token], files, limit=_MOST, whole_words=True).hits


def anywhere(workspace: Workspace, token: str) -> bool:
    """Whether a token stands in any file that is read as code or as text."""
    sources = corpus(workspace)
    if any(sources.holding([token.lower().encode()])):
        return True
    return bool(of_text(workspace, token, workspace.inventory.of(*WRITTEN, "manifest"), 1))


def of_text(
    workspace: Workspace, token: str, files: Iterable[FileInfo], most: int
) -> tuple[Hit, ...]:
    """The first lines of these files in which a token stands as a whole word."""
    return workspace.search([token], files, limit=most, whole_words=True).hits


def is_literal(text: str, token: str) -> bool:
    """Whether a token stands inside quotes on a line of code."""
    at = text.find(token)
    if at < 0:
        return False
    return any(mark in text[:at] and mark in text[at:] for mark in QUOTES)


def is_option(text: str, name: str, token: str) -> bool:
    """Whether a line spells an option: with its dashes, or quoted beside a word that says so."""
    if name.startswith("--") and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        return True
    quoted = any(f"{mark}{token}{mark}" in text for mark in QUOTES)
    return quoted and (name.startswith("?") or any(word in text.lower() for word in OPTION_WORDS))


def claim_fact(
    workspace: Workspace,
    surface: Surface,
    claim: str,
    where: tuple[str, int],
    *,
    name: str,
    value: str = "",
    more: Mapping[str, str] | None = None,
) -> Fact | None:
    """A fact of kind `claim` with a pointer to the line `where`."""
    told = {"claim": claim, **(more or {})}
    return fact_at(workspace, surface, "claim", name, where, value=value, more=told)


def most_alike(name: str, others: Iterable[str], most: int = 2) -> list[str]:
    """Those of the names that a slip of the pen could have made of `name`, the likest first."""
    low = name.lower()
    scored = []
    for other in dict.fromkeys(others):
        matcher = SequenceMatcher(None, low, other.lower())
        if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE:
            scored.append((-matcher.ratio(), other))
    return [other for score, other in sorted(scored) if -score >= ALIKE][:most]
