"""What a constraint says that can be found in code: names, quoted words, numbers with their unit.

An anchor is met by any spelling of the same thing: five minutes are `300`, `5 * 60`, `300_000`
milliseconds and `"5m"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.language.content import content

_QUOTED = re.compile(
    r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|“([^”\n]{1,80})”|«([^»\n]{1,80})»|「([^」]{1,80})」"
)
_NAME = re.compile(
    r"(?<![\w/.@-])(?:"
    r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\(\))?"  # dotted
    r"|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"  # snake, constant
    r"|[a-z]+[0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}"  # camel
    r"|--[a-z][\w-]+|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+"  # option, header
    r"|/[\w:{}<>*.-]+(?:/[\w:{}<>*.-]*)*"  # route
    r")",
    re.ASCII,
)
_NUMBER = re.compile(r"(?<![\w.,#-])(\d{1,9}(?:[.,]\d+)?)(?!\d)\s*(%|[^\W\d_]{1,14})?")
_WORD = re.compile(r"[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Something to be found; `text` as the constraint has it, `forms` what it may look like."""

    text: str
    forms: tuple[str, ...]
    number: bool = False

    def on(self, line: str) -> bool:
        """Whether a line of code says it."""
        return any(_pattern(form, self.number).search(line) for form in self.forms)


@cache
def _pattern(form: str, number: bool) -> re.Pattern[str]:
    if number:
        return re.compile(rf"(?<![\w.]){form}(?![\w.]*\d)")
    said = re.escape(form)
    if _WORD.fullmatch(form):
        # A word of everyday: only as a text of its own, an option, or a name that is given.
        return re.compile(
            rf"[\"'`:]{said}[\"'`]|--{said}(?![\w-])|(?<![\w.-]){said}\??\s*(?:[:=](?!=)|:=)"
            rf"|(?<![\w.-]){said}\("
        )
    left = r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9]-)" if form[:1].isalnum() or form[:1] == "_" else ""
    right = r"(?!-?[A-Za-z0-9_])" if form[-1:].isalnum() or form[-1:] == "_" else ""
    return re.compile(left + said + right)


def anchors(text: str) -> tuple[Anchor, ...]:
    """The anchors of a constraint, names before numbers, each once."""
    found = [*_names(text), *_numbers(text)]
    return tuple({anchor.text: anchor for anchor in found}.values())


def _names(text: str) -> Iterator[Anchor]:
    for match in _QUOTED.finditer(text):
        said = next(group for group in match.groups() if group is not None).strip()
        if said:
            yield Anchor(said, (said,))
    bare = _QUOTED.sub(lambda match: " " * len(match[0]), text)
    for match in _NAME.finditer(bare):
        said = match[0].removesuffix("()").rstrip(".")
        if len(said) > 2:
            yield Anchor(said, (said,))


def _numbers(text: str) -> Iterator[Anchor]:
    bare = _QUOTED.sub(lambda match: " " * len(match[0]), text)
    bare = _NAME.sub(lambda match: " " * len(match[0]), bare)
    for match in _NUMBER.finditer(bare):
        value, unit = match[1].replace(",", "."), stems.fold(match[2] or "")
        yield Anchor(match[0].strip(), tuple(dict.fromkeys(_spellings(value, unit))), number=True)


def _spellings(value: str, unit: str) -> Iterator[str]:
    """Patterns of a number: as it is, with separators, in other units, as a product."""
    seconds = _seconds().get(unit)
    if seconds is None or "." in value:
        yield from _digits(value)
        return
    whole = int(value) * seconds
    for amount in (int(value), whole, whole * 1000):
        yield from _digits(str(amount))
    for step, letter in ((1, "s"), (60, "m"), (3600, "h"), (86_400, "d")):
        if whole % step == 0:
            count = whole // step
            yield rf"{count}\s?{letter}(?:ec|in|our|ay)?\w*"
            if step > 1:
                yield rf"{count}\s*\*\s*(?:60|3600|86_?400|time\.\w+)[\s*\d]*"
                yield rf"(?:time\.\w+|60|24)\s*\*\s*{count}"
    for name, length in (("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86_400)):
        if whole % length == 0:
            yield rf"(?:{name}\w*\s*[=(:]\s*{whole // length}|{whole // length}\.{name}?)"


def _digits(value: str) -> Iterator[str]:
    yield re.escape(value)
    if value.isdigit() and len(value) > 3:
        grouped = f"{int(value):,}"
        yield grouped.replace(",", "_")


@cache
def _seconds() -> dict[str, int]:
    table = knowledge.yaml("words/verify.yaml")["seconds"]
    return {stems.fold(str(word)): int(length) for length, words in table.items() for word in words}


def subject(text: str, language: str = "en") -> tuple[str, ...]:
    """The stems a constraint is about, without names, numbers and small words."""
    bare = _NUMBER.sub(" ", _NAME.sub(" ", _QUOTED.sub(" ", text)))
    return content(bare, language)
