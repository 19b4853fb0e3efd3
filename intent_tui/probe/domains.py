"""Domain tables: how records outside code are recognised and what can be done about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from intent_tui.base import knowledge
from intent_tui.workspace.files import FileInfo, Workspace

DATA_LANGUAGES = ("json", "yaml", "markdown", "csv", "text", "toml", "")
_CODE_KINDS = ("src", "manifest")
_MOST_FILES = 20_000


@dataclass(frozen=True, slots=True)
class Remedy:
    """Something that can be done for somebody."""

    name: str
    offer: dict[str, str]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Domain:
    """A sort of work outside code, from references/domains."""

    name: str
    kinds: dict[str, tuple[str, ...]]
    """Kind of record to the stems of the folders that hold it."""
    remedies: tuple[Remedy, ...]
    forecloses: tuple[str, ...]
    excluded: tuple[str, ...]
    offered: tuple[str, ...]
    effective: tuple[str, ...]

    def kind_of(self, info: FileInfo) -> str:
        """The kind of a file by the folder it lies in, then by its own name; empty for none."""
        parts = info.path.lower().split("/")
        for part in (*reversed(parts[:-1]), parts[-1]):
            for kind, stems in self.kinds.items():
                if any(part.startswith(stem) for stem in stems):
                    return kind
        return ""


@cache
def domain(name: str) -> Domain:
    """The table of a domain."""
    raw: dict[str, Any] = knowledge.yaml(f"domains/{name}.yaml")
    return Domain(
        name=raw["name"],
        kinds={kind: tuple(each["folders"]) for kind, each in raw["kinds"].items()},
        remedies=tuple(
            Remedy(key, each["offer"], tuple(str(word).lower() for word in each["words"]))
            for key, each in raw["remedies"].items()
        ),
        forecloses=_low(raw["forecloses"]),
        excluded=_low(raw["excluded"]),
        offered=_low(raw["offered"]),
        effective=_low(raw["effective"]),
    )


def _low(words: list[str]) -> tuple[str, ...]:
    return tuple(str(word).lower() for word in words)


def domain_of(workspace: Workspace) -> str:
    """`code`, the domain whose kinds of record fit best, or empty for nothing known.

    Told from names alone: no file is opened.
    """
    files = workspace.inventory.files[:_MOST_FILES]
    if not files:
        return "" if workspace.inventory.failed is None else "code"
    code = sum(info.kind in _CODE_KINDS for info in files)
    best = max((_fit(name, files), name) for name in sorted(knowledge.names("domains")))
    if best[0] >= 2 and code * 2 <= len(files):
        return best[1]
    if code or any(info.kind in ("test", "conf", "ci") for info in files):
        return "code"
    return best[1] if best[0] else "code"


def _fit(name: str, files: tuple[FileInfo, ...]) -> int:
    """How many different kinds of record of this domain there are."""
    table = domain(name)
    return len({kind for info in files if (kind := table.kind_of(info))})
