"""Decision records: which files are some, and what each of them decided."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from intent_tui.base.files import Unreadable
from intent_tui.language.detect import detect
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.written.prose import Said, plain, sentences
from intent_tui.probe.written.vocabulary import any_of, headings, table
from intent_tui.workspace import documents
from intent_tui.workspace.files import FileInfo, Workspace

HEAD = 40
"""Lines in which a record says its status and date."""

_NUMBERED = re.compile(r"(?:[a-z]{2,8}[-_]?)?(\d{2,5})(?=[-_. ]|$)", re.IGNORECASE)
_TITLE_NUMBER = re.compile(
    r"^(?:(?:adr|rfc|dr|decision|entscheidung|决策|決定)[\s#-]*)?\d{1,5}(?:\s*[.:：)–—-]+)?\s+",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)")
_KEYED = re.compile(r"\W{0,6}([^\W\d_]{2,12})\W{0,4}[:：|]\W{0,4}(.{1,200})")
_DIGITS = re.compile(r"\d{1,5}")


@dataclass(frozen=True, slots=True)
class Decision:
    """One record.

    `said` are the sentences that decide, `after` those on consequences, `around` all others;
    `anchor` is the line of the heading that evidence points at. `options` are the alternatives
    it lists, `number` its number in the file name, "" without one.
    """

    path: str
    number: str
    title: str
    status: str
    date: str
    anchor: int
    language: str
    said: tuple[Said, ...]
    after: tuple[Said, ...]
    around: tuple[Said, ...]
    options: tuple[Said, ...]
    replaces: tuple[str, ...] = ()

    @property
    def in_force(self) -> bool:
        """Whether it binds: not superseded, not rejected, not only proposed."""
        return self.status in table()["in_force"]


@dataclass(frozen=True, slots=True)
class _Records:
    decisions: tuple[Decision, ...]


def decisions(workspace: Workspace) -> tuple[Decision, ...]:
    """All decision records of the workspace, sorted by path; read once."""
    return remembered(workspace, "decisions", _Records, lambda: _read(workspace)).decisions


def _read(workspace: Workspace) -> _Records:
    found = list(_each(workspace))
    replaced = {number for each in found if each.in_force for number in each.replaces}
    return _Records(
        tuple(
            replace(each, status="superseded")
            if each.in_force and each.number.lstrip("0") in replaced
            else each
            for each in found
        )
    )


def _each(workspace: Workspace) -> Iterator[Decision]:
    for info in workspace.inventory.of("decision"):
        if _base(info) in table()["not_records"]:
            continue
        try:
            lines = workspace.opened.text(info.path).lines
        except Unreadable:
            continue  # a binary beside the records decides nothing
        decision = _record(info.path, lines)
        if decision is not None:
            yield decision


def _record(path: str, lines: Sequence[str]) -> Decision | None:
    found = documents.headings(lines)
    numbered = _NUMBERED.match(path.rpartition("/")[2])
    status, date = _status(lines)
    parts = {each.line: _part(each.title) for each in found}
    if not numbered and not status and "decision" not in parts.values():
        return None  # a design note: it describes, it does not decide
    title = found[0] if found else None
    groups: dict[str, list[Said]] = {key: [] for key in ("decision", "consequences", "options", "")}
    inherited = _inherited(found, parts)
    for said in sentences(lines):
        part = inherited.get(said.heading_line, "")
        if part != "status":
            groups[part].append(said)
    anchor = next((line for line, part in parts.items() if part == "decision"), 0)
    named = title.title if title else path.rpartition("/")[2].partition(".")[0]
    text = "\n".join(lines[:200])
    return Decision(
        path=path,
        number=numbered[1] if numbered else "",
        title=_TITLE_NUMBER.sub("", named) or named,
        status=status or "unknown",
        date=date,
        anchor=anchor or (title.line if title else 0),
        language=detect(text),
        said=tuple(groups["decision"]) or tuple(groups[""][:3]),
        after=tuple(groups["consequences"]),
        around=tuple(groups[""]),
        options=tuple(groups["options"]),
        replaces=_replaces(lines),
    )


def _part(title: str) -> str:
    """Which part of a record a heading opens, "" for any other."""
    low = title.lower().strip(" :：")
    for part in ("decision", "status", "consequences", "options"):
        if low in headings(part):
            return part
    return ""


def _inherited(found: Sequence[documents.Heading], parts: dict[int, str]) -> dict[int, str]:
    """The part of each heading's text: a sub-heading without a part of its own is its parent's."""
    result: dict[int, str] = {0: ""}
    above: list[tuple[int, str]] = []
    for each in found:
        while above and above[-1][0] >= each.level:
            above.pop()
        part = parts[each.line] or (above[-1][1] if above else "")
        result[each.line] = part
        above.append((each.level, part))
    return result


def _status(lines: Sequence[str]) -> tuple[str, str]:
    """Status ("" if none is stated) and date, from front matter, a line or a section."""
    matter = {key.lower(): value for key, value in documents.front_matter(lines).items()}
    words = headings("status")
    stated = next((matter[key] for key in sorted(matter) if key in words), "")
    date = _ISO.search(matter.get("date", "")) or _ISO.search(matter.get("updated", ""))
    start = documents.front_matter_length(lines)
    under = False
    for line in lines[start : start + HEAD]:
        low = plain(line).lower()
        keyed = _KEYED.match(low)
        if under and low.strip(" =-") and not stated:
            stated = low
        elif keyed and keyed[1] in words and not stated:
            stated = keyed[2]
        if low.strip():
            under = low.lstrip("# ").strip(" :：") in words
        if keyed and keyed[1] in ("date", "datum", "fecha", "data", "日期", "日付", "날짜", "дата"):
            date = date or _ISO.search(keyed[2])
    date = date or _ISO.search(stated)
    return _meaning(stated.lower()), date[1] if date else ""


def _meaning(stated: str) -> str:
    if not stated.strip():
        return ""
    for name, words in table()["statuses"].items():
        if any_of(str(word) for word in words).search(stated):
            return str(name)
    return "unknown"


def _replaces(lines: Sequence[str]) -> tuple[str, ...]:
    """Numbers of the records this one says it replaces, without leading zeros."""
    mark = any_of(str(word) for word in table()["supersedes"])
    numbers: list[str] = []
    for line in lines[:HEAD]:
        found = mark.search(line.lower())
        if found is not None:
            numbers += [number.lstrip("0") for number in _DIGITS.findall(line[found.end() :])[:3]]
    return tuple(numbers)


def _base(info: FileInfo) -> str:
    return info.path.rpartition("/")[2].partition(".")[0].lower()
