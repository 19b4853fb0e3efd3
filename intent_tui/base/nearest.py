"""The known word that a mistyped one was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to `word`, or None when nothing is close enough to suggest.

    Only ever used to word a hint: nothing is decided by likeness.
    """
    from difflib import get_close_matches

    found = get_close_matches(word[:80], sorted(known), n=1, cutoff=0.6)
    return found[0] if found else None
