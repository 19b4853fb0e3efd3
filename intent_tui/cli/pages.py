"""The pages of verbs and keys, made from their tables so that they cannot say something else.

`python -m intent_tui.cli.pages docs` writes both into a folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from intent_tui.cli.options import Verb, usage_line
from intent_tui.cli.verbs import APP, VERBS

MADE = (
    "Made by `python -m intent_tui.cli.pages docs`; a test keeps it equal to the table it is from."
)

VERBS_HEAD = f"""# Verbs

{MADE}
Without a verb the app opens."""

KEYS_HEAD = f"""# Keys

{MADE}
Letters point, Enter does. Everything here is also in the palette (`:`) and in the help (`?`)."""

PLACES = {
    "prompt": "typing a request",
    "home": "home",
    "looking": "looking up",
    "reading": "reading the trace",
    "options": "at a question",
    "typing": "own words",
    "routed": "ROUTE",
    "silent": "nothing to ask",
    "halted": "HALT",
    "broken": "broken off",
    "read": "what I read",
    "read line": "changing what was read",
    "page": "a page of text",
    "palette": "the palette",
    "specs": "saved specs",
    "review": "reviewing a spec",
    "verify": "the Intent check",
    "verify file": "picking a line",
}


def verbs_page() -> str:
    """docs/verbs.md."""
    return "\n\n".join([VERBS_HEAD, *(_verb(verb) for verb in (APP, *VERBS))]) + "\n"


def keys_page() -> str:
    """docs/keys.md."""
    from intent_tui.app.commands import COMMANDS

    rows = ["| key | does | where |", "|---|---|---|"]
    for one in COMMANDS:
        where = ", ".join(PLACES[place] for place in one.where)
        rows.append(f"| `{one.shown}` | {one.does} | {where} |")
    return "\n".join([KEYS_HEAD, "", *rows]) + "\n"


def _verb(verb: Verb) -> str:
    rows = [
        f"| `{f'{option.name} {option.value}'.strip()}` | {option.help} |"
        for option in verb.options
    ]
    title = verb.name or "intent-tui"
    usage = f"    {usage_line(verb)}"
    summary = verb.summary[0].upper() + verb.summary[1:] + "."
    return "\n".join(
        [f"## {title}", "", summary, "", usage, "", "| option | |", "|---|---|", *rows]
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "verbs.md").write_text(verbs_page(), encoding="utf-8")
    (folder / "keys.md").write_text(keys_page(), encoding="utf-8")
