"""How own words will be read, said while they are typed."""

from __future__ import annotations

from intent_tui.app.words import say
from intent_tui.ask.answer import MAX_OWN_WORDS, read
from intent_tui.ask.pending import Pending


def read_as(pending: Pending, text: str, lone: str, language: str) -> str:
    """The line above the footer; Enter commits exactly what it says.

    Args:
        pending: the question.
        text: what was typed so far.
        lone: the option that a single letter names, or empty: a letter alone only marks.
        language: of the request.
    """
    if not text.strip():
        return say(language, "read_nothing")
    if lone:
        return say(language, "read_mark", option=lone)
    reply = read(pending, text, language)
    if reply.kind == "unusable":
        return say(language, "read_unusable")
    if reply.kind == "delegated":
        return say(language, "read_decide")
    if reply.kind == "option":
        key = "read_rule" if reply.words else "read_option"
        return say(language, key, option=reply.option, words=reply.words)
    over = len(text.strip()) - MAX_OWN_WORDS
    return say(language, "read_cut", count=over) if over > 0 else say(language, "read_own")
