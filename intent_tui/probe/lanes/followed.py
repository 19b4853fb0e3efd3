"""Places reached from other places: what an identifier names, what tests it, what stands beside.

The line that settles an unknown often holds no word of the request; it is one step away from a
line that does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from intent_tui.language import stems
from intent_tui.probe.lanes.ground import Ground
from intent_tui.probe.lanes.spans import body
from intent_tui.probe.source import surfaces

_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9_])(?:[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[a-z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+"
    r"|[A-Za-z][a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?![A-Za-z0-9_])"
)
MOST_IDENTIFIERS = 60
LONGEST_LINE = 500
LONGEST_TYPE = 56
"""Lines of a type that are shown whole."""


def identifiers(texts: Iterable[Sequence[str]]) -> list[str]:
    """The identifiers of some spans, those in many spans first."""
    counted: Counter[str] = Counter()
    for lines in texts:
        read = [text for text in lines if len(text) < LONGEST_LINE]
        counted.update(sorted({found[0] for text in read for found in _IDENTIFIER.finditer(text)}))
    ranked = sorted(counted, key=lambda name: (-counted[name], name))
    return ranked[:MOST_IDENTIFIERS]


def definitions(
    ground: Ground, names: Sequence[str], files: Iterable[int]
) -> list[tuple[str, int, int]]:
    """Where names are defined: (name, file, line), names with one or two definitions only.

    A name in capitals also finds the type spelled from its parts (`NOT_FOUND`, `NotFound...`).
    """
    camel = {
        "".join(part.capitalize() for part in name.split("_")): name
        for name in names
        if name.isupper()
    }
    spelled = {**camel, **{name: name for name in names}}
    found: dict[str, list[tuple[int, int]]] = {}
    for number in files:
        low = ground.low(number)
        there = [name for name in spelled if name.lower().encode() in low]
        for defined, line in _defined(ground, number, there):
            begins = [each for each in camel if defined.startswith(each)]
            of = defined if defined in names else camel[begins[0]] if begins else ""
            if of:
                found.setdefault(of, []).append((number, line))
    return [
        (name, number, line)
        for name in names
        if len(found.get(name, ())) in (1, 2)
        for number, line in found[name]
    ]


def _defined(ground: Ground, number: int, there: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The names a file defines on lines that hold one of the given names."""
    eco = surfaces.of_path(ground.files[number].path)
    if eco is None or not there:
        return
    patterns = surfaces.patterns(eco.name, "definitions")
    for line, text in enumerate(ground.lines(number), 1):
        if len(text) < LONGEST_LINE and any(name in text for name in there):
            matches = (pattern.match(text.strip()) for pattern in patterns)
            match = next((each for each in matches if each is not None), None)
            if match is not None:
                yield match.group("name"), line


def tests_of(ground: Ground, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Test files named after the given files, with the file each is named after."""
    wanted = [(frozenset(ground.name_parts(number)), number) for number in numbers]
    found: list[tuple[int, int, int]] = []
    for number in ground.of_kinds(("test",)):
        own = frozenset(ground.name_parts(number))
        for rank, (parts, of) in enumerate(wanted):
            if parts and parts <= own and len(own - parts) <= 2:
                found.append((rank, number, of))
                break
    return [(number, of) for _, number, of in sorted(found)]


def family(ground: Ground, number: int) -> list[int]:
    """The files beside one that are named alike: same folder, same last word, three at least."""
    path = ground.files[number].path
    folder, _, name = path.rpartition("/")
    own = stems.parts(name.partition(".")[0])
    suffix = name.partition(".")[2]
    if not own:
        return []
    beside = []
    for other, info in enumerate(ground.files):
        if other != number and info.path.startswith(f"{folder}/"):
            there, _, rest = info.path[len(folder) + 1 :].partition(".")
            if "/" not in there and rest == suffix and stems.parts(there)[-1:] == own[-1:]:
                beside.append(other)
    return beside if len(beside) >= 2 else []


def type_span(lines: Sequence[str], first: int) -> tuple[int, int]:
    """A definition with its body, at most `LONGEST_TYPE` lines, twelve at least."""
    _, last = body(lines, first, LONGEST_TYPE)
    return first, max(last, min(first + 11, len(lines)))
