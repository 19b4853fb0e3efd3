"""Pass 2, looking: which place to open next for an unknown."""

from __future__ import annotations

import re
from dataclasses import replace

from intent_tui.language.content import content
from intent_tui.mind.offline.drafting import object_words, says_entry_points
from intent_tui.mind.offline.playbooks import Look, PlayUnknown, playbook
from intent_tui.mind.offline.said import mentions_of
from intent_tui.mind.protocol import Draft, DraftUnknown, Scene
from intent_tui.probe.facts import Fact, Lookup, Wanted
from intent_tui.probe.reason import dangling

_NAMES = {
    "routes": ("route",),
    "symbols": ("symbol", "flag"),
    "packages": ("package", "symbol"),
    "paths": ("path",),
    "records": ("record",),
}


def play_of(draft: Draft, unknown: DraftUnknown) -> PlayUnknown | None:
    """What the playbook says about this unknown; None for an issue or a choice of the request's."""
    return playbook(draft.playbook).unknown(unknown.field)


def looks(draft: Draft, unknown: DraftUnknown) -> tuple[tuple[Look, Wanted], ...]:
    """The look-ups of this unknown, in order, with what each would ask for.

    A look-up that would ask for nothing is left out: it could only find by chance.
    """
    play = play_of(draft, unknown)
    if play is None:
        return ()
    listed = [(look, wanted_for(draft, look)) for look in play.look]
    return tuple(
        (look, wanted)
        for look, wanted in listed
        if wanted.terms or wanted.names or not (look.terms or look.names) or _of_all(draft, look)
    )


def _of_all(draft: Draft, look: Look) -> bool:
    """Whether the request means every entry point: it says `every route` and no other noun."""
    return look.surface == "entries" and says_entry_points(draft.reading)


def wanted_for(draft: Draft, look: Look) -> Wanted:
    """The look-up in terms of this request."""
    names = exact_names(draft, look.names)
    terms = _terms(draft, look.terms)
    if names and look.objects:
        # Named objects are the whole scope: words would only add neighbours.
        terms = ()
    want = look.want
    if want in ("", "all") and not terms and not names and _of_all(draft, look):
        want = "http"
    return Wanted(look.surface, terms=terms, names=names, want=want)


def _terms(draft: Draft, listed: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for term in listed:
        if term == "@objects":
            found += object_words(draft.reading)
        elif term == "@request":
            found += request_words(draft)
        elif term == "@approach":
            found += approach_words(draft)
        else:
            found.append(term)
    return tuple(dict.fromkeys(found))


def request_words(draft: Draft) -> tuple[str, ...]:
    """What the request is about, heaviest first; research is about the question it asks."""
    effects = draft.reading.effects
    if effects and effects[0].name == "research":
        asked = content(draft.reading.text, draft.language)
        return tuple(dict.fromkeys((*draft.reading.terms[:4], *asked)))[:8]
    return draft.reading.terms[:8]


def approach_words(draft: Draft) -> tuple[str, ...]:
    """Stems of the words that say how it is to be done, heaviest first."""
    spans = draft.reading.silence.approach.words
    inside = [
        word for word in draft.reading.terms if any(word in span.text.lower() for span in spans)
    ]
    return tuple(dict.fromkeys(inside))


def exact_names(draft: Draft, sort: str) -> tuple[str, ...]:
    """The exact names of that sort in the request, as they are spelled."""
    if not sort:
        return ()
    found = mentions_of(draft.reading, *_NAMES[sort])
    if sort == "routes":
        # A bare method ("POST drops the key") speaks of a route and names none.
        found = tuple(each for each in found if "/" in each.span.text)
    names = [each.span.text.strip("`'\" ") for each in found]
    # Most parsers of options are told the name without its dashes.
    names += [name.lstrip("-") for name in names if name.startswith("--")]
    return tuple(dict.fromkeys(names))


def pairs(draft: Draft, unknown: DraftUnknown, scene: Scene) -> list[tuple[int, Look, Lookup]]:
    """Each look-up that was made, with the place and the text of the look that asked for it."""
    listed = list(enumerate(looks(draft, unknown)))
    found: list[tuple[int, Look, Lookup]] = []
    for lookup in scene.made(unknown.field):
        if lookup.reserved:
            continue
        while listed and listed[0][1][1].surface != lookup.surface:
            listed.pop(0)
        if listed:
            place, (look, _) = listed.pop(0)
            found.append((place, look, lookup))
    return found


def next_lookup(draft: Draft, unknown: DraftUnknown, scene: Scene, closed: bool) -> Wanted | None:
    """The next look-up: those listed, then the reserved one for a reason kept elsewhere."""
    made = pairs(draft, unknown, scene)
    after = made[-1][0] + 1 if made else 0
    for look, wanted in looks(draft, unknown)[after:]:
        if closed and not look.always:
            continue
        return replace(wanted, near=_near(scene))
    if any(each.reserved for each in scene.made(unknown.field)):
        return None
    reference = reference_to_follow(scene, unknown)
    if reference is None:
        return None
    return Wanted("history", names=reference, want="pull", reserved=True)


def reference_to_follow(scene: Scene, unknown: DraftUnknown) -> tuple[str, ...] | None:
    """References of a found text that says what was decided but not why."""
    for fact in scene.facts(unknown.field):
        if fact.kind in ("dependency", "changelog", "constant", "comment", "record"):
            text = " ".join((fact.quote or fact.value, fact.more.get("comment", "")))
            numbers = tuple(each for each in dangling(text) if re.fullmatch(r"#\d+", each))
            if numbers and "reason" not in fact.more:
                return numbers[:1]
    return None


def _near(scene: Scene) -> tuple[str, ...]:
    """The files of what was found so far, objects first."""
    files = [path_of(fact) for fact in scene.facts() if fact.kind in ("entry", "implementation")]
    return tuple(dict.fromkeys(path for path in files if path))[:6]


def path_of(fact: Fact) -> str:
    """The file part of a fact's pointer; empty for commits and records."""
    if fact.pointer.startswith(("git:", "record:", "doc:", "user:")):
        return ""
    return re.split(r"[:#]", fact.pointer, maxsplit=1)[0]
