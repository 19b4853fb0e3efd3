"""The things a request names: code anchors, records, values, packages and noun phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, get_args

from intent_tui.language.stems import fold, stem, words
from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_lexicon import CODE, Lexicon
from intent_tui.mind.offline.reading_mask import Masked, Token, token_words, values
from intent_tui.mind.offline.reading_roles import Judged
from intent_tui.mind.offline.reading_sentences import Said, spaced, tokens
from intent_tui.mind.reading import Effect, Mention, MentionKind, Role, Span

MOST: Final = 60
_PRECISE: Final = frozenset({"route", "path", "symbol", "flag", "record"})
_KINDS: Final[tuple[MentionKind, ...]] = get_args(MentionKind)
_PACKAGE: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*|@[a-z0-9-]+")
_PHRASE_WORDS: Final = 4
_VERSIONED: Final = frozenset({"migrate", "set", "remove", "add"})


def read_mentions(
    text: str, masked: Masked, judged: Sequence[Judged], effects: Sequence[Effect], language: str
) -> tuple[Mention, ...]:
    """All mentions in the order of the text, at most sixty."""
    found: list[Mention] = []
    for token in masked.tokens:
        role = _role_at(token.start, judged)
        kind = _kind(token)
        if kind is None or role is None:
            continue
        inner = text[token.start : token.end]
        named = kind in _PRECISE and not _means_before(masked.low, token.start, judged)
        # `the two GETs` can be counted, `only GET` is a word about a method.
        named = named and (token.kind != "method" or inner.endswith("s"))
        found.append(
            Mention(
                kind, Span(token.start, token.end, inner), token_words(inner, language), named, role
            )
        )
    for each in judged:
        found.extend(_in_sentence(text, each, effects))
    found.sort(key=lambda mention: (mention.span.start, mention.span.end))
    return tuple(_apart(found))[:MOST]


def _kind(token: Token) -> MentionKind | None:
    if token.kind == "method":
        return "route"
    return next((kind for kind in _KINDS if kind == token.kind), None)


def _apart(found: Sequence[Mention]) -> Iterator[Mention]:
    end = -1
    for mention in found:
        if mention.span.start >= end:
            yield mention
            end = mention.span.end


def _role_at(place: int, judged: Sequence[Judged]) -> Role | None:
    for each in judged:
        if each.said.start <= place < each.said.end:
            return each.role
    return None


def _means_before(low: str, place: int, judged: Sequence[Judged]) -> bool:
    """What stands behind `using` or `like` is the means, not the object."""
    said = next((each.said for each in judged if each.said.start <= place < each.said.end), None)
    if said is None or said.tables.language != "en":
        return False
    before = low[max(said.start, place - 24) : place]
    return _BY_MEANS.search(before) is not None


_BY_MEANS: Final = re.compile(
    r"(?<!\w)(?:using|via|like|through|reuse|reusing|as\s+in|as|similar\s+to|see|e\.g\.|instead\s+of)\s+(?:the\s+|our\s+)?$"
)


def _in_sentence(text: str, each: Judged, effects: Sequence[Effect]) -> Iterator[Mention]:
    said = each.said
    for start, end in values(said.low, said.tables):
        place = said.start + start, said.start + end
        yield Mention("value", Span(*place, text[slice(*place)]), (), False, each.role)
    if said.tables.runs:
        yield from _run_phrases(text, each)
    else:
        yield from _phrases(text, each)
        yield from _subject(text, each)
    package = _package(said, effects)
    if package is not None:
        start, end = said.start + package.start(), said.start + package.end()
        yield Mention(
            "package", Span(start, end, text[start:end]), (package.group(),), False, each.role
        )


def _package(said: Said, effects: Sequence[Effect]) -> re.Match[str] | None:
    """The bare word behind an upgrade verb: `upgrade left-pad to 2`."""
    for effect in effects:
        if effect.name == "remove" and not _bare_object(said, effect):
            continue
        if (
            effect.name not in ("migrate", "remove")
            or not said.start <= effect.span.start < said.end
        ):
            continue
        offset = effect.span.start - said.start
        for found in tokens(said.low[offset:])[:6]:
            word = found.group()
            known = (
                said.tables.words("closed") | said.tables.words("stop") | said.tables.words("light")
            )
            if (
                word in known
                or not _PACKAGE.fullmatch(word)
                or classes("en").verb(word) is not None
            ):
                if word in ("to", "from", "onto"):
                    return None
                continue
            if said.tables.language == "en" and found.start() == 0:
                continue
            return _PACKAGE.search(said.low, offset + found.start(), offset + found.end())
    return None


def _bare_object(said: Said, effect: Effect) -> bool:
    """`remove left-pad`: one word without an article, and nothing that says it is anything else."""
    rest = said.low[effect.span.end - said.start :] if effect.span.end >= said.start else ""
    words = [found.group() for found in tokens(rest)]
    sorts = ("package", "dependency", "library", "module")
    if len(words) == 1:
        # A plural is what is cleared away; a package is called by its name.
        return fold(words[0]) == words[0]
    return len(words) > 1 and any(word in sorts for word in words[1:3])


def _phrases(text: str, each: Judged) -> Iterator[Mention]:
    """`the user API`: a determiner or a code-free noun run, up to four words."""
    said = each.said
    tables = said.tables
    found = tokens(said.low)
    place = 0
    while place < len(found):
        word = found[place].group()
        if word not in tables.words("article") and not tables.pattern("definite").fullmatch(word):
            place += 1
            continue
        run = _noun_run(found, place + 1, tables)
        if run:
            start, end = said.start + run[0].start(), said.start + run[-1].end()
            folded = [item.group() for item in run]
            named = _enumerable(word, folded, tables)
            stems = tuple(dict.fromkeys(stem(item, tables.language) for item in folded))
            yield Mention("phrase", Span(start, end, text[start:end]), stems, named, each.role)
        place += 1 + len(run)


def _subject(text: str, each: Judged) -> Iterator[Mention]:
    """`sync should end with …`: a bare noun in front of the modal is what the order is about."""
    said = each.said
    found = said.tables.pattern("subject").match(said.low)
    if found is None:
        return
    words = [item.group() for item in tokens(found.group("who"))]
    if any(word in said.tables.words("closed") or word[0] == CODE for word in words):
        return
    start, end = said.start + found.start("who"), said.start + found.end("who")
    folded = tuple(dict.fromkeys(stem(word, said.tables.language) for word in words))
    yield Mention("phrase", Span(start, end, text[start:end]), folded, False, each.role)


def _noun_run(found: Sequence[re.Match[str]], place: int, tables: Lexicon) -> list[re.Match[str]]:
    run: list[re.Match[str]] = []
    closed, finite = tables.words("closed"), tables.words("finite")
    for item in found[place : place + _PHRASE_WORDS]:
        word = item.group()
        if not word[0].isalpha() or word in closed or word in finite or word[0] == CODE:
            break
        run.append(item)
    return run


def _enumerable(determiner: str, run: Sequence[str], tables: Lexicon) -> bool:
    """One definite thing that can be pointed at: `the billing page`, not `all pages`."""
    if not tables.pattern("definite").fullmatch(determiner) or len(run) < 2:
        return False
    if any(word in tables.words("collective") for word in run):
        return False
    return any(fold(word) == word and word in tables.words("enumerable") for word in run[1:])


def _run_phrases(text: str, each: Judged) -> Iterator[Mention]:
    """Noun runs of a language without blanks: what lies between its function words."""
    said = each.said
    place = 0
    table = classes(said.tables.language)
    bare = spaced(said.low, said.tables)
    if table.run is not None:
        bare = table.run.blanked(bare, table.verbs)
    for piece in words(bare, said.tables.language):
        where = bare.find(piece, place)
        if where < 0 or piece.isascii():
            continue
        place = where + len(piece)
        start, end = said.start + where, said.start + place
        named = any(
            piece.endswith(noun) and len(piece) > len(noun)
            for noun in said.tables.words("enumerable")
        )
        yield Mention("phrase", Span(start, end, text[start:end]), (piece,), named, each.role)
