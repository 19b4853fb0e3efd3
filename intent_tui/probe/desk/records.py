"""The records of a workspace: one a file, or one a row or entry of a file that lists many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from intent_tui.base.files import Unreadable
from intent_tui.probe.desk import leaves
from intent_tui.probe.desk.leaves import Leaf
from intent_tui.probe.domains import Domain, holds_records
from intent_tui.probe.settings.values import secret_name, secret_value
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.written.prose import Said, plain, sentences
from intent_tui.workspace import documents
from intent_tui.workspace.files import FileInfo, Workspace

MOST_FILES = 3000
MOST_RECORDS = 20_000
LONGEST_VALUE = 300

_ID_KEYS = ("id", "number", "no", "nr", "ref", "reference", "key", "code", "编号", "单号", "nummer")
_KEYED = re.compile(r"([^\W\d_][\w /-]{0,30}?)\s*[:：]\s+(\S.{0,400})$")
_CELLS = re.compile(r"\|\s*([^|]{1,60}?)\s*\|\s*([^|]{1,300}?)\s*\|\s*$")
_TITLE_ID = re.compile(r"(?<![\w.-])(?:[A-Za-z]{1,8}[-_]?)?\d[\w-]*")
_CARD = re.compile(r"(?<!\d)(?:\d[ -]?){13,19}(?!\d)|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b")
_PRIVATE = re.compile(r"password|passwd|passphrase|secret|token|api.?key|credential|private.?key"
                      r"|iban|card.?n|cvv|cvc|ssn|pin$|密码|口令|passwort")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a record with its line; never a credential."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Record:
    """One record. `line` is where it begins; `said` its sentences if it is a text."""

    kind: str
    id: str
    path: str
    line: int
    title: str
    fields: tuple[Field, ...]
    said: tuple[Said, ...] = ()

    @property
    def name(self) -> str:
        """`order 17`: the kind and the id."""
        return f"{self.kind} {self.id}" if self.kind else self.id

    @property
    def system(self) -> str:
        """The folder of the file, or the file's own name at the root."""
        folder, _, name = self.path.rpartition("/")
        return folder.rpartition("/")[2] or name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that was read: the records, and the files that could not be."""

    table: Domain
    records: tuple[Record, ...]
    failed: tuple[str, ...]

    def of(self, role: str) -> tuple[Record, ...]:
        """The records whose kind has a role in this domain: `cases`, `policies`, `notes`."""
        kinds = self.table.roles.get(role, frozenset())
        return tuple(each for each in self.records if each.kind in kinds)


def desk(workspace: Workspace, table: Domain, *, only_known: bool = False) -> Desk:
    """The records of a workspace as a domain sees them; read once.

    Args:
        workspace: whose files are read.
        table: what recognises them.
        only_known: beside code only files in a folder of a known kind are records.
    """
    key = f"desk {table.name} {only_known}"
    return remembered(workspace, key, Desk, lambda: _read(workspace, table, only_known))


def _read(workspace: Workspace, table: Domain, only_known: bool) -> Desk:
    found: list[Record] = []
    failed: list[str] = []
    listed = [
        (info, kind)
        for info in workspace.inventory.files
        if holds_records(info)
        and ((kind := table.kind_of(info.path, by_folder=only_known)) or not only_known)
    ]
    for info, kind in listed[:MOST_FILES]:
        try:
            lines = workspace.opened.text(info.path).lines
        except Unreadable as error:
            failed.append(f"{info.path} {error.reason}")
            continue
        found += _records(info, lines, kind)
        if len(found) > MOST_RECORDS:
            break
    return Desk(table, tuple(found[:MOST_RECORDS]), tuple(failed))


def secret(name: str, value: str) -> bool:
    """Whether a value must not be shown: a credential, a card or an account number."""
    return bool(
        _PRIVATE.search(name.lower())
        or secret_name(name)
        or secret_value(value)
        or _CARD.search(value)
    )


def _records(info: FileInfo, lines: Sequence[str], kind: str) -> Iterator[Record]:
    stem = info.path.rpartition("/")[2].rpartition(".")[0] or info.path
    if info.language in ("markdown", "text"):
        yield _document(info, lines, kind, stem)
        return
    every = list(leaves.read(info.language, lines))
    many = _split(every)
    for key, group in groupby(every, key=lambda leaf: leaf.path[:many]):
        members = list(group)
        fields = tuple(
            Field(leaf.name, leaf.value[:LONGEST_VALUE], leaf.line)
            for leaf in members
            if leaf.value.strip() and not secret(leaf.name, leaf.value)
        )
        own = _own_id(fields)
        place = key[-1] if many and isinstance(key[-1], int) else ""
        ident = own or (stem if not many else f"{stem}-{place}")
        yield Record(kind, ident, info.path, members[0].line, _titled(fields), fields)


def _split(every: Sequence[Leaf]) -> int:
    """How long the common beginning of a record's paths is; 0 when the file is one record.

    A list at the top, several values one after the other, or a single key with a list: each
    entry that has an id or several values is a record of its own.
    """
    for depth in (1, 2, 3):
        heads = {leaf.path[:depth] for leaf in every if len(leaf.path) > depth}
        places = {head[-1] for head in heads}
        parents = {leaf.path[: depth - 1] for leaf in every}
        if len(parents) != 1:
            return 0
        if len(places) > 1 and all(isinstance(place, int) for place in places):
            return depth
        if any(len(leaf.path) == depth for leaf in every) or len(places) > 1:
            return 0
    return 0


def _own_id(fields: Sequence[Field]) -> str:
    """The value of the field that names the record."""
    by_name = {each.name.lower().replace(" ", "_"): each.value for each in reversed(fields)}
    named = next((by_name[key] for key in _ID_KEYS if key in by_name), "")
    if named:
        return named
    if not fields:
        return ""
    first = fields[0]
    return first.value if first.name.lower().endswith(("_id", " id", "id", "_no", "number")) else ""


def _titled(fields: Sequence[Field]) -> str:
    names = ("title", "name", "subject", "标题", "名称", "titel")
    return next((each.value for each in fields if each.name.lower() in names), "")


def _document(info: FileInfo, lines: Sequence[str], kind: str, stem: str) -> Record:
    """A text: what its head and its `Key: value` lines say are fields, the rest sentences."""
    found = documents.headings(lines)
    start = documents.front_matter_length(lines)
    fields = [
        field
        for number, line in enumerate(lines, 1)
        if len(line) <= leaves.LONGEST_LINE and (field := _field(line, number, start)) is not None
    ]
    taken = {field.line for field in fields}
    said = tuple(
        each for each in sentences(lines) if each.line not in taken and not secret("", each.text)
    )
    kept = tuple(field for field in fields if not secret(field.name, field.value))
    title = found[0].title if found else stem
    return Record(
        kind, _own_id(kept[:1]) or _document_id(stem, title), info.path, 1, title, kept, said
    )


def _document_id(stem: str, title: str) -> str:
    """The file's name; the number of the title where the name has none."""
    number = None if any(char.isdigit() for char in stem) else _TITLE_ID.search(title)
    return number.group() if number and not re.fullmatch(r"(?:19|20)\d\d", number.group()) else stem


def _field(line: str, number: int, matter: int) -> Field | None:
    """A line that is a key and a value, in front matter, a list, a table of two columns."""
    bare = line.strip()
    if not bare or bare.startswith("#") or (number <= matter and bare in ("---", "+++", "...")):
        return None
    found = _CELLS.fullmatch(bare) or _KEYED.fullmatch(plain(bare))
    if found is None or not set(found[2]) - set("-: "):
        return None
    if len(found[1].split()) > 3 or (number > matter and _is_sentence(found[2])):
        return None
    return Field(found[1].strip(), found[2].strip().strip("'\"")[:LONGEST_VALUE], number)


def _is_sentence(value: str) -> bool:
    """A value of many words is a sentence after a colon, no field."""
    return len(value.split()) > 12
