"""The surfaces data (`references/surfaces/*.yaml`) as records, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from typing import Any

from intent_tui.base import knowledge

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ecosystem:
    """One file of `references/surfaces`: where an ecosystem's facts stand and how they look."""

    name: str
    languages: tuple[str, ...]
    suffixes: tuple[str, ...]
    comment: tuple[str, ...]
    data: Data

    def rows(self, key: str) -> tuple[Data, ...]:
        """A list of mappings of the file, empty when it has none."""
        return tuple(self.data.get(key) or ())


@lru_cache(maxsize=1)
def ecosystems() -> tuple[Ecosystem, ...]:
    """Every ecosystem that is described, `common` among them, sorted by name."""
    found = []
    for name in sorted(knowledge.names("surfaces")):
        data: Data = knowledge.yaml(f"surfaces/{name}.yaml")
        found.append(
            Ecosystem(
                name=str(data["ecosystem"]),
                languages=tuple(data.get("languages") or ()),
                suffixes=tuple(data.get("suffixes") or ()),
                comment=tuple(data.get("comment") or ()),
                data=data,
            )
        )
    return tuple(found)


@lru_cache(maxsize=1)
def common() -> Data:
    """What belongs to no single language: pipelines, schedules, configuration, word lists."""
    return next(eco.data for eco in ecosystems() if eco.name == "common")


@lru_cache(maxsize=4096)
def of_suffix(suffix: str) -> Ecosystem | None:
    """The ecosystem whose source files end in `suffix` (with its dot)."""
    for eco in ecosystems():
        if suffix in eco.suffixes:
            return eco
    return None


def of_path(path: str) -> Ecosystem | None:
    """The ecosystem a source file belongs to, by its suffix."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return of_suffix(dot + suffix.lower())


@lru_cache(maxsize=64)
def patterns(ecosystem: str, key: str) -> tuple[re.Pattern[str], ...]:
    """The compiled patterns of an ecosystem under `key`; a dot leads into a section."""
    for eco in ecosystems():
        if eco.name == ecosystem:
            value: Any = eco.data
            for step in key.split("."):
                value = value.get(step) if isinstance(value, Mapping) else None
            return tuple(re.compile(text) for text in value or ())
    return ()


def named(pattern: str, path: str) -> bool:
    """Whether a path matches a file pattern: its base name, or the whole path if it has a slash."""
    whole = "/" in pattern
    return bool(_file_pattern(pattern).match(path if whole else path.rpartition("/")[2]))


@lru_cache(maxsize=256)
def _file_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(translate(pattern))


@lru_cache(maxsize=1)
def capabilities() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Capability -> ecosystem -> package names, lower case (`references/capabilities.yaml`)."""
    data: Data = knowledge.yaml("capabilities.yaml")
    return {
        capability: {
            eco: tuple(str(name).lower() for name in names) for eco, names in by_eco.items()
        }
        for capability, by_eco in data.items()
    }


@lru_cache(maxsize=4096)
def capabilities_of(ecosystem: str, package: str) -> tuple[str, ...]:
    """The capabilities a package gives, in the order of the data file."""
    name = _plain(ecosystem, package)
    found = []
    for capability, by_eco in capabilities().items():
        for listed in by_eco.get(ecosystem, ()):
            wild = listed.endswith("*") and name.startswith(listed[:-1])
            if wild or name == _plain(ecosystem, listed):
                found.append(capability)
                break
    return tuple(found)


def _plain(ecosystem: str, package: str) -> str:
    name = package.lower()
    if ecosystem == "python":
        return re.sub(r"[-_.]+", "-", name)
    if ecosystem == "go":
        return re.sub(r"/v\d+$", "", name)
    return name
