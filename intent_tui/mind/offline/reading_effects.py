"""What a request orders: the effects, each with the word that says it.

A class word counts only where an order stands: at the head of a clause, after a modal, as the
object of a light verb ("add a cache"), or as the state that is wanted ("should be cached"). Behind
an article or in front of a noun it is a mention and no step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from intent_tui.language.stems import plain, stem
from intent_tui.mind.offline.reading_classes import Classes, classes, every_class
from intent_tui.mind.offline.reading_lexicon import CODE, Lexicon
from intent_tui.mind.offline.reading_mask import Masked
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, tokens
from intent_tui.mind.reading import Effect, Span

MOST: Final = 8
_LIGHT_REACH: Final = 7
_WEAK: Final = 4.0
"""What a mention or a conditional clause costs against a head verb."""
_LATER: Final = 0.5
_CATCH_ALL: Final = frozenset({"add", "set", "fix", "improve", "refactor"})
_RECORD_FIXES: Final = frozenset({"fix", "remedy", "money", "set"})


@dataclass(frozen=True, slots=True)
class Hit:
    """A class word in the text."""

    name: str
    start: int
    end: int
    strength: float
    said: Said
    verb: bool


@dataclass(frozen=True, slots=True)
class Ordered:
    """What the effects step gives: the effects, and ordering words that no class knows."""

    effects: tuple[Effect, ...]
    firm: tuple[Effect, ...]
    """Those that are steps of the work, not mentions: what must not fail unspoken."""
    not_understood: tuple[Span, ...]


def read_effects(text: str, masked: Masked, judged: Sequence[Judged], complaint: bool) -> Ordered:
    """All effects, strongest first, at most eight; of several words for one class the best."""
    hits: list[Hit] = []
    lost: list[Span] = []
    for place, each in enumerate(judged):
        if each.role not in ("order", "rule") and not (complaint and each.role == "claim"):
            continue
        found = _sentence_hits(each.said)
        if each.role == "order" and not found:
            head = _head(each.said, text)
            if head is not None:
                lost.append(head)
        late = _LATER * min(place, 6) + (3.0 if each.role == "rule" else 0.0)
        hits.extend(_weaker(hit, late) for hit in found)
    best = _best(hits)
    effects = tuple(_effect(hit, text, masked) for hit in best)
    remedied = tuple(_as_remedy(effect, judged) for effect in effects)
    ordered = sorted(remedied, key=lambda effect: -_rank(effect, best, remedied))
    firm_names = {hit.name for hit in best if hit.strength > -_WEAK + 0.01}
    firm = tuple(
        effect for effect, source in zip(remedied, best, strict=True) if source.name in firm_names
    )
    return Ordered(_once(ordered)[:MOST], firm, tuple(lost[:3]))


def _rank(effect: Effect, best: Sequence[Hit], effects: Sequence[Effect]) -> float:
    place = effects.index(effect)
    return every_class()[effect.name].weight + 5 * best[place].strength


def _once(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    seen: dict[str, Effect] = {}
    for effect in effects:
        seen.setdefault(effect.name, effect)
    return tuple(seen.values())


def _weaker(hit: Hit, by: float) -> Hit:
    return Hit(hit.name, hit.start, hit.end, hit.strength - by / 5, hit.said, hit.verb)


def _best(hits: Sequence[Hit]) -> list[Hit]:
    """One hit a class; a catch-all verb goes when its sentence has a class of its own."""
    chosen: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda hit: (-hit.strength, hit.start)):
        chosen.setdefault(hit.name, hit)
    real = {id(hit.said) for hit in chosen.values() if hit.name not in _CATCH_ALL}
    kept = [
        hit for hit in chosen.values() if hit.name not in ("add", "set") or id(hit.said) not in real
    ]
    return sorted(kept, key=lambda hit: hit.start)


def _sentence_hits(said: Said) -> list[Hit]:
    table = classes(said.tables.language)
    hits = list(_run_hits(said, table) if said.tables.runs else _word_hits(said, table))
    if said.tables.language != "en" and not hits:
        hits = list(
            _word_hits(Said(said.start, said.end, said.low, _english(), said.asks), classes("en"))
        )
    hits.extend(_phrase_hits(said, table))
    inside = _conditional(said)
    outside = [hit for hit in hits if not any(low <= hit.start < high for low, high in inside)]
    return outside or [_weaker(hit, 5) for hit in hits]


def _english() -> Lexicon:
    from intent_tui.mind.offline.reading_lexicon import lexicon

    return lexicon("en")


def _phrase_hits(said: Said, table: Classes) -> Iterator[Hit]:
    for name, pattern in table.phrases:
        found = pattern.search(said.low)
        if found is not None:
            yield Hit(name, said.start + found.start(), said.start + found.end(), 0.2, said, True)


def _run_hits(said: Said, table: Classes) -> Iterator[Hit]:
    if table.run is None:
        return
    for found in table.run.finditer(said.low):
        name = table.verbs[found.group()]
        yield Hit(name, said.start + found.start(), said.start + found.end(), 0.0, said, True)


def _conditional(said: Said) -> list[tuple[int, int]]:
    """Places of if-, when- and because-clauses: what stands there is no order."""
    spans: list[tuple[int, int]] = []
    for key in ("condition", "background"):
        for found in said.tables.pattern(key).finditer(said.low):
            end = said.low.find(",", found.end())
            limit = len(said.low) if end < 0 else end
            if said.tables.runs:
                start = max(said.low.rfind(",", 0, found.start()) + 1, 0)
            else:
                start = found.start()
            spans.append((said.start + start, said.start + limit))
    return spans


def _word_hits(said: Said, table: Classes) -> Iterator[Hit]:
    words = tokens(said.low)
    for place, found in enumerate(words):
        word = found.group()
        if word[0] == CODE or not word[0].isalpha():
            continue
        verb, noun = table.verb(word), table.noun(word)
        if verb is None and noun is None:
            continue
        strength, is_verb = _standing(words, place, verb, noun, said.tables)
        name = verb if is_verb and verb is not None else noun or verb
        if strength is None or name is None:
            continue
        start, end = said.start + found.start(), said.start + found.end()
        yield Hit(name, start, end, strength, said, is_verb)


def _standing(
    words: Sequence[re.Match[str]], place: int, verb: str | None, noun: str | None, tables: Lexicon
) -> tuple[float | None, bool]:
    """How firmly a class word orders, and whether as a verb; None when it does not at all."""
    before = [found.group() for found in words[max(0, place - _LIGHT_REACH) : place]]
    word = words[place].group()
    after = words[place + 1].group() if place + 1 < len(words) else ""
    if tables.language != "en":
        return _standing_elsewhere(before, verb, noun, tables)
    if (
        verb is not None
        and _heads(before, tables)
        and _base(word)
        and not _names_next(after, tables)
    ):
        return 0.5, True
    if verb is not None and _triggered(before, word, tables):
        return 0.4, True
    lit = _lit(before, tables)
    if noun is not None and lit:
        return 0.3, False
    if verb is not None and word.endswith("ing") and (not before or lit):
        return 0.2, True
    if noun is not None and not word.endswith("ed"):
        return -_WEAK / 5, False
    return (-_WEAK / 5 - 0.2, False) if verb is not None else (None, False)


def _standing_elsewhere(
    before: Sequence[str], verb: str | None, noun: str | None, tables: Lexicon
) -> tuple[float, bool]:
    articles = tables.words("article")
    if before and before[-1] in articles:
        return (0.1 if _lit(before, tables) else -0.4), False
    return (0.4 if not before else 0.2), verb is not None


def _base(word: str) -> bool:
    if word.endswith(("ed", "ing")):
        return word in (
            "embed",
            "speed",
            "feed",
            "seed",
            "need",
            "shed",
            "bring",
            "ping",
            "proceed",
        )
    return not word.endswith("s") or word.endswith(("ss", "us"))


def _heads(before: Sequence[str], tables: Lexicon) -> bool:
    """Nothing but lead-in words stands between the clause's start and here."""
    if not before:
        return True
    since = _since_mark(before)
    rest = " ".join(since)
    for _ in range(4):
        lead = tables.pattern("lead_in").match(rest)
        if not rest or lead is None or lead.end() == 0:
            break
        rest = rest[lead.end() :].lstrip()
    return not rest and (len(since) < _LIGHT_REACH)


def _since_mark(before: Sequence[str]) -> list[str]:
    since: list[str] = []
    for word in reversed(before):
        if word in (",", ":", ";", "?", "!"):
            break
        since.insert(0, word)
    return since


def _names_next(after: str, tables: Lexicon) -> bool:
    """The next word shows that this one is a noun: `cache is`, `limit on`."""
    return after in tables.words("finite") or after in ("of", "on") or after == ":"


def _triggered(before: Sequence[str], word: str, tables: Lexicon) -> bool:
    if not before:
        return False
    last = before[-1]
    negated = any(each in ("not", "don't", "never", "without", "no") for each in before[-2:])
    if negated:
        return False
    if tables.pattern("trigger").fullmatch(last) and _base(word):
        return last not in ("and", "or") or len(_since_mark(before)) > 1
    if word.endswith(("ed", "en", "wn", "nt", "pt", "id", "ut")) and tables.pattern(
        "passive"
    ).fullmatch(last):
        return any(tables.pattern("wish").search(" ".join(before[cut:])) for cut in (0,))
    state = before[-4:]
    return word.endswith("ed") and any(
        tables.pattern("wanted_state").fullmatch(each) for each in state
    )


def _lit(before: Sequence[str], tables: Lexicon) -> bool:
    """A light verb stands before, with nothing but a noun phrase in between."""
    light = tables.words("light")
    for back, word in enumerate(reversed(before)):
        if word in (",", ";", ":") or back >= _LIGHT_REACH:
            return False
        if word in light or stem(word, tables.language) in light or plain(word) in light:
            return True
        if word in ("to", "for", "of", "with", "that", "which", "on", "by", "from", "when", "if"):
            return False
    return False


def _head(said: Said, text: str) -> Span | None:
    """The ordering word of a sentence whose effect no class knows."""
    for found in tokens(said.low):
        word = found.group()
        if word[0].isalpha() and word not in said.tables.words("closed") and len(word) > 2:
            if said.tables.pattern("lead_in").fullmatch(word):
                continue
            start = said.start + found.start()
            end = said.start + min(found.end(), found.start() + 40)
            return Span(start, end, text[start:end])
    return None


def _effect(hit: Hit, text: str, masked: Masked) -> Effect:
    head = masked.low[hit.start : hit.end]
    return Effect(
        hit.name,
        head,
        Span(hit.start, hit.end, text[hit.start : hit.end]),
        _object_kind(hit, masked),
    )


def _object_kind(hit: Hit, masked: Masked) -> str:
    """What sort of thing the effect falls on: the first noun of a kind behind it in its sentence."""
    said = hit.said
    rest = masked.low[hit.end : said.end][:160]
    inside = [token for token in masked.tokens if said.start <= token.start < said.end]
    if any(token.kind == "record" for token in inside):
        return "data"
    kinds = said.tables.kinds()
    if said.tables.runs:
        places = [
            (where, name)
            for name, listed in kinds.items()
            for word in listed
            if (where := said.low.find(word)) >= 0
        ]
        if places:
            return min(places)[1]
    else:
        for found in tokens(rest):
            folded = stem(found.group(), said.tables.language)
            for name, listed in kinds.items():
                if folded in listed:
                    return name
    if any(token.kind in ("route", "flag") for token in inside):
        return "contract"
    return "code" if any(token.kind in ("symbol", "path") for token in inside) else ""


def _as_remedy(effect: Effect, judged: Sequence[Judged]) -> Effect:
    """To fix what stands about a record or an upset person is to find a remedy."""
    if effect.name not in ("fix", "set"):
        return effect
    about_record = effect.object_kind == "data" and any(
        CODE in each.said.low and _has_person(each.said) for each in judged
    )
    upset = any(
        each.said.tables.has("upset", each.said.low) and _has_person(each.said) for each in judged
    )
    if effect.name == "fix" and (about_record or upset):
        return Effect("remedy", effect.head, effect.span, effect.object_kind or "person")
    return effect


def _has_person(said: Said) -> bool:
    persons = said.tables.kinds().get("person", frozenset())
    if said.tables.runs:
        return any(word in said.low for word in persons)
    return any(stem(found.group(), said.tables.language) in persons for found in tokens(said.low))


def fallible(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Those that can fail."""
    return tuple(effect for effect in effects if every_class()[effect.name].fallible)


__all__ = ["EVIDENCE", "Ordered", "fallible", "read_effects"]
