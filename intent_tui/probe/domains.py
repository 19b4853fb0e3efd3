"""Domain tables: how records outside code are recognised and what can be done about them.

The tables are `references/domains/*.yaml`; a new domain needs no code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.probe.written.vocabulary import any_of, begins
from intent_tui.workspace.files import FileInfo, Workspace

CODE = "code"
DERIVED = "derived"
"""The table for a domain nobody listed: what the four questions of the reference ask for."""

DATA_LANGUAGES = frozenset({"json", "yaml", "markdown", "csv", "text"})
_RECORD_KINDS = frozenset({"data", "doc", "conf", "other", "rule", "decision", "changelog"})
_WORKSHOP_KINDS = frozenset({"test", "ci", "lock", "decision", "changelog"})
_MOST_FILES = 20_000
_FEW_SCRIPTS = 8
"""A folder of records may have a script among this many files and still be one."""
_ENOUGH = 2
"""Kinds of record a workspace must have before it counts as one of a domain."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: `folders` are stems of the folder or file that holds it, `words` what
    people call one, `entitles` whether it says what somebody has a right to."""

    name: str
    folders: re.Pattern[str]
    words: frozenset[str]
    entitles: bool


@dataclass(frozen=True, slots=True)
class Remedy:
    """Something that can be done for somebody.

    `offer` says it, by language; `first` is False for what is done when nothing else is left.
    """

    name: str
    offer: Mapping[str, str]
    words: re.Pattern[str]
    irreversible: bool
    first: bool


@dataclass(frozen=True, slots=True)
class Domain:
    """A sort of work outside code."""

    name: str
    about: str
    kinds: tuple[Kind, ...]
    roles: Mapping[str, frozenset[str]]
    """Kinds of record by what they are for: `cases`, `policies`, `notes`."""
    remedies: tuple[Remedy, ...]
    telling: tuple[re.Pattern[str], ...]
    """Beginnings of field names that tell what happened, the most telling first."""
    entitling: tuple[re.Pattern[str], ...]
    """The same for what somebody has a right to."""
    forecloses: re.Pattern[str]
    excluded: re.Pattern[str]
    offered: re.Pattern[str]

    def kind_of(self, path: str, *, by_folder: bool = False) -> str:
        """The kind of a file by the folder nearest to it, then by its own name; "" for none.

        Beside code only the folder counts (`by_folder`): there a page called `permissions.md`
        explains a program and rules nothing.
        """
        *folders, name = path.lower().split("/")
        for part in (*reversed(folders), *(() if by_folder else (name,))):
            for kind in self.kinds:
                if kind.folders.match(part):
                    return kind.name
        return ""

    def kind_called(self, words: Iterable[str]) -> str:
        """The kind that one of the words names, "" for none."""
        for word in words:
            low = stems.fold(word)
            for kind in self.kinds:
                if low in kind.words or low == kind.name:
                    return kind.name
        return ""

    def entitles(self, kind: str) -> bool:
        """Whether records of this kind say what somebody has a right to."""
        return any(each.entitles for each in self.kinds if each.name == kind)


@cache
def domain(name: str) -> Domain:
    """The table of a domain.

    Raises FileNotFoundError for a name that has none.
    """
    raw: Mapping[str, Any] = knowledge.yaml(f"domains/{name}.yaml")
    common: Mapping[str, Any] = knowledge.yaml("domains/derived.yaml")
    kinds = tuple(_kind(key, each) for key, each in raw["kinds"].items())

    def listed_in(key: str) -> tuple[str, ...]:
        own, shared = raw.get(key, ()), common.get(key, ())
        return tuple(dict.fromkeys((*map(str, own), *map(str, shared))))

    def ranked(key: str) -> tuple[re.Pattern[str], ...]:
        return tuple(begins((word,)) for word in listed_in(key))

    return Domain(
        name=str(raw["name"]),
        about=str(raw["about"]),
        kinds=kinds,
        roles={role: frozenset(names) for role, names in raw["roles"].items()},
        remedies=tuple(_remedy(key, each) for key, each in raw.get("remedies", {}).items()),
        telling=ranked("telling"),
        entitling=ranked("entitling"),
        forecloses=any_of((*raw.get("forecloses", ()), *common["forecloses"])),
        excluded=any_of((*raw.get("excluded", ()), *common["excluded"])),
        offered=begins(listed_in("offered")),
    )


def _kind(name: str, raw: Mapping[str, Any]) -> Kind:
    words = frozenset(stems.fold(str(word)) for word in raw.get("words", ()))
    ordered = sorted(map(str, raw["folders"]), key=lambda word: (-len(word), word))
    # A stem may stand at the beginning of any word of a folder's name: `old-tickets`.
    pattern = re.compile(rf"(?:.*[^a-z])?(?:{'|'.join(map(re.escape, ordered))})")
    return Kind(name, pattern, words, bool(raw.get("entitles", False)))


def _remedy(name: str, raw: Mapping[str, Any]) -> Remedy:
    last = bool(raw.get("last", False))
    return Remedy(name, raw["offer"], begins(raw["words"]), bool(raw["irreversible"]), not last)


def listed() -> tuple[str, ...]:
    """The names of the domains that have a table of their own, sorted."""
    return tuple(name for name in knowledge.names("domains") if name != DERIVED)


def holds_records(info: FileInfo) -> bool:
    """Whether a file may be a record, a policy or a note, told from its kind."""
    return info.kind in _RECORD_KINDS and info.language in DATA_LANGUAGES


def domain_of(workspace: Workspace) -> str:
    """What sort of work a workspace is: `code`, a domain's name, or "" for nothing known.

    Told from names alone: no file is opened. Without any files it is "", unless the files could
    not be listed: that is a failure, and the look-ups say so.
    """
    files = workspace.inventory.files[:_MOST_FILES]
    if not files:
        return "" if workspace.inventory.failed is None else CODE
    if any(info.kind == "manifest" for info in files):
        return CODE
    name, fit = best_domain(files)
    code = sum(info.kind == "src" for info in files)
    if fit >= _ENOUGH and code * _FEW_SCRIPTS <= len(files):
        return name
    if code or any(info.kind in _WORKSHOP_KINDS for info in files):
        return CODE
    if fit:
        return name
    # A page that introduces a project is no record yet.
    filed = any(holds_records(info) and (info.kind == "data" or "/" in info.path) for info in files)
    return DERIVED if filed else CODE


def best_domain(files: Iterable[FileInfo]) -> tuple[str, int]:
    """The domain that knows most kinds of what lies here, and how many; ("", 0) for none."""
    there = [info.path for info in files if holds_records(info)]
    best = ("", 0)
    for name in listed():
        table = domain(name)
        fit = len({kind for path in there if (kind := table.kind_of(path))})
        if fit > best[1]:
            best = (name, fit)
    return best
