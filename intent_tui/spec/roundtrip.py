"""Rewriting a spec's file that is laid out in a way lines cannot be kept of (flow style).

ruamel keeps remarks and style there, at the price of laying some lines out anew. Its result
is only a proposal: `spec.splice` reads it back and checks it.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

from intent_tui.spec import scalars

_NO_FOLDING = 1_000_000


def rewritten(text: str, new: Mapping[str, Any]) -> str | None:
    """`text` with the values of `new`, or None when ruamel reads it differently than we do.

    Args:
        text: one YAML mapping without aliases and tags.
        new: the plain data of the spec, in file order.
    """
    writer = YAML()
    writer.preserve_quotes = True
    writer.width = _NO_FOLDING
    writer.indent(mapping=2, sequence=4, offset=2)
    written = io.StringIO()
    try:
        document = writer.load(text)
        if not isinstance(document, CommentedMap):
            return None
        _merge(document, new)
        writer.dump(document, written)
    except YAMLError:
        return None
    return written.getvalue()


def _merge(node: MutableMapping[str, Any], new: Mapping[str, Any]) -> None:
    for key in [key for key in node if key not in new and node[key] not in (False, [])]:
        del node[key]
    behind = 0
    for key, value in new.items():
        if key not in node and isinstance(node, CommentedMap):
            node.insert(behind, key, _fresh(value))
        else:
            node[key] = _merged(node[key], value)
        behind = list(node).index(key) + 1


def _merged(old: Any, new: Any) -> Any:  # noqa: ANN401 - any value YAML can hold
    if isinstance(old, MutableMapping) and isinstance(new, Mapping):
        _merge(old, new)
        return old
    if isinstance(old, MutableSequence) and isinstance(new, list):
        _merge_items(old, new)
        return old
    return old if old == new else _fresh(new)


def _merge_items(items: MutableSequence[Any], new: Sequence[Any]) -> None:
    for place, value in enumerate(new[: len(items)]):
        items[place] = _merged(items[place], value)
    for value in new[len(items) :]:
        items.append(_fresh(value))
    del items[len(new) :]


def _fresh(value: Any) -> Any:  # noqa: ANN401 - any value YAML can hold
    """A value as ruamel shall write it: texts quoted as everywhere else."""
    if isinstance(value, Mapping):
        return {key: _fresh(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_fresh(item) for item in value]
    if not isinstance(value, str):
        return value
    shown = scalars.written(value, 0)
    if shown.startswith("'"):
        return SingleQuotedScalarString(value)
    return value if shown == value else DoubleQuotedScalarString(value)
