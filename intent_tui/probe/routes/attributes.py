"""Routes that attributes before functions and classes declare, in languages without a grammar here.

A row of `attributes` in the surfaces data names them. Only literals are followed: a path that is
put together of names, or whose prefix is given elsewhere, is `partial` and keeps its right end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from intent_tui.probe.routes.kept import READ
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.source import reading
from intent_tui.probe.source.corpus import corpus
from intent_tui.probe.source.surfaces import Data
from intent_tui.workspace.files import Workspace

_HIDDEN = re.compile(
    r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*[\s\S]*?\*/'
)
_NAMED = r"(?:^|[(,\s])(?:value|path)\s*[=:]\s*[\[{]?\s*"
_TEXT = r"(?P<quote>[\"'])(?P<text>(?:(?!(?P=quote)).)*)(?P=quote)"
_WORD = re.compile(
    r"(?:class|interface|record)\s+(?P<type>\w+)|(?P<function>\w+)\s*(?:<[^<>()]*>)?\s*\("
)
LONGEST_ARGUMENTS = 2_000
"""Characters of the arguments of one attribute that are looked at."""


def entries(workspace: Workspace) -> Iterator[Entry]:
    """The routes of every source whose ecosystem has rows of `attributes`."""
    sources = corpus(workspace)
    for number in sources.numbers(sources.of_kinds(READ)):
        info, eco = sources.files[number]
        for row in eco.rows("attributes") if eco is not None else ():
            low = sources.low(number)
            if any(needle.encode() in low for needle in row["needles"]):
                lines = reading.lines_of(workspace, info.path) or ()
                yield from _of_text(info.path, _code("\n".join(lines)), row)


def _code(text: str) -> str:
    """The text with its comments blanked, every line where it was."""

    def blank(met: re.Match[str]) -> str:
        part = met.group(0)
        return re.sub(r"[^\n]", " ", part) if part.startswith(("//", "/*")) else part

    return _HIDDEN.sub(blank, text)


@lru_cache(maxsize=16)
def _token(attribute: str) -> re.Pattern[str]:
    return re.compile(f"(?:{attribute})|{_WORD.pattern}")


def _of_text(path: str, code: str, row: Data) -> Iterator[Entry]:
    known = {*row["verbs"], *row.get("paths", ())}
    prefix, owner, place = Piece(whole=not row.get("mounted")), "", 0
    pending: list[tuple[str, str, int]] = []
    while (met := _token(row["attribute"]).search(code, place)) is not None:
        place = met.end()
        name = (met.group("name") or "").rpartition("::")[2]
        if met.group("name"):
            arguments, place = _arguments(code, place)
            if name in known:
                line = code.count("\n", 0, met.start()) + 1
                pending.append((name, arguments, line))
        elif met.group("type"):
            owner = met.group("type")
            own = _path(pending, row, owner)
            prefix, pending = Piece(whole=not row.get("mounted")).then(own), []
        elif pending:
            yield from _routes(pending, row, prefix, (path, owner, met.group("function")))
            pending = []


def _arguments(code: str, place: int) -> tuple[str, int]:
    """The text between the brackets that open at a place, and the place behind them."""
    start = re.compile(r"\s*\(").match(code, place)
    if start is None:
        return "", place
    depth, at = 1, start.end()
    end = min(len(code), at + LONGEST_ARGUMENTS)
    while at < end and depth:
        quoted = _HIDDEN.match(code, at)
        if quoted is not None:
            at = quoted.end()
            continue
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return code[start.end() : at - 1], at


def _path(pending: list[tuple[str, str, int]], row: Data, owner: str) -> Piece:
    """The path the attributes give: the first that names one."""
    for name, arguments, _ in pending:
        met = re.search(_NAMED + _TEXT, arguments) or re.match(r"\s*[\[{]?\s*" + _TEXT, arguments)
        if met is not None:
            short = re.sub(r"Controller$", "", owner).lower()
            whole = not re.match(r"\s*\+", arguments[met.end() :])
            return Piece(met.group("text").replace("[controller]", short), whole)
        unnamed = re.match(r"\s*[A-Za-z_][\w.]*\s*(?:$|[,+])", arguments)
        if unnamed or (re.search(_NAMED, arguments) and name in row.get("paths", ())):
            return Piece(whole=False)
    return Piece()


def _routes(
    pending: list[tuple[str, str, int]], row: Data, prefix: Piece, where: tuple[str, str, str]
) -> Iterator[Entry]:
    file, owner, function = where
    own = _path(pending, row, owner)
    if row.get("absolute") and own.text.startswith(("/", "~/")):
        own, prefix = Piece(own.text.lstrip("~"), own.whole), Piece()
    handler = f"{owner}.{function}" if owner else function
    for name, arguments, line in pending:
        if name not in row["verbs"]:
            continue
        listed = re.search(r"\bmethods?\s*[=:]\s*([^)=]*)", arguments)
        methods = re.findall(r"\b(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b", listed.group(1)) if (
            listed is not None and row["verbs"][name] == "ANY"
        ) else []  # fmt: skip
        for method in dict.fromkeys(methods or [row["verbs"][name]]):
            yield http_entry(method, prefix.then(own), handler, (file, line), row["id"])
