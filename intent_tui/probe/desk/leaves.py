"""The values of structured files with the lines they stand in: JSON, YAML, tables, Markdown heads.

Scanners of our own instead of the usual parsers: those lose the line numbers, and no alias, no
depth and no tag of a hostile file can do anything to a scanner. Each reads what people keep
records in, and passes over what is more than that.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST = 5000
"""Values read of one file."""
DEEPEST = 40
LONGEST_LINE = 5000

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_KEY = re.compile(
    r"(\s*)((?:-\s+)*)(\"[^\"]{1,80}\"|'[^']{1,80}'|[^\s#:'\"\[\]{}-][^:#]{0,80}?)\s*:(?:\s+(.*))?$"
)
_ITEM = re.compile(r"(\s*)((?:-\s+)+)(\S.*)$")
_COMMENT = re.compile(r"\s+#.*$")
_BLOCK = re.compile(r"[|>][+-]?\d?\s*$")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value. `path` are the keys and list places on the way to it, `line` counts from 1."""

    path: tuple[str | int, ...]
    value: str
    line: int

    @property
    def name(self) -> str:
        """The keys joined by dots, list places left out."""
        return ".".join(str(part) for part in self.path if isinstance(part, str))


def read(language: str, lines: Sequence[str]) -> Iterator[Leaf]:
    """The values of a file in one of `json`, `yaml` and `csv`; nothing for another language."""
    if language == "json":
        yield from _json(lines)
    elif language == "yaml":
        yield from _yaml(lines)
    elif language == "csv":
        yield from _csv(lines)


def _json(lines: Sequence[str]) -> Iterator[Leaf]:
    """A file of one value, or of one value a line."""
    walk = _Walk()
    given = 0
    for number, line in enumerate(lines, 1):
        for match in _TOKEN.finditer(line):
            piece = match.group()
            if piece in _OPENING:
                walk.enter(piece)
                if len(walk.marks) > DEEPEST:
                    return
            elif piece in _CLOSING:
                if not walk.marks:
                    return
                walk.leave()
            elif piece not in _BETWEEN and walk.marks:
                if walk.marks[-1] == "{" and walk.key is None:
                    walk.key = _text(piece)
                    continue
                yield Leaf(walk.to_value(), _text(piece), number)
                given += 1
                if given >= MOST:
                    return


_OPENING, _CLOSING, _BETWEEN = frozenset("{["), frozenset("}]"), frozenset(":,")


class _Walk:
    """The way from the top of a JSON file to the value being read."""

    def __init__(self) -> None:
        self.marks: list[str] = []
        self.key: str | None = None
        self._steps: list[str | int] = []
        self._counts: list[int] = [-1]

    def enter(self, mark: str) -> None:
        """An object or a list begins."""
        self._steps.append(self._step())
        self.marks.append(mark)
        self._counts.append(-1)
        self.key = None

    def leave(self) -> None:
        """The innermost object or list ends."""
        self.marks.pop()
        self._steps.pop()
        self._counts.pop()
        self.key = None

    def to_value(self) -> tuple[str | int, ...]:
        """The path of the value that stands here; the key is used up."""
        path = (*self._steps, self._step())
        self.key = None
        return path

    def _step(self) -> str | int:
        if self.marks and self.marks[-1] == "{":
            return self.key or ""
        self._counts[-1] += 1
        return self._counts[-1]


def _text(piece: str) -> str:
    if piece.startswith('"'):
        try:
            return str(json.loads(piece))
        except ValueError:
            return piece.strip('"')
    return piece


def _yaml(lines: Sequence[str]) -> Iterator[Leaf]:
    """Keys by their indentation; text blocks are joined, comments and anchors left away."""
    outline = _Outline()
    block: _Block | None = None
    given = 0
    for number, raw in enumerate(lines, 1):
        if given >= MOST:
            return
        if block is not None:
            if block.takes(raw):
                continue
            yield block.leaf()
            block, given = None, given + 1
        if len(raw) > LONGEST_LINE:
            continue
        line = raw if "#" not in raw else _COMMENT.sub("", raw)
        if not line.strip() or line.lstrip().startswith(_NOT_YAML_VALUES):
            continue
        keyed, item = _KEY.match(line), _ITEM.match(line)
        entry = keyed or item
        if entry is None or not outline.at(entry[1], entry[2]):
            continue
        if keyed is None:
            yield Leaf(outline.path, _unquoted(entry[3]), number)
            given += 1
            continue
        outline.key(_unquoted(keyed[3]))
        value = (keyed[4] or "").strip()
        if _BLOCK.match(value):
            block = _Block(len(raw) - len(raw.lstrip()), outline.path, number)
        elif value and not value.startswith(("&", "!", "*")):
            yield Leaf(outline.path, _unquoted(value), number)
            given += 1
    if block is not None:
        yield block.leaf()


_NOT_YAML_VALUES = ("#", "---", "...", "%")


class _Block:
    """A text of several lines below its key."""

    def __init__(self, indent: int, path: tuple[str | int, ...], line: int) -> None:
        self._indent, self._path, self._line = indent, path, line
        self._parts: list[str] = []

    def takes(self, line: str) -> bool:
        """Whether a line belongs to the text, which then holds it."""
        inside = not line.strip() or len(line) - len(line.lstrip()) > self._indent
        if inside and line.strip():
            self._parts.append(line.strip())
        return inside

    def leaf(self) -> Leaf:
        """The text as one value."""
        return Leaf(self._path, " ".join(self._parts), self._line)


class _Outline:
    """The keys and list places above the line being read, by their columns."""

    def __init__(self) -> None:
        self._above: list[tuple[int, str | int]] = []
        self._counts: dict[tuple[str | int, ...], int] = {}
        self._column = 0

    @property
    def path(self) -> tuple[str | int, ...]:
        """The way to the value being read."""
        return tuple(step for _, step in self._above)

    def at(self, indent: str, dashes: str) -> bool:
        """Moves to a line; False when it lies too deep to be read."""
        self._column = len(indent)
        for _ in range(dashes.count("-")):
            self._cut(self._column, keys=False)
            parent = self.path
            self._counts[parent] = self._counts.get(parent, -1) + 1
            self._above.append((self._column, self._counts[parent]))
            self._column += 2
        if not dashes:
            self._cut(self._column)
        return len(self._above) < DEEPEST

    def key(self, name: str) -> None:
        """The line holds a key."""
        self._cut(self._column)
        self._above.append((self._column, name))

    def _cut(self, column: int, *, keys: bool = True) -> None:
        """Leaves what lies deeper; a list may stand in the column of its own key."""
        while self._above:
            there, step = self._above[-1]
            if there < column or (there == column and isinstance(step, str) and not keys):
                return
            self._above.pop()


def _csv(lines: Sequence[str]) -> Iterator[Leaf]:
    """One record a row; the first row names the columns."""
    if not lines:
        return
    mark = max(",;\t", key=lines[0].count)
    rows = csv.reader(lines, delimiter=mark)
    before, given = 0, 0
    names: list[str] = []
    try:
        for row in rows:
            line, before = before + 1, rows.line_num
            if not names:
                names = [cell.strip() for cell in row]
                continue
            for name, cell in zip(names, row, strict=False):
                if name and cell.strip() and given < MOST:
                    given += 1
                    yield Leaf((line, name), " ".join(cell.split()), line)
    except csv.Error:
        return  # a cell beyond the reader's limit: the rows before it stand


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text
