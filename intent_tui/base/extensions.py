"""Files that extend the shipped knowledge, checked before anything is done with them.

They come from a person's config folder or from a repository. Both must fit the schema their kind
ships with; what a repository brings is hostile until shown otherwise, so it may hold literal
words only: never a pattern, never a reference inside the file, never much.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from intent_tui.base import knowledge
from intent_tui.base.knowledge import Layer
from intent_tui.base.problem import Problem

KINDS = {"playbooks": "playbook", "surfaces": "surfaces", "domains": "domain"}
"""What can be extended: a folder below `references/`, and the schema its files must fit."""

MAX_FILES = 64
MAX_BYTES = 256 * 1024
_MAX_NODES = 20_000
_MAX_SHOWN = 3

Spot = tuple[str | int, ...]
"""A place inside a file: keys and positions from the top."""

Judge = Callable[[str, str, Mapping[str, Any]], Iterable[tuple[Spot, str]]]
"""Takes the kind (a folder of `KINDS`), the file's stem and its content; gives what is wrong."""


@dataclass(frozen=True, slots=True)
class Source:
    """Files as they were found: bytes by path below the extending folder.

    Args:
        origin: as a person would say it (`your config`, `this repository`).
        shown: what stands before a path when the file is named to a person.
        files: the bytes; a file that could not be read has its reason in `unread`.
        trusted: the person's own hand, so patterns and replacements are taken.
    """

    origin: str
    shown: str
    files: Mapping[str, bytes]
    trusted: bool
    unread: Mapping[str, str]


def checked(source: Source, judge: Judge) -> tuple[Layer, tuple[Problem, ...]]:
    """The files that may be used, as a layer, and why the others were left out."""
    kept: dict[str, str] = {}
    problems = [_left_out(source, path, "", why) for path, why in sorted(source.unread.items())]
    for path, raw in sorted(source.files.items()):
        faults = list(_faults(source, path, raw, judge))
        if not faults:
            kept[path] = raw.decode("utf-8-sig")
            continue
        problems += [_left_out(source, path, place, why) for place, why in faults[:_MAX_SHOWN]]
    return Layer(source.origin, kept), tuple(problems)


def _left_out(source: Source, path: str, place: str, why: str) -> Problem:
    where = f"{source.shown}/{path}{place}"
    return Problem(f"{where}: {why}", "the file was left out; mend it, or take it away")


def _faults(source: Source, path: str, raw: bytes, judge: Judge) -> Iterator[tuple[str, str]]:
    kind, slash, name = path.partition("/")
    if kind not in KINDS or not slash or not re.fullmatch(r"[a-z][a-z0-9_-]*\.yaml", name):
        yield "", f"only {', '.join(f'{each}/NAME.yaml' for each in KINDS)} extend anything"
        return
    if len(raw) > MAX_BYTES:
        yield "", "is larger than 256 kB"
        return
    try:
        tree, data = _read(raw, aliases=source.trusted)
    except _NotRead as error:
        yield f":{error.line}" if error.line else "", error.why
        return
    found = list(_against_schema(kind, data))
    stem = name.removesuffix(".yaml")
    if not found and not source.trusted:
        found = list(_not_literal(kind, stem, data))
    if not found:
        found = list(judge(kind, stem, data))
    for spot, why in found:
        key = ".".join(str(each) for each in spot)
        yield f":{_line(tree, spot)}", f"{key}: {why}" if key else why


class _NotRead(Exception):
    """The bytes are no YAML mapping; `line` counts from 1, 0 where no line can be named."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.line = line


def _read(raw: bytes, *, aliases: bool) -> tuple[Any, Mapping[str, Any]]:
    """The node tree (for lines) and the content."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        text = raw.decode("utf-8-sig")
        for number, event in enumerate(yaml.parse(text, Loader=loader)):
            line = mark.line + 1 if (mark := event.start_mark) else 0
            if number > _MAX_NODES:
                raise _NotRead(f"holds more than {_MAX_NODES} parts", line)
            if not aliases and isinstance(event, yaml.AliasEvent):
                raise _NotRead("refers to another part of the file", line)
        tree = yaml.compose(text, Loader=loader)
        data = knowledge.parsed(text)
    except UnicodeDecodeError as error:
        raise _NotRead("is not UTF-8 text") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "it cannot be read"
        raise _NotRead(f"is not YAML: {what}", mark.line + 1 if mark else 0) from error
    if not isinstance(data, Mapping):
        raise _NotRead("must hold keys and values", 1)
    return tree, data


def _against_schema(kind: str, data: Mapping[str, Any]) -> Iterator[tuple[Spot, str]]:
    errors = sorted(_validator(KINDS[kind]).iter_errors(data), key=lambda error: error.json_path)
    for error in errors:
        deepest = error
        while deepest.context:
            # Of the alternatives of a schema the one that got furthest is what was meant.
            deepest = max(deepest.context, key=lambda each: len(each.absolute_path))
        yield tuple(deepest.absolute_path), _said(deepest.message)


def _said(message: str) -> str:
    return message if len(message) <= 160 else f"{message[:60]} … {message[-90:]}"


@cache
def _validator(schema: str) -> Any:  # noqa: ANN401 - the library is imported late
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(knowledge.text(f"schema/{schema}.schema.json")))


_LITERAL_SURFACE = frozenset(
    {
        *("ecosystem", "languages", "suffixes", "comment", "receivers", "frameworks"),
        *("convention_words", "convention_names", "gate_words", "reading_words", "units"),
    }
)
_PLAIN = re.compile(r"[\w ./@:#<>=,'\"$-]{1,80}")
"""Nothing that means more than itself, wherever it is put."""


def _not_literal(kind: str, stem: str, data: Mapping[str, Any]) -> Iterator[tuple[Spot, str]]:
    """What only the person's own config folder may bring."""
    if kind != "surfaces":
        if stem in knowledge.names(kind):
            yield (), f'"{stem}" exists already: a repository adds, it does not replace'
        return
    for key in data:
        if key not in _LITERAL_SURFACE:
            yield (key,), "a repository gives words, not patterns: this belongs to your own config"
    for spot, value in _texts((), {key: data[key] for key in data if key in _LITERAL_SURFACE}):
        if not _PLAIN.fullmatch(value):
            yield spot, "holds signs that a plain word has not"


def _texts(spot: Spot, value: object) -> Iterator[tuple[Spot, str]]:
    if isinstance(value, str):
        yield spot, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield (*spot, str(key)), str(key)
            yield from _texts((*spot, str(key)), item)
    elif isinstance(value, Sequence):
        for place, item in enumerate(value):
            yield from _texts((*spot, place), item)


def _line(tree: Any, spot: Spot) -> int:  # noqa: ANN401 - a node of a library imported late
    """The line, from 1, of a place; of the nearest place above it that is there."""
    node = tree
    line = int(node.start_mark.line) + 1
    for step in spot:
        if isinstance(step, int):
            items = node.value if isinstance(node.value, list) else []
            if step >= len(items) or isinstance(items[step], tuple):
                return line
            node = items[step]
            line = int(node.start_mark.line) + 1
            continue
        pairs = [pair for pair in node.value if isinstance(pair, tuple)]
        found = next((pair for pair in pairs if str(pair[0].value) == step), None)
        if found is None:
            return line
        line, node = int(found[0].start_mark.line) + 1, found[1]
    return line
