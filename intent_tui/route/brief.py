"""The packet for one lane: what the PRD says, word for word, and the rules that always hold.

A section that the author never wrote is `NOT DECLARED`: nothing is invented for it, and nothing
is refused for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.route import prd_contract, prd_files
from intent_tui.route.prd_document import Document, Finding
from intent_tui.route.prd_files import FileSet
from intent_tui.route.toml_config import Config

LANE_MODES = ("parallel", "sequential")
DELIVERIES = ("pr", "branch")
BLOCKS = (
    ("Integration Ledger", "ledger", ()),
    ("Negative Controls", "controls", ("Verification",)),
    ("Acceptance Criteria", "acceptance", ("Acceptance",)),
    ("Checkpoint Protocol", "checkpoint", ()),
)
"""Each section that goes along word for word, how messages call it, and what may stand in."""

RULES = (
    "Prohibited: pushing to the base branch, rewriting its history, editing another lane's files,",
    "  switching off a hook or a check, marking anything delivered without its evidence.",
    "Scope: the phases of the source PRD and nothing else; say what you left out.",
    "Source PRD: read it, never edit, move or replace it.",
    "Gates: run every negative control that is declared; add none, drop none.",
    "Environment: install nothing outside the working tree; leave no process running.",
)
_COMMIT = "Commit: one commit a phase, with the phase in its subject."
_NO_COMMIT = "Commit: none, the source PRD forbids it; leave the change in the working tree."
_FILE_RULE = (
    "File-set rule: the list did not parse; stay within the paths named, ask before others."
)
_LANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
_UNDECLARED = "NOT DECLARED"


@dataclass(frozen=True, slots=True)
class Lane:
    """Who carries the packet out, and how.

    Raises:
        Problem: an id, mode or delivery that is none.
    """

    identity: str
    mode: str
    delivery: str

    def __post_init__(self) -> None:
        if not _LANE.fullmatch(self.identity):
            raise Problem(
                f"lane identity is malformed: {self.identity!r}",
                "a letter or digit first, then letters, digits and . _ / -",
            )
        if self.mode not in LANE_MODES:
            raise Problem(f"a lane is parallel or sequential, not {self.mode!r}", "name one")
        if self.delivery not in DELIVERIES:
            raise Problem(f"a delivery is pr or branch, not {self.delivery!r}", "name one")


def brief(document: Document, source: str, lane: Lane, config: Config) -> str:
    """The packet, ended by a line feed.

    Args:
        document: the PRD.
        source: its absolute path, as it is printed.
        lane: identity, mode and delivery.
        config: the settings in force; the check has to resolve the same ones.
    """
    files = prd_files.read(document)
    lines = [f"Source PRD: {source}", f"Lane identity: {lane.identity}"]
    lines += [f"Lane mode: {lane.mode}", f"Delivery mode: {lane.delivery}", *_runtime(config), ""]
    lines += [*_files(files), ""]
    for name, _, others in BLOCKS:
        lines += [*_block(document, name, others), ""]
    lines += _rules(document, files)
    return "\n".join(lines) + "\n"


def check(document: Document, source: str, packet: str, config: Config) -> tuple[Finding, ...]:
    """What is wrong with a packet: its metadata, its blocks, its rules. Empty: it is whole.

    Text that was added elsewhere is allowed. A PRD that carries the contract's marker is held to
    the contract too.
    """
    lines = packet.split("\n")
    files = prd_files.read(document)
    findings = [*_metadata(lines, source, config)]
    findings += _one_of(lines, _files(files), "the file list")
    for name, word, others in BLOCKS:
        findings += _one_of(lines, _block(document, name, others), f"the {word} block")
    findings += _one_of(lines, _rules(document, files), "the block of rules")
    if prd_contract.is_marked(document):
        findings += [
            Finding(None, f"the PRD carries the marker and breaks it: {each.detail}")
            for each in prd_contract.check(document).findings
        ]
    return tuple(findings)


def _runtime(config: Config) -> tuple[str, str]:
    worker = f"{config.pin('worker')}/{config.pin('worker_effort')}"
    reviewer = f"{config.pin('reviewer')}/{config.pin('reviewer_effort')} read-only"
    if not config.values["review"]:
        reviewer = "none, review = false"
    return f"Worker runtime: {worker}", f"Reviewer runtime: {reviewer}"


def _files(files: FileSet) -> list[str]:
    if files.proven:
        return ["Files:", *(f"- {path}" for path in files.paths)]
    lines = ["Files: UNPARSED"]
    if files.paths:
        lines += ["- derived from what the document names:"]
        lines += [f"  - {path}" for path in files.paths]
    return lines


def _block(document: Document, name: str, others: Sequence[str]) -> list[str]:
    section = document.section(name)
    if section is not None:
        return [f"{name}:", *document.body(section)]
    for other in others:
        stand_in = document.section(other)
        if stand_in is not None:
            body = document.body(stand_in)
            return [f"{name}: {_UNDECLARED}; the PRD declares this as `{other}`:", *body]
    return [f"{name}: {_UNDECLARED}"]


def _rules(document: Document, files: FileSet) -> list[str]:
    forbids = any(
        _forbidding().search(line.casefold())
        for place, line in enumerate(document.lines)
        if place not in document.fenced
    )
    lines = ["Rules:", *RULES, _NO_COMMIT if forbids else _COMMIT]
    return lines if files.proven else [*lines, _FILE_RULE]


@cache
def _forbidding() -> re.Pattern[str]:
    """What authors write when a lane must not commit."""
    words = sorted(knowledge.yaml("routing/prd.yaml")["no_commit"])
    edged = (rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each) for each in words)
    return re.compile("|".join(edged))


def _metadata(lines: Sequence[str], source: str, config: Config) -> Iterable[Finding]:
    head = {
        "Source PRD": re.escape(source),
        "Lane identity": _LANE.pattern,
        "Lane mode": "|".join(LANE_MODES),
        "Delivery mode": "|".join(DELIVERIES),
    }
    for name, form in head.items():
        found = _values(lines, name)
        if len(found) != 1:
            yield Finding(None, f"{name} stands {len(found)} times and not once")
        elif not re.fullmatch(form, found[0][1]):
            yield Finding(found[0][0], f"{name} is malformed: {found[0][1]!r}")
    for line in _runtime(config):
        name, _, value = line.partition(": ")
        found = _values(lines, name)
        if [each[1] for each in found] != [value]:
            place = found[0][0] if found else None
            yield Finding(place, f"{name} is missing or stale: the settings give {value!r}")


def _values(lines: Sequence[str], name: str) -> list[tuple[int, str]]:
    """The lines (from 1) and values of a metadata name, above the first block."""
    end = next((place for place, line in enumerate(lines) if line.startswith("Files:")), len(lines))
    return [
        (number, line.removeprefix(f"{name}: "))
        for number, line in enumerate(lines[:end], 1)
        if line.startswith(f"{name}: ")
    ]


def _one_of(lines: Sequence[str], block: Sequence[str], name: str) -> list[Finding]:
    """The block stands in the packet as one exact run of lines."""
    size = len(block)
    for place, line in enumerate(lines):
        fits = line == block[0] and len(lines) - place >= size
        if fits and all(lines[place + step] == block[step] for step in range(size)):
            return []
    near = next((n for n, line in enumerate(lines, 1) if line == block[0]), None)
    return [Finding(near, f"{name} is not what the PRD says, word for word")]
