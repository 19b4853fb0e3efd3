"""What a request takes for granted about the workspace, put so that a look-up can check it.

Only what the request itself treats as being there is a claim: a name that it brings in (`called`,
`to`, `like`, a new file) is none, and an order that makes something new takes nothing for granted
but that it is not there yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.language.content import content
from intent_tui.mind.offline.drafting import object_words
from intent_tui.mind.protocol import Draft
from intent_tui.mind.reading import Mention, Sentence
from intent_tui.probe.facts import Claim, ClaimKind
from intent_tui.probe.written.vocabulary import claim_words as words

_STATED = ("order", "rule", "acceptance", "claim")
_BEFORE, _AFTER = 28, 24
"""Characters beside a name in which a word tells what it is."""
_EXISTS_FIRST = ("remove", "rename", "fix", "migrate", "refactor", "tolerate", "set", "copy")
"""Effects on an identifier or an option that must be there already."""
_MAKES_FILES = (
    "add", "derive", "export", "pull", "store", "message", "schedule", "research", "describe",
)  # fmt: skip
_FEW = 8
_OPENING = "`'\"“„«「 "
_QUOTED = re.compile(r"[\"“”„«»「『`]([^\"“”„«»」』`\n]{3,60})[\"“”„«»」』`]")
_COMMAND_LINE = re.compile(r"`([a-z][\w.-]{1,30})\s+([a-z][\w-]{1,30})(?:\s[^`]*)?`")


def claims_of(draft: Draft) -> tuple[Claim, ...]:
    """The claims of a request, what is likeliest to be wrong first."""
    found = [
        *_renamed(draft),
        *_entries(draft),
        *_automatic(draft),
        *_wrong(draft),
        *_named(draft),
    ]
    return tuple(dict.fromkeys(found))[:_FEW]


def _named(draft: Draft) -> Iterator[Claim]:
    """Names of things the work is done to."""
    effect = draft.reading.effects[0].name if draft.reading.effects else ""
    paths = () if effect in _MAKES_FILES else _names(draft, "path", "makes_path")
    if paths:
        yield Claim("path", paths)
    for kind, sort in (("symbol", "symbol"), ("flag", "flag")):
        names = _names(draft, sort) if effect in _EXISTS_FIRST else ()
        if names:
            # Of a change of name only the first one is there.
            yield Claim(_KINDS[kind], names[:1] if effect == "rename" else names[:3])
    packages = tuple(
        name for mention in _mentions(draft, "package") if (name := _package(draft, mention))
    )
    if packages:
        yield Claim("package", packages)
    commands = tuple(dict.fromkeys(_commands(draft.reading.text)))
    if commands and effect not in _MAKES_FILES:
        yield Claim("command", commands)


_KINDS: dict[str, ClaimKind] = {"symbol": "symbol", "flag": "flag"}


def _names(draft: Draft, kind: str, makes: str = "") -> tuple[str, ...]:
    """The names of a kind that the request treats as being there."""
    found = []
    for mention in _mentions(draft, kind):
        before = draft.reading.text[max(0, mention.span.start - _BEFORE) : mention.span.start]
        if _brought_in(before) or (makes and _has(makes, before)):
            continue
        found.append(mention.span.text.strip("`'\" "))
    return tuple(dict.fromkeys(found))


def _mentions(draft: Draft, kind: str) -> list[Mention]:
    return [each for each in draft.reading.mentions if each.kind == kind and each.role in _STATED]


def _brought_in(before: str) -> bool:
    """Whether the word just before a name says that the name is new here."""
    low = f" {before.lower().rstrip(_OPENING)} "
    introducing = (*_plain("introduces"), *_plain("turns_into"))
    return any(low.endswith(f" {word} ") or (not word.isascii() and low.rstrip().endswith(word))
               for word in introducing)  # fmt: skip


@cache
def _plain(key: str) -> tuple[str, ...]:
    return tuple(str(word) for word in knowledge.yaml("words/plain.yaml")[key])


def _has(key: str, text: str) -> bool:
    return words(key).search(text.lower()) is not None


def _package(draft: Draft, mention: Mention) -> str:
    """A word that can only be a package: its form says so, or the word beside it."""
    name = mention.span.text.strip("`'\" ")
    text = draft.reading.text
    start, end = mention.span.start, mention.span.end
    beside = f"{text[max(0, start - _AFTER) : start]} {text[end : end + _AFTER]}"
    telling = "-" in name or "/" in name or _has("package", beside)
    return name if telling else ""


def _commands(text: str) -> Iterator[str]:
    """The second word of a command line that is quoted as code."""
    for match in _COMMAND_LINE.finditer(text):
        yield match[2]


def _renamed(draft: Draft) -> Iterator[Claim]:
    """The old and the new name of a change of name, when both are exact names."""
    effects = [effect for effect in draft.reading.effects if effect.name == "rename"]
    for effect in effects[:1]:
        sentence = _sentence_at(draft, effect.span.start)
        if sentence is None:
            continue
        inside = _exact_in(draft, sentence)
        before = _exact_before(draft, sentence) if len(inside) == 1 else []
        exact = [*before[-1:], *inside]
        if len(exact) == 2 or (len(exact) > 2 and draft.reading.effects[0] is effect):
            yield Claim("renamed", (exact[0].span.text, exact[1].span.text))


def _exact_in(draft: Draft, sentence: Sentence) -> list[Mention]:
    return [
        each
        for each in draft.reading.mentions
        if each.kind in ("symbol", "flag", "path")
        and sentence.span.start <= each.span.start < sentence.span.end
    ]


def _exact_before(draft: Draft, sentence: Sentence) -> list[Mention]:
    """The exact names of the sentence before: `it` stands for the last of them."""
    earlier = [e for e in draft.reading.sentences if e.span.start < sentence.span.start]
    return _exact_in(draft, earlier[-1]) if earlier else []


def _sentence_at(draft: Draft, place: int) -> Sentence | None:
    return next((e for e in draft.reading.sentences if e.span.start <= place < e.span.end), None)


def _entries(draft: Draft) -> Iterator[Claim]:
    """A route, a command or an option that is to be added."""
    for sentence in draft.reading.sentences:
        low = sentence.span.text.lower()
        if sentence.role not in ("order", "rule") or not words("adds").search(low):
            continue
        inside = [
            each
            for each in draft.reading.mentions
            if sentence.span.start <= each.span.start < sentence.span.end
        ]
        if words("endpoint").search(low):
            routes = [each.span.text for each in inside if each.kind == "route" and each.named]
            if len(routes) == 1 and "/" in routes[0] and not _more_than(draft, sentence, routes[0]):
                yield Claim("entry", ("route", routes[0].strip("`'\" ")))
            elif not routes:
                yield from _described(draft, sentence)
        flags = [each.span.text for each in inside if each.kind == "flag"]
        if len(flags) == 1 and flags[0].startswith("--") and words("option").search(low):
            about = tuple(w for w in _objects(draft, sentence) if w not in flags[0])
            yield Claim("entry", ("option", flags[0].strip("`'\" ")), about[:2])


def _more_than(draft: Draft, sentence: Sentence, route: str) -> bool:
    """Whether something is added to a route, instead of the route itself.

    Then the sentence has words beside the order, the route and what a route does.
    """
    said = {stems.stem(part) for part in stems.parts(route)}
    beside = [word for word in _objects(draft, sentence) if word not in said]
    return any(not words("endpoint").search(word) for word in beside)


def _described(draft: Draft, sentence: Sentence) -> Iterator[Claim]:
    """A route told by what it does: `an endpoint that lists all harvests`."""
    low = sentence.span.text.lower()
    noun = words("endpoint").search(low)
    if noun is None:
        return
    rest = low[noun.end() :] if sentence_goes_on(low[noun.end() :]) else low[: noun.start()]
    terms = tuple(w for w in _objects(draft, sentence) if not words("endpoint").search(w))
    for key, methods in _METHODS:
        if words(key).search(rest) and terms:
            yield Claim("entry", ("http", *methods), terms)
            return


def sentence_goes_on(rest: str) -> bool:
    """Whether what an entry does is told behind its noun, as most languages do."""
    return len(rest.split()) > 1


_METHODS = (
    ("deletes", ("DELETE",)),
    ("reads_all", ("GET", "all")),
    ("reads", ("GET",)),
    ("changes", ("PUT", "PATCH")),
    ("creates", ("POST",)),
)  # fmt: skip


def _objects(draft: Draft, sentence: Sentence) -> tuple[str, ...]:
    """Stems of what a sentence is about, without verbs of adding, showing and the like."""
    verbs = ("adds", "reads_all", "reads", "creates", "changes", "deletes", "command", "option")
    kept = []
    barred = {stems.stem(word) for word in _plain("meta")}
    known = set(object_words(draft.reading))
    for word in stems.words(sentence.span.text.lower(), draft.language):
        stem = stems.stem(word, draft.language)
        if not content(word, draft.language) or stem in barred:
            continue
        if any(words(key).match(word) for key in verbs) and stem not in known:
            continue
        kept.append(stem)
    return tuple(dict.fromkeys(kept))


def _automatic(draft: Draft) -> Iterator[Claim]:
    """Something that is to happen by itself, or to be the usual way."""
    for sentence in draft.reading.sentences:
        if sentence.role not in ("order", "rule") or not _has("self_acting", sentence.span.text):
            continue
        said = sentence.span.text
        bare = words("self_acting").sub(" ", said.lower())
        terms = [word for word in content(bare, draft.language) if word.isascii()]
        if len(terms) > 1:
            yield Claim("automatic", (said[:200],), tuple(terms[:16]))
            return


def _wrong(draft: Draft) -> Iterator[Claim]:
    """Texts and names that the request calls mistakes."""
    names: list[str] = []
    for sentence in draft.reading.sentences:
        said = sentence.span.text
        if sentence.role not in _STATED:
            continue
        quoted = [(match.start(1), match[1]) for match in _QUOTED.finditer(said)]
        exact = [
            (each.span.start - sentence.span.start, each.span.text)
            for each in _exact_in(draft, sentence)
            if each.kind == "symbol"
        ]
        names += [name.strip() for _, name in sorted((*quoted, *exact))]
        if names and _has("wrong", said):
            # What is wrong is named first, what it should be instead behind it.
            yield Claim("wrong", (names[0],))
            return
