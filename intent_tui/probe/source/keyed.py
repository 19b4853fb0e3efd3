"""The keys of a YAML or JSON text with their lines, read in one pass and never expanded.

A description of an interface can be megabytes and may be made to harm: aliases that blow up,
brackets without end. What is wanted of it are a few keys near its top and where they stand, so it
is read by its indents (YAML) or its brackets (JSON); nothing is built, nothing recurses, and text
that is neither simply gives fewer rows. Templates (Helm) read like what they will become.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LONGEST = 2_000
"""Characters of a YAML line that is still read."""

_QUOTED = re.compile(r"(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^']|'')*)')\s*:(?=\s|$)")
_INLINE = re.compile(r"[\"']?([\w$-]+)[\"']?:\s+((?:[^,{}]|\{[^{},]*\})+)")
_MARK = re.compile(r"[&!][^\s,\[\]{}]*\s*")
_NO_KEY = frozenset("\"'{}[],#&*!|>%@`")
# A text without an end goes to the end of its line: to look for another beginning is quadratic.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]:,]|[^\s"{}\[\]:,]+')


class Row(NamedTuple):
    """One key: those around it and itself (a number is a place in a list), its value as text.

    `value` is "" for a key with keys below it; `document` counts the documents of the text.
    """

    keys: tuple[str | int, ...]
    value: str
    line: int
    document: int = 0


def rows(lines: Sequence[str], *, deep: int, heads: frozenset[str] = frozenset()) -> Iterator[Row]:
    """The rows of a text down to `deep` keys: JSON when it begins with a brace, else YAML.

    With `heads` only what stands below one of these keys.
    """
    first = next((text.lstrip("\ufeff \t") for text in lines if text.strip()), "")
    if first.startswith("{") and not first.startswith("{{"):
        return (row for row in _of_json(lines, deep) if not heads or row.keys[0] in heads)
    return _of_yaml(lines, deep, heads)


class _Open:
    """A key or a place in a list that is open: `rank` is twice its column, plus one for a list."""

    __slots__ = ("count", "key", "rank")

    def __init__(self, rank: int, key: str | int) -> None:
        self.rank, self.key, self.count = rank, key, 0


def _of_yaml(lines: Sequence[str], deep: int, heads: frozenset[str]) -> Iterator[Row]:
    document, skipped = 0, -1
    stack = [_Open(-1, "")]
    for number, text in enumerate(lines, 1):
        bare = text.strip()
        if not bare or bare[0] == "#" or len(text) > LONGEST:
            continue
        column = len(text) - len(text.lstrip(" "))
        # below a value, or deeper than anybody asks for
        if skipped >= 0 and column > skipped:
            continue
        skipped = -1
        if column == 0 and bare.startswith(("---", "...")):
            document, stack = document + 1, [_Open(-1, "")]
            continue
        if bare[0] == "-":
            column, bare = _places(stack, column, bare)
        key, value = _pair(bare)
        if key is None:
            if bare and isinstance(stack[-1].key, int) and len(stack) <= deep + 1:
                yield Row(_path(stack), scalar(bare), number, document)
            continue
        _close(stack, 2 * column)
        stack.append(_Open(2 * column, key))
        foreign = bool(heads) and column == 0 and key not in heads
        if value or foreign or len(stack) > deep:
            skipped = column
        if len(stack) <= deep + 1 and not foreign:
            yield Row(_path(stack), scalar(value), number, document)


def _places(stack: list[_Open], column: int, bare: str) -> tuple[int, str]:
    """Opens the places of lists a line begins with; gives what is left and its column."""
    while bare == "-" or bare.startswith("- "):
        _close(stack, 2 * column + 1)
        stack.append(_Open(2 * column + 1, stack[-1].count))
        stack[-2].count += 1
        rest = bare[1:].lstrip()
        column, bare = column + len(bare) - len(rest), rest
    return column, bare


def _close(stack: list[_Open], rank: int) -> None:
    while stack[-1].rank >= rank:
        stack.pop()


def _path(stack: Sequence[_Open]) -> tuple[str | int, ...]:
    return tuple(each.key for each in stack[1:])


def _pair(bare: str) -> tuple[str | None, str]:
    """The key of a line and the value behind it; no key for anything else."""
    met = _QUOTED.match(bare) if bare[:1] in ('"', "'") else None
    if met is not None:
        single, double = met.group("single"), met.group("double")
        key = single.replace("''", "'") if single is not None else _unescaped(double)
        value = bare[met.end() :]
    elif not bare or bare[0] in _NO_KEY:
        return None, ""
    else:
        key, found, value = bare.partition(": ")
        if not found:
            if not bare.endswith(":"):
                return None, ""
            key, value = bare[:-1], ""
        elif " #" in key:
            return None, ""
    value = value.strip()
    while value[:1] in ("&", "!") and (mark := _MARK.match(value)) is not None:
        value = value[mark.end() :]
    return key.rstrip(), "" if value.startswith("#") else value


def inline(value: str) -> dict[str, str]:
    """The pairs of a mapping written on one line (`{path: /a, method: get}`), one level deep."""
    if not value.startswith("{"):
        return {}
    return {met.group(1): scalar(met.group(2).strip()) for met in _INLINE.finditer(value)}


def scalar(text: str) -> str:
    """A value without its quotes and the comment behind it."""
    if text[:1] in ('"', "'"):
        end = text.find(text[0], 1)
        return text[1:end] if end > 0 else text[1:]
    return text.partition(" #")[0].strip()


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


def _of_json(lines: Sequence[str], deep: int) -> Iterator[Row]:
    places: list[int] = []
    """One for each bracket that is open: the place in a list, -1 in an object."""
    keys: list[str | int] = []
    name: str | None = None
    key: str | None = None
    line = 1
    for number, text in enumerate(lines, 1):
        for met in _TOKEN.finditer(text):
            part = met.group()
            if part == ":":
                key, name = name, None
            elif part in ("{", "["):
                if places:
                    keys.append(places[-1] if places[-1] >= 0 else key or "")
                    if key is not None and len(keys) <= deep:
                        yield Row(tuple(keys), "", line)
                places.append(-1 if part == "{" else 0)
                key = name = None
            elif part in ("}", "]"):
                del places[-1:], keys[-1:]
                key = name = None
            elif part == ",":
                if places and places[-1] >= 0:
                    places[-1] += 1
                key = name = None
            elif places and (places[-1] >= 0 or key is not None):
                if len(keys) < deep:
                    step = places[-1] if places[-1] >= 0 else key or ""
                    yield Row((*keys, step), _text(part), line if key is not None else number)
                key = None
            else:
                name, line = _text(part), number


def _text(token: str) -> str:
    return _unescaped(token[1:].removesuffix('"')) if token.startswith('"') else token
