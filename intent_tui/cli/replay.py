"""`replay`: the look-ups of a saved spec, made again, and what differs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.passes.replay import Repeated


def replay(parsed: Parsed) -> int:
    """Repeat every recorded look-up. Exit 6 when one gives something else."""
    from intent_tui.cli.grill import workspace
    from intent_tui.cli.saved import store
    from intent_tui.passes.replay import replay as again
    from intent_tui.workspace.files import Workspace

    home = Workspace.find(workspace(parsed))
    saved = store(parsed).find(parsed.words[0])
    done = again(home, saved, here=parsed.on("--now"))
    differ = [row for row in done.rows if not row.same]
    if parsed.on("--json"):
        document = {
            "version": 1,
            "path": saved.path,
            "commit": done.commit,
            "same_spec": done.same_spec,
            "lookups": [_plain(row) for row in done.rows],
        }
        output.result(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        where = f"at {done.commit[:7]}" if done.commit else "in the folder as it is now"
        lines = [f"{len(done.rows)} look-ups of {saved.path}, made again {where}"]
        lines += [line for row in differ for line in _lines(row)]
        lines.append(f"{len(done.rows) - len(differ)} the same, {len(differ)} differ")
        output.result(output.shown("\n".join(lines)))
    return int(Exit.FINDINGS if differ else Exit.DONE)


def _plain(row: Repeated) -> dict[str, Any]:
    return {
        "field": row.field,
        "action": row.action,
        "then": row.then,
        "now": row.now,
        "same": row.same,
    }


def _lines(row: Repeated) -> list[str]:
    return [
        f"differs: {row.field}: {row.action}",
        f"  then: {row.then or 'not looked up'}",
        f"  now:  {row.now or 'not looked up'}",
    ]
