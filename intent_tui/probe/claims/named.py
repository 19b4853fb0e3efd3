"""Files, identifiers, options, commands and packages that a request takes to be there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.probe import entries
from intent_tui.probe.claims.places import (
    CODE,
    anywhere,
    claim_fact,
    most_alike,
    of_code,
)
from intent_tui.probe.facts import Claim, Fact, Surface
from intent_tui.probe.manifests import read_all
from intent_tui.probe.source.corpus import corpus
from intent_tui.workspace.files import Workspace

_MOST_READ = 60
"""Files in which a name like the missing one is looked for."""
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{3,80}")
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]{1,60}")
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{0,7}$", re.IGNORECASE)


def path(workspace: Workspace, claim: Claim) -> list[Fact]:
    """A file or folder that is not listed, and whose name no file speaks of.

    What a program writes when it runs is in no list; its name then stands in some source.
    """
    found: list[Fact] = []
    for name in claim.names:
        wanted = name.removeprefix("./").rstrip("/")
        if not _is_of_workspace(workspace, wanted) or _is_listed(workspace, wanted):
            continue
        if anywhere(workspace, wanted.rpartition("/")[2]):
            continue
        found += _instead(workspace, name, _like_path(workspace, wanted))
    return found


def symbol(workspace: Workspace, claim: Claim) -> list[Fact]:
    """An identifier that stands in no file, with the likest one that does."""
    found: list[Fact] = []
    for name in claim.names:
        bare = re.split(r"::|\.|#", name.rstrip("()"))[-1]
        if len(bare) < 4 or anywhere(workspace, bare) or _file_of(workspace, bare):
            continue
        found += _alike_in_code(workspace, name, bare, _IDENTIFIER)
    return found


def flag(workspace: Workspace, claim: Claim) -> list[Fact]:
    """An option that stands in no file, in whatever spelling, with the likest one that does."""
    found: list[Fact] = []
    for name in claim.names:
        bare = name.lstrip("-?").partition("=")[0]
        spellings = {bare, bare.replace("-", "_"), bare.replace("-", "")}
        if len(bare) < 3 or any(anywhere(workspace, each) for each in sorted(spellings)):
            continue
        found += _alike_in_code(workspace, name, f"--{bare}", _FLAG)
    return found


def command(workspace: Workspace, claim: Claim) -> list[Fact]:
    """A command that is not in the inventory while others are, with the likest of those."""
    listed = entries.inventory(workspace)
    commands = [entry for entry in listed.entries if entry.sort == "command"]
    if listed.partial or not commands:
        return []
    known = {word.lower() for entry in commands for word in entry.name.split()}
    found: list[Fact] = []
    for name in claim.names:
        if name.lower() in known or any(True for _ in of_code(workspace, name, ("src",))):
            continue
        order = most_alike(name, [entry.name for entry in commands])
        ranked = sorted(commands, key=lambda e: (e.name not in order, e.file, e.line))
        where = [(entry.name, entry.file, entry.line) for entry in ranked[:2]]
        found += _instead(workspace, name, where, "entries")
    return found


def package(workspace: Workspace, claim: Claim) -> list[Fact]:
    """A package that no manifest declares and no file names, with the likest one declared."""
    declared = read_all(workspace)
    if declared.failures or not declared.declared:
        return []
    known = {item.package.name.lower() for item in declared.declared}
    found: list[Fact] = []
    for name in claim.names:
        if name.lower() in known or anywhere(workspace, name):
            continue
        near = most_alike(name, sorted(known))
        first = sorted(declared.declared, key=lambda item: item.package.name.lower() not in near)
        where = [(item.package.name, item.path, item.package.line) for item in first[:1]]
        found += _instead(workspace, name, where, "manifests")
    return found


def _instead(
    workspace: Workspace,
    asked: str,
    where: Iterable[tuple[str, str, int]],
    surface: Surface = "conventions",
) -> list[Fact]:
    facts = []
    for name, file, line in where:
        near = "yes" if most_alike(asked.rpartition("/")[2], [name.rpartition("/")[2]]) else ""
        fact = claim_fact(
            workspace,
            surface,
            "missing",
            (file, line),
            name=name,
            more={"asked": asked, "alike": near},
        )
        if fact is not None:
            facts.append(fact)
    return facts


def _is_of_workspace(workspace: Workspace, name: str) -> bool:
    """Whether a path can only mean something in this workspace."""
    if name.startswith(("/", "~", "..", "$", "http")) or any(mark in name for mark in "*?<>{}:"):
        return False
    first = name.partition("/")[0]
    folder = any(info.path.startswith(f"{first}/") for info in workspace.inventory.files)
    return bool(_EXTENSION.search(name)) or ("/" in name and folder)


def _is_listed(workspace: Workspace, name: str) -> bool:
    low = name.lower()
    for info in workspace.inventory.files:
        there = info.path.lower()
        if there == low or there.endswith(f"/{low}") or f"/{low}/" in f"/{there}":
            return True
    return _is_ignored_file(workspace, name)


def _is_ignored_file(workspace: Workspace, name: str) -> bool:
    """Whether the file lies there all the same: git ignores it."""
    try:
        workspace.opened.scan(name)
    except Unreadable:
        return False
    return True


def _like_path(workspace: Workspace, name: str) -> list[tuple[str, str, int]]:
    """Files that may be meant, else what introduces the folder or the project."""
    suffix = name[name.rfind(".") :] if "." in name.rpartition("/")[2] else ""
    ending = [info.path for info in workspace.inventory.files if info.path.endswith(suffix)]
    by_base: dict[str, str] = {}
    for each in ending:
        by_base.setdefault(each.rpartition("/")[2], each)
    near = most_alike(name.rpartition("/")[2], by_base)
    if near:
        return [(by_base[each], by_base[each], 1) for each in near]
    introducing = [
        info.path for info in workspace.inventory.of("rule", "doc") if "/" not in info.path
    ]
    beside = [path for path in ending if path.rpartition("/")[0] == name.rpartition("/")[0]]
    return [(path, path, 1) for path in (*beside, *introducing)[:1]]


def _file_of(workspace: Workspace, name: str) -> bool:
    return any(
        info.path.rpartition("/")[2].partition(".")[0].lower() == name.lower()
        for info in workspace.inventory.files
    )


def _alike_in_code(
    workspace: Workspace, asked: str, name: str, shape: re.Pattern[str]
) -> list[Fact]:
    """Names of the same shape in the files that hold a part of the missing one."""
    parts = sorted({p for p in stems.parts(name) if len(p) > 2}, key=lambda p: (len(p), p))
    sources = corpus(workspace)
    held = sources.holding([part.encode() for part in parts[-2:]])
    flags = sources.both(held, sources.of_kinds(CODE, grammar=False))
    places: dict[str, tuple[str, int]] = {}
    for number in list(sources.numbers(flags))[:_MOST_READ]:
        file = sources.files[number].info.path
        for line, text in enumerate(_lines(workspace, file), 1):
            for match in shape.finditer(text):
                places.setdefault(match.group(), (file, line))
    likest = most_alike(name, sorted(places))
    return _instead(workspace, asked, [(each, *places[each]) for each in likest])


def _lines(workspace: Workspace, file: str) -> Sequence[str]:
    try:
        return [line[:2000] for line in workspace.opened.text(file).lines[:5000]]
    except Unreadable:
        return ()
