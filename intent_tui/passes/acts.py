"""What a person did, in the order it was done: undo takes the last one back."""

from __future__ import annotations

from intent_tui.passes.events import Answer, Correct, Veto

Act = Answer | Veto | Correct


class Vetoed(Veto):
    """A veto with the guess it was about, so that it can be applied again after an undo."""

    __slots__ = ("say_of",)

    def __init__(self, index: int, say: str | None, say_of: str) -> None:
        super().__init__(index, say)
        object.__setattr__(self, "say_of", say_of)

    def said(self) -> Veto:
        """The command as the person gave it."""
        return Veto(self.index, self.say)

    say_of: str


def named(act: Act) -> str:
    """An act in a few words, for whoever takes it back."""
    if isinstance(act, Answer):
        return f"answer: {act.reply[:60]}"
    return "veto" if isinstance(act, Veto) else "correction"
