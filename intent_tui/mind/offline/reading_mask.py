"""Finds code, record names and quotations in a request and masks them.

Masked characters keep their width, so that every offset stays valid. What was masked comes back
as tokens: they are the request's anchors, and no word inside them is ever read as an order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from intent_tui.language.stems import parts, stem
from intent_tui.mind.offline.reading_lexicon import CODE, Lexicon
from intent_tui.mind.reading import MentionKind

_FULL_WIDTH: Final[dict[str, str]] = {chr(0xFF01 + at): chr(0x21 + at) for at in range(94)}
_TYPOGRAPHIC: Final[dict[str, str]] = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "「": '"', "」": '"', "『": '"', "』": '"', "\u3000": " ", "\u00a0": " ",
    "\t": " ", "\r": " ", "–": "-", "—": "-", CODE: "\ufffd",
}  # fmt: skip
_FLAT: Final = str.maketrans({**_FULL_WIDTH, **_TYPOGRAPHIC})

_ENDINGS: Final = (
    "tsx|ts|jsx|js|mjs|cjs|json5|jsonl|json|py|pyi|go|rs|rb|java|kt|swift|php|cs|cpp|cc|hpp|sh|bash|sql|yaml|yml|toml|"
    "ini|cfg|conf|md|rst|txt|html|css|scss|vue|svelte|xml|csv|proto|graphql|lock|env|tf|gradle|"
    "ex|exs|erl|hs|scala|clj|dart|lua|pl|ipynb|docx|pdf|c|h|r"
)
_SHAPES: Final[tuple[tuple[MentionKind | str, str], ...]] = (
    ("ticked", r"`[^`\n]{1,120}`"),
    ("url", r"\b[a-z]{3,8}://[^\s\"<>)]{1,200}"),
    ("route", r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+/[\w\-./:{}*\[\]]*(?<![.,:])"),
    (
        "path",
        r"(?<![\w/.\-])(?:\.{0,2}/)?[\w\-.\[\]@]+(?:/[\w\-.\[\]@]+){0,20}"
        rf"\.(?:{_ENDINGS})\b(?!\()",
    ),
    ("path", r"(?<![\w/.\-])\.[a-z][\w\-]*(?:/[\w\-.]+)+"),
    ("route", r"(?<![\w/.:<])/[A-Za-z:{\[][\w\-./:{}*\[\]]*(?<![.,:])"),
    ("path", r"(?<![\w/.\-])[\w\-.]+/(?:[\w\-.]+/)+[\w\-.]*(?<![.,])"),
    ("flag", r"(?<![\w\-])--[a-zA-Z][\w\-]*(?:=[\w\-]+)?|(?<![\w\-])-[a-zA-Z](?![\w\-])"),
    ("flag", r"\?[A-Za-z_][\w\-]*=[\w\-]*"),
    ("symbol", r"(?<![\w$])[A-Za-z_$][\w$]*(?:\.[A-Za-z_][\w]*)*\(\)"),
    ("symbol", r"(?<![\w.])[a-z_]\w*(?:\.[a-z]\w*)*\.(?:[A-Z]\w*|[a-z]\w*_\w+)(?:\(\))?"),
    ("symbol", r"(?<![\w.])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)|(?<!\w)_[a-z]\w+"),
    ("symbol", r"(?<![\w.])[a-z]+[a-z0-9]*[A-Z]\w*(?:\.\w+)*"),
    ("symbol", r"(?<![\w.])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:\.\w+)*"),
    ("symbol", r"(?<![\w.])[A-Z]{2,}[a-z]+[a-z0-9]*[A-Z]\w*"),
    ("method", r"\b(?:GET|POST|PUT|PATCH|DELETE)s?\b(?!\s+[A-Z]{2,})"),
    ("record", r"(?<![\w#])#\d{1,9}(?!\w)"),
    ("record", r"(?<![\w\-])[A-Z]{2,6}-\d{2,9}(?![\w\-])"),
    ("quoted", r"\"[^\"\n]{1,80}\""),
)  # fmt: skip
_CODE_SHAPES: Final = re.compile(
    "|".join(f"(?P<k{place}>{shape})" for place, (_, shape) in enumerate(_SHAPES)), re.ASCII
)
_NO_CODE: Final = re.compile(r"[!-~]{300,}")
"""A run this long without a blank is data, not a name; looking into it would cost its square."""
_COMMON_NAMES: Final = re.compile(
    r"(?:GitHub|GitLab|JavaScript|TypeScript|PostgreSQL|MySQL|SQLite|GraphQL|OpenAPI|iOS|macOS|"
    r"iPhone|iPad|YouTube|LinkedIn|WhatsApp|PayPal|DevOps|NodeJS|VSCode|JSONs?|URLs|APIs|IDs|PDFs|"
    r"e\.g|i\.e|GETs|POSTs|CSVs|PRs|OAuth|GraphQL|WebSockets?|MongoDB|DynamoDB|RabbitMQ|Ph[A-Z]\w*)"
    r"|(?:and|or|he|she|his|her|him|client|server|read|write|input|output|on|off|yes|no|s|w|n|tcp|"
    r"ci|his|their|before|after|start|stop|import|export|create|update|delete|key|true|false)"
    r"/[\w]+",
    re.IGNORECASE,
)
_RECORD_NAME: Final = re.compile(
    r"(?<!\w)(?P<noun>[^\W\d_]{3,20})\s+(?:no\.?\s*|number\s+|nr\.?\s*|id\s+|#\s*|n[°ºo]\s*)?"
    r"(?P<id>\d{2,12})(?![\w.,:%]*\d|\w|%)(?P<after>\s+[^\W\d_]{1,12})?"
)
_RECORD_RUN: Final = re.compile(
    r"(?P<noun>[぀-ヿ一-鿿가-힣]{2,4})\s*(?:号|编号|番号|번호|#)?\s*(?P<id>\d{2,12})(?!\d)"
)
_POINTING_WORDS: Final = """
the about for on of from with regarding re her his their this that our customer concerning
zu der die das dem bei über pour sur la le el los sobre do da para com
"""
_POINTING: Final = frozenset(_POINTING_WORDS.split())
_LEAST_DIGITS: Final = 3
_VALUE: Final = re.compile(
    r"(?<![\w.])(?P<n>\d(?:[\d.,]*\d)?)[\s-]?(?P<unit>[^\W\d_]{1,12}|%|€|\$)?|[$€£]\s?\d(?:[\d.,]*\d)?"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the request that is no prose."""

    kind: MentionKind | str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Masked:
    """The request, flattened (same width, plain punctuation) and with its code masked."""

    text: str
    low: str
    tokens: tuple[Token, ...]


def flatten(text: str) -> str:
    """The text with full-width and typographic punctuation made plain, character for character."""
    return text.translate(_FLAT)


def lower(text: str) -> str:
    """Lower case of the same length, whatever the letters."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def mask(text: str, tables: Lexicon) -> Masked:
    """Masks the code, records and quotations of a text."""
    flat = flatten(text)
    tokens: list[Token] = []
    covered = 0
    for found in _CODE_SHAPES.finditer(_NO_CODE.sub(_blanks, flat)):
        kind = _SHAPES[int(str(found.lastgroup)[1:])][0]
        token = _token(kind, found, flat)
        if token is not None and token.start >= covered:
            tokens.append(token)
            covered = token.end
    bare = _blank(flat, tokens)
    tokens.extend(_records(lower(bare), tables))
    tokens.sort(key=lambda token: token.start)
    masked = _blank(flat, tokens)
    return Masked(masked, lower(masked), tuple(tokens))


def _token(kind: MentionKind | str, found: re.Match[str], flat: str) -> Token | None:
    start, end = found.span()
    if kind == "ticked":
        return Token(_ticked(flat[start + 1 : end - 1]), start, end)
    if kind == "url":
        return Token("quoted", start, end)
    whole = flat[start:end]
    if kind in ("symbol", "path") and _COMMON_NAMES.fullmatch(whole):
        return None
    if kind == "path" and "/" in whole and "." not in whole and whole.count("/") == 1:
        return None
    return Token(kind, start, end)


def _ticked(inner: str) -> MentionKind | str:
    """The kind of what stands between back-ticks: shaped like code, else a symbol as written."""
    found = _CODE_SHAPES.fullmatch(inner.strip())
    kind = _SHAPES[int(str(found.lastgroup)[1:])][0] if found else "symbol"
    return kind if kind in ("route", "path", "flag", "record") else "symbol"


def _records(low: str, tables: Lexicon) -> list[Token]:
    known, barred, units = (
        tables.words("record_nouns"),
        tables.words("record_not"),
        tables.words("units"),
    )
    found: list[Token] = []
    for hit in _RECORD_NAME.finditer(low):
        noun, ident = hit["noun"], hit["id"]
        after = (hit["after"] or "").strip()
        if noun in barred or after in units:
            continue
        before = low[max(0, hit.start() - 16) : hit.start()].split()
        points = bool(before) and before[-1] in _POINTING
        if noun in known or (points and len(ident) >= _LEAST_DIGITS):
            found.append(Token("record", hit.start("noun"), hit.end("id")))
    if tables.runs:
        for hit in _RECORD_RUN.finditer(low):
            tail = low[hit.end() : hit.end() + 2].strip()
            if any(tail.startswith(unit) for unit in units):
                continue
            for width in (4, 3, 2):
                if hit["noun"][-width:] in known:
                    start = hit.end("noun") - min(width, len(hit["noun"]))
                    found.append(Token("record", start, hit.end("id")))
                    break
    return found


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _blank(flat: str, tokens: list[Token]) -> str:
    pieces: list[str] = []
    place = 0
    for token in tokens:
        pieces.append(flat[place : token.start])
        pieces.append(CODE * (token.end - token.start))
        place = token.end
    pieces.append(flat[place:])
    return "".join(pieces)


def values(low: str, tables: Lexicon) -> list[tuple[int, int]]:
    """Numbers, each with its unit when a known one follows."""
    units = tables.words("units")
    found: list[tuple[int, int]] = []
    for hit in _VALUE.finditer(low):
        unit = hit["unit"] or ""
        known = not unit or unit in units or unit in "%€$"
        if tables.runs and not known:
            known = any(unit.startswith(each) for each in units)
        found.append(hit.span() if known else hit.span("n"))
    return found


def token_words(text: str, language: str) -> tuple[str, ...]:
    """Stems of the parts of a code token, ready to search for."""
    seen = (stem(part, language) for part in parts(text) if len(part) > 1 or part.isdigit())
    return tuple(dict.fromkeys(seen))
