"""`bench`: the evaluation, run on this machine and printed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.evaluate.mutants import Tried


def bench(parsed: Parsed) -> int:
    """Run the written cases and what the operators make of them; exit 6 when a rule was broken."""
    from intent_tui.evaluate import measures, report
    from intent_tui.evaluate.cases import cold, written
    from intent_tui.evaluate.operators import generated
    from intent_tui.evaluate.pool import run_all
    from intent_tui.evaluate.scoring import score

    seed = _number(parsed, "--seed", 0)
    cases = cold() if parsed.on("--cold") else generated(written(), seed)
    only = parsed.value("--only")
    if only is not None:
        cases = tuple(case for case in cases if only in case.id)
    cases = cases[: _number(parsed, "--limit", len(cases))]
    if not cases:
        raise Problem("no case is left to run", "intent-tui bench --only cache")
    begun = time.monotonic()
    results = run_all(cases, seed, os.cpu_count() or 1, _teller(len(cases)))
    took = time.monotonic() - begun
    whole = only is None and parsed.value("--limit") is None and not parsed.on("--cold")
    spoiled = _spoiled() if whole else []
    if parsed.on("--json"):
        found = {**report.document(results, took, seed), "mutants": report.spoiled(spoiled)}
        output.result(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        shown = report.cold if parsed.on("--cold") else report.text
        output.result(shown(results, took))
        if spoiled:
            output.result("\n".join(["", *report.spoiled_lines(spoiled)]))
        if only is not None:
            wrong = [one for one in results if one[1] is None or score(one[0], one[1]).failures()]
            output.result(output.shown("\n".join(["", *map(report.details, wrong)])))
    breaches = measures.breaches(results)
    if breaches:
        output.note(f"broken, and must never be: {', '.join(breaches)}")
    return int(Exit.FINDINGS if breaches else Exit.DONE)


def _spoiled() -> list[Tried]:
    from intent_tui.evaluate import mutants

    return [mutants.run(name) for name in mutants.cases()]


def _number(parsed: Parsed, name: str, otherwise: int) -> int:
    given = parsed.value(name)
    if given is None:
        return otherwise
    if not given.isascii() or not given.isdigit() or len(given) > 6:
        raise Problem(f'{name} is a whole number, not "{given}"', f"intent-tui bench {name} 100")
    return int(given)


def _teller(total: int) -> Callable[[int], None]:
    """Says every now and then how many cases are done."""

    def tell(done: int) -> None:
        if done % 200 == 0 and done < total:
            output.note(f"{done:,} of {total:,}")

    return tell
