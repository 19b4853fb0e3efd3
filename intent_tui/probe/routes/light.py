"""Routes of the languages that are read without a grammar: which files, which shape, which row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from intent_tui.probe.routes import braces, declared, do_end
from intent_tui.probe.routes.blocks import Blocks, same_name
from intent_tui.probe.routes.builders import Builders
from intent_tui.probe.routes.controllers import Controllers, Convention
from intent_tui.probe.routes.kept import READ
from intent_tui.probe.routes.model import Entry
from intent_tui.probe.routes.outline import Node, holes
from intent_tui.probe.source import reading
from intent_tui.probe.source.corpus import Corpus, corpus
from intent_tui.probe.source.surfaces import Data, Ecosystem, ecosystems
from intent_tui.workspace.files import Workspace

_DO_END = frozenset({"ruby", "elixir"})
HEIRS = 3
"""Rounds in which types that inherit, or are inherited from, are looked for in other files."""


class Sources:
    """The outlines of a workspace's files, each made when it is first asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.corpus: Corpus = corpus(workspace)
        self._made: dict[tuple[str, bool], list[Node]] = {}
        self._by_ecosystem: dict[str, list[int]] = {}
        self._stems: dict[str, dict[str, list[int]]] = {}
        for number in self.corpus.numbers(self.corpus.of_kinds(READ)):
            eco = self.corpus.files[number].eco
            if eco is not None:
                self._by_ecosystem.setdefault(eco.name, []).append(number)
        self._of: dict[str, list[int]] = {}
        for number in self.corpus.numbers(self.corpus.of_kinds(READ)):
            there = self.corpus.files[number].eco
            if there is not None:
                self._of.setdefault(there.name, []).append(number)

    def numbers(self, eco: Ecosystem, needles: Sequence[str]) -> set[int]:
        """The files of an ecosystem whose lower-cased text holds one of the needles."""
        wanted = [needle.lower().encode() for needle in needles]
        low = self.corpus.low
        return {
            number
            for number in self._by_ecosystem.get(eco.name, ())
            if any(needle in low(number) for needle in wanted)
        }

    def named(self, eco: Ecosystem, names: set[str]) -> set[int]:
        """The files of an ecosystem that are called like one of these types."""
        if eco.name not in self._stems:
            stems = self._stems[eco.name] = {}
            for number in self._by_ecosystem.get(eco.name, ()):
                name = self.corpus.files[number].info.path.rpartition("/")[2]
                stems.setdefault(name.partition(".")[0], []).append(number)
        stems = self._stems[eco.name]
        return {number for name in names for number in stems.get(name, ())}

    def below(self, eco: Ecosystem, folder: str) -> set[int]:
        """The files of an ecosystem that lie in a folder of this name, wherever it is."""
        return {
            number
            for number in self._by_ecosystem.get(eco.name, ())
            if f"/{folder}/" in f"/{self.corpus.files[number].info.path}"
        }

    def outlines(self, numbers: set[int], *, bodies: bool = True) -> dict[str, list[Node]]:
        """The outlines of files by their paths; without `bodies` no function is looked into."""
        return {
            self.corpus.files[number].info.path: self.outline(number, bodies=bodies)
            for number in sorted(numbers)
        }

    def outline(self, number: int, *, bodies: bool = True) -> list[Node]:
        """The statements of a file; none when it cannot be read or has lines too long to read."""
        path = self.corpus.files[number].info.path
        if (path, bodies) not in self._made:
            lines = reading.lines_of(self.workspace, path) or ()
            eco = self.corpus.files[number].eco
            long = any(len(line) > reading.LONGEST_LINE for line in lines)
            named = eco.name if eco is not None else ""
            if named == "jvm":
                named = "java" if path.endswith(".java") else "kotlin"
            words = frozenset(eco.data.get("route_words") or ()) if eco is not None else frozenset()
            text = "" if long else "\n".join(lines)
            self._made[(path, bodies)] = _outline(text, named, bodies, words)
        return self._made[(path, bodies)]


def _outline(source: str, language: str, bodies: bool, words: frozenset[str]) -> list[Node]:
    if language in _DO_END:
        return do_end.outline(source, language)
    if language == "php" and "@Route" in source:
        source = declared.commented(source)
    return braces.outline(source, language, bodies=bodies, words=words)


def entries(workspace: Workspace) -> Iterator[Entry]:
    """The routes of every row of `blocks`."""
    sources = Sources(workspace)
    for eco in ecosystems():
        for row in eco.rows("blocks"):
            yield from _blocks(sources, eco, row)
        for row in eco.rows("builders"):
            numbers = sources.numbers(eco, row["needles"])
            if numbers and "also" in row:
                numbers |= sources.numbers(eco, row["also"])
            yield from Builders(row, sources.outlines(numbers)).entries()
        for row in eco.rows("attributes"):
            yield from _attributes(sources, eco, row)


def _blocks(sources: Sources, eco: Ecosystem, row: Data) -> list[Entry]:
    numbers = sources.numbers(eco, row["needles"])
    if not numbers:
        return []
    if "drawn_from" in row:
        numbers |= sources.below(eco, str(row["drawn_from"]))
    bases = tuple(row.get("bases") or ())
    for _ in range(HEIRS if bases else 0):
        heirs = _heirs(sources, numbers, bases) - set(bases)
        if not heirs:
            break
        bases = (*bases, *sorted(heirs))
        short = sorted(name.rpartition("::")[2] for name in heirs)
        numbers |= sources.numbers(eco, [mark + name for name in short for mark in ("< ", "::")])
    return Blocks(row, sources.outlines(numbers), bases).entries()


def _attributes(sources: Sources, eco: Ecosystem, row: Data) -> Iterator[Entry]:
    numbers = sources.numbers(eco, row["needles"])
    patterns: list[Convention] = []
    if "conventions" in row:
        tables = sources.numbers(eco, [f"{name}(" for name in row["conventions"]])
        patterns = declared.conventions(row, sources.outlines(tables))
    if (numbers or patterns) and "also" in row:
        numbers |= sources.numbers(eco, row["also"])
    for _ in range(HEIRS):
        more = sources.named(eco, _meant(sources, numbers)) - numbers
        if not more:
            break
        numbers |= more
    if numbers:
        outlines = sources.outlines(numbers, bodies=False)
        known = declared.settings(sources.workspace, row)
        leads = declared.leads(sources.workspace, row, known, outlines)
        yield from Controllers(row, outlines, leads, known, patterns).entries()
    if "tables" in row:
        yield from declared.listed(sources.workspace, row)


def _meant(sources: Sources, numbers: set[int]) -> set[str]:
    """The names of types that types with routes are based on, marked with, or take texts from."""
    found: set[str] = set()
    waiting = [node for number in numbers for node in sources.outline(number, bodies=False)]
    while waiting:
        node = waiting.pop()
        found.update(node.bases if node.kind == "owner" else ())
        waiting.extend(each for each in node.body or () if each.kind in ("owner", "define"))
        for mark in node.marks:
            found.add(mark.callee())
            for arg in (*mark.args, *mark.options.values()):
                found.update(arg.dotted().split(".")[:-1])
                found.update(name.split(".")[0] for name in holes(arg.text))
    return found


def _heirs(sources: Sources, numbers: set[int], bases: Sequence[str]) -> set[str]:
    """The names of the classes that inherit from one of the bases."""
    found = set()
    waiting = [(node, "") for number in sorted(numbers) for node in sources.outline(number)]
    while waiting:
        node, around = waiting.pop()
        if node.kind == "owner":
            name = "::".join(part for part in (around, node.text) if part)
            waiting.extend((inner, name) for inner in node.body or ())
            if any(same_name(base, known) for base in node.bases for known in bases):
                found.add(name)
    return found
