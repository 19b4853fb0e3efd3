"""The sentences of rule files that demand or forbid something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from intent_tui.base.files import Unreadable
from intent_tui.language.detect import detect
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.written import bans
from intent_tui.probe.written.prose import Said, sentences
from intent_tui.probe.written.vocabulary import pattern, table
from intent_tui.workspace.files import FileInfo, Workspace

MOST_FILES = 60
DEEPEST = 2
"""Folders above a document whose rules hold for the whole workspace."""

_FORBIDS, _DEMANDS, _ELSEWHERE = 1.3, 1.0, 0.8


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence; `strength` is higher for a ban and for a file made to hold rules."""

    path: str
    said: Said
    ruling: bans.Ruling
    strength: float


@dataclass(frozen=True, slots=True)
class _Rules:
    rules: tuple[Rule, ...]


def files(workspace: Workspace) -> tuple[FileInfo, ...]:
    """The files that give rules: those for people and agents, then documents of principle."""
    skipped = table()["not_rules"]
    documents = table()["policy_documents"]
    own = [
        info
        for info in workspace.inventory.of("rule")
        if info.path.rpartition("/")[2].lower() not in skipped
    ]
    other = [
        info
        for info in workspace.inventory.of("doc")
        if info.path.count("/") < DEEPEST and _base(info) in documents
    ]
    return tuple((*own, *other)[:MOST_FILES])


def stated(workspace: Workspace) -> tuple[Rule, ...]:
    """All sentences that demand or forbid, in the order of the files; read once."""
    return remembered(workspace, "rules", _Rules, lambda: _Rules(tuple(_each(workspace)))).rules


def _each(workspace: Workspace) -> Iterator[Rule]:
    for info in files(workspace):
        try:
            lines = workspace.opened.text(info.path).lines
        except Unreadable:
            continue  # no text, no rules
        language = detect("\n".join(lines[:120]))
        own = 1.0 if info.kind == "rule" else _ELSEWHERE
        for said in sentences(lines):
            ruling = bans.read(said.text, language)
            # A page that introduces a project is full of duties of its reader; its bans count.
            demands = info.kind == "rule" and pattern("demands").search(said.text.lower())
            if ruling.bans or demands:
                strength = own * (_FORBIDS if ruling.bans else _DEMANDS)
                yield Rule(info.path, said, ruling, strength)


def _base(info: FileInfo) -> str:
    return info.path.rpartition("/")[2].partition(".")[0].lower()
