"""Whether a report proves the gates that a PRD declares: the same gates, seen red, same command.

A gate counts only when its negative control was really run and really failed.
"""

from __future__ import annotations

from dataclasses import dataclass

from intent_tui.route import prd_contract
from intent_tui.route.prd_contract import RED, Control
from intent_tui.route.prd_document import Document, Finding, Row

EVIDENCE = "Gate Evidence"


@dataclass(frozen=True, slots=True)
class Gates:
    """What the comparison found. `declared` is how many gates the PRD has; none is no fault."""

    declared: int
    plan: tuple[Finding, ...]
    """Findings with lines of the PRD."""
    report: tuple[Finding, ...]
    """Findings with lines of the report."""


def compare(prd: Document, report: Document) -> Gates:
    """Holds the report's `## Gate Evidence` against the PRD's negative controls."""
    wanted = prd_contract.controls(prd)
    if not wanted:
        return Gates(0, (), ())
    plan = tuple(prd_contract.callers(prd, delivered=True))
    section = report.section(EVIDENCE)
    if section is None:
        return Gates(len(wanted), plan, (Finding(None, f"no section ## {EVIDENCE}"),))
    rows = report.rows(section)
    findings: list[Finding] = []
    if len(rows) != len(wanted):
        count = f"gate count {len(rows)} does not match the {len(wanted)} of the PRD"
        findings.append(Finding(section.first, count))
    by_gate = {each.gate: each for each in wanted}
    seen: set[str] = set()
    for row in rows:
        gate = row.cells[0] if row.cells else ""
        if gate not in by_gate:
            findings.append(Finding(row.line, f"the PRD declares no gate {gate!r}"))
        elif gate in seen:
            findings.append(Finding(row.line, f"the gate stands twice: {gate}"))
        else:
            findings += _row(row, by_gate[gate])
        seen.add(gate)
    findings += [
        Finding(section.first, f"no evidence for the gate {gate}")
        for gate in by_gate
        if gate not in seen
    ]
    return Gates(len(wanted), plan, tuple(findings))


def _row(row: Row, wanted: Control) -> list[Finding]:
    if len(row.cells) != 4:
        return [Finding(row.line, f"an evidence row has 4 cells, not {len(row.cells)}")]
    one = prd_contract.control(row)
    faults = []
    if row.cells[1] != "PASS":
        faults.append(f"the result of {one.gate} is PASS or it is not delivered")
    if RED not in row.cells[2] or RED not in (one.result or ""):
        faults.append(f"{one.gate} lacks its observed-red evidence: {RED} in both places")
    if one.command is None or one.command != wanted.command:
        faults.append(f"the command does not match: {one.command} and not {wanted.command}")
    if not one.exit:
        faults.append(f"{one.gate} needs the non-zero exit of its negative control")
    return [Finding(row.line, fault) for fault in faults]
