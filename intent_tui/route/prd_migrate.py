"""A copy of a PRD in the form of the contract, made mechanically. The original is never touched.

Only what needs no knowledge is changed: names of headings, prose file lists whose every entry
says its path and its kind, the marker, and empty frames for two sections. What needs a person
stays as it stood, with a `MIGRATION-TODO` before it. A set of paths that shrank is never called
migrated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from intent_tui.route import prd_contract, prd_files
from intent_tui.route.prd_document import Document, Finding, named

TODO = "MIGRATION-TODO"
SHOWN = 20
"""How many things to do are listed at once."""

_RENAMES = (
    ("Phases", "Execution Phases"),
    ("Acceptance", "Acceptance Criteria"),
)
_HEAD = re.compile(r"(?P<mark>##[ \t]+(?:\d+\.[ \t]+)?)(?P<title>\S.*)$")
_PROSE = re.compile(r"\*\*Files(?::\*\*|\*\*:)\s*")
_SPLIT = re.compile(r" ?· ?|\n[-*+] ")
_ENTRY = re.compile(
    r"`(?P<path>[^`\s]+)`[\s,:–—-]*(?P<kinds>(?:(?:NEW|EDIT|DELETE)[\s,/+&]*)+)(?P<rest>.*)$", re.S
)
_CONTROLS = (
    "## Negative Controls",
    "",
    f"<!-- {TODO}: one row for each gate: what is broken on purpose, and the exact command -->",
    "",
    "| Gate | Negative control | Expected red | Exact command/result |",
    "|---|---|---|---|",
    "",
)
_CHECKPOINT = (
    "## Checkpoint Protocol",
    "",
    f"<!-- {TODO}: who stops where, and what is recorded there -->",
    "",
)


@dataclass(frozen=True, slots=True)
class Migration:
    """The copy and what is left to do.

    `conforms` at the start says that there was nothing to change. `gaps` are the contract's
    findings about the copy, `todos` the lines of it that wait for a person, `lost` the paths
    that the original names and the copy does not.
    """

    text: str
    conforms: bool
    gaps: tuple[Finding, ...] = ()
    todos: tuple[Finding, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """The copy keeps the contract and carries its marker."""
        return not (self.gaps or self.todos or self.lost)


def migrate(text: str) -> Migration:
    """The copy of a PRD. Pure: nothing is read or written."""
    original = Document(text)
    if not prd_contract.check(original).findings:
        return Migration(text, conforms=True)
    lines = _listed(Document("\n".join(_renamed(original))))
    lines = _framed(Document("\n".join(lines)))
    bare = _unmarked(lines)
    marked = Document("\n".join(_marked(bare)))
    todos = tuple(
        Finding(number, line.strip().removeprefix("<!-- ").removesuffix(" -->"))
        for number, line in enumerate(marked.lines, 1)
        if TODO in line
    )
    lost = _lost(original, marked)
    gaps = prd_contract.check(marked).findings
    if not (todos or lost or gaps):
        return Migration(marked.text, conforms=False)
    # Lines are told as they are in what is written, and that has no marker.
    shorter = Document("\n".join(bare))
    shift = len(marked.lines) - len(shorter.lines)
    return Migration(
        shorter.text,
        conforms=False,
        gaps=tuple(_moved(gaps, shift)),
        todos=tuple(_moved(todos, shift)),
        lost=lost,
    )


def _moved(findings: Iterable[Finding], shift: int) -> Iterable[Finding]:
    for each in findings:
        yield Finding(max(1, each.line - shift) if each.line else None, each.detail)


def _renamed(document: Document) -> list[str]:
    """The lines with the headings of the contract under their own names, rest of a title kept."""
    lines = [line.rstrip("\r") for line in document.lines]
    for section in document.sections:
        match = _HEAD.fullmatch(lines[section.first - 1]) if section.level == 2 else None
        if match is None:
            continue
        title = match["title"]
        for name in prd_contract.SECTIONS:
            if title[: len(name)].lower() == name.lower() and named(
                name + title[len(name) :], name
            ):
                title = name + title[len(name) :]
                break
        else:
            for short, name in _RENAMES:
                if named(title, short):
                    title = name + title[len(short) :]
                    break
        lines[section.first - 1] = match["mark"] + title
    return lines


def _listed(document: Document) -> list[str]:
    """The lines with every prose file list turned into a counted one, where that loses nothing."""
    lines: list[str] = []
    place = 0
    while place < len(document.lines):
        line = document.lines[place]
        if place in document.fenced or not _PROSE.match(line.lstrip()):
            lines.append(line)
            place += 1
            continue
        paragraph, after = prd_files.paragraph(document, place)
        entries, why = _entries(paragraph)
        if why:
            lines += [f"<!-- {TODO}: {why} -->", *document.lines[place:after]]
        else:
            lines += [f"**Files ({len(entries)}):**", "", *entries]
            # What follows at once would be read as a part of the list.
            lines += [""] if after < len(document.lines) and document.lines[after].strip() else []
        place = after
    return lines


def _entries(paragraph: tuple[str, ...]) -> tuple[list[str], str]:
    """The bullets of a prose list, or why it waits for a person."""
    # Runs of blanks become one first: the split below looks at every blank of a run.
    body = "\n".join(" ".join(line.split()) for line in paragraph)
    body = _PROSE.sub("", body, count=1).strip()
    found: list[str] = []
    seen: set[str | None] = set()
    for piece in _SPLIT.split(f"\n{body}"):
        piece = " ".join(piece.split()).removesuffix(".")
        if not piece:
            continue
        match = _ENTRY.fullmatch(piece)
        paths = prd_files.prose_paths((piece,))
        if len(paths) > 1:
            return [], f"{len(paths)} paths in one entry, give each its kind: {', '.join(paths)}"
        if match is None:
            return [], f"an entry needs a back-ticked path and NEW, EDIT or DELETE: {piece[:80]}"
        path = prd_files.normal(match["path"])
        if path is None or path in seen:
            return [], f"a path that is doubled or leads out: {match['path']}"
        seen.add(path)
        rest = match["rest"].strip(" :–—-")
        if rest.startswith("(") and rest.endswith(")"):
            rest = rest[1:-1].strip()
        found.append(f"- `{match['path']}` - {_kind(match['kinds'])}: {rest or 'see the phase'}")
    return found, "" if found else "a file list that names no file"


def _kind(kinds: str) -> str:
    return next(kind for kind in ("DELETE", "NEW", "EDIT") if kind in kinds)


def _framed(document: Document) -> list[str]:
    """The lines with empty frames for missing controls and a missing checkpoint protocol."""
    lines = list(document.lines)
    if document.section("Checkpoint Protocol") is None:
        lines += [*([] if lines and not lines[-1] else [""]), *_CHECKPOINT]
    if document.section("Negative Controls") is None:
        before = Document("\n".join(lines))
        after = before.section("Acceptance Criteria") or before.section("Checkpoint Protocol")
        place = after.first - 1 if after else len(lines)
        lines[place:place] = _CONTROLS
    return lines


def _unmarked(lines: list[str]) -> list[str]:
    """The lines without any marker in the front matter, a front matter of nothing else gone."""
    front = Document("\n".join(lines)).front
    if front is None:
        return lines
    inner = [line for line in lines[1 : front[1]] if not re.match(r"\s*prd_contract\s*:", line)]
    if not any(line.strip() for line in inner):
        return lines[front[1] + 1 :]
    return [lines[0], *inner, *lines[front[1] :]]


def _marked(lines: list[str]) -> list[str]:
    if Document("\n".join(lines)).front is not None:
        return [lines[0], prd_contract.MARKER, *lines[1:]]
    return ["---", prd_contract.MARKER, "---", *lines]


def _lost(before: Document, after: Document) -> tuple[str, ...]:
    """Paths that stand less often in the copy than in the original."""
    gone = _counted(before) - _counted(after)
    return tuple(sorted(gone))


def _counted(document: Document) -> Counter[str]:
    files = prd_files.read(document)
    written = [*(path for each in files.lists for path in each.named), *files.prose]
    return Counter(path for path in map(prd_files.normal, written) if path is not None)
