"""The human part of a result: three to six lines, and the sentences after the fence."""

from __future__ import annotations

from intent_tui.language.catalogue import say
from intent_tui.passes.dialogue import Dialogue
from intent_tui.passes.emit import Result
from intent_tui.passes.resolve import changes_the_approach
from intent_tui.passes.work import Carried
from intent_tui.spec.model import Constraint

MAX_LINES = 6


def lines(result: Result, dialogue: Dialogue) -> tuple[str, ...]:
    """What was found (the finding that changed the approach first), decided, guessed, asked."""
    language = dialogue.work.draft.language
    decision = result.spec.decision
    found: list[str] = []
    if dialogue.work.contradiction is not None:
        text = dialogue.work.contradiction.constraints[0].text
        found.append(say(language, "summary.changed", text=text))
    elif (turn := turning_point(dialogue)) is not None:
        found.append(say(language, "summary.changed", text=f"{turn.text} ({turn.evidence})"))
    probed = [each for each in dialogue.closed if each.source == "probed"]
    room = 3 if decision.state == "ROUTE" else 4
    for each in probed[: max(1, room - len(found))]:
        first = each.constraints[0]
        found.append(say(language, "summary.found", text=f"{first.text} ({first.evidence})"))
    for closed in dialogue.standing():
        if closed.source in ("asked", "inferred"):
            key = "summary.decided" if closed.source == "asked" else "summary.guessed"
            found.append(say(language, key, text=closed.constraints[0].text))
    found = found[: MAX_LINES - 1]
    if len(found) < 2 and dialogue.open:
        fields = ", ".join(each.field for each in dialogue.open)
        found.append(say(language, "summary.open", text=fields))
    if len(found) < 2:
        found.append(say(language, "summary.objects", text=", ".join(result.spec.objects[:3])))
    found.append(_last_line(result, language))
    return tuple(found[:MAX_LINES])


def turning_point(dialogue: Dialogue) -> Constraint | None:
    """What somebody decided or took back here before: it changes the approach (seed 000, 6)."""
    facts = {fact.pointer: fact for fact in dialogue.work.scene.facts()}
    for each in dialogue.work.records:
        fact = facts.get(each.evidence or "")
        if fact is not None and changes_the_approach(fact):
            return each
    return None


def _last_line(result: Result, language: str) -> str:
    decision = result.spec.decision
    if decision.state == "ROUTE":
        return say(language, "summary.route", target=decision.target or "")
    if decision.state == "ASK" and decision.question is not None:
        return say(language, "summary.question", text=decision.question.text)
    if decision.cause == "degraded":
        return say(language, "summary.halt_degraded", error=decision.error or "")
    return say(language, "summary.halt_underspecified", fields=", ".join(decision.open_fields))


def notices(result: Result, dialogue: Dialogue, carried: Carried | None) -> tuple[str, ...]:
    """Sentences below the fence: a premise that was overruled, a taste that needs a mock."""
    work = dialogue.work
    language = work.draft.language
    found: list[str] = []
    reading = work.draft.reading
    if work.draft.ungrillable and reading.ungrillable is not None:
        found.append(say(language, "notice.prototype", words=reading.ungrillable.text))
    premise = work.contradiction
    overruled = any(
        each.field == "premise" and each.source == "inferred" for each in dialogue.closed
    )
    if premise is not None and overruled:
        first = premise.constraints[0]
        found.append(say(language, "notice.premise", source=first.evidence or "", quote=first.text))
    kept = sum(not each.listed for each in dialogue.closed)
    if carried is not None and kept:
        found.append(say(language, "notice.carried", path=carried.path, count=kept))
    if any(turn.read_as == "refused" for turn in dialogue.turns) and result.pending is not None:
        found.append(say(language, "refused", risk=result.pending.risk))
    return tuple(found)


def next_steps(result: Result, saved: bool) -> tuple[str, ...]:
    """The commands that go on from here; what is not saved has none to go on with."""
    spec = result.spec
    if not saved:
        return ()
    if spec.decision.state == "ROUTE":
        return (f"intent-tui show {spec.intent}", f"intent-tui check {spec.intent}")
    if spec.decision.state == "ASK":
        return (f'intent-tui answer {spec.intent} "A"',)
    if spec.decision.cause == "degraded":
        return ("mend what failed, then run the same request again",)
    return (f'intent-tui answer {spec.intent} "…"',)
