"""How one text is written in the file so that every reader gets the same text back."""

from __future__ import annotations

import re

# Words some reader of YAML turns into a truth value, nothing or a number.
_WORDS = frozenset(
    ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "none"]
)
_DIRTY = frozenset(":#{}[],\"'")
_NAMED = {
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\0": "\\0",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
}
# Characters YAML forbids or folds, and those that turn the direction of the text around them
# or hide in it: written as escapes they survive and are seen.
_ESCAPED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff\ufffe\uffff\U000e0000-\U000e0fff]"
)


def written(text: str, indent: int) -> str:
    """A text as one YAML scalar.

    Plain when it is clean, else in single quotes; text of several clean lines becomes a literal
    block below `indent` blanks; what needs escapes stands in double quotes. Lone surrogates,
    which no file can hold, become U+FFFD.
    """
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if "\n" in text and _block(text):
        blanks = " " * (indent + 2)
        lines = (blanks + line if line else "" for line in text.split("\n"))
        return "|-\n" + "\n".join(lines)
    if _ESCAPED.search(text):
        return '"' + "".join(_escape(char) for char in text) + '"'
    if _clean(text):
        return text
    return "'" + text.replace("'", "''") + "'"


def _clean(text: str) -> bool:
    return (
        text[:1].isalpha()
        and text == text.strip()
        and text.casefold() not in _WORDS
        and not _DIRTY.intersection(text)
    )


def _block(text: str) -> bool:
    """Whether a literal block keeps the text: no edge or blank line a reader might trim."""
    lines = text.split("\n")
    return all(line and line == line.strip() for line in (lines[0], lines[-1])) and not any(
        _ESCAPED.search(line) or (line and not line.strip()) for line in lines
    )


def _escape(char: str) -> str:
    if char in _NAMED:
        return _NAMED[char]
    if not _ESCAPED.match(char):
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
