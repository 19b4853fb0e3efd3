"""Pass 1: from what was read to a draft spec: intent, objects, constraints, unknowns."""

from __future__ import annotations

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.mind.offline.playbooks import GENERAL, Playbook, PlayUnknown, choose
from intent_tui.mind.offline.reading_lexicon import lexicon
from intent_tui.mind.offline.said import applies, mentions_of
from intent_tui.mind.protocol import Draft, DraftUnknown
from intent_tui.mind.reading import Mention, TextReading
from intent_tui.probe.domains import domain as table_of
from intent_tui.spec.model import Category, Constraint

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
    remedy = named_remedy(reading, domain)
    listed = [each for each in book.unknowns if applies(each, reading, domain)]
    if remedy is not None or reading.target == "escalate":
        listed = [each for each in listed if each.ask is None or each.ask.options_from != "remedy"]
    unknowns = [*_issues(reading), *_asked_by_request(reading, book)]
    unknowns += [_listed(each, reading) for each in listed]
    if any(each.issue == "ambiguous" for each in unknowns):
        # What hangs on the reading cannot be asked before the reading is known.
        unknowns = [each for each in unknowns if each.issue or each.category in _READING_FREE]
    return Draft(
        reading=reading,
        playbook=book.name,
        slug_words=slug_words(reading, book),
        target=reading.target or book.target,
        objects=named_objects(reading),
        explicit=(*explicit(reading), *((remedy,) if remedy is not None else ())),
        unknowns=tuple(unknowns),
    )


def named_remedy(reading: TextReading, domain: str) -> Constraint | None:
    """The one remedy the order itself names: it is stated, so it is never asked.

    Only words of the ordering phrase count: what a customer wants is no order.
    """
    if domain in ("", "code") or not reading.effects:
        return None
    first = reading.effects[0].span
    ordered = reading.text[first.start : first.end + _REACH].lower()
    inside = [each for each in table_of(domain).remedies if each.words.search(ordered)]
    if len(inside) != 1 or reading.effects[0].name not in ("money", "remedy"):
        return None
    sentence = next(
        (each.span.text for each in reading.sentences
         if each.role == "order" and each.span.start <= first.start < each.span.end), ""
    )  # fmt: skip
    if not sentence:
        return None
    return Constraint("explicit", sentence[:MAX_CONSTRAINT], irreversible=True, category="approach")


_REACH = 16
"""Characters after the ordering word in which its object begins."""
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
        if mention.named
        and mention.kind in _OBJECT_KINDS
        and (mention.role in ("order", "rule") or mention.kind == "record")
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


def object_words(reading: TextReading) -> tuple[str, ...]:
    """Stems of what the request acts on, in English where the glossary knows the word.

    Neither the word that orders nor words of a thing's sort (route, page, setting) are objects.
    """
    inside = _outside_conditions(
        reading, mentions_of(reading, "route", "path", "record", "package", "phrase")
    )
    words = [
        part
        for mention in inside
        for word in mention.words
        for part in _parts(word, reading.language)
    ]
    barred = _no_objects(reading)
    terms = [part for term in reading.terms[:6] for part in _parts(term, reading.language)]
    telling = [word for word in words if word in terms and word not in barred]
    # A noun that the grammar missed is still among the heaviest words.
    telling = telling or [word for word in (*terms, *words) if word not in barred]
    table = knowledge.yaml("words/glossary.yaml").get(reading.language, {})
    out: list[str] = []
    for word in telling:
        out += [stem for key, found in table.items() if _is_word(key, word) for stem in found]
        out.append(word)
    return tuple(word for word in dict.fromkeys(out) if word not in barred)[:8]


def _outside_conditions(reading: TextReading, found: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """What stands in `when the server is down` is no object, unless nothing else is named."""
    tables = lexicon(reading.language)
    places = []
    for each in reading.sentences:
        for when in tables.pattern("condition").finditer(each.span.text.lower()):
            comma = each.span.text.find(",", when.end())
            end = len(each.span.text) if comma < 0 else comma
            if tables.has("failure", each.span.text[when.start() : end].lower()):
                places.append((each.span.start + when.start(), each.span.start + end))
    free = [
        each
        for each in found
        if each.kind == "record" or not any(start <= each.span.start < end for start, end in places)
    ]
    return tuple(free) or found


def _parts(word: str, language: str) -> tuple[str, ...]:
    if "-" not in word:
        return (word,)
    return (word, *(stems.stem(part, language) for part in word.split("-") if part))


def _is_word(key: str, word: str) -> bool:
    """Wide scripts run words together; elsewhere the glossary's stem begins the word."""
    return (
        word.startswith(key)
        if key.isalpha() and key[0].lower() != key[0].upper()
        else (key in word)
    )


def _no_objects(reading: TextReading) -> frozenset[str]:
    heads = {
        stems.stem(word, reading.language)
        for effect in reading.effects[:1]
        for word in effect.head.lower().replace("-", " ").split()
    }
    heads |= {stems.stem(effect.head, reading.language) for effect in reading.effects[:1]}
    table = knowledge.yaml("words/plain.yaml")
    meta = {stems.stem(str(word)) for key in ("meta", "times") for word in table[key]}
    return frozenset(heads | meta | {str(word) for word in table["meta"]})


def says_entry_points(reading: TextReading) -> bool:
    """Whether the request speaks of routes or endpoints without saying whose."""
    if object_words(reading):
        return False
    sorts = {stems.stem(str(word)) for word in knowledge.yaml("words/plain.yaml")["entry_points"]}
    return any(
        word in sorts for each in mentions_of(reading, "phrase") for word in each.words
    ) or any(word in sorts for word in reading.terms)


def slug_words(reading: TextReading, book: Playbook) -> tuple[str, ...]:
    """Verb and object of the intent: `add caching`, `rate limit signup`."""
    if book.name != GENERAL:
        return (book.verb, *book.noun.split("_"))
    head = reading.effects[0].head.split()[0].lower() if reading.effects else book.verb
    verb = head if head.isascii() else book.verb
    nouns = [_spelled(reading.text, word) for word in object_words(reading) if word.isascii()]
    return (verb, *[noun for noun in dict.fromkeys(nouns) if noun != verb][:2])


def _listed(each: PlayUnknown, reading: TextReading) -> DraftUnknown:
    # Whoever names the place has said where: it is looked up and never asked back.
    said = reading.silence.objects.ok or bool(object_words(reading))
    named = each.category == "scope" and bool(each.look) and said
    return DraftUnknown(
        field=each.field,
        category=each.category,
        kind="probe" if each.look else "ask",
        otherwise="drop" if named else each.otherwise,
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


def _asked_by_request(reading: TextReading, book: Playbook) -> list[DraftUnknown]:
    found = []
    if len(reading.alternatives) > 1:
        quotes = tuple(span.text.strip() for span in reading.alternatives[:3])
        found.append(
            DraftUnknown(CHOICE, "approach", "ask", "ask", quotes=quotes, weight=WEIGHT_CHOICE)
        )
    known = book.name != GENERAL
    settled = known or reading.effects or reading.defects or found
    if not settled and reading.start:
        words = tuple(span.text.strip() for span in reading.not_understood[:1])
        found.append(
            DraftUnknown(OUTCOME, "scope", "ask", "ask", quotes=words, weight=WEIGHT_OUTCOME)
        )
    return found


def noun(reading: TextReading, objects: tuple[str, ...]) -> str:
    """The plain word for what the request acts on, to be used in a question.

    In another language than English it is the request's own word: a question in German that
    speaks of a `user` is half in English.
    """
    own = _own_noun(reading)
    if own and reading.language != "en":
        return own
    return next((found for name in objects if (found := _resource(name))), "") or own


def _own_noun(reading: TextReading) -> str:
    """The sort of a named record, the head of the first telling phrase, the heaviest word."""
    for mention in mentions_of(reading, "record"):
        if mention.words and not mention.words[0].isdigit():
            return _spelled(mention.span.text, mention.words[0])
    words = object_words(reading)
    ordering = {
        part
        for effect in reading.effects[:1]
        for part in (effect.head.lower(), *_parts(effect.head.lower(), reading.language))
    }
    for mention in mentions_of(reading, "phrase"):
        if mention.role != "order":
            continue
        telling = [
            word
            for each in mention.words
            for word in _parts(each, reading.language)
            if word in words
        ]
        if telling and reading.language == "en":
            return stems.fold(_spelled(mention.span.text, telling[-1]))
        if telling and not set(telling) <= ordering:
            return _without_sort(mention.span.text)
    if words and words[-1].isascii():
        return stems.fold(_spelled(reading.text, words[-1]))
    # A word for the sort of thing is better than none: "the public endpoints".
    sorts = [each for each in mentions_of(reading, "phrase") if each.role == "order"]
    return stems.fold(stems.words(sorts[0].span.text)[-1]) if sorts else ""


def _without_sort(text: str) -> str:
    """`Benutzer` of `Benutzer-API`: the thing without the word for its sort."""
    meta = {str(word) for word in knowledge.yaml("words/plain.yaml")["meta"]}
    head, dash, tail = text.rpartition("-")
    return head if dash and tail.lower() in meta else text


def _spelled(text: str, stem: str) -> str:
    """The word of the text that has this stem, as it is spelled there."""
    for word in stems.words(text):
        for part in (word, *stems.parts(word)):
            if part.startswith(stem) or stems.stem(part) == stem:
                return part
    return stem


def _resource(name: str) -> str:
    """`users` of `GET /api/users/:id`, `order` of `order 17`; empty for anything else."""
    if "/" in name and name.split(" ")[-1].startswith("/"):
        parts = [part for part in name.split(" ")[-1].split("/") if part]
        static = [part for part in parts if part[0] not in ":{<*$[" and part != "api"]
        versions = [part for part in static if not (part[0] == "v" and part[1:].isdigit())]
        return stems.fold(versions[0].replace("-", " ").lower()) if versions else ""
    return ""
