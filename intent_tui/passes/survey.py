"""A look round the workspace for the home screen, made while the person still types."""

from __future__ import annotations

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.passes.events import Surveyed
from intent_tui.probe import entries
from intent_tui.probe.records import domain_of
from intent_tui.workspace.files import Workspace

_EXAMPLES = 2


def survey(workspace: Workspace) -> Surveyed:
    """What lies here, in a handful of words, and two requests people could make of it."""
    inventory = workspace.inventory
    files = len(inventory.files)
    if not files:
        return Surveyed(workspace.name, workspace.head, ("empty folder",))
    if domain_of(workspace) != "code":
        return Surveyed(workspace.name, workspace.head, _records(workspace))
    found = entries.inventory(workspace)
    routes = [each for each in found.entries if each.sort == "http"]
    parts = [f"{files:,} files", _languages(workspace)]
    if routes:
        parts.append(_count(len(routes), "route"))
    commands = sum(each.sort == "command" for each in found.entries)
    if commands and not routes:
        parts.append(_count(commands, "command"))
    parts.append(_count(len(inventory.of("test")), "test file"))
    decisions = len(inventory.of("decision"))
    if decisions:
        parts.append(_count(decisions, "decision record"))
    return Surveyed(workspace.name, workspace.head, tuple(filter(None, parts)), _examples(routes))


def _records(workspace: Workspace) -> tuple[str, ...]:
    """`212 tickets`, `3 policies`: what a folder without code holds."""
    groups: dict[str, int] = {}
    for file in workspace.inventory.files:
        folder = file.path.split("/", 1)[0] if "/" in file.path else "files"
        groups[folder] = groups.get(folder, 0) + 1
    largest = sorted(groups.items(), key=lambda pair: (-pair[1], pair[0]))[:4]
    return (*(f"{count:,} {name}" for name, count in largest), "no code")


def _languages(workspace: Workspace) -> str:
    names = knowledge.yaml("words/plain.yaml")["languages"]
    return ", ".join(names.get(each, each.title()) for each in workspace.inventory.languages[:2])


def _examples(routes: list[entries.Entry]) -> tuple[str, ...]:
    """Requests built from this workspace's own entry points."""
    writes = [each for each in routes if each.access == "write"]
    reads = [each for each in routes if each.access == "read"]
    found = [f"rate limit {each.name}" for each in writes[:1]]
    found += [f"add caching to {each.name}" for each in reads[:1]]
    return tuple(found[:_EXAMPLES])


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {_many(word)}"


def _many(word: str) -> str:
    return word if stems.fold(word) != word else f"{word}s"
