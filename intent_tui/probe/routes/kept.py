"""Which files are worth parsing: a literal prefilter over the bytes of the sources."""

from __future__ import annotations

from functools import lru_cache

from intent_tui.probe.source import reading
from intent_tui.probe.source.surfaces import Data, ecosystems, of_path
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


def _generated(raw: bytes) -> bool:
    """Whether a source says at its beginning that a program wrote it."""
    head = raw[:600]
    return b"DO NOT EDIT" in head or b"@generated" in head


def kept(workspace: Workspace) -> dict[str, list[str]]:
    """Ecosystem -> the sources that may hold an entry, in the order of their paths."""
    found: dict[str, list[str]] = {}
    beside: dict[str, list[str]] = {}
    for info in workspace.inventory.files:
        if info.kind not in READ:
            continue
        eco = of_path(info.path)
        if eco is None:
            continue
        raw = reading.raw_of(workspace, info.path)
        if _generated(raw):
            continue
        modules, names, calls = _needles(eco.name)
        if any(needle in raw for needle in modules) or (
            any(needle in raw for needle in calls) and any(needle in raw for needle in names)
        ):
            found.setdefault(eco.name, []).append(info.path)
        elif eco.data.get("package_scope") and any(needle in raw for needle in calls):
            beside.setdefault(eco.name, []).append(info.path)
    for ecosystem, paths in beside.items():
        folders = {path.rpartition("/")[0] for path in found.get(ecosystem, ())}
        more = [path for path in paths if path.rpartition("/")[0] in folders]
        found[ecosystem] = sorted([*found.get(ecosystem, ()), *more])
    return found
