"""The sentences of the plain face: nothing drawn, every line readable alone. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intent_tui.base.display import visible

if TYPE_CHECKING:
    from intent_tui.ask.answer import Reply
    from intent_tui.ask.pending import Pending
    from intent_tui.passes.events import Emitted
    from intent_tui.passes.state import SessionState
    from intent_tui.spec.model import Constraint

COMMANDS: tuple[tuple[str, str], ...] = (
    (":why", "why this is asked, and the look-ups that found nothing"),
    (":again", "the question once more; sends nothing"),
    (":options", "the options only"),
    (":decide", "let the program decide"),
    (":undo", "take back your last act"),
    (":read", "what was read in the request"),
    (":guesses", "the guesses, numbered"),
    (":veto N [WORDS]", "re-open a guess, with or without what holds instead"),
    (":show", "the spec as it would be saved"),
    (":help", "this list"),
    (":quit", "leave; a question that waits is kept"),
)


def question(pending: Pending, budget: int) -> list[str]:
    """The question, why a person is asked, the options, and how to reply."""
    again = "Cannot be undone." if pending.irreversible else "Can be changed later."
    lines = [f"Question {pending.number} of at most {budget}. {again}"]
    if pending.refused:
        lines.append(f"It cannot be decided for you. {pending.risk}".strip())
    lines += [pending.question.text, f"Why you: {pending.question.why_human}"]
    return [visible(line) for line in (*lines, *options(pending), how(pending))]


def options(pending: Pending) -> list[str]:
    """One line an option; the recommended one says so and why."""
    lines = []
    for option in pending.question.options:
        if option.id == pending.question.recommended:
            why_this = f" Reason: {pending.reason.rstrip('.')}." if pending.reason else ""
            lines.append(f"{option.id}, recommended: {option.text}.{why_this}")
        else:
            lines.append(f"{option.id}: {option.text}.")
    return [visible(line) for line in lines]


def how(pending: Pending) -> str:
    """How to reply, with the letters that exist."""
    ids = [option.id for option in pending.question.options]
    letters = f"{', '.join(ids[:-1])} or {ids[-1]}"
    return f"Type {letters}, or your own words. Commands begin with a colon, :help too."


def why(pending: Pending) -> list[str]:
    """The reason, the look-ups that came up empty, and what cannot be taken back."""
    lines = [pending.question.why_human, *(f"Searched: {one}" for one in pending.searched)]
    if pending.risk:
        lines.append(pending.risk)
    return [visible(line) for line in lines]


def read_as(pending: Pending, reply: Reply) -> str:
    """How a reply was read, before it is kept."""
    if reply.kind == "delegated":
        said = "You let the program decide."
    elif reply.kind == "own words":
        said = f"In your own words: {reply.words}."
    else:
        texts = {option.id: option.text for option in pending.question.options}
        said = f"{reply.option}: {texts.get(reply.option or 'A', '')}."
        if reply.words:
            said += f" And your own rule: {reply.words}."
    return visible(f"{said} Enter to keep, :undo to change.")


def progress(state: SessionState) -> str:
    """How much was looked up and how many unknowns are closed."""
    emitted = state.emitted
    count = len(state.lookups)
    looked = f"{count} look-up{'' if count == 1 else 's'} done"
    if emitted is None or emitted.spec is None:
        return f"{looked}."
    counts = emitted.spec.resolution
    closed = counts.unknowns_found - len(emitted.spec.unknown)
    return f"{looked}, {closed} of {counts.unknowns_found} unknowns closed."


def understood(state: SessionState) -> list[str]:
    """What was read in the request."""
    read = state.read
    if read is None:
        return ["Nothing was read yet."]
    lines = [f"Language {read.language}. {read.kind}. Intent {read.intent}."]
    lines += [f"Object: {one}." for one in read.objects]
    lines += [f"You said: {one.text}." for one in read.explicit]
    lines += [f"Left out: {one}." for one in read.left_out]
    return [visible(line) for line in lines]


def guesses(emitted: Emitted) -> list[str]:
    """The guesses, numbered from 1 as `veto` counts them."""
    found = inferred(emitted)
    if not found:
        return ["No guesses."]
    return [
        visible(f"{number}: {one.text}. From {one.evidence}.")
        for number, (_, one) in enumerate(found, 1)
    ]


def inferred(emitted: Emitted) -> list[tuple[int, Constraint]]:
    """The inferred constraints with their place in the spec."""
    constraints = emitted.spec.constraints if emitted.spec is not None else ()
    return [(place, one) for place, one in enumerate(constraints) if one.source == "inferred"]


def outcome(emitted: Emitted) -> list[str]:
    """How the run ended, where the result lies, and the sentences that belong to it."""
    if emitted.outcome == "silent" or emitted.spec is None:
        return [visible(f"Nothing to ask. {emitted.reason}")]
    decision = emitted.spec.decision
    if emitted.outcome == "ROUTE":
        count = len(inferred(emitted))
        tail = f" {count} guess{'' if count == 1 else 'es'}, :guesses reads them." if count else ""
        lines = [f"Done. Route: {decision.target}.{tail}"]
    else:
        left = f" Still open: {', '.join(decision.open_fields)}." if decision.open_fields else ""
        fault = f" {decision.error}" if decision.error else ""
        lines = [f"Stopped: {decision.cause}.{left}{fault}"]
    if emitted.saved and emitted.spec_path:
        lines.append(f"Saved: {emitted.spec_path}. :show reads it, :quit leaves.")
    return [visible(line) for line in (*lines, *emitted.notices)]


def helped() -> list[str]:
    """The commands, one a line."""
    return [f"{name}: {text}." for name, text in COMMANDS]
