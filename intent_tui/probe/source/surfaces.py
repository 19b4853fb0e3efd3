"""The surfaces data (`references/surfaces/*.yaml`) as records, read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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
    merged: dict[str, dict[str, Any]] = {}
    for name in _weakest_first():
        data: Data = knowledge.yaml(f"surfaces/{name}.yaml")
        merged[str(data["ecosystem"])] = _joined(merged.get(str(data["ecosystem"]), {}), data)
    found = [
        Ecosystem(
            name=name,
            languages=tuple(data.get("languages") or ()),
            suffixes=tuple(data.get("suffixes") or ()),
            comment=tuple(data.get("comment") or ()),
            data=data,
        )
        for name, data in sorted(merged.items())
    ]
    return tuple(found)


def _weakest_first() -> list[str]:
    """The files, what ships before what was added: additions come after what they add to."""
    names = knowledge.names("surfaces")
    return sorted(names, key=lambda name: (knowledge.origin(f"surfaces/{name}.yaml") !=
                                           knowledge.SHIPPED, name))  # fmt: skip


def _joined(first: Data, second: Data) -> dict[str, Any]:
    """Two files about one ecosystem as one: lists go on, sections are joined, the rest stays."""
    joined = dict(first)
    for key, value in second.items():
        there = joined.get(key)
        if isinstance(there, list) and isinstance(value, list):
            joined[key] = [*there, *(each for each in value if each not in there)]
        elif isinstance(there, Mapping) and isinstance(value, Mapping):
            joined[key] = _joined(there, value)
        elif there is None:
            joined[key] = value
    return joined


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


def namer(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A test whether a path matches any of some file patterns, for asking it of every file."""
    return _namer(tuple(patterns))


@lru_cache(maxsize=256)
def _namer(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Most patterns are a name or an ending: these are compared, only the rest is matched."""
    short = [each for each in patterns if "/" not in each]
    names = frozenset(each for each in short if not _WILD.search(each))
    ends = tuple(each[1:] for each in short if each[:1] == "*" and not _WILD.search(each[1:]))
    others = [each for each in short if each not in names and each[1:] not in ends]
    base = _one_of(others)
    whole = _one_of([each for each in patterns if "/" in each])

    def met(path: str) -> bool:
        name = path.rpartition("/")[2]
        if name in names or name.endswith(ends):
            return True
        if base is not None and base.match(name) is not None:
            return True
        return whole is not None and whole.match(path) is not None

    return met


_WILD = re.compile(r"[*?\[]")


def _one_of(patterns: Iterable[str]) -> re.Pattern[str] | None:
    listed = list(dict.fromkeys(map(translate, patterns)))
    return re.compile("|".join(listed)) if listed else None


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
