"""The premise check: does a source that was opened contradict what the request states?

Measured on real requests (reference: repository analyst, section 4): a revert or a decision counts
only when the words that tell it apart are in the request too. The general words it shares with
the request (the kind of change, the object) prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from intent_tui.base import knowledge
from intent_tui.base.display import visible
from intent_tui.language import stems
from intent_tui.language.concepts import concepts
from intent_tui.language.content import content
from intent_tui.mind.offline.claims import claims_of
from intent_tui.mind.offline.drafting import WEIGHT_PREMISE, object_words
from intent_tui.mind.offline.lookups import exact_names
from intent_tui.mind.offline.playbooks import playbook
from intent_tui.mind.protocol import Draft, DraftUnknown, Premise
from intent_tui.probe.facts import Claim, ClaimKind, Fact, Lookup, Surface, Wanted
from intent_tui.probe.reason import holds_version
from intent_tui.probe.written.match import MARK
from intent_tui.probe.written.vocabulary import claim_words, pattern
from intent_tui.spec.model import Category, Constraint

FIELD = "premise"
_IN_FORCE = ("accepted", "", "approved", "active", "unknown")


def lookups(draft: Draft) -> tuple[Wanted, ...]:
    """At most two: what ruled the approach out, and the definition of something that is named."""
    terms = _terms(draft)
    first = Wanted("decisions", terms=terms, want="ruled_out")
    claims = claims_of(draft)
    packages = exact_names(draft, "packages")
    routes = exact_names(draft, "routes")
    records = exact_names(draft, "records")
    if records:
        second = Wanted("records", names=records, want="record")
    elif claims:
        held = (Claim("route", routes), *claims) if routes else claims
        second = Wanted(_surface(claims[0]), claims=held)
    elif routes:
        second = Wanted("entries", names=routes, want="all")
    elif packages:
        second = Wanted("manifests", names=packages)
    else:
        return (first,) if terms else ()
    return (first, second) if terms else (second,)


def _surface(claim: Claim) -> Surface:
    """Where a claim is checked, in the words of the trace."""
    return _SURFACES.get(claim.kind, "conventions")


_SURFACES: dict[ClaimKind, Surface] = {
    "route": "entries",
    "entry": "entries",
    "command": "entries",
    "package": "manifests",
    "automatic": "kin",
    "wrong": "tests",
}


def _terms(draft: Draft) -> tuple[str, ...]:
    """What is asked for, heaviest first, then the ways of doing it that the words name."""
    reading = draft.reading
    said = [each.span.text for each in reading.sentences if each.role in _ORDERING]
    words = [word for text in said for word in content(text, draft.language)]
    heads = [effect.head for effect in reading.effects[:1]]
    named = sorted({name for text in said for name in concepts(text)})
    objects = object_words(reading)
    listed = (*reading.terms[:8], *heads, *objects, *words)
    return (*tuple(dict.fromkeys(listed))[:_MOST_TERMS], *(MARK + name for name in named))


_MOST_TERMS = 24


def contradiction(draft: Draft, made: Sequence[Lookup]) -> Premise | None:
    """The strongest contradiction, or None."""
    facts = [fact for lookup in made for fact in lookup.facts]
    against = [fact for fact in facts if _rules_out(draft, fact)]
    if against:
        against.sort(key=lambda fact: (fact.surface != "decisions", fact.kind != "decision"))
        return _premise(draft, against, "approach", "ruled_out")
    pinned = [fact for fact in facts if _pins(draft, fact)]
    if pinned:
        pinned.sort(key=lambda fact: (not fact.more.get("reason"), fact.kind != "commit"))
        return _premise(draft, pinned, "approach", "pinned")
    claimed = _claimed(draft, facts)
    if claimed:
        return claimed
    instead = _missing(draft, made)
    return _absent(draft, instead) if instead else None


def _claimed(draft: Draft, facts: Sequence[Fact]) -> Premise | None:
    """What was found against something the request takes for granted."""
    for claim in ("done", "exists", "deliberate", "default", "missing"):
        against = [fact for fact in facts if fact.more.get("claim") == claim]
        if claim == "missing":
            return _absent(draft, against[:2]) if against else None
        if against:
            return _premise(draft, against, "scope", claim)
    return None


def _missing(draft: Draft, made: Sequence[Lookup]) -> tuple[Fact, ...]:
    """What stands in place of a named route, when the route itself is not there.

    Only for changes to what exists, and never for a name the request introduces.
    """
    if not draft.reading.effects or draft.reading.effects[0].name in _BRINGS_SOMETHING_NEW:
        return ()
    table = knowledge.yaml("words/plain.yaml")
    words = list(table["introduces"])
    if draft.reading.effects[0].name in _GIVES_ANOTHER_NAME:
        words += table["turns_into"]
    for mention in draft.reading.mentions:
        before = draft.reading.text[max(0, mention.span.start - 24) : mention.span.start].lower()
        brought = any(f" {word} " in f" {before} " for word in words)
        if mention.kind == "route" and (brought or claim_words("makes_route").search(before)):
            return ()
    for lookup in made:
        if not lookup.failed:
            facts = tuple(fact for fact in lookup.facts if fact.kind == "nearest")
            if facts:
                return facts
    return ()


_GIVES_ANOTHER_NAME = ("rename", "migrate", "set", "contract")
_BRINGS_SOMETHING_NEW = (
    "add", "derive", "export", "pull", "store", "message", "schedule", "research", "describe",
)  # fmt: skip


def _absent(draft: Draft, instead: Sequence[Fact]) -> Premise:
    asked = visible(instead[0].more["asked"])
    constraints = tuple(
        Constraint("probed", f"not {asked}, but {fact.name} is there", fact.pointer,
                   category="scope")
        for fact in instead
    )  # fmt: skip
    unknown = DraftUnknown(
        field=FIELD,
        category="scope",
        kind="ask",
        otherwise="ask",
        issue="premise",
        quotes=(asked, *(visible(fact.name) for fact in instead if _may_be_meant(fact))),
        note="missing",
        weight=WEIGHT_PREMISE,
    )
    return Premise(unknown, instead[0], constraints)


def _may_be_meant(fact: Fact) -> bool:
    return fact.kind == "nearest" or fact.more.get("alike") == "yes"


def reminders(draft: Draft, made: Sequence[Lookup]) -> tuple[Constraint, ...]:
    """What was taken back here before on this very subject: not asked for, but it constrains."""
    heads = {stems.stem(effect.head, draft.language) for effect in draft.reading.effects[:1]}
    heads |= _vocabulary(draft)
    objects = {stems.stem(word, draft.language) for word in object_words(draft.reading)}
    found = []
    for fact in (fact for lookup in made for fact in lookup.facts):
        if fact.more.get("kind") != "revert" or fact.more.get("relanded") == "yes":
            continue
        about = set(content(fact.more.get("reverts", "")))
        if about & heads and about & objects:
            found.append(Constraint("probed", _said(fact), fact.pointer, category="approach"))
    return tuple(dict.fromkeys(found))[:_MOST_REMINDERS]


_MOST_REMINDERS = 2


def _vocabulary(draft: Draft) -> set[str]:
    """The words of this family of change: a revert names the means, not always the change."""
    book = playbook(draft.playbook)
    listed = [term for each in book.unknowns if each.category == "approach" for look in each.look
              for term in look.terms if not term.startswith("@")]  # fmt: skip
    return {stems.stem(term) for term in (*listed, *book.stems)}


def _rules_out(draft: Draft, fact: Fact) -> bool:
    """Whether the fact bans something and the request asks for just that."""
    if fact.more.get("kind") == "revert":
        return _asks_again(draft, fact)
    if _relied_on(draft) & set(fact.more.get("none", "").split()):
        return True
    banned = fact.more.get("bans", "").split()
    if not banned:
        return False
    if fact.kind == "decision" and fact.more.get("status", "") not in _IN_FORCE:
        return False
    asked = _asked_words(draft)
    shared_ground = _ground(draft)
    telling = [word for word in dict.fromkeys(banned) if not _common(word, shared_ground)]
    allowed = set(fact.more.get("allows", "").split())
    if allowed & asked and not set(telling) & asked:
        return False
    if not telling:
        # Nothing tells it apart from the request's own subject: then all of it must be asked for.
        hit = [word for word in dict.fromkeys(banned) if _is_asked(word, asked)]
        return len(hit) > 1 and len(hit) * 3 >= len(set(banned)) * 2
    hit = [word for word in telling if _is_asked(word, asked)]
    # One word of two tells the thing, not what is ruled out about it.
    return len(hit) * 2 > len(telling) or (len(telling) > _PAIR and len(hit) * 2 == len(telling))


def _relied_on(draft: Draft) -> set[str]:
    """What the request counts on for its acceptance: it takes for granted that this is there."""
    checks = [each.span.text for each in draft.reading.sentences if each.role == "acceptance"]
    return {word for text in checks for word in content(text, draft.language)}


def _common(word: str, ground: set[str]) -> bool:
    """Whether a word, in whatever language, only names what the request is about anyway."""
    named = {word.removeprefix(MARK)} if word.startswith(MARK) else concepts(word)
    return word in ground or any(MARK + name in ground for name in named)


def _is_asked(word: str, asked: set[str]) -> bool:
    return word in asked or any(MARK + name in asked for name in concepts(word))


def _asks_again(draft: Draft, fact: Fact) -> bool:
    """Whether the request asks for what was taken back, and not only for the same things."""
    if fact.more.get("relanded") == "yes" or "strength" not in fact.more:
        return False
    if float(fact.more["strength"]) < _SAME:
        return False
    ground = _ground(draft)
    shared = fact.more.get("shared", "").split()
    # A near synonym alone may be chance; in another language there can be no more than that.
    own = [word for word in shared if not word.startswith(MARK)] or draft.language != "en"
    explained, strength = float(fact.more["explained"]), float(fact.more["strength"])
    half = explained >= _HALF and strength >= _SURE and fact.more.get("core") == "yes"
    if own and (explained >= _NEARLY_ALL or half):
        return True
    said = _said_itself(draft, shared)
    return len(shared) > 1 and any(not _common(word, ground) for word in said)


def _said_itself(draft: Draft, words: Sequence[str]) -> list[str]:
    """Those of the words that the request says, and not only a name in it: `KEEP_SECONDS` does not
    ask to keep anything. A name counts when all of it is among the words."""
    text = list(draft.reading.text)
    names = [each for each in draft.reading.mentions if each.kind != "phrase"]
    for each in names:
        text[each.span.start : each.span.end] = " " * (each.span.end - each.span.start)
    alone = set(content("".join(text), draft.language))
    whole = {word for each in names if set(each.words) <= set(words) for word in each.words}
    inside = {word for each in names for word in each.words} - alone - whole
    return [word for word in words if word not in inside]


_SAME = 0.75
"""Strength (`probe.written.undone`) from which a revert and a request mean the same."""
_NEARLY_ALL, _HALF, _SURE = 0.6, 0.5, 1.1


def _asked_words(draft: Draft) -> set[str]:
    said = [each.span.text for each in draft.reading.sentences if each.role in _ORDERING]
    ordered = [_without_what_is_left(text) for text in said]
    words = {word for text in ordered for word in content(text, draft.language)}
    left = {word for text in said for word in content(text, draft.language)} - words
    words |= set(draft.reading.terms) - left
    words |= {MARK + name for text in ordered for name in concepts(text)}
    alike = [set(group) for group in knowledge.yaml("words/alike.yaml")["groups"]]
    return words.union(*(group for group in alike if group & words))


def _without_what_is_left(text: str) -> str:
    """A sentence without the words for what the request goes away from."""
    low = text.lower()
    spans = [(match.start(), _clause_end(low, match.end()))
             for match in pattern("left_behind").finditer(low)]  # fmt: skip
    for match in pattern("moves_from").finditer(low):
        to = pattern("moves_to").search(low, match.end() + 1, match.end() + _MOST_LEFT)
        if to is not None and not _STOP.search(low, match.end(), to.start()):
            spans.append((match.start(), to.start()))
    kept = [char for place, char in enumerate(text) if not any(a <= place < b for a, b in spans)]
    return "".join(kept)


_MOST_LEFT = 28
"""Characters of a noun phrase behind `instead of`."""
_STOP = re.compile(r"[,;.:!?，；。！？]")


def _clause_end(low: str, start: int) -> int:
    match = _STOP.search(low, start, start + _MOST_LEFT)
    return match.start() if match is not None else min(len(low), start + _MOST_LEFT)


_PAIR = 2
_ORDERING = ("order", "rule", "acceptance", "claim")


def _ground(draft: Draft) -> set[str]:
    """Words every text about this subject shares: the kind of change, the objects, meta words."""
    heads = {stems.stem(effect.head, draft.language) for effect in draft.reading.effects}
    objects = {stems.stem(word, draft.language) for word in object_words(draft.reading)}
    meta = {stems.stem(str(word)) for word in knowledge.yaml("words/plain.yaml")["meta"]}
    work = {stems.stem(str(word)) for word in knowledge.yaml("words/decisions.yaml")["of_work"]}
    ground = heads | (objects - _approach(draft))
    ways = {MARK + name for word in ground for name in concepts(word)}
    asked = {MARK + name for word in _approach(draft) for name in concepts(word)}
    return ground | (ways - asked) | meta | work


def _approach(draft: Draft) -> set[str]:
    spans = draft.reading.silence.approach.words
    return {word for span in spans for word in content(span.text, draft.language)}


def _pins(draft: Draft, fact: Fact) -> bool:
    """Whether the fact holds back the very package the request wants to move."""
    if not any(effect.name == "migrate" for effect in draft.reading.effects):
        return False
    if fact.kind == "commit" and fact.more.get("kind") != "pin":
        return False
    if fact.kind not in ("commit", "changelog", "rule"):
        return False
    text = f" {fact.value} {fact.more.get('body', '')} ".lower()
    names = [name.lower() for name in exact_names(draft, "packages")]
    return any(name in text for name in names) and holds_version(text)


def _premise(draft: Draft, facts: Sequence[Fact], category: Category, note: str) -> Premise:
    constraints = tuple(
        Constraint("probed", _said(fact), fact.pointer, category=category) for fact in facts[:3]
    )
    unknown = DraftUnknown(
        field=FIELD,
        category=category,
        kind="ask",
        otherwise="ask",
        issue="premise",
        quotes=(_said(facts[0]),),
        note=note,
        weight=WEIGHT_PREMISE,
    )
    return Premise(unknown, facts[0], tuple(dict.fromkeys(constraints)))


def _said(fact: Fact) -> str:
    """The fact in the source's own words."""
    words = fact.value or fact.quote
    if fact.kind == "decision" and fact.name and fact.name not in words:
        words = f"{fact.name}: {words}"
    reason = fact.more.get("reason", "")
    if reason and reason not in words:
        words = f"{words} ({reason})"
    return visible(words)[:300]
