"""Which values may be shown, what unit they have, whether a line calls them a convention."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from intent_tui.probe.source.surfaces import common
from intent_tui.probe.source.words import parts

LONGEST = 120
"""Characters of a value that is still a setting and not a text."""

_NUMBER = re.compile(r"^-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?$", re.IGNORECASE)
_PRODUCT = re.compile(r"^-?\d[\d_.]*(?:\s*[*/]\s*\d[\d_.]*)+$")
_GO_TIME = re.compile(r"^(?:\d[\d_]*\s*\*\s*)?time\.(?P<unit>[A-Z]\w+)(?:\s*\*\s*\d[\d_]*)?$")
_TEXT = re.compile(r"^[rbuf]?([\"'`])(?P<text>(?:(?!\1).)*)\1$", re.IGNORECASE)
_SWITCH = frozenset({"true", "false", "yes", "no", "on", "off"})
_LOOKS_SECRET = re.compile(
    r"(?:^|[\"'\s])(?:[a-z]+_(?:live|test)_\w{8,}|gh[pousr]_\w{16,}|xox[a-z]-|AKIA[0-9A-Z]{12,}"
    r"|eyJ[\w-]{10,}\.|-----BEGIN|[A-Za-z0-9+/]{40,}={0,2}$|[0-9a-f]{32,}$)"
    r"|://[^/\s:@]+:[^/\s@]+@"
)


def literal(value: str) -> str | None:
    """The value as it is shown, when it is a plain literal; None for everything else."""
    text = value.strip().rstrip(";,").strip()
    if not text or len(text) > LONGEST:
        return None
    if is_number(text) or text.lower() in _SWITCH or _GO_TIME.match(text):
        return text
    found = _TEXT.match(text)
    if found:
        inner = found.group("text")
        return inner if inner and "${" not in inner else None
    return None


def is_number(text: str) -> bool:
    """Whether a value is a number, or a product of numbers (`15 * 60`)."""
    return bool(_NUMBER.match(text) or _PRODUCT.match(text))


def is_switch(text: str) -> bool:
    """Whether a value is a number or a switch: what an environment template may show."""
    return is_number(text) or text.lower() in _SWITCH


_IN_A_NAME = ("secret", "password", "passwd", "apikey", "api_key", "privatekey",
              "connectionstring", "connection_string")  # fmt: skip


@lru_cache(maxsize=4096)
def secret_name(name: str) -> bool:
    """Whether a name says that its value is a credential; a measure of one is none."""
    words = parts(name)
    data = common()
    if any(word in data["secret_exempt"] for word in words):
        return False
    low = name.lower()
    return any(word in data["secret_parts"] for word in words) or any(
        part in low for part in _IN_A_NAME
    )


def secret_value(value: str) -> bool:
    """Whether a value looks like a credential, whatever it is called."""
    found = _LOOKS_SECRET.search(value)
    if found:
        return True
    if len(value) < 20 or not re.fullmatch(r"[A-Za-z0-9+/_=.-]+", value):
        return False
    kinds = sum(bool(re.search(kind, value)) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
    return kinds == 3 and _entropy(value) > 3.5


def hidden(text: str) -> str:
    """A line with the contents of its texts hidden, and the account of an address too."""
    bare = re.sub(r"([\"'`])(?:(?!\1).)+\1", r"\1…\1", text)
    return re.sub(r"://[^/\s@]+@", "://…@", bare)


def _entropy(text: str) -> float:
    counts = [text.count(char) for char in sorted(set(text))]
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts)


def unit_of(name: str, comment: str, value: str) -> str:
    """The unit a value is in: from the name, the value (`time.Second`), else the comment."""
    words = parts(name)
    data = common()
    found = _GO_TIME.match(value.strip())
    if found:
        word = found.group("unit").lower()
        return next((unit for unit, names in data["units"].items() if word in names), word + "s")
    for word in reversed(words):
        for unit, names in data["units"].items():
            if word in names and (word not in data["unit_weak"] or word == words[-1]):
                return str(unit)
    suffix = re.fullmatch(r"\d+\s*(ms|s|m|min|h|d|kb|mb|gb|%)", value.strip().lower())
    if suffix:
        short = {"m": "minutes", "%": "percent", "gb": "gigabytes"}
        word = suffix.group(1)
        named = next((u for u, names in data["units"].items() if word in names), "")
        return named or short.get(word, word)
    low = re.findall(r"[a-z]+", comment.lower())
    for unit, names in data["units"].items():
        if any(word in names and word not in data["unit_weak"] for word in low):
            return str(unit)
    return ""


def is_convention(name: str, comment: str) -> bool:
    """Whether the name or its comment says that the value is the agreed one."""
    words = common()["convention_words"]
    low = comment.lower()
    known = parts(name)
    for word in words:
        if word.isascii():
            if word in known or re.search(rf"\b{re.escape(word)}\b", low):
                return True
        elif word in low:
            return True
    return False


def listed_name(name: str) -> bool:
    """Whether a name is one whose number or switch may be shown (`…_TTL`, `MAX_…`)."""
    return any(word in common()["convention_names"] for word in parts(name))
