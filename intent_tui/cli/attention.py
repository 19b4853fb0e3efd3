"""`attention`: how often a person was asked here, and how it went."""

from __future__ import annotations

import json
from dataclasses import asdict

from intent_tui.base.problem import Exit
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

BAR = 20
"""Characters of the longest bar."""


def attention(parsed: Parsed) -> int:
    """Print a row a week: questions sent, answered as recommended, otherwise, handed back."""
    from intent_tui.cli.grill import workspace
    from intent_tui.passes.attention import Ledger, weeks
    from intent_tui.workspace.files import Workspace

    rows = weeks(Ledger(Workspace.find(workspace(parsed)).root).read())
    if parsed.on("--json"):
        document = {"version": 1, "weeks": [asdict(row) for row in rows]}
        output.result(json.dumps(document, ensure_ascii=False, indent=2))
        return int(Exit.DONE)
    if not rows:
        output.note("nobody was asked anything here yet, on this machine")
        return int(Exit.DONE)
    most = max(row.asked for row in rows) or 1
    lines = ["week of      asked  as recommended  otherwise  handed back  contested"]
    lines += [
        f"{row.first}  {row.asked:>5}  {row.recommended:>14}  {row.other:>9}  "
        f"{row.delegated:>11}  {row.contested:>9}  {'#' * round(BAR * row.asked / most)}".rstrip()
        for row in rows
    ]
    output.result("\n".join(lines))
    return int(Exit.DONE)
