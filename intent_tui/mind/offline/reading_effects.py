"""What a request orders: the effects, each with the word that says it.

A class word counts only where an order stands: at the head of a clause, after a modal, as the
object of a light verb ("add a cache"), or as the state that is wanted ("should be cached"). Behind
an article or in front of a noun it is a mention and no step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from intent_tui.language.stems import stem
from intent_tui.mind.offline.reading_classes import Classes, classes, every_class
from intent_tui.mind.offline.reading_lexicon import CODE, Lexicon
from intent_tui.mind.offline.reading_mask import Masked
from intent_tui.mind.offline.reading_orders import as_remedy, ordered, permission_first
from intent_tui.mind.offline.reading_phrases import Found, wide_at
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, tokens
from intent_tui.mind.offline.reading_standing import MENTION, heads, standing, triggered
from intent_tui.mind.reading import Effect, Span

MOST: Final = 8
_HEAD_WORDS: Final = 3
_PLACES: Final = frozenset({"derive"})
"""Classes whose nouns only say where: in `login page` and `import list` the first word orders."""
_LIGHT_RUN: Final = 6
_STATE_MARKS: Final = "未已"
"""Before a Chinese class word these make it a state (`未归档`), not a step."""
_ARTICLES: Final = frozenset({"a", "an", "the"})
_LATER: Final = 0.1
_CATCH_ALL: Final = frozenset({"add", "set"})


@dataclass(frozen=True, slots=True)
class Hit:
    """A class word in the text."""

    name: str
    start: int
    end: int
    strength: float
    said: Said
    verb: bool

    @property
    def mention(self) -> bool:
        """It names a thing; nothing orders it."""
        return self.strength <= MENTION / 2


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
        if each.role == "order" and all(hit.mention for hit in found):
            head = _head(each.said, text)
            if head is not None:
                # Better no class than one guessed from a thing that is only named.
                if head.text.lower() not in each.said.tables.words("order_begins"):
                    lost.append(head)
                found = []
        found = _exactly(each.said, _without_symptom(each.said, found))
        late = _LATER * min(place, 6) + (0.6 if each.role == "rule" else 0.0)
        hits.extend(_weaker(hit, late) for hit in found)
    best = sorted(_best(hits), key=_rank, reverse=True)[:MOST]
    effects = tuple(
        replace(as_remedy(_effect(hit, text, masked), judged), mention=hit.mention) for hit in best
    )
    firm = tuple(effect for effect, hit in zip(effects, best, strict=True) if not hit.mention)
    told = _told_fault(text, judged) if complaint and "remedy" not in firm_names(firm) else None
    if told is not None:
        return Ordered((told,), (told,), ())
    whole = ordered(text, masked, judged, permission_first(_once(effects), judged))
    return Ordered(whole, _once(firm), () if whole and not effects else tuple(lost[:3]))


def firm_names(firm: Sequence[Effect]) -> frozenset[str]:
    """The classes of what is really ordered."""
    return frozenset(effect.name for effect in firm)


def _told_fault(text: str, judged: Sequence[Judged]) -> Effect | None:
    """A complaint about what a program does asks for one thing: that the fault goes away.

    One about a person or a case is left as it was read: mending is not what helps there.
    """
    for each in judged:
        low, tables = each.said.low, each.said.tables
        state = tables.pattern("error_state").search(low) or tables.pattern("symptom").search(low)
        if not each.symptom or state is None or tables.has("upset", low):
            continue
        start, end = each.said.start + state.start(), each.said.start + state.end()
        return Effect("fix", text[start:end].split()[0].lower(), Span(start, end, text[start:end]))
    return None


def _exactly(said: Said, found: list[Hit]) -> list[Hit]:
    """`change the default X from 3 to 5` says all of it: what X is called orders nothing more."""
    setting = [hit for hit in found if hit.name == "set" and not hit.mention]
    edit = said.tables.pattern("exact_edit").search(said.low)
    if not setting or edit is None or not edit.group().startswith(("from", "to ")):
        return found
    return [hit for hit in found if hit.verb and not hit.mention]


def _without_symptom(said: Said, found: list[Hit]) -> list[Hit]:
    """Behind a told fault `please fix` is the order; what the fault's words name is none."""
    fix = next((hit for hit in found if hit.name == "fix" and not hit.mention), None)
    if fix is None:
        return found
    before = said.low[: fix.start - said.start]
    if not (said.tables.has("error_state", before) or said.tables.has("symptom", before)):
        return found
    return [hit for hit in found if hit is fix or hit.start > fix.start]


def _rank(hit: Hit) -> float:
    mentioned = -100.0 if hit.mention else 0.0
    if hit.mention and not _is_noun(hit):
        mentioned -= 50.0  # `an option for prune`: the noun is the thing, the verb its name
    return mentioned + every_class()[hit.name].weight + 5 * hit.strength


def _is_noun(hit: Hit) -> bool:
    word = hit.said.low[hit.start - hit.said.start : hit.end - hit.said.start]
    return hit.said.tables.runs or classes(hit.said.tables.language).noun(word) is not None


def _once(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    seen: dict[str, Effect] = {}
    for effect in effects:
        seen.setdefault(effect.name, effect)
    return tuple(seen.values())


def _weaker(hit: Hit, by: float) -> Hit:
    return Hit(hit.name, hit.start, hit.end, hit.strength - by, hit.said, hit.verb)


def _best(hits: Sequence[Hit]) -> list[Hit]:
    """One hit a class; weak ones go where something firmer stands.

    A mention counts only when nothing but a catch-all is ordered, and a catch-all verb goes when
    its sentence orders something of a class of its own.
    """
    chosen: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda hit: (-hit.strength, hit.start)):
        chosen.setdefault(hit.name, hit)
    firm = [hit for hit in chosen.values() if not hit.mention]
    if firm:
        # `skip the drafts in the export`: what only says where is no order beside a real one.
        chosen = {name: hit for name, hit in chosen.items() if hit.strength > 2 * MENTION}
    if any(hit.name not in _CATCH_ALL for hit in firm):
        chosen = {hit.name: hit for hit in firm}
    chosen = {hit.name: hit for hit in chosen.values() if not _inside_better(hit, chosen)}
    real = {id(hit.said) for hit in chosen.values() if hit.name not in _CATCH_ALL}
    return [
        hit for hit in chosen.values() if hit.name not in _CATCH_ALL or id(hit.said) not in real
    ]


def _inside_better(hit: Hit, chosen: dict[str, Hit]) -> bool:
    """Another class reads the same words as more than this one does."""
    return any(
        other is not hit
        and other.start <= hit.start
        and hit.end <= other.end
        and (other.end - other.start, _rank(other)) > (hit.end - hit.start, _rank(hit))
        for other in chosen.values()
    )


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
    return outside or [_weaker(hit, 1.0) for hit in hits]


def _english() -> Lexicon:
    from intent_tui.mind.offline.reading_lexicon import lexicon

    return lexicon("en")


def _phrase_hits(said: Said, table: Classes) -> Iterator[Hit]:
    for name, pattern in table.phrases:
        found = pattern.search(said.low)
        if found is not None:
            yield _phrase_hit(name, found.start(), found.end(), said)
    for name, parts in table.wide:
        span = wide_at(parts, said.low)
        if span is not None:
            yield _phrase_hit(name, *span, said)
    yield from _idiom_hits(said, table)


def _idiom_hits(said: Said, table: Classes) -> Iterator[Hit]:
    if not table.idioms.known:
        return
    words = tokens(said.low)
    forms = [found.group() for found in words]
    told = said.tables.words("told")
    for place in range(len(words)):
        named = table.idioms.at(forms, place)
        if named is not None and (place == 0 or forms[place - 1] not in told):
            name, end = named
            yield _phrase_hit(name, words[place].start(), words[end - 1].end(), said)


def _phrase_hit(name: str, start: int, end: int, said: Said) -> Hit:
    return Hit(name, said.start + start, said.start + end, 0.35 if start else 0.5, said, True)


def _run_hits(said: Said, table: Classes) -> Iterator[Hit]:
    if table.run is None:
        return
    found = [(each, _acts(said, each, table)) for each in table.run.finditer(said.low)]
    acted = any(acts and table.of(each.group()) not in _CATCH_ALL for each, acts in found)
    for each, acts in found:
        ordered = acts is True or (acts is not None and _noun_ordered(said, each, acted))
        name = table.of(each.group()) or ""
        strength = 0.3 if ordered else MENTION
        start, end = said.start + each.start(), said.start + each.end()
        yield Hit(name, start, end, strength, said, acts is True)


def _acts(said: Said, found: Found, table: Classes) -> bool | None:
    """Whether a run acts; False for what names a thing, None for what describes one."""
    if found.start() > 0 and said.low[found.start() - 1] in _STATE_MARKS:
        return None
    called = said.tables.pattern("compound").match(said.low, found.end()) is not None
    return found.group() in table.verbs and not called


def _noun_ordered(said: Said, found: Found, acted: bool) -> bool:
    """A noun is ordered behind a light verb, or at an end of a clause where nothing else acts."""
    low = said.low
    before = low[max(0, found.start() - _LIGHT_RUN) : found.start()]
    if any(light in before for light in said.tables.words("light")):
        return True
    if said.tables.pattern("light_after").match(low, found.end()):
        return True
    if acted:
        return False
    # In Chinese what opens a clause may be what is wanted; elsewhere it is who or what acts.
    opens = said.tables.language == "zh" and (
        found.start() == 0 or low[found.start() - 1] in ",;:、 "
    )
    closes = found.end() == len(low) or low[found.end()] in ",;:、"
    return opens or closes or low[found.end() :].lstrip().startswith(CODE)


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
    forms = [found.group() for found in words]
    read = 0
    for place, word in enumerate(forms):
        if place < read or word[0] == CODE or not word[0].isalnum() or word.isdigit():
            continue
        if said.tables.language != "en" and word in said.tables.words("between"):
            continue
        named = table.compounds.at(forms, place)
        noun, read = named or (table.noun(word), place + 1)
        verb = None if named or table.names(word) else table.verb(word)
        if verb is None and noun is None:
            continue
        strength, is_verb = standing(words, place, verb, noun, said.tables)
        name = verb if is_verb and verb is not None else noun or verb
        if strength is None or name is None:
            continue
        if not is_verb and said.tables.language == "en" and place + 1 < len(words):
            behind = table.noun(words[place + 1].group())
            if behind is not None and (behind == name or behind not in _PLACES):
                continue  # the head of a compound noun is its last word
        start, end = said.start + words[place].start(), said.start + words[read - 1].end()
        yield Hit(name, start, end, strength, said, is_verb)


def _head(said: Said, text: str) -> Span | None:
    """The ordering word of a sentence whose effect no class knows."""
    inside = _conditional(said)
    for found in tokens(said.low):
        word, start = found.group(), said.start + found.start()
        if any(low <= start < high for low, high in inside) or not word[0].isalpha():
            continue
        if word in said.tables.words("closed") or len(word) < 3:
            continue
        if said.tables.pattern("lead_in").fullmatch(word) or not _orders_here(found, said):
            continue
        end = start + min(len(word), 40)
        return Span(start, end, text[start:end])
    return None


def _orders_here(found: re.Match[str], said: Said) -> bool:
    """It stands where an order would: at a clause's start, or behind a modal or `to`."""
    if said.tables.language != "en":
        return True
    if found.group().endswith("s") and not found.group().endswith("ss"):
        return False  # a plural at the start is who or what, not an order
    before = [word.group() for word in tokens(said.low[: found.start()])]
    return heads(before, said.tables) or triggered(before, found.group(), said.tables)


def _effect(hit: Hit, text: str, masked: Masked) -> Effect:
    head = _short(masked.low[hit.start : hit.end])
    return Effect(
        hit.name,
        head,
        Span(hit.start, hit.end, text[hit.start : hit.end]),
        _object_kind(hit, masked),
    )


def _short(said: str) -> str:
    """What takes up to three words is quoted whole, of anything longer the first word."""
    words = said.split()
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    if len(words) <= _HEAD_WORDS and CODE not in said:
        return " ".join(words)
    return next((word.strip(CODE) for word in words if word.strip(CODE)), said[:1])


def _object_kind(hit: Hit, masked: Masked) -> str:
    """What sort of thing the effect falls on: the first noun of a kind behind it."""
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
        found_kind = ""
        for found in tokens(rest):
            folded = stem(found.group(), said.tables.language)
            name = next((name for name, listed in kinds.items() if folded in listed), "")
            if found_kind and not name:
                break  # the last known noun of the first noun phrase is its head
            found_kind = name or found_kind
        if found_kind:
            return found_kind
    if any(token.kind in ("route", "flag") for token in inside):
        return "contract"
    return "code" if any(token.kind in ("symbol", "path") for token in inside) else ""


def fallible(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Those that can fail."""
    return tuple(effect for effect in effects if every_class()[effect.name].fallible)


__all__ = ["EVIDENCE", "Ordered", "fallible", "read_effects"]
