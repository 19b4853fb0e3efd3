"""A package no manifest declares: was it taken out, or was it never there?

One question to the history, of the manifests' paths alone. A commit that takes the last line of a
package out and puts none in is the answer; a history that cannot be read to its end is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from intent_tui.probe.facts import Fact
from intent_tui.probe.reason import reason_in
from intent_tui.probe.source import surfaces
from intent_tui.probe.source.reading import QUOTE
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import Commit

MOST_PATHS = 200
"""Manifests whose history is asked, those nearest to the root first."""
_VERSION = re.compile(r"v?\d+(?:\.[\w*-]+)+|\b\d+\b")


@dataclass(frozen=True, slots=True)
class Removed:
    """What the history says of the packages that are not declared."""

    facts: tuple[Fact, ...] = ()
    failed: str | None = None


def look(workspace: Workspace, names: Sequence[str], paths: Sequence[str]) -> Removed:
    """The commits that took these packages out; kind `removed`, one for each name at the most.

    `more` holds `file`, `subject` and, if the commit gives one, `reason`; the value is the version
    that was there, the quote the line that went.
    """
    asked = _paths(paths)
    facts, failures = [], []
    for name in names:
        said = workspace.history.patches(name, asked)
        if not said.found and name != name.lower():
            said = workspace.history.patches(name.lower(), asked)
        fact = next(
            (_fact(workspace, name, commit, gone)
             for commit, patch in said.found
             if (gone := _gone(name, patch)) is not None),
            None,
        )  # fmt: skip
        if fact is not None:
            facts.append(fact)
        elif said.failed:
            failures.append(said.failed)
    return Removed(tuple(facts), "; ".join(dict.fromkeys(failures)) or None)


def _paths(paths: Sequence[str]) -> list[str]:
    """The manifests there are, and those a root may have had and lost."""
    rows = [row for eco in surfaces.ecosystems() for row in eco.rows("manifests")]
    usual = {str(row["file"]) for row in rows if "*" not in str(row["file"])}
    near = sorted(paths, key=lambda path: (path.count("/"), path))
    return list(dict.fromkeys([*near[:MOST_PATHS], "requirements.txt", *sorted(usual)]))


@dataclass(slots=True)
class _Gone:
    path: str = ""
    out: list[str] = field(default_factory=list)


def _gone(name: str, patch: str) -> _Gone | None:
    """The lines with the name that a patch takes out, unless it also puts one in."""
    mark = re.compile(rf"(?<![\w@/.-]){re.escape(name)}(?![\w/-])", re.IGNORECASE)
    found = _Gone()
    for path, line in _changed(patch):
        if not mark.search(line[1:]) or not _declares(path, line[1:], name):
            continue
        if line[0] == "+":
            return None
        found.path = found.path or path
        found.out.append(line[1:].strip())
    return found if found.out else None


def _declares(path: str, line: str, name: str) -> bool:
    """Whether a line of a manifest may declare a package: no comment, no switch of that name."""
    if line.lstrip().startswith(_COMMENTS):
        return False
    if not path.endswith(".json"):
        return True
    said = re.search(rf'"{re.escape(name)}"\s*:\s*"([^"]*)"', line, re.IGNORECASE)
    return said is not None and _RANGE.search(said.group(1)) is not None


_COMMENTS = ("#", "//", "--", ";", "*", "/*", "<!--")
_RANGE = re.compile(r"\d|[*^~]|latest|next|workspace:|file:|link:|git|npm:")


def _changed(patch: str) -> Iterator[tuple[str, str]]:
    """The lines a patch takes out and puts in, with their files."""
    path, inside = "", False
    for line in patch.split("\n"):
        if line.startswith("diff --git "):
            path, inside = line.rpartition(" b/")[2], False
        elif line.startswith("@@"):
            inside = True
        elif inside and line[:1] in ("+", "-"):
            yield path, line


def _fact(workspace: Workspace, name: str, commit: Commit, gone: _Gone) -> Fact:
    line = gone.out[0]
    version = _VERSION.search(line.replace(name, "", 1))
    more = {"file": gone.path, "subject": commit.subject[:QUOTE]}
    if (reason := reason_in(f"{commit.subject}\n{commit.body}")) is not None:
        more["reason"] = reason
    pointer = workspace.opened.commit(commit.sha)
    value = version.group() if version else ""
    return Fact("manifests", "removed", name, pointer, value, line[:QUOTE], more)
