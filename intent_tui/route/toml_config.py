"""`.linchpin.toml`: read by a real TOML parser, held to the rules of its keys, changed by a yes.

The keys, their defaults and their rules are data (`references/routing/prd.yaml`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from intent_tui.base import knowledge
from intent_tui.base.files import Unreadable
from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem
from intent_tui.workspace.reader import Reader

NAME = ".linchpin.toml"
Value = str | int | bool

_REACH = 3
"""Words before a phrase in which a denial counts; signs, where no blanks are set."""

_DATA = "routing/prd.yaml"
_FLOOR = 3
_TOLD = 20
"""Faults that are told at once."""
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force: every key, and the keys that a file really sets."""

    values: Mapping[str, Value]
    given: frozenset[str]
    text: str | None
    """The file as it is; None without one."""

    def text_of(self, key: str) -> str:
        """A value as the file and the printed lines spell it."""
        return spelled(self.values[key])

    @property
    def floor(self) -> int:
        """The score from which a PRD is worth it: `prd_floor` may raise it, never lower it."""
        return max(_FLOOR, int(self.values["prd_floor"]))

    @property
    def lanes(self) -> int:
        """How many lanes may be active at once."""
        return int(self.values["max_lanes"])

    def pin(self, key: str) -> str:
        """The value of a key that is empty unless set, with what stands in for it."""
        return str(self.values[key] or knowledge.yaml(_DATA)["pins"][key])


class BadConfig(Problem):
    """`.linchpin.toml` breaks a rule. `faults` has every one, as "line N: rule"."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(
            "\n".join(f"{name}: {fault}" for fault in faults),
            "mend the lines, or remove the file: without it every default holds",
        )
        self.faults = faults


def load(folder: Path, name: str = NAME) -> Config:
    """The settings of a folder; every default without a file.

    Args:
        folder: the repository, or the folder of `--config-dir`.
        name: how messages call the file.

    Raises:
        BadConfig: the file breaks a rule; all of them are told, with their lines.
        Problem: the file cannot be read.
    """
    try:
        data, cut = Reader(Path(folder).resolve()).read(NAME)
        text = data.decode("utf-8")
    except Unreadable as error:
        if error.reason == "does not exist":
            return parse(None, name)
        raise Problem(f"{name} {error.reason}", "mend or remove it") from error
    except UnicodeDecodeError as error:
        raise Problem(f"{name} is not UTF-8 text", "save it as UTF-8") from error
    if cut:
        raise Problem(f"{name} is larger than 1 MB", "settings are a few lines")
    return parse(text, name)


def parse(text: str | None, name: str = NAME) -> Config:
    """The settings a text gives; None stands for no file.

    Raises:
        BadConfig: with every fault of the text.
    """
    defaults = {key: rule["default"] for key, rule in _keys().items()}
    if text is None:
        return Config(defaults, frozenset(), None)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadConfig(name, [_not_toml(text, str(error))]) from error
    wrong = [key for key, value in data.items() if not _is_legal(key, value)]
    faults = [f"line {_line(text, key)}: {_fault(key, data[key])}" for key in wrong[:_TOLD]]
    if faults:
        raise BadConfig(name, faults)
    return Config({**defaults, **data}, frozenset(data), text)


def fault_of(key: str, given: str) -> str | None:
    """Why a key does not take a value as a person writes it; None when it does."""
    return _fault(key, valued(key, given))


def valued(key: str, given: str) -> Any:  # noqa: ANN401 - of the kind the key has, or the text itself
    """A value as written, in the kind the key has: a switch, a whole number, a word."""
    default = _keys().get(key, {}).get("default")
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(given, given)
    if isinstance(default, int):
        return int(given) if re.fullmatch(r"-?[0-9]{1,9}", given) else given
    return given


def changed(config: Config, key: str, value: Value) -> str:
    """The text of the file with one key set: its other lines stay as they are, comments too.

    Raises:
        Problem: the file spells the key over several lines, so no line can stand for it.
    """
    line = f"{key} = {spelled(value, quoted=True)}"
    text = config.text or ""
    rows = text.split("\n")
    if key in config.given:
        place = _line(text, key) - 1
        note = _comment(rows[place])
        rows[place] = line + (f"  {note}" if note else "")
    else:
        if rows and rows[-1] == "":
            rows.pop()
        rows += [line, ""]
    made = "\n".join(rows)
    expected = {each: config.values[each] for each in config.given} | {key: value}
    try:
        same = tomllib.loads(made) == expected
    except tomllib.TOMLDecodeError:
        same = False
    if not same:
        raise Problem(f"{NAME}: {key} stands over several lines", f"write it as one line: {line}")
    return made


def spelled(value: Value, *, quoted: bool = False) -> str:
    """A value as TOML spells it; texts are quoted only when asked for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and quoted:
        return f'"{value}"'
    return str(value)


def spoken(text: str) -> dict[str, Value]:
    """The settings a sentence asks for, by key; of two for one key the one said last holds.

    Words are looked for whole and literally. Nothing is taken from silence: `review = false`
    comes only from words that say so.
    """
    found: dict[str, tuple[int, int, Value]] = {}
    low = " ".join(text.casefold().replace("’", "'").split())
    for pattern, key, value in _spoken():
        for match in pattern.finditer(low):
            if _is_denied(low[: match.start()]):
                continue
            given = int(match["n"]) if "n" in pattern.groupindex else value
            if _is_legal(key, given):
                # The later words win; of words that end at one place the longer ones.
                rank = (match.end(), match.end() - match.start(), given)
                if key not in found or rank[:2] > found[key][:2]:
                    found[key] = rank
    return {key: found[key][2] for key in _keys() if key in found}


def _is_denied(before: str) -> bool:
    """Whether what stands right before, in the same clause, takes the words back ("don't ...")."""
    clause = re.split(r"[.,;:!?，。；：！？]", before[-200:])[-1]
    near = f" {' '.join(clause.split()[-_REACH:])} "
    signs = clause.rstrip()[-_REACH:]
    words = knowledge.yaml(_DATA)["denials"]
    return any(f" {each} " in near if each.isascii() else each in signs for each in words)


@cache
def _spoken() -> tuple[tuple[re.Pattern[str], str, Value], ...]:
    made = []
    for row in knowledge.yaml(_DATA)["spoken"]:
        for words in row["words"]:
            body = re.escape(words.casefold()).replace(r"\{n\}", r"(?P<n>[0-9]{1,3})")
            edge = r"\b" if words.isascii() else ""
            made.append((re.compile(edge + body + edge), row["key"], row.get("value", 0)))
    return tuple(made)


def _keys() -> Mapping[str, Any]:
    keys: Mapping[str, Any] = knowledge.yaml(_DATA)["keys"]
    return keys


def _fault(key: str, value: object) -> str | None:
    rule = _keys().get(key)
    if rule is None:
        if isinstance(value, dict):
            return f"tables are not known here: [{key}]"
        near = nearest(key, _keys())
        return f'no key "{key[:40]}"' + (f"; did you mean {near}?" if near else "")
    return None if _fits(rule, value) else f"invalid {key}: {rule['rule']}"


def _is_legal(key: str, value: object) -> bool:
    return key in _keys() and _fits(_keys()[key], value)


def _fits(rule: Mapping[str, Any], value: object) -> bool:
    default = rule["default"]
    if isinstance(default, bool):
        return isinstance(value, bool)
    if isinstance(default, int):
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return value >= int(rule["least"])
    if not isinstance(value, str):
        return False
    if "pattern" in rule:
        return re.fullmatch(rule["pattern"], value) is not None
    return value in rule["values"] or value == default


def _not_toml(text: str, said: str) -> str:
    where = _AT.search(said)
    lines = text.split("\n")
    number = int(where[1]) if where and where[1] else len(lines)
    row = lines[number - 1].strip() if number <= len(lines) else ""
    key = row.partition("=")[0].strip()
    rule = f"; {_keys()[key]['rule']}" if key in _keys() else ""
    return f"line {number}: not TOML ({_AT.sub('', said)}){rule}"


def _line(text: str, key: str) -> int:
    """The line (from 1) that sets a key or opens its table."""
    name = f"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
    starts = re.compile(rf"[ \t]*(?:\[+[ \t]*)?{name}[ \t]*[=.\]]")
    for number, line in enumerate(text.split("\n"), 1):
        if starts.match(line):
            return number
    return 1


def _comment(line: str) -> str:
    """The comment at the end of a line that sets a word, a number or a switch."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: "_" * len(quoted[0]), line)
    place = bare.find("#")
    return line[place:].rstrip("\r") if place >= 0 else ""
