"""`export`: a saved spec in a form that other tools and people read."""

from __future__ import annotations

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store


def export(parsed: Parsed) -> int:
    """Print a spec in the form of `--to`. The spec itself stays the source."""
    from intent_tui.handoff.exports import FORMATS

    form = parsed.value("--to") or "markdown"
    saved = store(parsed).find(parsed.words[0])
    if saved.spec is None:
        raise Problem(f"{saved.path} is not a valid spec", f"intent-tui check {saved.intent}")
    output.result(output.shown(FORMATS[form](saved.spec, saved.path)))
    return int(Exit.DONE)
