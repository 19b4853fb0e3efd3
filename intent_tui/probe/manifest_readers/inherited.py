"""Versions that a manifest leaves to another one: central lists, parents, workspaces, catalogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from intent_tui.probe.manifest_readers.record import Declared, pin_of
from intent_tui.probe.manifest_readers.xml_files import filled

Properties = Callable[[str], Mapping[str, str]]
"""What the manifest at a path gives names to; empty for one that gives none."""


def settled(declared: Sequence[Declared], properties: Properties) -> list[Declared]:
    """The packages with the versions that manifests above them fix.

    A package without a version (or with `catalog:`) takes it from the nearest constraint of its
    name in its own folder or one above. `${name}` is filled in from the projects above.
    """
    fixed: dict[tuple[str, str], list[Declared]] = {}
    for item in declared:
        if item.package.group == "constraint" and item.package.version:
            key = (item.ecosystem, item.package.name.lower())
            fixed.setdefault(key, []).append(item)
    return [_settled(item, fixed, properties) for item in declared]


def _settled(
    item: Declared, fixed: Mapping[tuple[str, str], list[Declared]], properties: Properties
) -> Declared:
    package = item.package
    if "${" in package.version:
        version = _from_above(item.path, package.version, properties)
        pinned = package.pinned if "${" in version else pin_of(version)
        return replace(item, package=replace(package, version=version, pinned=pinned))
    left_open = not package.version or package.version.startswith("catalog:")
    if package.group == "constraint" or not left_open:
        return item
    above = [
        other
        for other in fixed.get((item.ecosystem, package.name.lower()), ())
        if _is_above(other.path, item.path)
    ]
    if not above:
        return item
    nearest = max(above, key=lambda other: (other.path.count("/"), other.path))
    taken = replace(package, version=nearest.package.version, pinned=nearest.package.pinned)
    return replace(item, package=taken, source=(nearest.path, nearest.package.line))


def _is_above(path: str, other: str) -> bool:
    folder = path.rpartition("/")[0]
    return not folder or other.startswith(folder + "/")


def _from_above(path: str, version: str, properties: Properties) -> str:
    """The version with the properties of the projects in the folders above, the nearest first."""
    folder, _, name = path.rpartition("/")
    while "${" in version and folder:
        folder = folder.rpartition("/")[0]
        version = filled(version, properties(f"{folder}/{name}".lstrip("/")))
    return version
