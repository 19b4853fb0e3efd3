"""Who owns a path: the code owners of a repository, the last rule that meets a path wins.

`want: owner` of the surface on decisions. `wanted.near` and `wanted.names` are paths; without any
the rules that speak of `wanted.terms` count, and without these the rule for everything.

Facts: kind `owner`, name the pattern, value the owners; `more` holds `path`, the one asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source import reading
from intent_tui.probe.source.words import covered
from intent_tui.workspace.files import Workspace

PLACES = (".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS",
          ".gitea/CODEOWNERS", ".forgejo/CODEOWNERS")  # fmt: skip
"""Where the file may lie; the first that is there is the one that counts."""
LONGEST = 1_000
MOST_STARS = 6
"""Stars of a pattern that is still tried: each is one more way to be slow."""
_OWNER = re.compile(r"@[\w./-]+|[\w.+-]+@[\w.-]+\.\w+")


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: a pattern and its owners, none of them for a path that has no owner."""

    pattern: str
    owners: tuple[str, ...]
    path: str
    line: int


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds the owners of the paths, or the rules that speak of the terms."""
    stated = list(rules(workspace))
    asked = list(dict.fromkeys((*wanted.near, *wanted.names)))
    found: list[tuple[Rule, str]] = []
    for path in asked:
        rule = next((rule for rule in reversed(stated) if meets(rule.pattern, path)), None)
        if rule is not None and rule.owners:
            found.append((rule, path))
    if not asked:
        found = [
            (rule, "")
            for rule in stated
            if rule.owners
            and (covered(wanted.terms, rule.pattern) if wanted.terms else rule.pattern == "*")
        ]
    facts = [_fact(workspace, rule, path) for rule, path in found[:KEPT]]
    said = reading.shown([*asked, *wanted.terms]) or "everything"
    where = reading.plural(len(stated), "owner rule")
    kept = tuple(fact for fact in facts if fact is not None)
    return Result(f"decisions: owners of {said} in {where}", kept, len(found))


def rules(workspace: Workspace) -> Iterator[Rule]:
    """The rules of the file that counts, in its order."""
    there = {info.path for info in workspace.inventory.files}
    path = next((place for place in PLACES if place in there), "")
    section: tuple[str, ...] = ()
    for number, text in enumerate((reading.lines_of(workspace, path) or ()) if path else (), 1):
        bare = re.sub(r"(?:^|\s)#.*$", "", text).strip()
        if not bare or len(bare) > LONGEST:
            continue
        if bare.startswith(("[", "^[")):
            # a section of GitLab: its owners hold for the rules that name none
            section = tuple(_OWNER.findall(bare.rpartition("]")[2]))
            continue
        pattern, *rest = re.split(r"(?<!\\)\s+", bare)
        owners = tuple(_OWNER.findall(" ".join(rest))) or section
        yield Rule(pattern.replace("\\ ", " "), owners, path, number)


def meets(pattern: str, path: str) -> bool:
    """Whether a pattern of a code owners file means a path; one with too many stars means none."""
    return pattern.count("*") <= MOST_STARS and _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=2048)
def _compiled(pattern: str) -> re.Pattern[str]:
    anchored = "/" in pattern.rstrip("/")
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.lstrip("/"))
    marks = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    body = "".join(marks.get(part, re.escape(part)) for part in parts)
    start = "" if anchored else "(?:.*/)?"
    if pattern.endswith("/"):
        return re.compile(f"{start}{body}.+", re.DOTALL)
    # `docs/*` means the files of the folder alone, a name without a star all that is below it
    behind = "" if pattern.endswith("/*") else "(?:/.*)?"
    return re.compile(f"{start}{body}{behind}", re.DOTALL)


def _fact(workspace: Workspace, rule: Rule, path: str) -> Fact | None:
    owners = " ".join(rule.owners)
    where = (rule.path, rule.line)
    return reading.fact_at(
        workspace, "decisions", "owner", rule.pattern, where, value=owners, more={"path": path}
    )
