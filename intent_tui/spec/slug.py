"""The name of an intent: lower-case Latin words, whatever script the request is in."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

_LONGEST = 48
_SAFE = re.compile(r"[^a-z0-9]+")

# Letters that no decomposition turns into Latin ones. Cyrillic and Greek by common use.
_LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "",
    "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "є": "ye", "ґ": "g",
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip


def normal(request: str) -> str:
    """A request as it is compared: compatibility form, case folded, runs of blanks as one."""
    return " ".join(unicodedata.normalize("NFKC", request).casefold().split())


def slug(words: Sequence[str], request: str) -> str:
    """The name for `words` (verb first), matching `^[a-z][a-z0-9_]*$`, at most 48 characters.

    Words in a script that cannot be spelled in Latin letters are left out; the first six hex
    digits of the request's hash then keep different requests apart. The same input always
    gives the same name.
    """
    parts: list[str] = []
    lost = not words
    for word in words:
        spelled, whole = latin(word)
        lost = lost or not whole
        if spelled:
            parts.append(spelled)
    name = _cut("_".join(parts))
    if not name[:1].isalpha():
        name = f"request_{name}".rstrip("_")
    return f"{name}_{_digest(request)}" if lost else name


def latin(word: str) -> tuple[str, bool]:
    """A word in Latin letters and digits, parts joined by `_`, and whether all of it is there."""
    spelled = ""
    whole = True
    for char in unicodedata.normalize("NFKD", word.casefold()):
        if char in _LETTERS:
            spelled += _LETTERS[char]
        elif char.isascii():
            spelled += char
        elif not unicodedata.combining(char):
            spelled += " "
            whole = whole and not char.isalnum()
    name = _SAFE.sub("_", spelled).strip("_")
    return name, whole and bool(name)


def _cut(name: str) -> str:
    """At most 48 characters, ending with a whole word where there is one."""
    if len(name) <= _LONGEST:
        return name
    return name[:_LONGEST].rsplit("_", 1)[0] or name[:_LONGEST]


def _digest(request: str) -> str:
    text = normal(request).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:6]
