"""Which record a request means, and which others hang together with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from intent_tui.language import stems
from intent_tui.probe.desk.records import Desk, Record
from intent_tui.probe.written.bans import content
from intent_tui.probe.written.match import named, words_of

MOST = 3
"""Records one name may mean."""
SHORTEST = 3
"""Characters of an id that counts as a mention without the kind beside it."""

_ID = re.compile(r"#?((?:[A-Za-z]{1,10}[-_])?[A-Za-z]{0,6}\d[\w-]*)")
_TAIL = re.compile(r"(\d+)$")
_NAME_FIELDS = frozenset({"name", "title", "company", "customer", "client", "名称", "客户"})


@dataclass(frozen=True, slots=True)
class Related:
    """A record that hangs together with the case, and how."""

    record: Record
    relation: str
    rank: int


def ids_in(text: str) -> tuple[str, ...]:
    """The ids in a name as people write it: `17` of `order #17`, `ab-12` of `ticket AB-12`."""
    return tuple(dict.fromkeys(match.lower() for match in _ID.findall(text)))


def meant(desk: Desk, names: Sequence[str], terms: Sequence[str] = ()) -> tuple[Record, ...]:
    """The records that are named, best first.

    Args:
        desk: the records.
        names: `order 17`, `orders/17`, `#17`, `17`, or an id without digits.
        terms: words that count only where one is the id or the name of a record.
    """
    found: dict[tuple[str, int], Record] = {}
    for name in names:
        for record in _named(desk, name):
            found.setdefault((record.path, record.line), record)
    if not found:
        for record in _called(desk, terms):
            found.setdefault((record.path, record.line), record)
    return tuple(found.values())


def _named(desk: Desk, name: str) -> list[Record]:
    words = [word for word in re.split(r"[\s/#:：,]+", name) if word]
    idents = ids_in(name) or tuple(word.lower() for word in words[-1:])
    kind = desk.table.kind_called(word for word in words if word.lower() not in idents)
    scored = [
        (score, record)
        for record in desk.records
        if not (kind and record.kind and record.kind != kind)
        if (score := max((_fits(record, ident) for ident in idents), default=0))
    ]
    best = max((score for score, _ in scored), default=0)
    cases = [record for score, record in scored if score == best]
    return sorted(cases, key=lambda record: (record.kind != kind, record.path, record.line))[:MOST]


def _fits(record: Record, ident: str) -> int:
    own = record.id.lower().lstrip("#")
    if own == ident:
        return 3
    stem = record.path.rpartition("/")[2].partition(".")[0].lower()
    if stem == ident or ident in re.split(r"[_\s.]+", stem) or stem.endswith(f"-{ident}"):
        return 2
    tail, other = _TAIL.search(own), _TAIL.search(ident)
    alike = tail is not None and other is not None and tail[1] == other[1]
    return 1 if alike and len(tail[1] if tail else "") >= SHORTEST else 0


def _called(desk: Desk, terms: Sequence[str]) -> Iterator[Record]:
    """Records whose id or name is one of the words."""
    wanted = {term.lower() for term in terms if len(term) >= SHORTEST}
    folded = wanted | {stems.fold(term) for term in wanted}
    apart = desk.table.roles["policies"] | desk.table.roles["notes"]
    given = 0
    for record in desk.records:
        if not record.fields or record.kind in apart:
            continue
        own = record.id.lower()
        names = {
            word
            for field in record.fields
            if field.name.lower() in _NAME_FIELDS
            for word in words_of(field.value)
        }
        if own in folded or stems.fold(own) in folded or (not names.isdisjoint(wanted)):
            given += 1
            yield record
            if given >= MOST:
                return


def related(desk: Desk, case: Sequence[Record]) -> tuple[Related, ...]:
    """The records that the case names, that speak of it, or that share what it names."""
    places = {(each.path, each.line) for each in case}
    apart = desk.table.roles["policies"] | desk.table.roles["notes"]
    others = [
        each
        for each in desk.records
        if (each.path, each.line) not in places and each.kind not in apart
    ]
    values = {field.value.lower() for each in case for field in each.fields}
    pointed = [each for each in others if _is_key(each) and each.id.lower() in values]
    found = [
        Related(each, "named by the case", 0 if desk.table.entitles(each.kind) else 2)
        for each in pointed
    ]
    seen = {(each.path, each.line) for each in pointed}
    for record in others:
        if (record.path, record.line) in seen:
            continue
        if any(_mentions(record, each) for each in case):
            found.append(Related(record, "speaks of the case", 1))
        elif any(_mentions(record, each) for each in pointed if desk.table.entitles(each.kind)):
            shared = next(each for each in pointed if _mentions(record, each))
            found.append(Related(record, f"same {shared.name}", 3))
    return tuple(sorted(found, key=lambda each: (each.rank, each.record.path, each.record.line)))


def _is_key(record: Record) -> bool:
    """Whether an id is long enough not to be met by chance."""
    return len(record.id) >= SHORTEST


def _mentions(record: Record, other: Record) -> bool:
    """Whether a record holds the other's id, as a value or as a word of its text."""
    ident = other.id.lower()
    if not ident:
        return False
    if any(field.value.lower() == ident for field in record.fields):
        return _is_key(other) or any(
            other.kind and other.kind in field.name.lower() for field in record.fields
        )
    return _is_key(other) and any(named((ident,), text) for text in texts(record))


def texts(record: Record) -> Iterator[str]:
    """Everything a record says: its title, its values, its sentences."""
    yield record.title
    yield from (field.value for field in record.fields)
    yield from (said.text for said in record.said)


def words(records: Iterable[Record]) -> frozenset[str]:
    """Stems of what records say, in their values and in the names of their fields.

    A policy that speaks of the case uses some of them; words of every record are left out.
    """
    found: set[str] = set()
    for record in records:
        for text in (*texts(record), *(field.name for field in record.fields)):
            found.update(content(text))
        found.discard(record.kind)
    return frozenset(stem for stem in found if stem not in _EVERYWHERE)


_PLAIN = "id date name type note account customer order ticket day state status number opened total"
_EVERYWHERE = frozenset(stems.stem(word) for word in _PLAIN.split())
