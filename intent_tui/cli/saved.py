"""`specs`, `show`, `supersede` and `schema`: what lies in `.intent/`, and the contract of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.grill import workspace
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.workspace.store import Saved, Store


def store(parsed: Parsed) -> Store:
    """The saved specs of the workspace that was named, or of the one around here."""
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.store import Store

    return Store(Workspace.find(workspace(parsed)).root)


def specs(parsed: Parsed) -> int:
    """List the saved specs: name, state, request."""
    rows = [_row(saved) for saved in store(parsed).saved()]
    if parsed.on("--json"):
        output.result(json.dumps({"version": 1, "specs": rows}, ensure_ascii=False, indent=2))
        return int(Exit.DONE)
    if not rows:
        output.note('no saved specs here; intent-tui grill "REQUEST" makes one')
        return int(Exit.DONE)
    width = max(len(row["intent"]) for row in rows)
    state = max(len(row["state"]) for row in rows)
    why = "(intent-tui check says what is wrong)"
    lines = [
        f"{row['intent']:<{width}}  {row['state']:<{state}}  {row['request'] or why}"
        for row in rows
    ]
    output.result(output.shown("\n".join(lines)))
    return int(Exit.DONE)


def _row(saved: Saved) -> dict[str, str]:
    spec = saved.spec
    if spec is None:
        state, request = "invalid", ""
    else:
        state = spec.verification_status or spec.decision.state
        request = " ".join(spec.request.split())
    return {"intent": saved.intent, "path": saved.path, "state": state, "request": request}


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
