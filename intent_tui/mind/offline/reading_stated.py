"""The constraints a request states itself, word for word.

Clause by clause over the whole text. The order is no constraint, its qualifiers are. Examples
("say, six") and courtesy give none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_mask import values
from intent_tui.mind.offline.reading_roles import EVIDENCE, Judged
from intent_tui.mind.offline.reading_sentences import Said, tokens, trimmed
from intent_tui.mind.reading import Stated
from intent_tui.spec.model import Category

MOST: Final = 40
LONGEST: Final = 300
_SHORTEST: Final = 3
_WORDS: Final = 2
_COMMA: Final = re.compile(r"[,;:]\s+|\s-\s|、|\s?\(|\)[,;:]?\s?")
_JOINT: Final = re.compile(
    r"\s*(?:and|but|then|so|und|aber|et|mais|y|pero|e|mas|и|а|но|并且?|而且|但是?|同时|另外|然后)\s+"
    r"|\s*(?:并且|而且|但是|同时|另外|然后)"
)
_RUN_COMMA: Final = re.compile(r"[,;:]\s*|、")


def read_stated(text: str, judged: Sequence[Judged]) -> tuple[Stated, ...]:
    """All stated constraints in the order of the text, at most forty."""
    found: list[Stated] = []
    seen: set[str] = set()
    evidence = [each for each in judged if each.role in EVIDENCE]
    first = next((each for each in evidence if each.role == "order"), None)
    for each in evidence:
        for start, end, category in _pieces(each, head=each is first):
            span = trimmed(text, start, min(end, start + LONGEST))
            if len(span.text) < _SHORTEST or span.text in seen:
                continue
            seen.add(span.text)
            found.append(Stated(span, span.text, category))
    return tuple(found[:MOST])


def category_of(low: str, tables_of: Said) -> Category | None:
    """The category of a clause by the first form that fits; None when it is no rule."""
    tables = tables_of.tables
    if tables.has("completion", low) or tables.has("test_rule", low):
        return "acceptance"
    if (
        tables.has("failure_rule", low)
        or tables.has("any_failure", low)
        or (tables.has("condition", low) and tables.has("failure", low))
    ):
        return "failure_behavior"
    if tables.has("exclusion", low):
        return "non_goals_constraints"
    if tables.has("means", low):
        return "approach"
    if tables.has("keep", low):
        return "data_compatibility"
    if tables.has("negation", low) or tables.has("cap", low):
        return "non_goals_constraints"
    return None


def _pieces(each: Judged, *, head: bool) -> Iterator[tuple[int, int, Category]]:
    said = each.said
    parts = list(_clauses(said))
    for place, (start, end) in enumerate(parts):
        low = said.low[start:end]
        if said.tables.has("example", low) or not low.strip():
            continue
        if _orders_nothing(low, said):
            continue
        whole = place > 0 or not head
        category = category_of(low, said)
        if whole and (category or each.role != "order" or _says_more(low, said)):
            joint = _JOINT.match(low)
            lead = joint.end() if joint else 0
            yield said.start + start + lead, said.start + end, category or "scope"
        elif not whole:
            yield from _qualifiers(said, start, end)


def _orders_nothing(low: str, said: Said) -> bool:
    """`please fix`, `sort it out`: the plain order, or what stands for one, states no rule."""
    tables = said.tables
    if tables.runs:
        return False
    words = [found.group() for found in tokens(low)]
    known = classes(tables.language)
    idle = tables.words("closed") | tables.words("light") | _IDLE
    return (
        bool(words)
        and len(words) <= _FEW
        and all(word in idle or known.verb(word) in ("fix", "improve") for word in words)
        and not any(tables.has(key, low) for key in ("completion", "failure", "cap", "negation"))
    )


_FEW: Final = 6
_IDLE: Final = frozenset({"please", "pls", "out", "up", "asap", "sort", "handle", "deal", "bitte"})


def _clauses(said: Said) -> list[tuple[int, int]]:
    """Clauses; a comma that only lists, or that a condition needs, does not cut."""
    low = said.low
    cut = _RUN_COMMA if said.tables.runs else _COMMA
    starts = [0]
    starts.extend(
        found.end()
        for found in cut.finditer(low)
        if said.tables.runs or "(" in found.group() or _opens(low[found.end() :], said)
    )
    ends = [*starts[1:], len(low)]
    joined: list[tuple[int, int]] = []
    for start, end in zip(starts, ends, strict=True):
        if joined and _needs_more(low[joined[-1][0] : joined[-1][1]], said):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _opens(rest: str, said: Said) -> bool:
    """What follows the comma is a clause of its own, not the next item of a list."""
    head = rest[:120]
    if said.tables.pattern("clause_start").match(head) or said.tables.pattern("completion").match(
        head
    ):
        return True
    if said.tables.language != "en":
        return True
    words = [found.group() for found in tokens(head)[:6]]
    if not words:
        return False
    ordering = (
        classes("en").verb(words[0]) is not None
        and not words[0].endswith(("ing", "ed"))
        and words[1:2] not in (["and"], ["or"], [","], [])
    )
    finite = any(word in said.tables.words("finite") for word in words) or any(
        said.tables.pattern("modal_rule").fullmatch(word) for word in words[1:]
    )
    return ordering or finite


def _needs_more(low: str, said: Said) -> bool:
    """A condition, a completion word or an opener alone: the rest belongs to it."""
    bare = low.strip(" ,;:-")
    for key in ("condition", "subordinate"):
        if said.tables.pattern(key).match(bare) and said.tables.pattern("condition").match(bare):
            return True
    if said.tables.runs and said.tables.has("condition", bare) and said.tables.has("failure", bare):
        return len(bare) < 30 and not said.tables.has("failure_rule", bare)
    return said.tables.pattern("completion").fullmatch(bare) is not None or len(bare) < _SHORTEST


def _says_more(low: str, said: Said) -> bool:
    """A further clause of an order: more of the scope, if it is more than a word."""
    if said.tables.has("always", low):
        return True
    if said.tables.runs:
        return len(low.strip()) >= 2 * _SHORTEST
    words = [found.group() for found in tokens(low)]
    return len(words) > _WORDS and not said.tables.pattern("courtesy").fullmatch(low.strip(" .!"))


def _qualifiers(said: Said, start: int, end: int) -> Iterator[tuple[int, int, Category]]:
    """`with the client we have`, `only for admins`: rules inside the ordering clause."""
    low = said.low[start:end]
    condition = said.tables.pattern("condition").match(low)
    if condition is not None and said.tables.has("failure", low):
        yield said.start + start, said.start + end, "failure_behavior"
        return
    places = [
        found.start() for found in said.tables.pattern("qualifier").finditer(low) if found.start()
    ]
    if said.tables.has("condition", low) and said.tables.has("failure", low):
        places.extend(found.start() for found in said.tables.pattern("condition").finditer(low))
    places.extend(_stated_numbers(low, said))
    places = sorted({place for place in places if place})
    for place, until in zip(places, [*places, len(low)][1:], strict=True):
        piece = low[place:until]
        category = category_of(piece, said) or _of_number(piece, said)
        if category is not None and _long_enough(piece, said):
            yield said.start + start + place, said.start + start + until, category


def _stated_numbers(low: str, said: Said) -> list[int]:
    """Where `for 10 minutes`, `to 600` or `5 per minute` begins: a number is the person's word.

    A number behind a conjunction or a noun is the name of something (`order 17`) and says no rule.
    """
    found = []
    for start, _ in values(low, said.tables):
        lead = _NUMBER_LEAD.search(low[:start])
        if lead is not None:
            found.append(lead.start())
    return found


_NUMBER_LEAD: Final = re.compile(
    r"(?<!\w)(?:for|to|of|after|every|at|older\s+than|size|für|auf|von|nach|pendant|durante|por|a|à"
    r"|на|до|через)\s+$"
)


def _of_number(piece: str, said: Said) -> Category | None:
    lead = _NUMBER_LEAD.match(piece[: piece.find(" ") + 1]) if " " in piece else None
    stated = values(piece, said.tables)
    return "approach" if stated and (lead or piece.startswith(("older", "size"))) else None


def _long_enough(piece: str, said: Said) -> bool:
    return len(piece.strip()) >= 4 if said.tables.runs else len(tokens(piece)) >= _WORDS
