"""`playbooks`: which playbooks, surfaces and domains are active here, from where, and why."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.passes.active import Row

HEADS = {"playbook": "Playbooks", "surface": "Surfaces", "domain": "Domains"}


def playbooks(parsed: Parsed) -> int:
    """List what is active, or say all about the one that was named. Exit 6 on a bad file."""
    from intent_tui.cli.grill import workspace
    from intent_tui.passes.active import rows
    from intent_tui.workspace.files import Workspace

    found, problems = rows(Workspace.find(workspace(parsed)))
    if parsed.words:
        found = _named(parsed.words[0], found)
    if parsed.on("--json"):
        document = {
            "version": 1,
            "rows": [asdict(row) for row in found],
            "left_out": [{"what": each.what, "next": each.next_step} for each in problems],
        }
        output.result(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        output.result(output.shown("\n".join(_lines(found, everything=bool(parsed.words)))))
        for problem in problems:
            output.note("\n".join(problem.lines()))
    return int(Exit.FINDINGS if problems else Exit.DONE)


def _named(name: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    found = tuple(row for row in rows if row.name == name)
    if not found:
        near = nearest(name, [row.name for row in rows])
        meant = f"; did you mean {near}?" if near else ""
        raise Problem(f'no playbook, surface or domain "{name}"{meant}', "intent-tui playbooks")
    return found


def _lines(rows: tuple[Row, ...], *, everything: bool) -> list[str]:
    """Active ones with their reason; the others by name, so that nobody looks for them in vain."""
    width = max(len(row.name) for row in rows)
    lines: list[str] = []
    for kind, head in HEADS.items():
        of_kind = [row for row in rows if row.kind == kind]
        shown = [row for row in of_kind if row.active or everything]
        if not of_kind:
            continue
        lines += ["", head] if lines else [head]
        lines += [f"  {row.name:<{width}}  {_said(row)}" for row in shown]
        idle = ", ".join(row.name for row in of_kind if row not in shown)
        lines += [f"  not here: {idle}"] if idle else []
    return lines


def _said(row: Row) -> str:
    source = "" if row.origin == "shipped" else f"; from {row.origin}"
    source += f", in place of the {row.replaces} one" if row.replaces else ""
    return f"{row.why} ({row.holds}{source})"
