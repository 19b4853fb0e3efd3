"""Filling texts: slots in braces, optional parts in square brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from intent_tui.base.display import cut, visible

SLOT_CELLS = 36
"""A slot in a question is cut here, so that the wording limits of the product page hold."""

_SLOT = re.compile(r"\{([a-z_]+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


def text_in(texts: Mapping[str, str], language: str) -> str:
    """The text in that language, else in English, else empty."""
    return texts.get(language) or texts.get("en", "")


def fill(template: str, slots: Mapping[str, str]) -> str:
    """The template with its slots filled; an optional part with an empty slot vanishes.

    Values are put in once and never read as templates themselves: they come from a workspace.
    """

    def optional(part: re.Match[str]) -> str:
        names = _SLOT.findall(part[1])
        return part[1] if all(slots.get(name) for name in names) else ""

    shortened = _OPTIONAL.sub(optional, template)
    filled = _SLOT.sub(lambda slot: slots.get(slot[1], ""), shortened)
    return " ".join(filled.split())


def short(value: str, cells: int = SLOT_CELLS) -> str:
    """A value for a slot of a question: one visible line of at most `cells` cells."""
    return cut(visible(" ".join(value.split())), cells)
