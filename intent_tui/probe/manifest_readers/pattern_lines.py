"""Manifests whose lines say all there is: the patterns of a surface row read them.

A row names `patterns` (each with a `match` that captures `name`, unless the pattern gives one, and
`version`, if it stands there; a `group`), `blocks` that set the group of what stands inside them,
and `closes`. With `fill` a version may be a name that the same file gives a text to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from intent_tui.probe.manifest_readers.record import Package, Pinned, comment_at, pin_of

LONGEST = 2_000
"""Characters of a line that is still read."""

_BOUND = re.compile(r"^\s*(?:~>|>=|<=|~|\^|>|<|!=)")


@lru_cache(maxsize=256)
def _compiled(text: str) -> re.Pattern[str]:
    return re.compile(text)


def read(lines: Sequence[str], row: Mapping[str, Any]) -> list[Package]:
    """The packages the patterns of the row find, in the order of the lines.

    The first pattern that meets a line has it; a comment line is never met.
    """
    marks = tuple(row.get("comment") or ("#",))
    exact = bool(row.get("exact"))
    around: list[str] = []
    found: list[Package] = []
    given = _given(lines) if row.get("fill") else {}
    for number, text in enumerate(lines, 1):
        bare = text.strip()
        if not bare or len(text) > LONGEST or bare.startswith(marks):
            continue
        _walk(bare, row, around)
        for pattern in row["patterns"]:
            met = _compiled(pattern["match"]).search(text)
            if met is None:
                continue
            version = _filled((met.groupdict().get("version") or "").strip(), given)
            inside = next((group for group in reversed(around) if group), "")
            group = inside or str(pattern.get("group") or "runtime")
            note = comment_at(lines, number, marks)
            name = str(pattern.get("name") or met.group("name"))
            found.append(Package(name, version, number, group, pinned(version, exact), note))
            break
    return found


_GIVEN = re.compile(r"\b(?P<name>[A-Za-z_]\w*)\s*=\s*[\"'](?P<value>[\w.+-]+)[\"']\s*;?\s*$")


def _given(lines: Sequence[str]) -> dict[str, str]:
    """The texts that names of the same file stand for."""
    found = (_GIVEN.search(text) for text in lines if len(text) <= LONGEST)
    return {met.group("name"): met.group("value") for met in found if met is not None}


def _filled(version: str, given: Mapping[str, str]) -> str:
    if "$" not in version:
        return version
    return re.sub(
        r"\$\{?([A-Za-z_]\w*)\}?", lambda met: given.get(met.group(1), met.group(0)), version
    )


def pinned(version: str, exact: bool) -> Pinned:
    """How tightly a version binds; `exact` when one without an operator is that one only."""
    return "range" if _BOUND.match(version) else pin_of(version, bare_is_exact=exact)


def _walk(bare: str, row: Mapping[str, Any], around: list[str]) -> None:
    """Enters or leaves a block; one without a group of its own has that of the block around it."""
    closes = row.get("closes")
    if closes and around and _compiled(closes).search(bare):
        around.pop()
        return
    for block in row.get("blocks") or ():
        if _compiled(block["opens"]).search(bare):
            around.append(str(block.get("group") or ""))
            return
