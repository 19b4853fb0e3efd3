"""The page of verbs, made from the table so that it cannot say something else.

`python -m intent_tui.cli.pages` prints it; docs/verbs.md is its output.
"""

from __future__ import annotations

from intent_tui.cli import output
from intent_tui.cli.options import Verb, usage_line
from intent_tui.cli.verbs import APP, VERBS

HEAD = """# Verbs

Generated from the table of verbs by `python -m intent_tui.cli.pages`; a test keeps the two equal.
Without a verb the app opens."""


def page() -> str:
    """The whole page as Markdown."""
    return "\n\n".join([HEAD, *(_section(verb) for verb in (APP, *VERBS))]) + "\n"


def _section(verb: Verb) -> str:
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
    output.result(page())
