"""The report: a table of both halves, the baselines, a chart in text, or one JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intent_tui.evaluate import measures
from intent_tui.evaluate.execution import Ran
from intent_tui.evaluate.measures import Figure
from intent_tui.evaluate.mutants import Tried
from intent_tui.evaluate.pool import Result
from intent_tui.evaluate.scoring import score

HALVES = ("development", "held back")
BAR = 30
"""Characters of a full bar."""


def document(results: Sequence[Result], took: float, seed: int) -> dict[str, Any]:
    """The report as plain data. `took` is the wall time of the whole run in seconds."""
    median, slow = measures.seconds(results)
    return {
        "version": 1,
        "seed": seed,
        "cases": len(results),
        "seconds": round(took, 1),
        "seconds_to_first": {"median": round(median, 3), "p95": round(slow, 3)},
        "halves": {
            half: [_plain(one) for one in measures.figures(_of(results, half))] for half in HALVES
        },
        "languages": _plain(measures.languages(results)),
        "baselines": [
            {"name": one.name, **{f.name: _plain(f) for f in (one.right, one.over, one.missed)}}
            for one in measures.baselines(results)
        ],
        "failures": [
            {"kind": kind, "count": count, "cases": list(ids)}
            for kind, count, ids in measures.failures(results)
        ],
    }


def _plain(figure: Figure) -> dict[str, Any]:
    share = figure.share
    return {
        "name": figure.name,
        "share": None if share is None else round(share, 4),
        "of": figure.of,
        "target": figure.target,
        "holds": figure.holds,
    }


def _of(results: Sequence[Result], half: str) -> list[Result]:
    return [one for one in results if one[0].half == half]


def text(results: Sequence[Result], took: float) -> str:
    """The report as lines of at most 100 columns."""
    halves = [measures.figures(_of(results, half)) for half in HALVES]
    counts = [len(_of(results, half)) for half in HALVES]
    median, slow = measures.seconds(results)
    lines = [
        f"{len(results):,} cases in {took:.0f} s: "
        f"{counts[0]:,} for development, {counts[1]:,} held back",
        f"first question or result after {median:.2f} s, 95 % within {slow:.2f} s",
        "",
        f"{'':<32}{'development':>14}{'held back':>14}{'target':>10}",
    ]
    lines += [_row(one, other) for one, other in zip(*halves, strict=True)]
    lines += ["", "whether to ask at all", *_baselines(results)]
    agree = measures.languages(results)
    lines += ["", f"{agree.name}: {_percent(agree)} of {agree.of:.0f}", "", "what went wrong"]
    worst = measures.failures(results)
    most = max((count for _, count, _ in worst), default=1)
    lines += [
        f"  {kind:<32}{count:>6} {'#' * max(1, round(BAR * count / most))}"
        for kind, count, _ in worst
    ] or ["  nothing"]
    return "\n".join(lines)


def cold(results: Sequence[Result], took: float) -> str:
    """The report of a cold set: one column, since it has no halves."""
    lines = [f"{len(results):,} cold requests in {took:.0f} s", ""]
    for one in measures.figures(results):
        mark = "  missed" if one.holds is False else ""
        lines.append(f"{one.name:<32}{_percent(one):>10} of {one.of:.0f}{mark}")
    lines += ["", "whether to ask at all", *_baselines(results), "", "what went wrong"]
    lines += [f"  {kind:<32}{count:>6}" for kind, count, _ in measures.failures(results)]
    return "\n".join(lines)


def _row(one: Figure, other: Figure) -> str:
    sign = "" if one.target is None else f"{'≤' if one.lower_is_better else '≥'} {one.target:.0%}"
    mark = "  missed" if other.holds is False else ""
    return f"{one.name:<32}{_percent(one):>14}{_percent(other):>14}{sign:>10}{mark}"


def _percent(figure: Figure) -> str:
    return "-" if figure.share is None else f"{100 * figure.share:.1f} %"


def _baselines(results: Sequence[Result]) -> list[str]:
    lines = []
    for one in measures.baselines(results):
        bar = "#" * round(BAR * (one.right.share or 0))
        figures = f"over {_percent(one.over):>8}  missed {_percent(one.missed):>8}"
        lines.append(f"  {one.name:<26}{_percent(one.right):>8}  {figures}  {bar}")
    return lines


def details(result: Result) -> str:
    """One case that went wrong, in two lines."""
    case, ran, _ = result
    if ran is None:
        return f"{case.id}: the engine broke\n  {case.request}"
    wrong = ", ".join(score(case, ran).failures())
    return f"{case.id}: {wrong}\n  {case.request}\n  {_did(ran)}"


def _did(ran: Ran) -> str:
    asked = ", ".join(one.field + (f" ({one.issue})" if one.issue else "") for one in ran.asked)
    return f"-> {ran.outcome}, {ran.final}; asked: {asked or 'nothing'}; target {ran.target or '-'}"


def spoiled(tried: Sequence[Tried]) -> dict[str, Any]:
    """The Intent check on spoiled work, as plain data."""
    outcomes = [each for one in tried for each in one.outcomes]
    return {
        "cases": len(tried),
        "mutants": len(outcomes),
        "killed": sum(each.killed for each in outcomes),
        "falsely_met": sum(each.verdict == "met" for each in outcomes),
        "alive": [
            f"{each.mutant.case}, {each.mutant.of}, {each.mutant.how}: {each.verdict}"
            for each in outcomes
            if not each.killed
        ],
        "wrong_on_good_work": [f"{one.case}, {each}" for one in tried for each in one.wrong],
    }


def spoiled_lines(tried: Sequence[Tried]) -> list[str]:
    """The same as lines."""
    found = spoiled(tried)
    count = found["mutants"] or 1
    lines = [
        f"the Intent check on work that was spoiled in {found['mutants']} ways",
        f"  {'killed':<30}{100 * found['killed'] / count:>6.1f} %   at least 90 %",
        f"  {'falsely met':<30}{100 * found['falsely_met'] / count:>6.1f} %   at most 2 %",
    ]
    lines += [f"  alive: {each}" for each in found["alive"]]
    return lines + [f"  wrong on good work: {each}" for each in found["wrong_on_good_work"]]
