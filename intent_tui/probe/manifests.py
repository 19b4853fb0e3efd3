"""Surface 1: what is installed, and how tightly it is pinned.

`wanted.names` are exact packages (case is ignored); `wanted.terms` are stems that must be a part
of a package's name or of one of its capabilities; `wanted.want` may be `capability:<name>` (see
references/capabilities.yaml). With none of the three every declared package counts.

Facts: kind `dependency` (a manifest line; value is the version as written) and kind `locked` (the
exact version a lock file holds for a package that was found). `more` holds `group`, `pinned` (yes,
no or range), `comment`, `ecosystem`, `capabilities`, `prerelease`, `from` (where a version that
the line leaves open is fixed).

A name that no manifest declares is looked up in the manifests' history: kind `removed` with the
commit that took it out (see removed.py) is no hit. Nothing found and nothing failed is absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intent_tui.probe import removed
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.manifest_readers import (
    catalogs,
    images,
    inherited,
    json_files,
    keyed_files,
    line_files,
    pattern_lines,
    terraform,
    toml_files,
    xml_files,
)
from intent_tui.probe.manifest_readers.record import (
    Declared,
    MalformedError,
    Package,
    prerelease,
)
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.source.words import SHORTEST_STEM, covered, nearness, parts
from intent_tui.workspace.files import Workspace

Row = Mapping[str, Any]
Reader = Callable[[Sequence[str], Row], list[Package]]

READERS: Mapping[str, Reader] = {
    "json_map": lambda lines, row: json_files.read_map(lines, row["groups"]),
    "toml": toml_files.read,
    "requirement_lines": lambda lines, row: line_files.read_requirements(lines, row["group"]),
    "ini_requirements": line_files.read_ini,
    "go_mod": lambda lines, row: line_files.read_go_mod(lines),
    "npm_lock": lambda lines, row: json_files.read_npm_lock(lines),
    "pipfile_lock": lambda lines, row: json_files.read_pipfile_lock(lines),
    "toml_packages": lambda lines, row: toml_files.read_packages(lines),
    "yarn_lock": lambda lines, row: line_files.read_yarn(lines),
    "pnpm_lock": lambda lines, row: line_files.read_pnpm(lines),
    "go_sum": lambda lines, row: line_files.read_go_sum(lines),
    "lines": pattern_lines.read,
    "cargo": catalogs.read_cargo,
    "catalog": lambda lines, row: catalogs.read_catalog(lines),
    "composer_lock": lambda lines, row: catalogs.read_composer_lock(lines),
    "nuget_lock": lambda lines, row: catalogs.read_nuget_lock(lines),
    "maven": lambda lines, row: xml_files.read_maven(lines),
    "nuget": lambda lines, row: xml_files.read_nuget(lines),
    "build_images": lambda lines, row: images.read_build(lines),
    "images": lambda lines, row: images.read_images(lines),
    "keyed": keyed_files.read,
    "setup": lambda lines, row: line_files.read_setup(lines),
    "terraform": lambda lines, row: terraform.read(lines),
}
"""The readers a row of references/surfaces may name."""

_GROUP_RANK = {"runtime": 0, "replace": 0, "peer": 1, "optional": 1, "constraint": 1, "build": 3}


@dataclass(slots=True)
class Manifests:
    """Everything the manifests of a workspace declare; `failures` names what could not be read."""

    declared: list[Declared] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def read_all(workspace: Workspace) -> Manifests:
    """The declared packages of every manifest, read once for each workspace."""
    return remembered(workspace, "manifests", Manifests, lambda: _read(workspace, "manifests"))


def _read(workspace: Workspace, section: str) -> Manifests:
    found = Manifests()
    seen: set[tuple[str, str]] = set()
    names = reading.by_base_name(workspace)
    for eco in surfaces.ecosystems():
        for row in eco.rows(section):
            pattern = str(row["file"])
            base = pattern.rpartition("/")[2]
            hits = _met(base, names) if "*" in base else [base]
            for info in (each for name in sorted(hits) for each in names.get(name, ())):
                if info.kind in ("example", "test") or (info.path, eco.name) in seen:
                    continue
                if base == pattern or surfaces.named(pattern, info.path):
                    seen.add((info.path, eco.name))
                    _read_one(workspace, info.path, row, eco.name, found)
    found.paths = sorted(set(found.paths))
    found.declared = inherited.settled(found.declared, lambda path: _properties(workspace, path))
    found.declared.sort(key=lambda item: (item.path, item.package.line, item.package.name))
    return found


def _properties(workspace: Workspace, path: str) -> Mapping[str, str]:
    """What a Maven project above another one gives names to."""
    lines = reading.lines_of(workspace, path) if path.endswith("pom.xml") else None
    try:
        return xml_files.maven_properties(lines) if lines is not None else {}
    except MalformedError:
        # the project itself is among the failures
        return {}


def _met(pattern: str, names: Iterable[str]) -> list[str]:
    """The names a pattern with `*` meets; its fixed ends are asked first, they are quick."""
    head, tail = pattern.partition("*")[0], pattern.rpartition("*")[2]
    near = [name for name in names if name.startswith(head) and name.endswith(tail)]
    return [name for name in near if surfaces.named(pattern, name)]


def _read_one(workspace: Workspace, path: str, row: Row, eco: str, found: Manifests) -> None:
    lines = reading.lines_of(workspace, path)
    if lines is None:
        found.failures.append(f"{path} could not be read")
        return
    try:
        packages = READERS[str(row["reader"])](lines, row)
    except MalformedError as error:
        found.failures.append(f"{path}: {error}")
        return
    found.paths.append(path)
    found.declared.extend(Declared(package, path, eco) for package in packages)


_Scored = tuple[float, int, float, int, str, Declared]


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Looks the wanted packages up in the manifests, then their exact versions in the locks."""
    manifests = read_all(workspace)
    scored: list[_Scored] = []
    for item in manifests.declared:
        score = _score(item, wanted)
        if score > 0:
            near = nearness(item.path, wanted.near)
            group = _GROUP_RANK.get(item.package.group, 2)
            scored.append((-score, group, -near, item.path.count("/"), item.path, item))
    scored.sort(key=lambda row: (row[:5], row[5].package.line, row[5].package.name))
    facts = [fact for *_, item in scored if (fact := _fact(workspace, item)) is not None]
    locked = _locked(workspace, wanted, [row[5] for row in scored[:KEPT]])
    where = reading.shown(manifests.paths, 3) or "no manifest"
    kept = facts[: KEPT - len(locked)] if len(facts) + len(locked) > KEPT else facts
    gone = _gone(workspace, wanted, scored, manifests)
    if gone is not None:
        where += " and their history"
    failures = [*manifests.failures, *([gone.failed] if gone and gone.failed else ())]
    return Result(
        action=f"manifests: {_said(wanted)} in {where}",
        facts=(*kept, *locked, *(gone.facts if gone else ())),
        hits=len(facts) + len(locked),
        failed="; ".join(failures) or None,
    )


MOST_GONE = 2
"""Names whose history is asked in one look-up."""


def _gone(
    workspace: Workspace, wanted: Wanted, scored: Sequence[_Scored], manifests: Manifests
) -> removed.Removed | None:
    """What the history says of names that no manifest declares; None when nothing was asked.

    Only of names that stand alone: with terms beside them something like it is wanted.
    """
    if wanted.terms or wanted.want or not workspace.history.there:
        return None
    there = {item.package.name.lower() for *_, item in scored}
    missing = [
        name for name in wanted.names
        if name.lower() not in there
        and not any(_same_package(item.ecosystem, item.package.name.lower(), name.lower())
                    for *_, item in scored)
    ]  # fmt: skip
    if not missing:
        return None
    return removed.look(workspace, missing[:MOST_GONE], manifests.paths)


def _said(wanted: Wanted) -> str:
    words = [*wanted.names, *wanted.terms]
    if wanted.want:
        words.insert(0, wanted.want.replace(":", " "))
    return reading.shown(words) or "every package"


def _score(item: Declared, wanted: Wanted) -> float:
    name = item.package.name.lower()
    has = surfaces.capabilities_of(item.ecosystem, name)
    if not (wanted.names or wanted.terms or wanted.want):
        return 1.0
    score = 0.0
    asked = tuple(other.lower() for other in wanted.names)
    if name in asked or any(_same_package(item.ecosystem, name, other) for other in asked):
        score += 10
    if wanted.want.startswith("capability:") and wanted.want.split(":", 1)[1] in has:
        score += 6
    in_name = covered(wanted.terms, name)
    score += 4 * len(in_name)
    score += sum(1.5 for term in wanted.terms if term not in in_name and _ends(name, term))
    score += sum(
        1.0
        for term in wanted.terms
        if term not in in_name and any(term in covered((term,), capability) for capability in has)
    )
    return score


def _ends(name: str, term: str) -> bool:
    """Whether a part of the name ends in the term, but for its last letters (`ioredis`, `redi`)."""
    return len(term) >= SHORTEST_STEM and any(
        (place := part.find(term)) > 0 and len(part) - place - len(term) <= 2
        for part in parts(name)
    )


def _same_package(ecosystem: str, name: str, other: str) -> bool:
    if ecosystem == "python":
        return parts(name) == parts(other)
    if ecosystem == "go":
        bare = re.sub(r"/v\d+$", "", name)
        return bare == other or bare.endswith("/" + other)
    if ecosystem == "javascript":
        return name.startswith("@") and name.rpartition("/")[2] == other
    return re.split(r"[/:]", name)[-1] == other


def _fact(workspace: Workspace, item: Declared, kind: str = "dependency") -> Fact | None:
    package = item.package
    more = {
        "group": package.group,
        "pinned": "yes" if kind == "locked" else package.pinned,
        "comment": package.comment,
        "ecosystem": item.ecosystem,
        "capabilities": " ".join(surfaces.capabilities_of(item.ecosystem, package.name)),
        "prerelease": "yes" if prerelease(package.version) else "",
    }
    if item.source is not None:
        fixed = reading.fact_at(workspace, "manifests", kind, package.name, item.source)
        more["from"] = fixed.pointer if fixed is not None else ""
    where = (item.path, package.line)
    return reading.fact_at(
        workspace, "manifests", kind, package.name, where, value=package.version, more=more
    )


def _locked(workspace: Workspace, wanted: Wanted, found: Sequence[Declared]) -> tuple[Fact, ...]:
    """The lock lines of the packages found; the locks are opened only when there are some."""
    if not found or not (wanted.names or wanted.terms or wanted.want):
        return ()
    locks = remembered(workspace, "locks", Manifests, lambda: _read(workspace, "locks"))
    names = {(item.ecosystem, item.package.name.lower()) for item in found[:4]}
    facts = []
    for item in locks.declared:
        if (item.ecosystem, item.package.name.lower()) in names:
            fact = _fact(workspace, item, "locked")
            if fact is not None:
                facts.append(fact)
    return tuple(facts[:4])
