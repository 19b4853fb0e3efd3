"""Feature flags: what is switched, where it is asked for, where it is set.

`want: flag` of the surface on conventions. `wanted.terms` must be a part of a flag's name,
`wanted.names` are exact flags; with neither every flag counts.

Facts: kind `flag`, name the flag, value what it is set to (only a switch or a number), `more` holds
`place` (declared or asked) and `uses`, the number of lines that ask for it. A flag that is only
asked for is declared elsewhere, in a service; one that is only declared is switched by nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.settings import values
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.keyed import rows
from intent_tui.probe.source.words import covered, nearness
from intent_tui.workspace.files import Workspace

MOST_FILES = 400
"""Files whose lines are read: sources that ask for a flag, nearest to the root first."""
_READ = frozenset({"src", "conf", "other"})


@dataclass(frozen=True, slots=True)
class Flag:
    """One line that declares a flag or asks for it."""

    name: str
    path: str
    line: int
    declared: bool
    value: str = ""


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds the flags the wanted names or stems mean: where they are declared, then the uses."""
    found = [flag for flag in read(workspace) if _means(flag.name, wanted)]
    uses: dict[str, int] = {}
    for flag in found:
        uses[flag.name] = uses.get(flag.name, 0) + (not flag.declared)
    first: dict[tuple[str, bool], Flag] = {}
    for flag in sorted(found, key=lambda each: (-nearness(each.path, wanted.near), each.path)):
        first.setdefault((flag.name, flag.declared), flag)
    shown = sorted(first.values(), key=lambda each: (not each.declared, each.path, each.line))
    facts = [_fact(workspace, flag, uses[flag.name]) for flag in shown[:KEPT]]
    said = reading.shown([*wanted.names, *wanted.terms]) or "every flag"
    files = len({flag.path for flag in found})
    where = reading.plural(files, "file") if files else "no file"
    kept = tuple(fact for fact in facts if fact is not None)
    return Result(f"conventions: flags: {said} in {where}", kept, len(found))


def _means(name: str, wanted: Wanted) -> bool:
    if not wanted.names and not wanted.terms:
        return True
    return name in wanted.names or bool(wanted.terms and covered(wanted.terms, name))


@lru_cache(maxsize=1)
def _asks() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text) for text in surfaces.common()["flags"]["asks"])


@lru_cache(maxsize=1)
def _declares() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text) for text in surfaces.common()["flags"]["declares"])


def read(workspace: Workspace) -> Iterator[Flag]:
    """Every line of the sources and of the files of flags that names one."""
    sources = corpus(workspace)
    needles = [text.encode() for text in surfaces.common()["flags"]["needles"]]
    kept = sources.both(sources.of_kinds(_READ), sources.holding(needles))
    paths = [sources.files[number].info.path for number in sources.numbers(kept)]
    paths.sort(key=lambda path: (path.count("/"), path))
    for path in paths[:MOST_FILES]:
        for number, text in enumerate(reading.lines_of(workspace, path) or (), 1):
            if len(text) <= reading.LONGEST_LINE:
                yield from _of_line(path, number, text)
    for info in workspace.inventory.files:
        patterns = surfaces.common()["flags"]["files"]
        if info.kind in ("conf", "data", "other") and any(
            surfaces.named(pattern, info.path) for pattern in patterns
        ):
            yield from _of_file(info.path, reading.lines_of(workspace, info.path) or ())


def _of_line(path: str, number: int, text: str) -> Iterator[Flag]:
    if text.lstrip().startswith(("#", "//", "*", "/*")):
        return
    for pattern in _asks():
        for met in pattern.finditer(text):
            yield Flag(met.group("name"), path, number, False)
    for pattern in _declares():
        made = pattern.match(text)
        if made is not None:
            yield Flag(made.group("name"), path, number, True, _value(made.group("value")))


def _of_file(path: str, lines: tuple[str, ...]) -> Iterator[Flag]:
    """The flags of a file that holds nothing else: its keys, or the names of its list."""
    for row in rows(lines, deep=3):
        last = row.keys[-1]
        if isinstance(last, int) or row.value.startswith(("{", "[")):
            continue
        if isinstance(row.keys[-2] if row.keys[1:] else "", int):
            if last in ("key", "name"):
                yield Flag(row.value, path, row.line, True)
        elif values.is_switch(row.value):
            names = [str(key) for key in row.keys if isinstance(key, str)]
            name = names[-2] if last in ("enabled", "default", "value") and names[1:] else last
            yield Flag(name, path, row.line, True, row.value)


def _value(text: str) -> str:
    plain = text.strip().rstrip(";,")
    return plain if values.is_switch(plain) else ""


def _fact(workspace: Workspace, flag: Flag, uses: int) -> Fact | None:
    more = {"place": "declared" if flag.declared else "asked", "uses": str(uses)}
    where = (flag.path, flag.line)
    return reading.fact_at(
        workspace, "conventions", "flag", flag.name, where, value=flag.value, more=more
    )
