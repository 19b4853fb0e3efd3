"""`specs`, `show`, `supersede` and `schema`: what lies in `.intent/`, and the contract of it."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.grill import workspace
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.workspace.heads import Head
    from intent_tui.workspace.store import Store


def store(parsed: Parsed) -> Store:
    """The saved specs of the workspace that was named, or of the one around here."""
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.store import Store

    return Store(Workspace.find(workspace(parsed)).root)


def specs(parsed: Parsed) -> int:
    """List the saved specs: name, state, request; each as soon as it is read."""
    heads = store(parsed).heads()
    if parsed.on("--json"):
        rows = [_row(stem, first) for stem, first in heads]
        output.result(json.dumps({"version": 1, "specs": rows}, ensure_ascii=False, indent=2))
        return int(Exit.DONE)
    first_screen = [_row(stem, first) for stem, first in islice(heads, SCREEN)]
    if not first_screen:
        output.note('no saved specs here; intent-tui grill "REQUEST" makes one')
        return int(Exit.DONE)
    width = max(len(row["intent"]) for row in first_screen)
    output.result(output.shown("\n".join(_line(row, width) for row in first_screen)))
    while batch := [_row(stem, first) for stem, first in islice(heads, SCREEN)]:
        output.result(output.shown("\n".join(_line(row, width) for row in batch)))
    return int(Exit.DONE)


SCREEN = 50
"""Rows that are printed at once: as many as a screen holds."""
_STATE_CELLS = 10


def _line(row: dict[str, str], width: int) -> str:
    why = "(intent-tui check says what is wrong)"
    return f"{row['intent']:<{width}}  {row['state']:<{_STATE_CELLS}}  {row['request'] or why}"


def _row(stem: str, head: Head) -> dict[str, str]:
    state = (head.status or head.state) if head.intent else "invalid"
    return {
        "intent": stem,
        "path": f".intent/{stem}.intent.yaml",
        "state": state,
        "request": " ".join(head.request.split()),
    }


def show(parsed: Parsed) -> int:
    """Print a saved spec as it stands in its file, comments included."""
    saved = store(parsed).find(parsed.words[0])
    if not parsed.on("--json"):
        output.result(output.shown(saved.text))
        return int(Exit.DONE)
    if saved.spec is None:
        raise Problem(f"{saved.path} is not a valid spec", f"intent-tui check {saved.intent}")
    from intent_tui.spec.plain import to_plain

    output.result(json.dumps(to_plain(saved.spec), ensure_ascii=False, indent=2))
    return int(Exit.DONE)


def supersede(parsed: Parsed) -> int:
    """Mark a saved spec as replaced. The file stays; a redo starts a new intent."""
    found = store(parsed)
    saved = found.find(parsed.words[0])
    if saved.spec is None:
        raise Problem(f"{saved.path} is not a valid spec", f"intent-tui check {saved.intent}")
    if saved.spec.verification_status == "superseded":
        output.note(f"{saved.path} is superseded already; nothing was changed")
        return int(Exit.DONE)
    found.supersede(saved)
    output.result(f"superseded: {saved.path}")
    return int(Exit.DONE)


def schema(parsed: Parsed) -> int:
    """Print the JSON Schema of an IntentSpec, the same bytes the package ships."""
    from intent_tui.base import knowledge

    output.result(knowledge.text("schema/intentspec.schema.json"))
    return int(Exit.DONE)
