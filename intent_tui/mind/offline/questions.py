"""The question of an unknown: one sentence, why a person, two or three options that differ."""

from __future__ import annotations

from collections.abc import Sequence

from intent_tui.ask.pending import Effect, Pending
from intent_tui.base import knowledge
from intent_tui.base.display import cut
from intent_tui.language.catalogue import has, say
from intent_tui.mind.guard import (
    OPTION_CELLS,
    QUESTION_CELLS,
    REASON_CELLS,
    RISK_CELLS,
    WHY_CELLS,
)
from intent_tui.mind.offline import drafting
from intent_tui.mind.offline.lookups import play_of
from intent_tui.mind.offline.phrasing import (
    fill,
    short,
    text_in,
)
from intent_tui.mind.offline.playbooks import Ask, Texts
from intent_tui.mind.offline.settling import slots
from intent_tui.mind.protocol import Draft, DraftUnknown, Scene
from intent_tui.probe.facts import Fact
from intent_tui.spec.model import Constraint, Option, OptionId, Question

_IDS: tuple[OptionId, ...] = ("A", "B", "C")
_Choice = tuple[str, tuple[str, ...]]
"""What is offered, and the constraints that choosing it writes."""


EARLIER = "earlier_decision"
"""The field of a contradiction with what somebody decided in an earlier request."""


def question(draft: Draft, unknown: DraftUnknown, scene: Scene) -> Pending | None:
    """The question, or None when no two concrete options can be named."""
    if unknown.issue == "conflict":
        return _conflict(draft, unknown)
    if unknown.issue == "ambiguous":
        return _ambiguous(draft, unknown, scene)
    if unknown.issue == "premise":
        return _premise(draft, unknown)
    if unknown.field == drafting.CHOICE:
        return _choice(draft, unknown)
    if unknown.field == drafting.OUTCOME:
        return _outcome(draft, unknown, scene)
    play = play_of(draft, unknown)
    if play is None or play.ask is None:
        return None
    return _from_playbook(draft, unknown, scene, play.ask)


def _from_playbook(draft: Draft, unknown: DraftUnknown, scene: Scene, ask: Ask) -> Pending | None:
    filled = {name: short(value) for name, value in slots(draft, scene).items()}

    def said(texts: Texts) -> str:
        return fill(text_in(texts, draft.language), filled)

    recommended = ask.recommended
    if ask.options_from:
        facts = _distinct(scene, ask.options_from)
        choices = [_offered(fact) for fact in facts[:3]]
        recommended = _least_final(facts[:3])
    else:
        choices = [
            (said(option.text), tuple(said(each) for each in option.says)) for option in ask.options
        ]
    if len(choices) < 2:
        return None
    return _pending(
        draft,
        unknown,
        said(ask.question),
        said(ask.why),
        choices,
        recommended,
        said(ask.reason),
        said(ask.risk),
        scene,
    )


def _distinct(scene: Scene, kind: str) -> list[Fact]:
    """One fact a name, those a policy rules out left away."""
    facts = [
        fact for fact in scene.facts() if fact.kind == kind and fact.more.get("excluded") != "yes"
    ]
    return list({fact.name: fact for fact in reversed(facts)}.values())[::-1]


def _offered(fact: Fact) -> _Choice:
    name = fact.more.get("offer", fact.name).replace("_", " ")
    return short(name, OPTION_CELLS), (name,)


def _least_final(facts: Sequence[Fact]) -> OptionId:
    """Recommend what leaves the other choices open."""
    for place, fact in enumerate(facts):
        if fact.more.get("forecloses") != "yes":
            return _IDS[place]
    return "A"


def _earlier(draft: Draft, unknown: DraftUnknown, now: str, then: str) -> Pending:
    """Words of this request against a decision of an earlier one: the decision is recommended."""
    language = draft.language
    choices = [
        (
            say(language, "earlier.then", quote=short(then, 40)),
            (say(language, "earlier.says_then", quote=short(then, 200)),),
        ),
        (
            say(language, "earlier.now", quote=short(now, 40)),
            (say(language, "earlier.says_now", quote=short(now, 200)),),
        ),
    ]
    text = say(language, "earlier.question", now=short(now, 36), then=short(then, 36))
    path = unknown.note.rpartition(" ")[2]
    return _pending(
        draft,
        unknown,
        text,
        say(language, "earlier.why", path=short(path, 44)),
        choices,
        "A",
        say(language, "earlier.reason"),
        "",
        None,
    )


def _conflict(draft: Draft, unknown: DraftUnknown) -> Pending | None:
    language = draft.language
    quotes = list(dict.fromkeys(unknown.quotes))[:3]
    if len(quotes) < 2:
        return None
    if unknown.field == EARLIER:
        return _earlier(draft, unknown, quotes[0], quotes[1])
    choices = [
        (
            say(language, "conflict.option", quote=short(quote, 44)),
            (say(language, "conflict.says", quote=short(quote, 200)),),
        )
        for quote in quotes
    ]
    text = say(language, "conflict.question", a=short(quotes[0], 40), b=short(quotes[1], 40))
    return _pending(
        draft,
        unknown,
        text,
        say(language, "conflict.why"),
        choices,
        _IDS[len(choices) - 1],
        say(language, "conflict.reason"),
        "",
        None,
    )


def _ambiguous(draft: Draft, unknown: DraftUnknown, scene: Scene) -> Pending:
    language = draft.language
    family = unknown.note if has(language, f"ambiguous.{unknown.note}.question") else "placeholder"
    word = short(slots(draft, scene)["object"])
    quote = short(unknown.quotes[0]) if unknown.quotes else word
    count = 3 if has(language, f"ambiguous.{family}.c") else 2
    choices: list[_Choice] = []
    for letter in "abc"[:count]:
        offered = say(language, f"ambiguous.{family}.{letter}", object=word, quote=quote)
        choices.append((offered, (say(language, "ambiguous.says", reading=offered),)))
    return _pending(
        draft,
        unknown,
        say(language, f"ambiguous.{family}.question", object=word, quote=quote),
        say(language, "ambiguous.why"),
        choices,
        _likeliest(family, quote, count),
        say(language, "ambiguous.reason"),
        "",
        None,
    )


def _likeliest(family: str, quote: str, count: int) -> OptionId:
    """The reading that fits the person's word best: what is slow is seldom mended by size."""
    words = knowledge.yaml("words/plain.yaml")["likeliest"].get(family, {})
    low = quote.lower()
    for letter in _IDS[:count]:
        if any(word in low for word in words.get(letter, ())):
            return letter
    return "A"


def _absent(draft: Draft, unknown: DraftUnknown) -> Pending:
    """The named thing is not there: one that is, or something new under that name."""
    language = draft.language
    asked, *instead = unknown.quotes
    choices: list[_Choice] = [
        (
            say(language, "missing.instead", name=short(name, 44)),
            (say(language, "missing.instead_says", name=name, asked=asked),),
        )
        for name in instead[:2]
    ]
    made = say(language, "missing.new", asked=short(asked, 44))
    choices.append((made, (say(language, "missing.new_says", asked=asked),)))
    if len(choices) < 2:
        left_out = say(language, "missing.without", asked=short(asked, 44))
        choices.append((left_out, (say(language, "missing.without_says", asked=asked),)))
    return _pending(
        draft,
        unknown,
        say(language, "premise.question_missing", source=short(asked, 60)),
        say(language, "premise.why"),
        choices,
        "A",
        say(language, "missing.reason"),
        "",
        None,
    )


def _premise(draft: Draft, unknown: DraftUnknown) -> Pending:
    language = draft.language
    if unknown.note == "missing":
        return _absent(draft, unknown)
    source = unknown.quotes[0]
    stated = _stated_approach(draft)
    there = unknown.note in ("exists", "done", "default")
    follow = "there" if there else "follow"
    choices: list[_Choice] = [
        (
            say(language, f"premise.{follow}", source=short(source, 58)),
            (say(language, f"premise.{follow}_says", source=source[:300]),),
        ),
        (
            say(language, "premise.ahead", stated=short(stated, 50)),
            (say(language, "premise.ahead_says", stated=stated[:200]),),
        ),
    ]
    return _pending(
        draft,
        unknown,
        say(
            language,
            f"premise.question_{'there' if there else unknown.note}",
            source=short(source, 80),
        ),
        say(language, "premise.why"),
        choices,
        "A",
        say(language, "premise.reason_there" if there else "premise.reason"),
        "",
        None,
    )


def _stated_approach(draft: Draft) -> str:
    approach = draft.reading.silence.approach.words
    if approach:
        return approach[0].text
    orders = [each.span.text for each in draft.reading.sentences if each.role == "order"]
    return orders[0] if orders else draft.reading.text


def _choice(draft: Draft, unknown: DraftUnknown) -> Pending:
    language = draft.language
    choices: list[_Choice] = [(short(each, OPTION_CELLS), (each,)) for each in unknown.quotes]
    return _pending(
        draft,
        unknown,
        say(language, "choice.question"),
        say(language, "choice.why"),
        choices,
        "A",
        say(language, "choice.reason"),
        "",
        None,
    )


def _outcome(draft: Draft, unknown: DraftUnknown, scene: Scene) -> Pending:
    language = draft.language
    word = short(slots(draft, scene)["object"])
    quote = short(unknown.quotes[0]) if unknown.quotes else short(draft.reading.text)
    choices: list[_Choice] = []
    for letter in "abc":
        offered = say(language, f"outcome.{letter}", object=word)
        choices.append((offered, (offered,)))
    return _pending(
        draft,
        unknown,
        say(language, "outcome.question", quote=quote, object=word),
        say(language, "outcome.why"),
        choices,
        "A",
        say(language, "outcome.reason"),
        "",
        None,
    )


def _pending(
    draft: Draft,
    unknown: DraftUnknown,
    text: str,
    why: str,
    choices: Sequence[_Choice],
    recommended: OptionId,
    reason: str,
    risk: str,
    scene: Scene | None,
) -> Pending:
    options = tuple(
        Option(_IDS[place], cut(offered, OPTION_CELLS))
        for place, (offered, _) in enumerate(choices[:3])
    )
    effects = tuple(
        Effect(
            tuple(
                Constraint(
                    "asked",
                    each[:500],
                    irreversible=unknown.irreversible,
                    category=unknown.category,
                )
                for each in says
            )
        )
        for _, says in choices[:3]
    )
    known = {option.id for option in options}
    empty = scene.made(unknown.field) if scene else ()
    return Pending(
        field=unknown.field,
        question=Question(
            cut(text, QUESTION_CELLS),
            cut(why, WHY_CELLS),
            recommended if recommended in known else "A",
            options,
        ),
        reason=cut(reason, REASON_CELLS),
        effects=effects,
        irreversible=unknown.irreversible,
        category=unknown.category,
        issue=unknown.issue,
        searched=tuple(each.action for each in empty if not each.facts and not each.failed),
        risk=cut(risk or say(draft.language, "risk"), RISK_CELLS),
    )
