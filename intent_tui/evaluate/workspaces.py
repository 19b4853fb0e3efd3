"""The workspaces of the cases: built from recipes, in their own words or in twin words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from intent_tui.base import knowledge

EMPTY = "empty"
_AUTHOR = {"name": "Case Author", "email": "cases@example.org"}


def recipe(name: str) -> Mapping[str, Any]:
    """The recipe of that name; the empty workspace has none."""
    found: Mapping[str, Any] = knowledge.yaml(f"cases/workspaces/{name}.yaml")
    return found


def twins(name: str) -> Mapping[str, tuple[str, ...]]:
    """The words that can be exchanged in that workspace, each with what may stand instead."""
    raw = {} if name == EMPTY else recipe(name).get("twins", {})
    return {str(word): tuple(str(other) for other in others) for word, others in raw.items()}


def noise(name: str, seed: int) -> tuple[str, ...]:
    """The files of that workspace that no request is about."""
    paths = () if name == EMPTY else recipe(name).get("noise", ())
    return tuple(rename(str(path), name, seed) for path in paths)


def rename(text: str, name: str, seed: int) -> str:
    """The text in the twin words of that seed; seed 0 leaves it as it is.

    Whole words and parts of compound names are exchanged alike, in the case they stand in, so a
    path, a type and a sentence go on meaning the same thing.
    """
    if seed == 0:
        return text
    for place, (word, others) in enumerate(sorted(twins(name).items())):
        other = others[(seed - 1 + place) % len(others)]
        text = _exchanged(text, word, other)
    return text


def _exchanged(text: str, word: str, other: str) -> str:
    if word.isdigit():
        return re.sub(rf"(?<![\w.]){word}(?!\w|\.\d)", other, text)
    word, other = word.lower(), other.lower()
    for old, new in zip(_cases(word), _cases(other), strict=True):
        text = re.sub(rf"(?<![a-z]){old}s(?![a-z])", _plural(new), text)
        text = re.sub(rf"(?<![a-z]){old}(?![a-z])", new, text)
    return text


def _cases(word: str) -> tuple[str, str, str]:
    return word.upper(), word.capitalize(), word


def _plural(word: str) -> str:
    if word.endswith("y") and not word.endswith(("ay", "ey", "oy")):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "sh", "ch", "x")) else "s")


def build(name: str, seed: int, folder: Path) -> None:
    """Build that workspace into a new folder. Raises Problem when it cannot be written."""
    from intent_tui.evaluate import repository

    if name == EMPTY:
        folder.mkdir(parents=True)
        return
    plan = recipe(name)
    if "commits" in plan:
        steps = [_renamed(step, name, seed) for step in plan["commits"]]
        repository.build(folder, {"author": _AUTHOR, "commits": steps})
        return
    for path, text in plan["files"].items():
        target = folder / rename(path, name, seed)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(rename(text, name, seed).encode("utf-8"))


def _renamed(step: Mapping[str, Any], name: str, seed: int) -> dict[str, Any]:
    return {
        "message": rename(step["message"], name, seed),
        "date": step["date"],
        "write": {
            rename(path, name, seed): rename(text, name, seed)
            for path, text in step.get("write", {}).items()
        },
        "remove": [rename(path, name, seed) for path in step.get("remove", [])],
    }
