"""The tokens of Ruby and Elixir: comments left out, texts without their quotes."""

from __future__ import annotations

import re

from intent_tui.probe.routes.outline import Token, hole, scan

_TOKENS = re.compile(
    r"""
      (?P<blank>[ \t\r\f]+|\\\n|\#[^\n]*|^=begin\b[\s\S]*?(?:^=end\b[^\n]*|\Z))
    | (?P<line>\n|;)
    | (?P<long>\"\"\"[\s\S]*?(?:\"\"\"|\Z)
        |<<[~-](?P<tag>['"`]?[A-Za-z_]\w*)['"`]?[^\n]*\n[\s\S]*?(?:^[ \t]*(?P=tag)$|\Z))
    | (?P<double>:?"(?>\\[\s\S]|\#\{[^}\n]*\}|[^"\\])*+(?:"|\Z))
    | (?P<single>:?'(?>\\[\s\S]|[^'\\])*+(?:'|\Z))
    | (?P<words>[%~][wWiI](?:\[[^\]]*(?:\]|\Z)|\([^)]*(?:\)|\Z)|\{[^}]*(?:\}|\Z)|<[^>\n]*>
        |\|[^|\n]*\||/[^/\n]*/)a?)
    | (?P<sigil>(?:%[qQ]|~[a-zA-Z]|%r)(?:\[[^\]\n]*\]|\([^)\n]*\)|\{[^}\n]*\}|"[^"\n]*"
        |'[^'\n]*'|/(?:\\.|[^/\\\n])*+/|\|[^|\n]*\|)[a-z]*)
    | (?P<regex>(?:(?<=[(,=\[|!:>]\s)|(?<=[(,=\[|!]))
        /(?>\\.|\[(?:\\.|[^\]\\\n])*+\]|[^/\\\n\[])++/[a-z]*)
    | (?P<label>[A-Za-z_]\w*[?!]?:(?![:\w])|[A-Za-z_]\w*[?!]?:(?=[\w"'\[%]))
    | (?P<atom>(?<![:\w]):[A-Za-z_*]\w*[?!]?)
    | (?P<name>[@$]{0,2}[A-Za-z_]\w*(?:[?!](?![=~]))?)
    | (?P<number>\d[\w.]*)
    | (?P<sign>::|=>|->|<-|\|>|&\.|\.\.\.?|[=!]=|<>|&&|\|\||<<|\*\*|[^\s\w])
    """,
    re.VERBOSE | re.MULTILINE,
)
_INSIDE = re.compile(r"#\{([^}\n]*)\}")


def tokens(source: str) -> list[Token]:
    """The tokens of a source; what a text is filled with is a hole in it and makes it not whole."""
    made: list[Token] = []
    apart = False
    for kind, text, line in scan(_TOKENS, source):
        if kind == "blank":
            apart = True
            continue
        # a name at the root (`mount ::Yard`) is no member of the word before the blank
        if text == "::" and apart:
            text = ":: "
        apart = False
        if kind == "line" and made and made[-1].kind == "line":
            continue
        made.append(_token(kind, text, line))
    return made


def _token(kind: str, text: str, line: int) -> Token:
    if kind in ("double", "single"):
        word = text.startswith(":")
        bare = text.lstrip(":")
        inside = bare[1:-1] if len(bare) > 1 and bare[-1] == bare[0] else bare[1:]
        holes = kind == "double" and "#{" in inside
        shown = _INSIDE.sub(lambda met: hole(met.group(1)), inside) if holes else inside
        return Token("atom" if word else "text", shown, line, not holes)
    if kind == "words":
        return Token("words", text[3:].rstrip("a")[:-1] if text[-1] == "a" else text[3:-1], line)
    if kind == "sigil":
        inner = re.sub(r"^(?:%[qQr]|~[a-zA-Z]).|.[a-z]*$", "", text)
        known = text[:2] in ("%q", "%Q", "~p", "~s", "~S")
        holes = "#{" in inner
        shown = _INSIDE.sub(lambda met: hole(met.group(1)), inner)
        return Token("text" if known else "other", shown, line, not holes)
    if kind in ("regex", "long"):
        return Token("other", "", line)
    if kind == "label":
        return Token("label", text[:-1], line)
    if kind == "atom":
        return Token("atom", text[1:], line)
    return Token(kind, text, line)
