"""Rewriting a spec's file around what people wrote into it.

What did not change keeps its lines byte for byte; what changed is written anew in its place,
with the comments that stood on it. A file in flow style goes through ruamel's round trip
instead. Either result is read back: if it is not the wanted spec, or a comment is missing,
the file is written plainly with all comments on top.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from intent_tui.spec import tree as trees
from intent_tui.spec import yaml as files
from intent_tui.spec.model import IntentSpec
from intent_tui.spec.plain import to_plain

_BOM = "\ufeff"
# Finding what stayed in two lists takes time with the product of their lengths.
_MOST_PAIRS = 250_000


def splice(old_text: str, spec: IntentSpec) -> str:
    """The text for `spec` made from `old_text`; see `spec.yaml.update`."""
    old = files.load(old_text)
    if old.spec == spec:
        return old_text
    body = old_text.removeprefix(_BOM)
    tree = trees.read(body)
    # In what is not YAML nobody can tell a remark from a text.
    said = {} if tree.findings else trees.comments(body, tree)
    if old.spec is not None:
        for made in _proposals(body, tree, said, old.spec, spec):
            if _holds(made, spec, said):
                return old_text[: len(old_text) - len(body)] + made
    return "".join(f"{line}\n" for line in said.values()) + files.dump(spec)


def _proposals(
    body: str, tree: trees.Tree, said: Mapping[int, str], old: IntentSpec, new: IntentSpec
) -> Iterator[str]:
    """Texts that keep more than a plain one, the most careful first."""
    if tree.block:
        woven = _Weaver(body, tree, said).woven(to_plain(old), to_plain(new))
        if woven is not None:
            yield woven
    if said:
        from intent_tui.spec.roundtrip import rewritten

        merged = rewritten(body, to_plain(new))
        if merged is not None:
            yield merged


def _holds(text: str, spec: IntentSpec, said: Mapping[int, str]) -> bool:
    kept = Counter(trees.comments(text, trees.read(text)).values())
    return files.load(text).spec == spec and not Counter(said.values()) - kept


class _Weaver:
    """Weaves new values into old lines. All line numbers count from 0."""

    def __init__(self, text: str, tree: trees.Tree, said: Mapping[int, str]) -> None:
        self._lines = trees.lines_of(text)
        self._tree = tree
        self._said = said
        self._end = "\r\n" if "\r\n" in text else "\n"

    def woven(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
        """The new text; None when the old lines are laid out in a way that cannot be kept."""
        keys = [key for key in self._tree.data if f"{key}" in self._tree.spans]
        if any(self._tree.spans[key].column for key in keys):
            return None
        try:
            lines = list(self._mapping("", old, new, 0, 0))
        except _LayoutError:
            return None
        last = max((self._tree.spans[key].end for key in keys), default=0)
        lines.extend(self._lines[last:])
        return "".join(line if line[-1:] in trees.LINE_ENDS else line + self._end for line in lines)

    def _mapping(
        self, where: str, old: Mapping[str, Any], new: Mapping[str, Any], start: int, indent: int
    ) -> Iterator[str]:
        """The lines of a mapping; `start` is the first line that may lead its first key."""
        there = [key for key in self._data(where) if self._place(where, key) in self._tree.spans]
        pending = [key for key in new if key not in there]
        order = list(new)
        for key in there:
            span = self._tree.spans[self._place(where, key)]
            if span.start < start:
                raise _LayoutError
            before = order[: order.index(key)] if key in new else []
            for added in [name for name in before if name in pending]:
                pending.remove(added)
                yield from self._fresh({added: new[added]}, indent)
            yield from self._lines[start : span.start]
            start = span.end
            if key not in new:
                # A key that only says the default, or one that no longer holds.
                if old.get(key) is None and not self._is_default(where, key):
                    raise _LayoutError
                if old.get(key) is None:
                    yield from self._lines[span.start : span.end]
                else:
                    yield from self._remarks(span.start, span.end, indent)
            elif old.get(key) == new[key]:
                yield from self._lines[span.start : span.end]
            else:
                yield from self._changed(where, key, old.get(key), new[key], indent)
            yield from self._followers(key, order, pending, there, new, indent)
        yield from self._fresh({key: new[key] for key in pending}, indent)

    def _followers(
        self,
        key: str,
        order: Sequence[str],
        pending: list[str],
        there: Sequence[str],
        new: Mapping[str, Any],
        indent: int,
    ) -> Iterator[str]:
        """New keys that stand directly behind `key` in the mandated order."""
        if key not in order:
            return
        for name in order[order.index(key) + 1 :]:
            if name in there:
                return
            if name in pending:
                pending.remove(name)
                yield from self._fresh({name: new[name]}, indent)

    def _changed(
        self, where: str, key: str, old: object, new: object, indent: int
    ) -> Iterator[str]:
        place = self._place(where, key)
        span = self._tree.spans[place]
        if isinstance(old, dict) and isinstance(new, dict):
            first = self._first(f"{place}.")
            yield from self._lines[span.start : span.start + 1]
            yield from self._mapping(place, old, new, span.start + 1, first.column)
        elif isinstance(old, list) and isinstance(new, list) and old and new:
            yield from self._lines[span.start : span.start + 1]
            yield from self._items(place, old, new, span.start + 1)
        else:
            yield from self._rewritten({key: new}, span, indent)

    def _rewritten(self, data: Mapping[str, Any], span: trees.Span, indent: int) -> Iterator[str]:
        """Fresh lines for a key, with the comments that stood beside its old ones."""
        fresh = list(self._fresh(data, indent))
        beside = [self._said[line] for line in range(span.start, span.end) if line in self._said]
        if len(fresh) == 1 and len(beside) == 1:
            yield f"{fresh[0].rstrip()}  {beside[0]}{self._end}"
            return
        yield from self._remarks(span.start, span.end, indent)
        yield from fresh

    def _items(
        self, place: str, old: Sequence[Any], new: Sequence[Any], start: int
    ) -> Iterator[str]:
        if len(old) * len(new) > _MOST_PAIRS:
            raise _LayoutError
        spans = [self._tree.spans[f"{place}[{number}]"] for number in range(len(old))]
        dash = self._dash(spans[0])
        matcher = SequenceMatcher(None, _marks(old), _marks(new), autojunk=False)
        for kind, low, high, first, last in matcher.get_opcodes():
            for number in range(low, high):
                span = spans[number]
                yield from self._lines[start : span.start]
                start = span.end
                twin = first + number - low
                if kind == "equal":
                    yield from self._lines[span.start : span.end]
                elif twin < last:
                    yield from self._item(f"{place}[{number}]", old[number], new[twin], dash)
                else:
                    yield from self._remarks(span.start, span.end, dash)
            for twin in range(first + high - low, last):
                yield from self._ended(files.item_lines(new[twin], dash))

    def _item(self, place: str, old: object, new: object, dash: int) -> Iterator[str]:
        """A list item that changed: key by key where it is a mapping, else anew."""
        span = self._tree.spans[place]
        if not isinstance(old, dict) or not isinstance(new, dict):
            yield from self._remarks(span.start, span.end, dash)
            yield from self._ended(files.item_lines(new, dash))
            return
        column = self._dash(span)
        lines = list(self._mapping(place, old, new, span.start, span.column))
        for number, line in enumerate(lines):
            if line.lstrip()[:1] not in ("", "#"):
                bare = " " * column + "-" + " " * (span.column - column - 1)
                lines[number] = bare + line[span.column :]
                break
        yield from lines

    def _dash(self, span: trees.Span) -> int:
        before = self._lines[span.start][: span.column]
        if before.strip() != "-":
            raise _LayoutError
        return before.index("-")

    def _first(self, prefix: str) -> trees.Span:
        for place, span in self._tree.spans.items():
            if place.startswith(prefix) and not set(".[") & set(place[len(prefix) :]):
                return span
        raise _LayoutError

    def _data(self, where: str) -> Mapping[str, Any]:
        """The data of the file at a place."""
        found: Any = self._tree.data
        for part in where.replace("[", ".[").split(".") if where else ():
            found = found[int(part[1:-1])] if part.startswith("[") else found[part]
        if not isinstance(found, dict):
            raise _LayoutError
        return found

    def _is_default(self, where: str, key: str) -> bool:
        return self._data(where)[key] in (False, [])

    def _remarks(self, start: int, end: int, indent: int) -> Iterator[str]:
        """The comments of lines that go, as lines of their own."""
        for line in range(start, end):
            if line in self._said:
                yield " " * indent + self._said[line] + self._end

    def _fresh(self, data: Mapping[str, Any], indent: int) -> Iterator[str]:
        yield from self._ended(files.mapping_lines(data, indent))

    def _ended(self, lines: Iterator[str]) -> Iterator[str]:
        return (line + self._end for line in lines)

    @staticmethod
    def _place(where: str, key: str) -> str:
        return f"{where}.{key}" if where else key


class _LayoutError(Exception):
    """The old lines are legal but laid out in a way that cannot be kept in place."""


def _marks(items: Sequence[Any]) -> list[str]:
    return [json.dumps(item, sort_keys=True) for item in items]
