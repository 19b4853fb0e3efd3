"""How own words will be read, said while they are typed."""

from __future__ import annotations

from intent_tui.app.screens.place import folded
from intent_tui.ask.answer import MAX_OWN_WORDS, read
from intent_tui.ask.pending import Pending


def read_as(pending: Pending, text: str, language: str) -> str:
    """The line above the footer; Enter commits exactly what it says."""
    if not text.strip():
        return "read as: nothing yet"
    if folded(text.strip()) in ("a", "b", "c", "d"):
        return f"Enter marks {text.strip().upper()}, a second Enter takes it"
    reply = read(pending, text, language)
    if reply.kind == "unusable":
        return "read as: nothing that could be an answer"
    if reply.kind == "delegated":
        return "read as: you decide"
    if reply.kind == "option":
        rule = f', and your own rule: "{reply.words}"' if reply.words else ""
        return f"read as: {reply.option}{rule}"
    left = MAX_OWN_WORDS - len(text.strip())
    cut = f"; {-left} characters too many are cut" if left < 0 else ""
    return f"read as: your own words, kept as said{cut}"
