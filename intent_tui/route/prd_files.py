"""The files a PRD says it touches: counted lists, and paths named in prose.

A counted list is `**Files (N):**` and N bullets, each one back-ticked path, a dash and a kind
with words (`- `path` - EDIT: what`). A list that is not exactly that still names paths, but it
never proves that nothing else is touched.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass

from intent_tui.route.prd_document import Document, Finding

KINDS = ("NEW", "EDIT", "DELETE")

_COUNTED = re.compile(r"\*\*Files \(([0-9]{1,6})\):\*\*")
_NEARLY = re.compile(r"\s*\*\*Files\s*\(")
_PROSE = re.compile(r"\s*(?:[-*]\s+)?\*\*Files(?::\*\*|\*\*:)")
_BULLET = re.compile(r"- `([^`]+)` (?:- ([A-Z]+):(?: .*)?|— ([A-Z]+)(?:[ :].*)?)")
_LIKE_BULLET = re.compile(r"[-*+–—]\s")
_TICKED = re.compile(r"(?<=`)[^\s`,;·]+(?=`)")
_BARE_NAME = re.compile(r"(?:[A-Z][a-z]+file|[A-Z]{4,})")
_PATH = re.compile(r"[^\s:*?\"<>|=]*[\w\])]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a counted list: its path as written, and NEW, EDIT or DELETE."""

    path: str
    kind: str
    line: int


@dataclass(frozen=True, slots=True)
class FileList:
    """One counted list. `findings` says why it does not count as complete; none: it does."""

    line: int
    declared: int
    entries: tuple[Entry, ...]
    named: tuple[str, ...]
    """Every path that could be read from it, also from bullets that are not right."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FileSet:
    """What one PRD declares.

    `prose` are the paths of prose lists as written, in order, once a list. `paths` are normalised
    and sorted, from counted lists and prose together. `proven` holds when every path comes from
    counted lists without a fault.
    """

    lists: tuple[FileList, ...]
    prose: tuple[str, ...]
    paths: tuple[str, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the counted lists, in the order of the lines."""
        return tuple(finding for each in self.lists for finding in each.findings)

    @property
    def parsed(self) -> bool:
        """There are counted lists, and none of them has a fault."""
        return bool(self.lists) and not self.findings

    @property
    def proven(self) -> bool:
        """The whole set comes from counted lists that have no fault."""
        return self.parsed and not self.prose


def read(document: Document) -> FileSet:
    """Every file list of a PRD. Never fails: what cannot be read is a finding."""
    lists: list[FileList] = []
    prose: list[str] = []
    for place, line in enumerate(document.lines):
        if "*Files" not in line or place in document.fenced:
            continue
        if counted := _COUNTED.fullmatch(line):
            lists.append(_list(document, place, int(counted[1])))
        elif _NEARLY.match(line):
            lists.append(_not_exact(document, place))
        elif _PROSE.match(line):
            prose += prose_paths(paragraph(document, place)[0])
    named = [path for each in lists for path in each.named]
    paths = {found for path in (*named, *prose) if (found := normal(path)) is not None}
    return FileSet(tuple(lists), tuple(prose), tuple(sorted(paths)))


def normal(path: str) -> str | None:
    """A path as lanes compare it: forward slashes, no `./`; None when it leaves the repository."""
    if not path or path.startswith(("/", "~")) or re.match(r"[A-Za-z]:[\\/]", path):
        return None
    found = posixpath.normpath(path.replace("\\", "/"))
    return None if found in (".", "..") or found.startswith("../") else found


def paragraph(document: Document, place: int) -> tuple[tuple[str, ...], int]:
    """The lines of a prose file list that begins at `place` (from 0), and the place after it.

    It ends at a blank line; a header that stands alone goes on with the bullets below it.
    """
    lines = [document.lines[place]]
    after = place + 1
    alone = "`" not in lines[0]
    if alone:
        while after < len(document.lines) and not document.lines[after].strip():
            after += 1
    while after < len(document.lines):
        line = document.lines[after]
        head = line.startswith("#") or "**Files" in line
        if not line.strip() or head or after in document.fenced:
            break
        if alone and len(lines) == 1 and not _LIKE_BULLET.match(line.lstrip()):
            break
        lines.append(line)
        after += 1
    return tuple(lines), after


def prose_paths(lines: Iterable[str]) -> list[str]:
    """What stands between back-ticks and looks like a path, in order, each once.

    Pieces are found by the ticks at both of their ends, so one tick too many shifts nothing.
    """
    found = [piece for line in lines for piece in _TICKED.findall(line) if like_path(piece)]
    return list(dict.fromkeys(found))


def like_path(piece: str) -> bool:
    """Whether a word may be a path: a slash, an ending, a dot file, a well-known bare name."""
    if piece in KINDS or not _PATH.fullmatch(piece.rstrip("/")):
        return False
    name = piece.rstrip("/").rpartition("/")[2]
    if "/" in piece:
        return True
    stem, dot, ending = name.rpartition(".")
    if dot and ending.isalnum() and not ending.isdigit():
        return not name.endswith("()") and (not stem or not stem.replace(".", "").isdigit())
    return bool(_BARE_NAME.fullmatch(name))


def _not_exact(document: Document, place: int) -> FileList:
    lines, _ = paragraph(document, place)
    fault = Finding(place + 1, "a file list begins with exactly **Files (N):** and nothing after")
    following = _list(document, place, 0).named
    named = tuple(dict.fromkeys((*prose_paths(lines), *following)))
    return FileList(place + 1, 0, (), named, (fault,))


def _list(document: Document, place: int, declared: int) -> FileList:
    """Reads the bullets after a header; one blank line before the first is fine."""
    entries: list[Entry] = []
    named: list[str] = []
    findings: list[Finding] = []
    after = place + 1
    if after < len(document.lines) and not document.lines[after].strip():
        after += 1
    bullets = 0
    while after < len(document.lines) and document.lines[after].strip():
        line = document.lines[after]
        if line.lstrip().startswith("**") or after in document.fenced:
            break
        if _LIKE_BULLET.match(line):
            bullets += 1
            _bullet(line, after + 1, entries, named, findings)
        after += 1
    findings += _counted(place + 1, declared, bullets)
    findings += _doubled(entries)
    gap = _after_a_gap(document, after, bullets, declared)
    if gap is not None:
        findings.append(Finding(gap + 1, "a blank line stands between the bullets of a list"))
        named += prose_paths(document.lines[gap:gap + declared])  # fmt: skip
    return FileList(place + 1, declared, tuple(entries), tuple(named), tuple(findings))


def _bullet(
    line: str, number: int, entries: list[Entry], named: list[str], findings: list[Finding]
) -> None:
    match = _BULLET.fullmatch(line)
    if match is None:
        named += prose_paths((line,))
        findings.append(Finding(number, "a bullet is - `path` - NEW, EDIT or DELETE: words"))
        return
    path, kind = match[1], match[2] or match[3]
    if kind not in KINDS:
        findings.append(Finding(number, f"the kind is NEW, EDIT or DELETE, not {kind}"))
    if path != path.strip() or re.search(r"\s", path):
        findings.append(Finding(number, f"a path holds no blank: {path}"))
    elif normal(path) is None:
        findings.append(Finding(number, f"the path leads out of the repository: {path}"))
    else:
        entries.append(Entry(path, kind, number))
        named.append(path)


def _counted(line: int, declared: int, bullets: int) -> list[Finding]:
    if declared == 0:
        return [Finding(line, "a list of no files")]
    if declared != bullets:
        return [Finding(line, f"the list says {declared} and holds {bullets}")]
    return []


def _doubled(entries: Iterable[Entry]) -> list[Finding]:
    seen: set[str | None] = set()
    findings = []
    for entry in entries:
        path = normal(entry.path)
        if path in seen:
            findings.append(Finding(entry.line, f"the path is listed twice: {entry.path}"))
        seen.add(path)
    return findings


def _after_a_gap(document: Document, place: int, bullets: int, declared: int) -> int | None:
    """The place of a further bullet behind a blank line, when the list is short of some."""
    if not 0 < bullets < declared or place + 1 >= len(document.lines):
        return None
    further = place + 1
    return further if _LIKE_BULLET.match(document.lines[further]) else None
