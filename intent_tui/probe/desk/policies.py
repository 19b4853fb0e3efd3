"""Policies: which hold on a day, and what their sentences say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from intent_tui.base import knowledge
from intent_tui.probe.desk.records import Record
from intent_tui.probe.written.prose import Said
from intent_tui.probe.written.vocabulary import any_of, table

HEAD = 15
"""Lines in which a policy says from when it holds."""

_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_WIDE = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_DOTTED = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_WORDED = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})")
_WORDED_FIRST = re.compile(r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_VERSION = re.compile(r"[-_. ]*(?:v?\d[\d.-]*|q[1-4]|old|new|archive|draft)+(?=[-_. ]|$)")
_IN_BRACKETS = re.compile(r"\s*[(\[（][^()\[\]（）]*\d{4}[^()\[\]（）]*[)\]）]\s*$")


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy. `effective` and `until` are ISO dates or ""."""

    record: Record
    title: str
    effective: str
    until: str
    said: tuple[Said, ...]


def in_force(records: Iterable[Record], today: date) -> tuple[Policy, ...]:
    """The policies that hold on a day, sorted by path.

    Of several versions of one policy the newest that holds counts. One that is superseded or only
    proposed does not, nor one that begins later or has ended.
    """
    day = today.isoformat()
    held: dict[str, Policy] = {}
    for record in records:
        policy = read(record)
        if policy.effective > day or (policy.until and policy.until < day):
            continue
        if not _binds(record):
            continue
        key = _family(record.path)
        other = held.get(key)
        if other is None or (policy.effective, record.path) > (other.effective, other.record.path):
            held[key] = policy
    return tuple(sorted(held.values(), key=lambda each: each.record.path))


def read(record: Record) -> Policy:
    """What a policy says of itself."""
    title = _IN_BRACKETS.sub("", record.title) or record.title
    head = [f"{field.name}: {field.value}" for field in record.fields if field.line <= HEAD]
    head = [record.title, *head, *(said.text for said in record.said if said.line <= HEAD)]
    words = knowledge.yaml("words/dates.yaml")
    said = record.said or tuple(
        Said(field.value, field.line, field.name, 0)
        for field in record.fields
        if _prose(field.value)
    )
    return Policy(record, title, _dated(head, words["from"]), _dated(head, words["until"]), said)


def _prose(value: str) -> bool:
    """A value that is a sentence: policies are kept in data files too."""
    return len(value.split()) > 3 or not value.isascii()


def _dated(lines: Sequence[str], words: Sequence[str]) -> str:
    """The date beside one of the words, "" for none."""
    mark = any_of(words)
    for line in lines:
        low = line.lower()
        found = mark.search(low)
        if found is None:
            continue
        # `2026年6月1日起生效` has the word behind the date, the others before it.
        day = _date(low[found.end() :]) or _date(low[: found.start()])
        if day:
            return day
    return ""


def _date(text: str) -> str:
    for pattern in (_ISO, _WIDE):
        match = pattern.search(text)
        if match is not None:
            return _iso(match[1], match[2], match[3])
    match = _DOTTED.search(text)
    if match is not None:
        return _iso(match[3], match[2], match[1])
    for pattern, month, day in ((_WORDED, 2, 1), (_WORDED_FIRST, 1, 2)):
        match = pattern.search(text)
        if match is not None and match[month][:3] in _MONTHS:
            return _iso(match[3], str(_MONTHS.index(match[month][:3]) + 1), match[day])
    return ""


def _iso(year: str, month: str, day: str) -> str:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""  # looks like a date and is none


def _binds(record: Record) -> bool:
    """Whether the policy calls itself superseded, rejected or a draft."""
    stated = next((f.value.lower() for f in record.fields if f.name.lower() in _STATUS), "")
    loose = ("superseded", "rejected", "proposed")
    return not any(any_of(table()["statuses"][name]).search(stated) for name in loose)


_STATUS = frozenset({"status", "state", "状态", "zustand"})


def _family(path: str) -> str:
    """The path without version and year: versions of one policy have the same."""
    folder, _, name = path.lower().rpartition("/")
    stem = name.rpartition(".")[0]
    return f"{folder}/{_VERSION.sub('', stem) or stem}"
