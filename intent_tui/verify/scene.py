"""Everything a rule may look at: the spec, the work, and both states of the workspace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from intent_tui.language import stems
from intent_tui.probe import entries
from intent_tui.probe.manifest_readers.record import Declared
from intent_tui.probe.manifests import read_all
from intent_tui.probe.routes.model import Entry
from intent_tui.spec.model import Constraint, IntentSpec
from intent_tui.verify.delivered import Delivered, Line
from intent_tui.verify.spans import Span, block, defined
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.freshness import Stand

if TYPE_CHECKING:
    from intent_tui.workspace.freshness import Freshness

Verdict = Literal["met", "not_met", "not_checkable", "open"]

_POINTER = re.compile(r"(?P<path>[^\s:#]+):(?P<line>\d+)(?:-(?P<end>\d+))?")
_IMPORTS = re.compile(
    r"\s*(?:import|from|use|using|require|include|#include)\b|.*\brequire\(|\s*\"[\w./-]+\"\s*$"
)
_STEPS, _MOST_NAMES, _FEW = 2, 40, 2
_CALL = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]{2,})\s*\(")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True, slots=True)
class Judged:
    """What code can say of one constraint.

    `pointer` is the line of the delivered work that satisfies it (met) or that breaks it; `why` a
    key of the catalogue below `verify` with the words for its slots. `open` is left to a person;
    `candidates` are then the lines worth looking at.
    """

    verdict: Verdict
    why: str
    slots: tuple[tuple[str, str], ...] = ()
    pointer: str | None = None
    candidates: tuple[str, ...] = ()


def judged(verdict: Verdict, why: str, pointer: str | None = None, **slots: object) -> Judged:
    """A verdict with its reason."""
    return Judged(verdict, why, tuple((key, str(value)) for key, value in slots.items()), pointer)


class Scene:
    """One check.

    Args:
        spec: what was decided.
        delivered: what was done.
        after: the workspace as it is.
        before: gives the workspace as it was; None when nobody knows.
        fresh: what became of the spec's pointers.
        language: the person's, two letters.
    """

    def __init__(
        self,
        spec: IntentSpec,
        delivered: Delivered,
        after: Workspace,
        before: Callable[[], Workspace] | None,
        fresh: Freshness,
        language: str,
    ) -> None:
        self.spec = spec
        self.delivered = delivered
        self.after = after
        self.fresh = fresh
        self.language = language
        self._before = before
        self.known = before is not None
        """Whether there is a state to compare with."""

    # both states ----------------------------------------------------------------------------

    @cached_property
    def before(self) -> Workspace | None:
        """The workspace as it was; None when nobody knows."""
        return self._before() if self._before is not None else None

    @cached_property
    def packages(self) -> tuple[tuple[Declared, ...], tuple[Declared, ...]]:
        """What the manifests declared and declare."""
        was = tuple(read_all(self.before).declared) if self.before is not None else ()
        return was, tuple(read_all(self.after).declared)

    @cached_property
    def entries(self) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """The entry points there were and are."""
        was = entries.inventory(self.before).entries if self.before is not None else ()
        return was, entries.inventory(self.after).entries

    # the objects ----------------------------------------------------------------------------

    @cached_property
    def objects(self) -> tuple[Span, ...]:
        """Where the things stand that the spec acts on: handlers, files, definitions."""
        spans = [span for name in self.spec.objects for span in self.of_object(name)]
        return tuple(dict.fromkeys(spans))

    def of_object(self, name: str) -> tuple[Span, ...]:
        """Where one object stands; () when it is no place in the code."""
        same = [entry for entry in self.entries[1] if entry.name == name]
        found = [span for entry in same for span in self._of_entry(entry)]
        if found:
            return tuple(found)
        path = name.strip().removeprefix("./")
        if self.after.inventory.has(path):
            return (Span(path),)
        if _WORD.fullmatch(name):
            return tuple(self._definitions(name))
        return ()

    def _of_entry(self, entry: Entry) -> Iterator[Span]:
        lines = self.delivered.after.lines(entry.file)
        if lines is None:
            return
        yield Span(entry.file, entry.line, block(lines, entry.line))
        handler = entry.handler.rpartition(".")[2]
        if not _WORD.fullmatch(handler):
            return
        at = defined(lines, handler)
        if at is not None and at != entry.line:
            yield Span(entry.file, at, block(lines, at))
        elif at is None:
            yield from self._definitions(handler)

    def _definitions(self, name: str) -> Iterator[Span]:
        """Where a name is defined, in the first few files that hold it."""
        found = self.after.files_with((name,), self.after.inventory.of("src"))
        for path in sorted(found)[:40]:
            lines = self.delivered.after.lines(path)
            at = defined(lines, name) if lines is not None else None
            if lines is not None and at is not None:
                yield Span(path, at, block(lines, at))

    def inside(self, path: str, number: int) -> bool:
        """Whether a line belongs to the objects."""
        return any(span.holds(path, number) for span in self.objects)

    @cached_property
    def reach(self) -> tuple[Span, ...]:
        """The objects and what their code calls, two steps deep: a handler hands its work on."""
        found = dict.fromkeys(self.objects)
        edge = list(self.objects)
        for _ in range(_STEPS):
            names = dict.fromkeys(name for span in edge for name in self._called(span))
            edge = [span for name in list(names)[:_MOST_NAMES] for span in self._called_at(name)
                    if span not in found]  # fmt: skip
            found.update(dict.fromkeys(edge))
        return tuple(found)

    def _called(self, span: Span) -> Iterator[str]:
        if not span.last:
            return  # a whole file is an object of its own
        for text in self.lines(span.path)[span.first - 1 : span.last]:
            if not comment(text):
                yield from (match[1] for match in _CALL.finditer(text))

    def _called_at(self, name: str) -> tuple[Span, ...]:
        spans = tuple(self._definitions(name))
        # A name that many files define tells of none of them.
        return spans if len(spans) <= _FEW else ()

    def reached(self, path: str, number: int) -> bool:
        """Whether a line belongs to the objects or to what they call."""
        return any(span.holds(path, number) for span in self.reach)

    # the work -------------------------------------------------------------------------------

    @cached_property
    def work(self) -> tuple[Line, ...]:
        """Lines of code that count: delivered ones in the objects, what was in the objects before
        and still is, then other delivered ones."""
        fresh = [line for line in self.delivered.lines() if self._is_source(line)]
        inside = [line for line in fresh if self.inside(line.path, line.number)]
        near = [line for line in fresh if self.reached(line.path, line.number)]
        kept = [line for line in self._kept() if self._is_source(line)]
        return tuple(dict.fromkeys((*inside, *near, *kept, *fresh)))

    def _kept(self) -> Iterator[Line]:
        for span in self.reach:
            lines = self.lines(span.path)
            for number in range(span.first, (span.last or len(lines)) + 1):
                if number not in self.delivered.added(span.path) and number <= len(lines):
                    yield Line(span.path, number, lines[number - 1])

    def _is_source(self, line: Line) -> bool:
        info = self.after.inventory.get(line.path)
        return (
            info is not None
            and info.kind in ("src", "conf", "manifest", "ci", "other", "data")
            and bool(line.text.strip())
            and not comment(line.text)
        )

    def lines(self, path: str) -> tuple[str, ...]:
        """A file as it is now; () when it cannot be read."""
        return self.delivered.after.lines(path) or ()

    def place(self, pointer: str | None) -> tuple[str, int] | None:
        """File and line of a pointer; None when it names none."""
        match = _POINTER.fullmatch(pointer or "")
        return (match["path"], int(match["line"])) if match is not None else None

    def stand(self, constraint: Constraint) -> Stand | None:
        """What became of the constraint's evidence."""
        return self.fresh.of(constraint.evidence) if constraint.evidence else None

    def kind(self, path: str) -> str:
        """What sort of file it is, empty when it is not listed."""
        info = self.after.inventory.get(path)
        return info.kind if info is not None else ""

    def stems(self, text: str) -> frozenset[str]:
        """The stems of a text in the person's language, parts of names among them."""
        found = {stems.stem(word, self.language) for word in stems.words(text, self.language)}
        for name in _WORD.findall(text):
            # Parts are told by their capitals, so names are taken apart as they are written.
            found |= {stems.stem(part) for part in stems.parts(name)}
        return frozenset(found)


def comment(text: str) -> bool:
    """Whether a line of code is a remark."""
    return text.lstrip().startswith(("//", "#", "/*", "*", "--", '"""', "'''", "<!--"))


def imports(text: str) -> bool:
    """Whether a line of code only brings names in."""
    return _IMPORTS.match(text) is not None


def at(line: Line) -> str:
    """The pointer to a delivered line."""
    return f"{line.path}:{line.number}"
