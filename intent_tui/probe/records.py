"""Surface 8: records and policies outside code (tickets, orders, accounts, policies, notes).

`names` are record ids as a request writes them (`order 17`). `want` is `record` (the record itself, a
fact for each telling field), `related` (records that point at it or that it points at), `policy`,
`remedy` (what a policy allows, one fact a remedy), `note` (reviews and reports) or `offer` (what was
offered so far). Credential-like values never become facts (ruling G16).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.language.content import content
from intent_tui.probe.domains import DATA_LANGUAGES, Domain, domain, domain_of
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.reason import dangling
from intent_tui.probe.result import KEPT, Result
from intent_tui.workspace.documents import headings
from intent_tui.workspace.files import FileInfo, Workspace
from intent_tui.workspace.opened import NotCitable, NotOpened, Text

__all__ = ["domain_of", "look"]

MOST_FILES = 3000
_ID = re.compile(r"[A-Za-z]*[-_]?\d[\w-]*")
_FIELD = re.compile(r'^\s*"?(?P<key>[\w][\w .-]{0,40}?)"?\s*[:=]\s*(?P<value>\S.*?),?\s*$')
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_SECRET = re.compile(r"pass(word|wd|phrase)?|secret|token|api.?key|credential|private|iban|card", re.I)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(slots=True)
class _Desk:
    """The records of one workspace as one look-up sees them."""

    workspace: Workspace
    table: Domain
    files: list[tuple[FileInfo, str]] = field(default_factory=list)
    """Files with their kind in this domain."""

    def of(self, *kinds: str) -> Iterator[tuple[FileInfo, Text]]:
        for info, kind in self.files:
            if kind in kinds or not kinds:
                try:
                    yield info, self.workspace.opened.text(info.path)
                except Unreadable:
                    continue  # listed, but it may not be read or is no text

    def kind_of(self, info: FileInfo) -> str:
        return next((kind for each, kind in self.files if each.path == info.path), "")


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Looks among the records of the workspace's domain."""
    name = domain_of(workspace)
    said = " ".join((wanted.want, *wanted.names, *wanted.terms)).strip()
    if name in ("", "code"):
        return Result(f"records: {said}, no records here")
    desk = _desk(workspace, domain(name))
    makers = {
        "record": _record,
        "related": _related,
        "policy": _policy,
        "remedy": _remedies,
        "note": _notes,
        "offer": _offers,
    }
    facts = list(makers.get(wanted.want, _record)(desk, wanted))
    action = f"records: {said} in {len(desk.files):,} files"
    return Result(action, tuple(facts[:KEPT]), len(facts))


def _desk(workspace: Workspace, table: Domain) -> _Desk:
    desk = _Desk(workspace, table)
    for info in workspace.inventory.files[:MOST_FILES]:
        if info.language in DATA_LANGUAGES and info.kind not in ("binary", "vendor", "generated"):
            desk.files.append((info, table.kind_of(info)))
    return desk


# the record itself --------------------------------------------------------------------------


def _ids(names: Sequence[str]) -> tuple[str, ...]:
    """The id parts of names: `17` of `order 17`, `AB-12` of `ticket AB-12`."""
    found = [match for name in names for match in _ID.findall(name)]
    return tuple(dict.fromkeys(found))


def _main(desk: _Desk, names: Sequence[str]) -> list[tuple[FileInfo, Text]]:
    """The files of the named records: by file name first, else by an id field."""
    ids = _ids(names)
    by_name = [pair for pair in desk.of() if _stem(pair[0].path) in ids]
    if by_name:
        kinds = {word for name in names for word in content(name)}
        return sorted(by_name, key=lambda pair: (desk.kind_of(pair[0]) not in kinds, pair[0].path))
    return [
        (info, text)
        for info, text in desk.of()
        if any(key.lower() in ("id", "number", "no") and value.strip("\"' ") in ids
               for _, key, value in _fields(text))
    ]  # fmt: skip


def _stem(path: str) -> str:
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _fields(text: Text) -> Iterator[tuple[int, str, str]]:
    """`key: value` lines of JSON, YAML and the head of Markdown records, with their line."""
    for number, line in enumerate(text.lines, 1):
        match = _FIELD.match(line)
        if match and match["value"] not in ("{", "[", "|", ">") and not line.startswith("#"):
            if not _SECRET.search(match["key"]):
                yield number, match["key"].strip(), match["value"].strip().strip('"').rstrip('",')


def _record(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    for info, text in _main(desk, wanted.names)[:2]:
        yield from _told(desk, info, text, _telling_fields(text))


def _telling_fields(text: Text) -> list[tuple[int, str, str]]:
    """What says something about the case: states and dates before plain attributes."""
    told = list(_fields(text))
    plain = ("id", "name", "number")
    marked = re.compile(r"mark|state|status|reason|result|event|outcome|lost|fail", re.I)
    return sorted(
        (each for each in told if each[1].lower() not in plain),
        key=lambda each: (not marked.search(each[1]), each[0]),
    )


def _told(
    desk: _Desk, info: FileInfo, text: Text, told: Sequence[tuple[int, str, str]],
    relation: str = "",
) -> Iterator[Fact]:  # fmt: skip
    kind = desk.kind_of(info) or "record"
    name = f"{kind} {_stem(info.path)}"
    for line, key, value in told:
        pointer = _cite(desk, info, line)
        if pointer is None:
            continue
        more = {"system": kind, "id": _stem(info.path), "field": key}
        if relation:
            more["relation"] = relation
        references = dangling(value)
        if any(each.startswith("#") for each in references):
            more["dangling"] = " ".join(references)
        said = f"{key}: {value}"[:300]
        yield Fact("records", "record", name, pointer, said, said, more)


def _cite(desk: _Desk, info: FileInfo, line: int) -> str | None:
    """A pointer to the line; a path that has no legal pointer is named as a record instead."""
    opened = desk.workspace.opened
    try:
        return opened.pointer(info.path, line)
    except NotCitable:
        try:
            return opened.record(desk.kind_of(info) or "record", _stem(info.path))
        except (NotCitable, NotOpened):
            return None


# what hangs together with it ----------------------------------------------------------------


def _related(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    """Records that speak of the case, and those it names (its account)."""
    main = _main(desk, wanted.names)
    ids = set(_ids(wanted.names))
    named = {value for _, text in main for _, _, value in _fields(text) if 2 < len(value) < 40}
    paths = {info.path for info, _ in main}
    for info, text in desk.of("account", "order", "ticket", "role", "change", "incident"):
        if info.path in paths:
            continue
        if _stem(info.path) in named:
            yield from _told(desk, info, text, _limits(text), relation="named by the record")
    for info, text in desk.of("ticket", "request", "incident"):
        if info.path in paths:
            continue
        spots = [number for number, line in enumerate(text.lines, 1)
                 if any(re.search(rf"\b{re.escape(each)}\b", line) for each in ids)]  # fmt: skip
        if spots:
            told = [each for each in _fields(text) if each[0] >= 1][:3]
            yield from _told(desk, info, text, told, relation="speaks of it")


def _limits(text: Text) -> list[tuple[int, str, str]]:
    """What an account allows: allowances, plans and what is left of them, first."""
    marked = re.compile(r"remain|allow|guarant|plan|tier|limit|used|note|warrant", re.I)
    return sorted(_fields(text), key=lambda each: (not marked.search(each[1]), each[0]))[:5]


def _offers(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    """What was offered, promised or declined in the tickets that speak of the case."""
    ids = _ids(wanted.names)
    named = {value for _, text in _main(desk, wanted.names) for _, _, value in _fields(text)}
    for info, text in desk.of("ticket", "request"):
        whole = "\n".join(text.lines)
        ours = any(re.search(rf"\b{re.escape(each)}\b", whole) for each in ids)
        if not ours and not any(len(each) > 3 and each in whole for each in named):
            continue
        for number, line in enumerate(text.lines, 1):
            for sentence in _SENTENCE.split(line.strip()):
                if any(word in sentence.lower() for word in desk.table.offered):
                    pointer = _cite(desk, info, number)
                    if pointer:
                        more = {"relation": "this case" if ours else "another case"}
                        yield Fact("records", "record", f"ticket {_stem(info.path)}", pointer,
                                   sentence[:300], line[:300], more)  # fmt: skip


# policies, remedies, notes ------------------------------------------------------------------


def _sentences(text: Text) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.lines, 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        for sentence in _SENTENCE.split(bare.lstrip("-*+ ")):
            if sentence.strip():
                yield number, sentence.strip()


def _place(desk: _Desk, info: FileInfo, text: Text, line: int) -> tuple[str | None, str]:
    """The pointer to the section a line stands in, and the section's title."""
    above = [each for each in headings(text.lines) if each.line <= line]
    if not above:
        return _cite(desk, info, line), ""
    try:
        return desk.workspace.opened.heading(info.path, above[-1].line), above[-1].title
    except NotCitable:
        return _cite(desk, info, line), above[-1].title


def _title(text: Text, info: FileInfo) -> str:
    found = headings(text.lines)
    return found[0].title if found else _stem(info.path)


def _effective(desk: _Desk, text: Text) -> str:
    for line in text.lines[:12]:
        if any(word in line.lower() for word in desk.table.effective):
            date = _DATE.search(line)
            if date:
                return date[0]
    return ""


def _policy(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    yield from _spoken(desk, wanted, "policy", ("policy", "runbook"))


def _notes(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    yield from _spoken(desk, wanted, "note", ("note", "report", "incident", "source"))


def _spoken(
    desk: _Desk, wanted: Wanted, kind: str, kinds: tuple[str, ...]
) -> Iterator[Fact]:
    """Sentences that speak of the terms, those of the best matching document first."""
    terms = {stems.stem(term) for term in wanted.terms}
    found: list[tuple[int, int, str, int, Fact]] = []
    for info, text in desk.of(*kinds):
        title = _title(text, info)
        subject = set(content(f"{title} {_stem(info.path)}"))
        for line, sentence in _sentences(text):
            shared = len(terms & set(content(sentence)))
            about = len(terms & subject)
            if terms and not shared and not about:
                continue
            pointer, part = _place(desk, info, text, line)
            if pointer is None:
                continue
            more = {"section": part, "effective": _effective(desk, text)}
            fact = Fact("records", kind, title, pointer, sentence[:300], sentence[:300], more)
            found.append((-about, -shared, info.path, line, fact))
    for *_, fact in sorted(found, key=lambda each: each[:4]):
        yield fact


def _remedies(desk: _Desk, wanted: Wanted) -> Iterator[Fact]:
    """The remedies the policies name, in the order they name them; the rest are not on offer."""
    seen: dict[str, Fact] = {}
    for info, text in desk.of("policy"):
        for line, sentence in _sentences(text):
            for fact in _remedy_facts(desk, info, text, line, sentence):
                known = seen.get(fact.name)
                if known is None:
                    seen[fact.name] = fact
                elif fact.more["forecloses"] == "yes" or fact.more["excluded"] == "yes":
                    merged = {**known.more, **{key: "yes" for key in ("forecloses", "excluded")
                                               if fact.more[key] == "yes"}}  # fmt: skip
                    seen[fact.name] = Fact(known.surface, known.kind, known.name, known.pointer,
                                           known.value, known.quote, merged)  # fmt: skip
    yield from seen.values()


def _remedy_facts(
    desk: _Desk, info: FileInfo, text: Text, line: int, sentence: str
) -> Iterator[Fact]:
    low = sentence.lower()
    spots = sorted(
        (low.find(word), remedy.name)
        for remedy in desk.table.remedies
        for word in remedy.words
        if word in low
    )
    named = list(dict.fromkeys(name for _, name in spots))
    pointer, part = _place(desk, info, text, line)
    if pointer is None:
        return
    for remedy in desk.table.remedies:
        if remedy.name not in named:
            continue
        first = named[0] == remedy.name
        final = any(word in low for word in desk.table.forecloses)
        more = {
            "offer": remedy.offer.get("en", remedy.name),
            **{f"offer_{language}": text for language, text in remedy.offer.items()},
            "forecloses": "yes" if final and first else "no",
            "excluded": "yes" if any(word in low for word in desk.table.excluded) else "no",
            "section": part,
            "effective": _effective(desk, text),
        }
        yield Fact("records", "remedy", remedy.name, pointer, sentence[:300], sentence[:300], more)
