"""Pass 1: from what was read to a draft spec: intent, objects, constraints, unknowns."""

from __future__ import annotations

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.mind.offline.playbooks import Playbook, PlayUnknown, choose
from intent_tui.mind.protocol import Draft, DraftUnknown
from intent_tui.mind.reading import Mention, TextReading
from intent_tui.spec.model import Category, Constraint

_EVIDENT = ("order", "rule", "acceptance")
_OBJECT_KINDS = ("route", "path", "record")
MAX_CONSTRAINT = 500

# Asking order (ruling G12): conflict, premise, ambiguous, then what the request itself leaves open.
WEIGHT_CONFLICT, WEIGHT_PREMISE, WEIGHT_AMBIGUOUS, WEIGHT_CHOICE = 1000, 900, 800, 700
WEIGHT_OUTCOME = 650

CONFLICT, AMBIGUOUS, CHOICE, OUTCOME = "which_rule_yields", "which_reading", "choice", "outcome"


def draft(reading: TextReading, domain: str) -> Draft:
    """The draft spec of a request (seed 000, section 3)."""
    book = choose(reading, domain)
    if reading.ungrillable is not None:
        return _ungrillable(reading, book)
    unknowns = [*_issues(reading), *_asked_by_request(reading)]
    unknowns += [_listed(each) for each in book.unknowns if applies(each, reading, domain)]
    if any(each.issue == "ambiguous" for each in unknowns):
        # What hangs on the reading cannot be asked before the reading is known.
        unknowns = [each for each in unknowns if each.issue or each.category in _READING_FREE]
    return Draft(
        reading=reading,
        playbook=book.name,
        slug_words=slug_words(reading, book),
        target=reading.target or book.target,
        objects=named_objects(reading),
        explicit=explicit(reading),
        unknowns=tuple(unknowns),
    )


_READING_FREE: tuple[Category, ...] = ("scope", "data_compatibility", "acceptance")


def _ungrillable(reading: TextReading, book: Playbook) -> Draft:
    """Taste: no look-up and no question; something to react to instead (seed 000, section 7)."""
    return Draft(
        reading=reading,
        playbook=book.name,
        slug_words=slug_words(reading, book),
        target="prototype",
        objects=named_objects(reading) or _phrases(reading)[:1] or (reading.text[:80],),
        explicit=explicit(reading),
        unknowns=(),
        ungrillable=True,
    )


def explicit(reading: TextReading) -> tuple[Constraint, ...]:
    """What the person stated, word for word."""
    return tuple(
        Constraint("explicit", each.text[:MAX_CONSTRAINT], category=each.category)
        for each in reading.stated
        if each.text.strip()
    )


def named_objects(reading: TextReading) -> tuple[str, ...]:
    """The objects the request names precisely, as it spells them."""
    found = [
        mention.span.text.strip("`'\" ")
        for mention in reading.mentions
        if mention.named and mention.kind in _OBJECT_KINDS and mention.role in ("order", "rule")
    ]
    if not found:
        found = [
            mention.span.text.strip("`'\" ")
            for mention in reading.mentions
            if mention.kind in ("package", "symbol") and mention.role == "order"
        ][:2]
    return tuple(dict.fromkeys(found))


def _phrases(reading: TextReading) -> tuple[str, ...]:
    found = [each.span.text for each in reading.mentions if each.kind == "phrase"]
    return tuple(dict.fromkeys(found))


def mentions_of(reading: TextReading, *kinds: str) -> tuple[Mention, ...]:
    """The mentions of those kinds that stand in a sentence that orders or rules."""
    return tuple(
        each for each in reading.mentions if each.kind in kinds and each.role in _EVIDENT
    )


def object_words(reading: TextReading) -> tuple[str, ...]:
    """Stems of what the request acts on, in English where the glossary knows the word."""
    inside = mentions_of(reading, "route", "path", "record", "package", "phrase")
    known = set(reading.terms)
    words = [word for mention in inside for word in mention.words]
    telling = [word for word in words if word in known] or words or list(reading.terms[:4])
    table = knowledge.yaml("words/glossary.yaml").get(reading.language, {})
    out: list[str] = []
    for word in telling:
        out += [stem for key, found in table.items() if key in word for stem in found]
        out.append(word)
    if table and not out:
        out = [stem for key, found in table.items() if key in reading.text for stem in found]
    return tuple(dict.fromkeys(out))[:8]


def slug_words(reading: TextReading, book: Playbook) -> tuple[str, ...]:
    """Verb and object of the intent: `add caching`, `rate limit signup`."""
    if book.name != "general":
        return (book.verb, *book.noun.split("_"))
    verb = reading.effects[0].head if reading.effects else "change"
    nouns = [word for word in object_words(reading) if word.isascii() and word != verb]
    return (verb if verb.isascii() else book.verb, *nouns[:2])


def applies(each: PlayUnknown, reading: TextReading, domain: str) -> bool:
    """Whether the request leaves this unknown open at all."""
    if each.domains and domain not in each.domains:
        return False
    if each.field == "if_it_fails" and not _can_fail(reading):
        return False
    if any(_says(reading, item) for item in each.said_by):
        return False
    low = reading.text.lower()
    return not any(stem.lower() in low for stem in each.said_stems)


def _can_fail(reading: TextReading) -> bool:
    table = knowledge.yaml("effects.yaml")
    classes = table.get("classes", table)
    return any(
        bool(classes.get(effect.name, {}).get("fallible", False)) for effect in reading.effects
    )


def _says(reading: TextReading, item: str) -> bool:
    if item == "failure" and any(
        each.category == "failure_behavior" for each in reading.stated
    ):
        return True
    silence = {
        "objects": reading.silence.objects,
        "approach": reading.silence.approach,
        "acceptance": reading.silence.acceptance,
    }
    if item == "failure":
        # A request without a fallible step needs no rule, but then states none either.
        return reading.silence.failure.ok and bool(reading.silence.failure.words)
    return item in silence and silence[item].ok


def _listed(each: PlayUnknown) -> DraftUnknown:
    return DraftUnknown(
        field=each.field,
        category=each.category,
        kind="probe" if each.look else "ask",
        otherwise=each.otherwise,
        irreversible=each.irreversible,
        weight=each.weight,
    )


def _issues(reading: TextReading) -> list[DraftUnknown]:
    found: list[DraftUnknown] = []
    for defect in reading.defects:
        conflict = defect.issue == "conflict"
        found.append(
            DraftUnknown(
                field=CONFLICT if conflict else AMBIGUOUS,
                category="approach" if conflict else "scope",
                kind="ask",
                otherwise="ask",
                issue=defect.issue,
                quotes=tuple(quote.text.strip() for quote in defect.quotes),
                note=defect.name,
                weight=WEIGHT_CONFLICT if conflict else WEIGHT_AMBIGUOUS,
            )
        )
    # One of a sort is enough: the answer to the first may dissolve the rest.
    return list({each.field: each for each in reversed(found)}.values())[::-1]


def _asked_by_request(reading: TextReading) -> list[DraftUnknown]:
    found = []
    if len(reading.alternatives) > 1:
        quotes = tuple(span.text.strip() for span in reading.alternatives[:3])
        found.append(
            DraftUnknown(CHOICE, "approach", "ask", "ask", quotes=quotes, weight=WEIGHT_CHOICE)
        )
    if not reading.effects and not reading.defects and reading.start:
        words = tuple(span.text.strip() for span in reading.not_understood[:1])
        found.append(
            DraftUnknown(OUTCOME, "scope", "ask", "ask", quotes=words, weight=WEIGHT_OUTCOME)
        )
    return found


def noun(reading: TextReading, objects: tuple[str, ...]) -> str:
    """The plain word for what the request acts on, to be used in a question."""
    for name in objects:
        found = _resource(name)
        if found:
            return found
    phrases = [each for each in mentions_of(reading, "phrase") if each.role == "order"]
    for mention in phrases:
        telling = [word for word in mention.words if word in reading.terms] or list(mention.words)
        if telling and mention.span.text.isascii():
            return stems.fold(_spelled(mention.span.text, telling[0]))
        if mention.span.text:
            return mention.span.text
    return ""


def _spelled(text: str, stem: str) -> str:
    """The word of the text that has this stem, as it is spelled there."""
    for word in text.split():
        if word.lower().startswith(stem):
            return word.lower()
    return stem


def _resource(name: str) -> str:
    """`users` of `GET /api/users/:id`, `order` of `order 17`; empty for anything else."""
    if "/" in name and name.split(" ")[-1].startswith("/"):
        parts = [part for part in name.split(" ")[-1].split("/") if part]
        static = [part for part in parts if part[0] not in ":{<*$[" and part != "api"]
        versions = [part for part in static if not (part[0] == "v" and part[1:].isdigit())]
        return stems.fold(versions[0].replace("-", " ").lower()) if versions else ""
    return ""
