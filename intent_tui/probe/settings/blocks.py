"""Settings that stand in blocks: the variables and locals of a Terraform configuration.

A variable's value is its default; one without a default has to be given by whoever runs it, which
is an answer too. What is marked sensitive, and what its name calls a credential, has no value here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from intent_tui.probe.manifest_readers.record import comment_at
from intent_tui.probe.settings import secrets, values

SUFFIXES = (".tf", ".tofu")
LONGEST = 2_000
"""Characters of a line that is still read."""

_OPENS = re.compile(r'^\s*(?P<word>variable|locals)\s*(?:"(?P<name>[\w-]+)")?\s*\{')
_PAIR = re.compile(r"^\s*(?P<name>[\w-]+)\s*=\s*(?P<value>.+?)\s*$")
_PLAIN = re.compile(r'"[^"$]*"|-?\d[\d_.]*|true|false|null|\[[^\[\]{}$]*\]')


class Block(NamedTuple):
    """A variable or a local: its value is "" when it has none that can be shown."""

    name: str
    value: str
    line: int
    comment: str


def read(lines: Sequence[str]) -> Iterator[Block]:
    """The variables (`var.name`) and locals (`local.name`) of one file, in its order."""
    depth, word, opened = 0, "", Block("", "", 0, "")
    sensitive, given = False, None
    for number, text in enumerate(lines, 1):
        if len(text) > LONGEST:
            continue
        code = re.sub(r"(?:^|\s)(?:#|//).*$", "", text)
        met = _OPENS.match(code) if not depth else None
        if met is not None:
            word, sensitive, given = met.group("word"), False, None
            opened = Block(f"var.{met.group('name')}", "", number, _comment(lines, number))
        elif depth == 1:
            pair = _PAIR.match(code)
            if pair is not None and word == "variable":
                sensitive = sensitive or (pair["name"], pair["value"]) == ("sensitive", "true")
                if pair["name"] == "description" and not opened.comment:
                    opened = opened._replace(comment=pair["value"].strip('"')[:300])
                given = _default(opened, pair, lines, number) or given
            elif pair is not None and word == "locals" and _PLAIN.fullmatch(pair["value"]):
                name = f"local.{pair['name']}"
                yield Block(name, _shown(name, pair["value"]), number, _comment(lines, number))
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", code)
        depth = max(0, depth + bare.count("{") - bare.count("}"))
        if not depth and word:
            if word == "variable" and opened.name != "var.None":
                yield opened if sensitive or given is None else given
            word = ""


def _default(block: Block, pair: re.Match[str], lines: Sequence[str], number: int) -> Block | None:
    """A variable with the default that a line gives it, None when it gives none to be shown."""
    if pair["name"] != "default" or not _PLAIN.fullmatch(pair["value"]):
        return None
    value = _shown(block.name, pair["value"])
    if not value:
        return None
    note = comment_at(lines, number, ("#", "//"))
    return block._replace(value=value, line=number, comment=note or block.comment)


def _shown(name: str, value: str) -> str:
    plain = value.strip('"')
    hidden = values.secret_name(name) or values.secret_value(plain) or len(plain) > values.LONGEST
    return "" if hidden or secrets.masked(value) != value else plain


def _comment(lines: Sequence[str], number: int) -> str:
    return comment_at(lines, number, ("#", "//"))
