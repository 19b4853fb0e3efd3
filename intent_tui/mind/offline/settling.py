"""Pass 2, closing: what the look-ups of an unknown establish."""

from __future__ import annotations

from intent_tui.base import knowledge
from intent_tui.base.display import visible
from intent_tui.language import stems
from intent_tui.language.catalogue import say
from intent_tui.mind.guard import MAX_TEXT
from intent_tui.mind.offline import drafting
from intent_tui.mind.offline.lookups import looks, pairs, path_of, play_of
from intent_tui.mind.offline.phrasing import fill, text_in
from intent_tui.mind.offline.playbooks import Look
from intent_tui.mind.protocol import Draft, DraftUnknown, Scene, Settlement
from intent_tui.probe.facts import Fact, Lookup, Wanted
from intent_tui.spec.model import Constraint

_EDGES = " []()<>{}\"'`.,:;/\\|"
"""What may cling to a word that was cut out of a request; none of it belongs to the noun."""
_NO_RECORDS_ABOVE = 4


def slots(draft: Draft, scene: Scene, fact: Fact | None = None) -> dict[str, str]:
    """Everything a text may speak of: the fact, the objects, the values settled so far."""
    found = {name: each.value for name, each in scene.settled.items() if each.value}
    names = scene.objects or draft.objects
    word = drafting.noun(draft.reading, (*names, *draft.objects)).strip(_EDGES)
    found["object"] = word or _something(draft.language)
    found["objects"] = ", ".join(names[:3])
    if fact is not None:
        found.update(fact.more)
        units = knowledge.yaml("words/plain.yaml")["units"]
        found["unit"] = units.get(found.get("unit", ""), found.get("unit", ""))
        found["file"] = path_of(fact).rpartition("/")[2]
        found.update(name=fact.name, value=fact.value, quote=fact.quote, pointer=fact.pointer)
    return {key: visible(value) for key, value in found.items()}


def _something(language: str) -> str:
    words = knowledge.yaml("words/plain.yaml")
    return str(words["thing"].get(language, words["thing"]["en"]))


def settle(draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
    """Close the unknown, or say what was learned beside it.

    A fact closes only where the playbook says its kind of find does. Facts that constrain the
    work without closing anything are kept as records (they move no counter).
    """
    constraints: list[Constraint] = []
    records: list[Constraint] = []
    objects: list[str] = []
    value = ""
    for place, look, lookup in pairs(draft, unknown, scene):
        facts = _counting(look, lookup, looks(draft, unknown)[place][1])
        ours = _about_object(draft, facts) if unknown.irreversible else facts
        closing = _closing(look, ours if look.close == "rule" else facts)
        closing = closing if not constraints else ()
        for fact in closing:
            constraints.append(_constraint(draft, unknown, scene, look, fact))
            if look.objects:
                objects.append(fact.name)
        if closing and not value:
            value = fill(look.value or "{name}", slots(draft, scene, closing[0]))
        if not closing and (look.close == "none" or look.always) and look.says:
            records += [
                _constraint(draft, unknown, scene, look, fact)
                for fact in facts[: min(look.limit, _NO_RECORDS_ABOVE)]
            ]
    records += _reasons_found(draft, unknown, scene)
    return Settlement(
        closed="probed" if constraints else None,
        constraints=tuple(dict.fromkeys(constraints)),
        records=tuple(each for each in dict.fromkeys(records) if each not in constraints),
        objects=tuple(dict.fromkeys(objects)),
        value=value,
    )


def infer(draft: Draft, unknown: DraftUnknown, scene: Scene) -> Settlement:
    """The playbook's visible guess, with an opened source behind it (ruling G19)."""
    play = play_of(draft, unknown)
    if play is None or not play.infer:
        return settle(draft, unknown, scene)
    kinds = play.infer_from
    facts = [fact for fact in scene.facts(unknown.field) if not kinds or fact.kind in kinds]
    if not facts and unknown.category != "acceptance":
        # What was opened for the object itself carries the guess as well.
        facts = [fact for fact in scene.facts() if fact.kind in kinds and fact.kind in _PLACES]
    if kinds:
        facts.sort(key=lambda fact: kinds.index(fact.kind))
    before = settle(draft, unknown, scene)
    if unknown.category == "acceptance" and (not facts or facts[0].kind == "assertion"):
        return _shown(draft, unknown, scene, before, facts[:1])
    if not facts:
        return before
    text = fill(text_in(play.infer, draft.language), slots(draft, scene, facts[0]))
    guess = Constraint("inferred", text[:MAX_TEXT], facts[0].pointer, category=unknown.category)
    return Settlement("inferred", (guess,), before.records, before.objects, value=text)


def _shown(
    draft: Draft, unknown: DraftUnknown, scene: Scene, before: Settlement, tested: list[Fact]
) -> Settlement:
    """No command here checks a change: a test beside the others does, or what is seen of it.

    Without any place that was found there is nothing to see it in, and a person is asked.
    """
    places = tested or [fact for fact in scene.facts() if fact.kind in _PLACES]
    if not places:
        return before
    said = "tested" if tested else "shown"
    text = say(draft.language, said, **slots(draft, scene, places[0]))
    guess = Constraint("inferred", text[:MAX_TEXT], places[0].pointer, category=unknown.category)
    return Settlement("inferred", (guess,), before.records, before.objects, value=text)


_PLACES = ("entry", "implementation", "dependency", "constant", "record")


def _counting(look: Look, lookup: Lookup, wanted: Wanted) -> tuple[Fact, ...]:
    """The facts that are about what was looked for.

    A surface also brings what merely lies near; that is good to know and settles nothing.
    """
    facts = tuple(fact for fact in lookup.facts if fact.kind != "nearest")
    if look.kinds:
        facts = tuple(fact for fact in facts if fact.kind in look.kinds)
    if look.objects and look.surface == "kin":
        facts = tuple(fact for fact in facts if _is_named(fact, wanted))
    elif wanted.terms and look.surface in ("kin", "tests", "conventions", "history"):
        facts = tuple(fact for fact in facts if _speaks_of(fact, wanted))
    # A comment that only speaks of a thing is no implementation of it.
    return tuple(fact for fact in facts if fact.more.get("only_comment") != "yes")


def _is_named(fact: Fact, wanted: Wanted) -> bool:
    """Whether the definition's own name holds the object: a neighbour in its file is no object."""
    if fact.kind != "implementation":
        return False
    words = {stems.stem(part) for part in stems.parts(fact.name)} | {fact.name.lower()}
    return any(stems.stem(term) in words for term in wanted.terms) or fact.name in wanted.names


def _speaks_of(fact: Fact, wanted: Wanted) -> bool:
    said = (fact.name, fact.value, fact.quote, fact.pointer, *fact.more.values())
    low = " ".join(said).lower()
    folded = low.replace("_", "").replace("-", "")
    every = (*wanted.terms, *(name.lower() for name in wanted.names))
    return any(term in low or term.replace("_", "") in folded for term in every)


def _closing(look: Look, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    if look.close == "none":
        return ()
    if look.close == "rule":
        return tuple(fact for fact in facts if states_rule(fact))[:1]
    if look.close == "first":
        return facts[:1]
    return facts[: look.limit]


def _about_object(draft: Draft, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """What cannot be taken back is ruled only by a text about the very thing.

    A pull request, a decision and a rule of the house hold for whatever they are found for.
    """
    words = drafting.object_words(draft.reading)
    if not words:
        return facts
    return tuple(
        fact
        for fact in facts
        if fact.kind in ("decision", "rule", "policy", "commit")
        or any(word in _all_of(fact) for word in words)
    )


def _all_of(fact: Fact) -> str:
    return " ".join((fact.name, fact.value, fact.quote, fact.pointer, *fact.more.values())).lower()


def states_rule(fact: Fact) -> bool:
    """Whether the text of a fact says what happens when something fails.

    It needs a word of failing and a word of consequence; either alone is a mention.
    """
    text = f" {fact.quote} {fact.value} {fact.more.get('comment', '')} ".lower()
    table = knowledge.yaml("words/plain.yaml")["rule"]
    return any(word in text for word in table["failing"]) and any(
        word in text for word in table["consequence"]
    )


def _constraint(
    draft: Draft, unknown: DraftUnknown, scene: Scene, look: Look, fact: Fact
) -> Constraint:
    template = text_in(look.says, draft.language) or "{name}[: {value}]"
    text = fill(template, slots(draft, scene, fact)) or visible(fact.quote)
    return Constraint("probed", text[:MAX_TEXT], fact.pointer, category=unknown.category)


def _reasons_found(draft: Draft, unknown: DraftUnknown, scene: Scene) -> list[Constraint]:
    """What the reserved history query brought: the reason behind a reference."""
    found = []
    for lookup in scene.made(unknown.field):
        if lookup.reserved:
            for fact in lookup.facts[:1]:
                text = visible(fact.value)[:MAX_TEXT]
                found.append(Constraint("probed", text, fact.pointer, category=unknown.category))
    return found
