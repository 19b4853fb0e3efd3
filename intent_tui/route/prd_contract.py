"""Whether a PRD keeps the contract `prd_contract: v1`: every problem at once, with its line.

Two times, two standards: a plan cannot know the line of a caller or a result that was seen, so
those are asked for at delivery only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from intent_tui.route import prd_files
from intent_tui.route.prd_document import Document, Finding, Row, Section, named

SECTIONS = (
    "Integration Ledger",
    "Execution Phases",
    "Negative Controls",
    "Acceptance Criteria",
    "Checkpoint Protocol",
)
MARKER = "prd_contract: v1"
PHASE_FILES = 5
"""Files a phase can hold and still be a slice that somebody can try."""

_LEDGER_CELLS = 6
_CONTROL_CELLS = 4
_UNBUILT = "optional/unbuilt"
_OPEN = ("tbd", "pending", "todo", "?", "-", "n/a", "none")
_PLACE = re.compile(r"`([^`]+)`|(\S+)")
_FILE = re.compile(r"(?P<path>[^\s:`]+?)(?P<line>:\d+(?:-\d+)?)?")
_TEST_FOLDERS = frozenset({"test", "tests", "spec", "specs", "__tests__"})
_TEST_NAME = re.compile(
    r"(?:test_.+|.+_test|.+[._-](?:test|tests|spec|specs)|conftest)\.\w+", re.IGNORECASE
)
_FIELD = re.compile(r"(?:(?<=[;`\s])|^)(command|result|exit):")
_EXIT = re.compile(r"-?[0-9]{1,9}")
RED = "RED observed:"


@dataclass(frozen=True, slots=True)
class Control:
    """One negative control: its gate, what is broken on purpose, and how that shows."""

    line: int
    gate: str
    command: str | None
    result: str | None
    exit: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found. `findings` empty: it conforms. Advice never makes it fail."""

    findings: tuple[Finding, ...]
    advice: tuple[Finding, ...] = ()


def check(document: Document) -> Verdict:
    """The check at planning time. All problems, sorted by line."""
    findings = [*_marker(document), *_order(document)]
    findings += callers(document, delivered=False)
    findings += _controls(document)
    findings += _lists(document)
    return Verdict(tuple(sorted(findings, key=_by_line)), tuple(_advice(document)))


def is_marked(document: Document) -> bool:
    """Whether the front matter holds exactly the marker."""
    front = document.front
    return front is not None and MARKER in document.lines[1 : front[1]]


def controls(document: Document) -> tuple[Control, ...]:
    """The rows of the section on negative controls, in order."""
    section = document.section("Negative Controls")
    return tuple(map(control, document.rows(section))) if section else ()


def control(row: Row) -> Control:
    """A row of four cells read as gate, control, expectation and how to see it."""
    said = _fields(row.cells[3] if len(row.cells) > 3 else "")
    code = _EXIT.match(said.get("exit", ""))
    return Control(
        row.line,
        row.cells[0] if row.cells else "",
        said.get("command"),
        said.get("result"),
        int(code[0]) if code else None,
    )


def _fields(evidence: str) -> dict[str, str]:
    """`command: ...; result: ...; exit: ...` of a cell, each up to the next one that begins.

    A command between back-ticks ends with them, whatever words it holds.
    """
    found: dict[str, str] = {}
    ticked = re.match(r"`command:([^`]*)`", evidence)
    if ticked:
        found["command"] = ticked[1].strip()
        evidence = evidence[ticked.end() :]
    marks = list(_FIELD.finditer(evidence))
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(evidence)
        found.setdefault(mark[1], evidence[mark.end() : end].strip(" \t;`"))
    return found


def callers(document: Document, *, delivered: bool) -> list[Finding]:
    """What is wrong with the ledger; at delivery every caller also names its line."""
    section = document.section("Integration Ledger")
    if section is None:
        return []
    rows = [row for row in document.rows(section) if row.cells and row.cells[0].isdigit()]
    if not rows:
        return [Finding(section.first, "the ledger holds no numbered row")]
    return [finding for row in rows for finding in _caller(row, delivered)]


def _marker(document: Document) -> list[Finding]:
    if is_marked(document):
        return []
    near = [place for place in range(min(50, len(document.lines)))
            if "prd_contract" in document.lines[place]]  # fmt: skip
    line = near[0] + 1 if near else 1
    why = "missing or invalid prd_contract marker: line 1 is ---, then exactly prd_contract: v1"
    if near and document.lines[near[0]].endswith("\r"):
        why += " (the lines end as on Windows)"
    return [Finding(line, why)]


def _order(document: Document) -> list[Finding]:
    findings = []
    last = 0
    for name in SECTIONS:
        section = document.section(name)
        if section is None:
            near = _other_name(document, name)
            meant = f'; line {near.first} has "## {near.title}"' if near else ""
            findings.append(Finding(None, f"no section ## {name}{meant}"))
        elif section.first < last:
            findings.append(Finding(section.first, f"section out of order: {name}"))
        else:
            last = section.first
    return findings


def _other_name(document: Document, name: str) -> Section | None:
    """A level-2 heading that probably means this section: other letters, or the end cut off."""
    short = {"Execution Phases": "Phases", "Acceptance Criteria": "Acceptance"}.get(name, name)
    for each in document.sections:
        if each.level == 2 and (named(each.title, short) or named(each.title.title(), name)):
            return each
    return None


def _caller(row: Row, delivered: bool) -> list[Finding]:
    if len(row.cells) != _LEDGER_CELLS:
        return [Finding(row.line, f"a ledger row has {_LEDGER_CELLS} cells, not {len(row.cells)}")]
    cell = row.cells[2]
    if cell.strip("` ").lower().startswith(_UNBUILT):
        return []
    path, line = caller(cell)
    if path is None:
        return [Finding(row.line, f"the live caller is no file and so no real caller: {cell!r}")]
    if is_test(path):
        return [Finding(row.line, f"a test is not a real caller: {path}")]
    if delivered and not line:
        return [Finding(row.line, f"at delivery a real caller names its line: {path}:N")]
    return []


def caller(cell: str) -> tuple[str | None, str]:
    """The file a ledger cell names and its `:line`, ("" without one); None when it names none."""
    if cell.strip("` ").lower() in _OPEN or not cell.strip("` "):
        return None, ""
    for match in _PLACE.finditer(cell):
        piece = (match[1] or match[2]).strip(",;()")
        found = _FILE.fullmatch(piece)
        if found and prd_files.like_path(found["path"]):
            return found["path"], found["line"] or ""
    return None, ""


def is_test(path: str) -> bool:
    """Whether a file is a test by its folder or its name."""
    *folders, name = path.split("/")
    return not _TEST_FOLDERS.isdisjoint(folders) or _TEST_NAME.fullmatch(name) is not None


def _controls(document: Document) -> list[Finding]:
    section = document.section("Negative Controls")
    if section is None:
        return []
    rows = document.rows(section)
    if not rows:
        return [Finding(section.first, "no gate has a negative control")]
    findings = []
    seen: set[str] = set()
    for row in rows:
        one = control(row)
        if one.gate in seen:
            findings.append(Finding(row.line, f"the gate stands twice: {one.gate}"))
        seen.add(one.gate)
        findings += [Finding(row.line, fault) for fault in _faults(row, one)]
    return findings


def _faults(row: Row, one: Control) -> Iterable[str]:
    if len(row.cells) != _CONTROL_CELLS:
        yield f"a control row has {_CONTROL_CELLS} cells, not {len(row.cells)}"
        return
    if not all(row.cells):
        yield "a cell of the control is empty"
    if not one.command:
        yield "the fourth cell lacks command: ..."
    if one.result is not None or one.exit is not None:
        if RED not in (one.result or ""):
            yield f"a result says what was seen: {RED} ..."
        if one.exit is None or one.exit == 0:
            yield "a control that was run has a non-zero exit"


def _lists(document: Document) -> list[Finding]:
    files = prd_files.read(document)
    findings = list(files.findings)
    section = document.section("Execution Phases")
    if section is None:
        return findings
    starts = [each.line for each in files.lists]
    phases = _phases(document, section)
    findings += [
        Finding(phase.first, f"no **Files (N):** list in {phase.title!r}")
        for phase in phases
        if not _holds(starts, phase)
    ]
    if not phases and not _holds(starts, section):
        findings.append(Finding(section.first, "no phase names its files: **Files (N):**"))
    return findings


def _holds(lines: list[int], section: Section) -> bool:
    """Whether one of these lines, which are sorted, stands in a section."""
    place = bisect_right(lines, section.first)
    return place < len(lines) and lines[place] <= section.last


def _phases(document: Document, section: Section) -> list[Section]:
    return [each for each in document.below(section) if each.level == 3]


def _advice(document: Document) -> Iterable[Finding]:
    section = document.section("Execution Phases")
    if section is not None and not _phases(document, section):
        yield Finding(section.first, "no phase has a heading of its own")
    for each in prd_files.read(document).lists:
        if each.declared > PHASE_FILES:
            yield Finding(each.line, f"{each.declared} files in one phase; {PHASE_FILES} is much")


def _by_line(finding: Finding) -> tuple[int, str]:
    return finding.line or 0, finding.detail
