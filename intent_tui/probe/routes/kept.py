"""Which files are worth parsing: a literal prefilter over the bytes of the sources."""

from __future__ import annotations

import re
from functools import lru_cache

from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.surfaces import Data, Ecosystem, ecosystems
from intent_tui.workspace.files import Workspace

READ = frozenset({"src", "conf", "other"})
"""Kinds of files entries are looked for in: no tests, no examples, nothing foreign."""


@lru_cache(maxsize=16)
def _needles(ecosystem: str) -> tuple[tuple[bytes, ...], tuple[bytes, ...], tuple[bytes, ...]]:
    for eco in ecosystems():
        if eco.name == ecosystem:
            marks: list[str] = []
            for key in ("frameworks", "commands", "jobs"):
                for row in eco.rows(key):
                    marks.extend(row.get("needles") or _imports(ecosystem, row))
            rows = eco.data.get("filter") or {}
            return (
                tuple(sorted({text.encode() for text in marks})),
                tuple(text.encode() for text in rows.get("names") or ()),
                tuple(text.encode() for text in rows.get("calls") or ()),
            )
    return (), (), ()


def _imports(ecosystem: str, row: Data) -> list[str]:
    """How an import of a row's modules looks in a source."""
    modules = [module for module in row.get("modules") or [row.get("module", "")] if module]
    before = {"javascript": ("'", '"'), "python": ("import ", "from ")}.get(ecosystem, ("",))
    return [mark + module for module in modules for mark in before]


@lru_cache(maxsize=16)
def _sieves(ecosystem: str) -> tuple[tuple[re.Pattern[bytes], ...], ...]:
    """The needles as patterns over lower-cased bytes: what none of them meets holds no needle.

    Needles with the same first byte make one pattern, because a pattern that begins with a fixed
    text is sought as quickly as the text, however many endings it may have.
    """
    return tuple(_patterns(needles) for needles in _needles(ecosystem))


def _patterns(needles: tuple[bytes, ...]) -> tuple[re.Pattern[bytes], ...]:
    groups: dict[bytes, list[bytes]] = {}
    for low in sorted({needle.lower() for needle in needles}):
        groups.setdefault(low[:1], []).append(re.escape(low))
    return tuple(re.compile(b"|".join(group)) for group in groups.values())


def _generated(low: bytes) -> bool:
    """Whether a source says at its beginning that a program wrote it."""
    head = low[:600]
    return b"do not edit" in head or b"@generated" in head


def kept(workspace: Workspace) -> dict[str, list[str]]:
    """Ecosystem -> the sources that may hold an entry, in the order of their paths."""
    sources = corpus(workspace)
    found: dict[str, list[str]] = {}
    beside: dict[str, list[str]] = {}
    for number in sources.numbers(sources.of_kinds(READ)):
        info, eco = sources.files[number]
        if eco is None:
            continue
        low = sources.low(number)
        if not _may_hold(eco, low) or _generated(low):
            continue
        there, called = _holds(eco.name, sources.raw(number))
        if there:
            found.setdefault(eco.name, []).append(info.path)
        elif called and eco.data.get("package_scope"):
            beside.setdefault(eco.name, []).append(info.path)
    for ecosystem, paths in beside.items():
        folders = {path.rpartition("/")[0] for path in found.get(ecosystem, ())}
        more = [path for path in paths if path.rpartition("/")[0] in folders]
        found[ecosystem] = sorted([*found.get(ecosystem, ()), *more])
    return found


def _may_hold(eco: Ecosystem, low: bytes) -> bool:
    """Whether the lower-cased bytes hold a module, or a call that counts: most sources do not."""
    modules, names, calls = _sieves(eco.name)
    if _met(modules, low):
        return True
    alone = bool(eco.data.get("package_scope"))
    return _met(calls, low) and (alone or _met(names, low))


def _met(patterns: tuple[re.Pattern[bytes], ...], low: bytes) -> bool:
    return any(pattern.search(low) for pattern in patterns)


def _holds(ecosystem: str, raw: bytes) -> tuple[bool, bool]:
    """Whether a source holds a module, or a call on one of the names; whether it holds a call."""
    modules, names, calls = _needles(ecosystem)
    called = any(needle in raw for needle in calls)
    there = any(needle in raw for needle in modules) or (
        called and any(needle in raw for needle in names)
    )
    return there, called
