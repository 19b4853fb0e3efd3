"""The tokens of the languages with braces: comments left out, texts without their quotes."""

from __future__ import annotations

import re
from functools import lru_cache

from intent_tui.probe.routes.outline import Token, hole, scan

_COMMENT = r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
_DOUBLE = r'"(?>\\[\s\S]|[^"\\])*+(?:"|\Z)'
_CHAR = r"'(?:\\[^\n]{1,8}?|[^'\\\n])'"
_NAME = r"(?P<name>[A-Za-z_]\w*)"
_REST = r"""
    | (?P<number>\d[\w.]*)
    | (?P<sign>=>|\?->|->|::|\?\.|&&|\|\||[=!<>]=|\.\.\.|\.\.|\?\?|[^\s\w])
"""
_LANGUAGES = {
    "rust": (
        rf"""(?P<blank>\s+|{_COMMENT})
    | (?P<raw>b?r(?P<hashes>\#*)"[\s\S]*?(?:"(?P=hashes)|\Z))
    | (?P<text>b?{_DOUBLE})
    | (?P<char>b?{_CHAR})
    | (?P<tick>'[A-Za-z_]\w*)
    | {_NAME}"""
    ),
    "php": (
        r"""(?P<blank>\?>[\s\S]*?(?:<\?(?:php\b|=)|\Z)|\s+|\#(?!\[)[^\n]*|"""
        + _COMMENT
        + r""")
    | (?P<heredoc><<<[ \t]*(?P<quote>["']?)(?P<tag>[A-Za-z_]\w*)(?P=quote)\r?\n[\s\S]*?
        (?:^[ \t]*(?P=tag)\b|\Z))
    | (?P<filled>"""
        + _DOUBLE
        + r""")
    | (?P<single>'(?>\\[\s\S]|[^'\\])*+(?:'|\Z))
    | (?P<name>\$?[A-Za-z_][\w]*(?:\\\w+)*|\\\w+(?:\\\w+)*)"""
    ),
    "dotnet": (
        rf"""(?P<blank>\s+|{_COMMENT}|^[ \t]*\#[^\n]*)
    | (?P<raw>\$*\"\"\"+[\s\S]*?(?:\"\"\"+|\Z))
    | (?P<verbatim>(?:\$@|@\$|@)"(?>""|[^"])*+(?:"|\Z))
    | (?P<hole>\${_DOUBLE})
    | (?P<text>{_DOUBLE})
    | (?P<char>{_CHAR})
    | {_NAME.replace("[A-Za-z_]", "@?[A-Za-z_]", 1)}"""
    ),
    "java": (
        rf"""(?P<blank>\s+|{_COMMENT})
    | (?P<raw>\"\"\"[\s\S]*?(?:\"\"\"|\Z))
    | (?P<text>{_DOUBLE})
    | (?P<char>{_CHAR})
    | {_NAME.replace("[A-Za-z_]", "[A-Za-z_$]", 1)}"""
    ),
    "kotlin": (
        rf"""(?P<blank>\s+|{_COMMENT})
    | (?P<raw>\"\"\"[\s\S]*?(?:\"\"\"|\Z))
    | (?P<dollar>{_DOUBLE})
    | (?P<char>{_CHAR})
    | (?P<tick>`[^`\n]*`)
    | {_NAME.replace("[A-Za-z_]", "[A-Za-z_$]", 1)}"""
    ),
}


_PHP_HOLE = re.compile(r"\{?\$(\w+)(?:->\w+|\[[^\]]*\])*\}?")
_KOTLIN_HOLE = re.compile(r"(?<!\\)\$(?:\{([^}]*)\}|([A-Za-z_]\w*))")
_DOTNET_HOLE = re.compile(r"\{\{|\}\}|\{([^{}]+)\}")


@lru_cache(maxsize=8)
def _pattern(language: str) -> re.Pattern[str]:
    return re.compile(_LANGUAGES[language] + _REST, re.VERBOSE | re.MULTILINE)


def tokens(source: str, language: str) -> list[Token]:
    """The tokens of a source in rust, php, dotnet (C#), java or kotlin.

    What a text is filled with is a hole in it and makes it not whole.
    """
    if language == "php":
        # what stands before the first opening tag is a page, not a program
        source = source if source.lstrip().startswith("<?") else "?>" + source
    found = []
    for kind, text, line in scan(_pattern(language), source):
        if kind == "blank":
            continue
        found.append(_token(kind, text, line, language))
    return found


def _token(kind: str, text: str, line: int, language: str) -> Token:
    if kind in ("text", "filled", "single", "dollar", "hole", "verbatim"):
        return _text(kind, text, line, language)
    if kind == "raw" and language == "rust":
        inside = text.lstrip("b")[1:].strip("#")
        return Token("text", inside[1:-1], line)
    if kind in ("raw", "heredoc", "char", "tick"):
        return Token("name" if kind == "tick" and language == "kotlin" else "other",
                     text.strip("`"), line)  # fmt: skip
    if kind == "name":
        return Token("name", text.lstrip("@\\"), line)
    return Token(kind, text, line)


def _text(kind: str, text: str, line: int, language: str) -> Token:
    start = text.index('"' if kind != "single" else "'")
    mark, inside = text[:start], text[start + 1 :].removesuffix(text[start])
    if language == "rust":
        inside = inside.replace("\\\\", "\\")
    if kind == "filled":
        shown = _PHP_HOLE.sub(lambda met: hole(met.group(1)), inside)
        return Token("text", shown, line, shown == inside)
    if kind == "dollar":
        shown = _KOTLIN_HOLE.sub(lambda met: hole(met.group(1) or met.group(2) or "…"), inside)
        return Token("text", shown.replace("\\$", "$"), line, shown == inside)
    if kind == "hole" or "$" in mark:
        shown = _DOTNET_HOLE.sub(lambda met: hole(met.group(1)) if met.group(1) else met.group()[0],
                                 inside)  # fmt: skip
        return Token("text", shown, line, "\x01" not in shown)
    return Token("text", inside.replace("\\/", "/"), line)
