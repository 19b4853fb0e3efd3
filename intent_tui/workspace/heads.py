"""The few lines that tell saved specs apart, read without reading the rest.

Thousands of specs lie beside each other; loading one takes milliseconds, its head a hundredth.
What a head cannot tell for sure (a file that people laid out otherwise) is left to a full load.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from intent_tui.base import knowledge

_KEYS = ("request", "intent", "verification_status")
_BLOCKS = {
    key: re.compile(rf"^{key}:(?P<value>[^\n]*(?:\n[ \t][^\n]*|\n(?=\n*[ \t]))*)", re.MULTILINE)
    for key in _KEYS
}
_STATE = re.compile(r"^decision:\s*\n(?:[ \t][^\n]*\n)*?[ \t]+state:[ \t]*(?P<state>[A-Z]+)\s*$",
                    re.MULTILINE)  # fmt: skip
_MARKED = re.compile(r"[&*!]")
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Head:
    """What a spec says of itself: `status` is None in files from before that field."""

    request: str
    intent: str
    status: str | None
    state: str


def head(data: bytes | None) -> Head | None:
    """The head of a file's content; None when it has to be loaded to be known."""
    if data is None:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    found: dict[str, Any] = {}
    for key, pattern in _BLOCKS.items():
        match = pattern.search(text)
        if match is None:
            continue
        value = _scalar(match["value"])
        if value is None or pattern.search(text, match.end()) is not None:
            return None
        found[key] = value
    state = _STATE.search(text)
    if "request" not in found or "intent" not in found or state is None:
        return None
    return Head(found["request"], found["intent"], found.get("verification_status"), state["state"])


def _scalar(block: str) -> str | None:
    """One value as YAML has it; None when it is not one plain text."""
    if len(block) > _LONGEST:
        return None
    first = block.strip()
    if first and "\n" not in first and first[0].isalpha() and not re.search(r"[:#]", first):
        return first  # what most of them are, without asking a parser
    if _MARKED.match(first):
        return None
    import yaml

    try:
        value = knowledge.parsed(f"value:{block}\n")["value"]
    except (yaml.YAMLError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return value if isinstance(value, str) else None
