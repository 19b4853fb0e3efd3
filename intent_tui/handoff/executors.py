"""Who can carry out a spec, as data, and the command that starts one: words, never a shell line.

What ships is in `references/executors.yaml`; the person's own `executors.yaml` in the config
folder adds to it or replaces a name. A repository cannot: nothing it holds is ever started.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent_tui.base import knowledge
from intent_tui.base.config import config_dir
from intent_tui.base.files import Unreadable, read_bounded
from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem

NAME = "executors.yaml"
_SCHEMA = "schema/executors.schema.json"
_LIMIT = 256 * 1024
_SLOT = re.compile(r"\{(packet|title|spec|intent)\}")
ARGUMENT = 120_000
"""Bytes one word of a command may have; systems take a little more."""


@dataclass(frozen=True, slots=True)
class Executor:
    """One way a spec is carried out. `argv` empty: it is only printed."""

    name: str
    title: str
    form: str
    argv: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()

    def command(self, slots: Mapping[str, str]) -> list[str]:
        """The words that start it. `slots` fills {packet}, {title}, {spec} and {intent}.

        What is filled in is never looked at again, and stays part of its word.

        Raises:
            Problem: a word becomes longer than a system takes.
        """
        words = [_SLOT.sub(lambda match: slots[match[1]], word) for word in self.argv]
        for word in words:
            if len(word.encode("utf-8", "surrogateescape")) > ARGUMENT:
                raise Problem(
                    f"the packet is too long for a command of {self.title}",
                    f"print it and hand it over as a file: --to {self.name}",
                )
        return words


@dataclass(frozen=True, slots=True)
class Known:
    """The executors by name, and why some of the person's own were left out."""

    executors: Mapping[str, Executor]
    problems: tuple[Problem, ...]

    def find(self, name: str) -> Executor:
        """The executor of this name. Raises Problem with the nearest name when there is none."""
        found = self.executors.get(name)
        if found is None:
            near = nearest(name, self.executors)
            meant = f"; did you mean {near}?" if near else ""
            names = ", ".join(self.executors)
            raise Problem(f'no executor "{name}"{meant}', f"--to NAME, one of {names}")
        return found


def known() -> Known:
    """What ships and what the person added. Their faults are told and cost nothing else."""
    shipped = knowledge.yaml(NAME)["executors"]
    own, problems = _own(config_dir() / NAME)
    found = {name: _made(name, row) for name, row in {**shipped, **own}.items()}
    return Known(found, problems)


def _made(name: str, row: Mapping[str, Any]) -> Executor:
    argv, wants = tuple(row.get("argv", ())), tuple(row.get("wants", ()))
    return Executor(name, row["title"], row["form"], argv, wants)


def _own(path: Path) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    import yaml

    try:
        data, cut = read_bounded(path, _LIMIT)
        text = data.decode("utf-8-sig")
        if cut:
            return {}, (_bad(path, 0, "is larger than 256 kB"),)
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        content = knowledge.parsed(text)
    except Unreadable as error:
        return {}, () if error.reason == "does not exist" else (_bad(path, 0, error.reason),)
    except UnicodeDecodeError:
        return {}, (_bad(path, 0, "is not UTF-8 text"),)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        return {}, (_bad(path, mark.line + 1 if mark else 0, "is not YAML"),)
    return _judged(path, tree, content)


def _judged(path: Path, tree: Any, content: Any) -> tuple[dict[str, Any], tuple[Problem, ...]]:  # noqa: ANN401 - nodes and content of a library imported late
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(json.loads(knowledge.text(_SCHEMA)))
    problems: list[Problem] = []
    spoiled: set[str] = set()
    whole = True
    for error in sorted(validator.iter_errors(content), key=lambda each: each.json_path):
        spot = list(error.absolute_path)
        key = ".".join(map(str, spot))
        problems.append(_bad(path, _line(tree, spot), f"{key}: {error.message[:160]}"))
        if len(spot) >= 2 and spot[0] == "executors":
            spoiled.add(str(spot[1]))
        else:
            whole = False
    if not whole:
        return {}, tuple(problems)
    good = {name: row for name, row in content["executors"].items() if name not in spoiled}
    return good, tuple(problems)


def _line(tree: Any, spot: list[str | int]) -> int:  # noqa: ANN401 - a node of a library imported late
    """The line, from 1, of a place, or of the nearest one above it."""
    line = int(tree.start_mark.line) + 1 if tree is not None else 1
    node = tree
    for step in spot:
        items = node.value if node is not None and isinstance(node.value, list) else []
        if isinstance(step, int):
            if step >= len(items):
                return line
            node = items[step]
            line = int(node.start_mark.line) + 1
            continue
        found = next((each for each in items if each[0].value == step), None)
        if found is None:
            return line
        line, node = int(found[0].start_mark.line) + 1, found[1]
    return line


def _bad(path: Path, line: int, why: str) -> Problem:
    where = f"{path}:{line}" if line else str(path)
    return Problem(f"{where}: {why}", "that executor was left out; the others hold")
