"""The figures of a set of runs, and those of three baselines that look at nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from intent_tui.evaluate.cases import Case
from intent_tui.evaluate.execution import Ran
from intent_tui.evaluate.pool import Result
from intent_tui.evaluate.scoring import Score, score


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure: `good` of `of`, shown as a share; None of nothing."""

    name: str
    good: float
    of: float
    target: float | None = None
    lower_is_better: bool = False

    @property
    def share(self) -> float | None:
        """Between 0 and 1."""
        return self.good / self.of if self.of else None

    @property
    def holds(self) -> bool | None:
        """Whether the target is met; None without a target or without cases."""
        if self.target is None or self.share is None:
            return None
        return self.share <= self.target if self.lower_is_better else self.share >= self.target


def figures(results: Sequence[Result]) -> list[Figure]:
    """Every measure of the evaluation, in the order they are shown."""
    scored = [(case, ran, score(case, ran)) for case, ran, _ in results if ran is not None]
    scores = [one for _, _, one in scored]
    twice = [equal for _, _, equal in results if equal is not None]
    stable = _stability(results)
    return [
        Figure("outcome as labelled", sum(one.decision for one in scores), len(results)),
        _f1("Ask-F1", *_ask_counts(scores), target=0.80),
        _share("first question right", scores, lambda one: one.first, 0.80),
        _share("missed-ask", scores, lambda one: one.missed, 0.15, lower=True),
        _share("over-ask", scores, lambda one: one.over_asked, 0.08, lower=True),
        _share("silent on complete", scores, lambda one: one.silent_on_complete, 0.95),
        _share("false silence", scores, lambda one: one.false_silence, 0.03, lower=True),
        _share("order of questions", scores, lambda one: one.order, 0.95),
        _f1("issue F1", *_issue_counts(scores), target=0.70),
        _share("cause of a halt", scores, lambda one: one.cause, 1.0),
        _share("delegation", scores, lambda one: one.delegation, 1.0),
        _share("irreversible seen", scores, lambda one: one.irreversible, None),
        _share("target", scores, lambda one: one.target, None),
        _evidence("evidence valid", scores, lambda one: one.pointers - one.invalid, 1.0),
        _evidence("evidence precision", scores, lambda one: one.pointers - one.noisy, 0.85),
        Figure("evidence found", sum(s.cited for s in scores), sum(s.to_cite for s in scores)),
        _share("counts add up", scores, lambda one: one.counts, 1.0),
        _share("budgets kept", scores, lambda one: one.budget, 1.0),
        Figure("stable under neutral operators", sum(stable), len(stable), 0.98),
        Figure("two runs equal", sum(twice), len(twice), 1.0),
        Figure("engine did not break", len(scored), len(results), 1.0),
    ]


def _share(
    name: str,
    scores: Iterable[Score],
    take: Callable[[Score], bool | None],
    target: float | None,
    lower: bool = False,
) -> Figure:
    values = [value for one in scores if (value := take(one)) is not None]
    return Figure(name, sum(values), len(values), target, lower)


def _evidence(
    name: str, scores: Sequence[Score], take: Callable[[Score], int], target: float
) -> Figure:
    return Figure(name, sum(map(take, scores)), sum(one.pointers for one in scores), target)


def _f1(name: str, right: int, found: int, wanted: int, target: float) -> Figure:
    """F1 as twice the right ones over all that were found and all that were wanted."""
    return Figure(name, 2 * right, found + wanted, target)


def _ask_counts(scores: Iterable[Score]) -> tuple[int, int, int]:
    """Needed questions that were raised; those and the wrong ones; the needed ones.

    A question that may be asked but is not needed counts neither for nor against.
    """
    right = wrong = wanted = 0
    for one in scores:
        wrong += one.asked - one.asked_rightly
        if one.missed is not None:
            wanted += 1
            right += not one.missed
    return right, right + wrong, wanted


def _issue_counts(scores: Iterable[Score]) -> tuple[int, int, int]:
    right = found = wanted = 0
    for one in scores:
        found += bool(one.issue_found)
        wanted += bool(one.issue)
        right += bool(one.issue) and one.issue == one.issue_found
    return right, found, wanted


def _decision(ran: Ran) -> tuple[str, str, str]:
    head = ran.asked[0] if ran.asked else None
    return ran.outcome, head.field if head else "", head.issue if head else ""


def _stability(results: Sequence[Result]) -> list[bool]:
    """For each neutral variant, whether it went as the written case in the same language did."""
    own = {
        (case.base, case.language): _decision(ran)
        for case, ran, _ in results
        if ran is not None and case.operator in ("written", "language") and case.seed == 0
    }
    return [
        _decision(ran) == own[case.base, case.language]
        for case, ran, _ in results
        if ran is not None
        and case.neutral
        and case.operator not in ("written", "language")
        and (case.base, case.language) in own
    ]


def languages(results: Sequence[Result]) -> Figure:
    """Twins in other languages whose first turn ended as their English case did."""
    ends = {case.id: _decision(ran) for case, ran, _ in results if ran is not None}
    pairs = [
        (ends[case.id], ends[case.base])
        for case, _, _ in results
        if case.operator == "language" and case.id in ends and case.base in ends
    ]
    return Figure("language twins agree", sum(one == other for one, other in pairs), len(pairs))


NEVER_BROKEN = (
    "evidence valid", "counts add up", "budgets kept", "two runs equal", "engine did not break",
)  # fmt: skip
"""Rules of the product, not a question of quality: one breach fails the whole run."""


def breaches(results: Sequence[Result]) -> list[str]:
    """The rules that were broken at least once."""
    found = {figure.name: figure for figure in figures(results)}
    return [name for name in NEVER_BROKEN if found[name].holds is False]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Whether to ask at all, decided by a rule: how often it is right, and how it errs."""

    name: str
    right: Figure
    over: Figure
    missed: Figure


def baselines(results: Sequence[Result]) -> list[Baseline]:
    """Ours, always-ask, never-ask and length-only, on the cases every reader labels alike."""
    clear = [(case, ran) for case, ran, _ in results if ran is not None and _clear(case)]
    limit = _length([(case, ran) for case, ran in clear if case.half == "development"])
    rules: dict[str, Callable[[Case, Ran], bool]] = {
        "intent-tui": lambda _, ran: ran.outcome == "ASK",
        "always ask": lambda *_: True,
        "never ask": lambda *_: False,
        f"ask below {limit} characters": lambda case, _: len(case.request) < limit,
    }
    return [_baseline(name, rule, clear) for name, rule in rules.items()]


def _clear(case: Case) -> bool:
    return case.labels.needs_question or "ASK" not in case.labels.outcome


def _length(clear: Sequence[tuple[Case, Ran]]) -> int:
    """The length that tells the development half apart best."""

    def right(limit: int) -> int:
        return sum((len(case.request) < limit) == case.labels.needs_question for case, _ in clear)

    return max(range(0, 601, 20), key=lambda limit: (right(limit), -limit))


def _baseline(
    name: str, rule: Callable[[Case, Ran], bool], clear: Sequence[tuple[Case, Ran]]
) -> Baseline:
    said = [(rule(case, ran), case.labels.needs_question) for case, ran in clear]
    needed = sum(need for _, need in said)
    return Baseline(
        name,
        Figure("right", sum(ask == need for ask, need in said), len(said)),
        Figure("over-ask", sum(ask and not need for ask, need in said), len(said) - needed),
        Figure("missed-ask", sum(need and not ask for ask, need in said), needed),
    )


def failures(results: Sequence[Result]) -> list[tuple[str, int, tuple[str, ...]]]:
    """What went wrong, most frequent first, each with the ids it went wrong on."""
    found: dict[str, list[str]] = {}
    for case, ran, _ in results:
        kinds = ("engine broke",) if ran is None else score(case, ran).failures()
        for kind in kinds:
            found.setdefault(kind, []).append(case.id)
    counted = Counter({kind: len(ids) for kind, ids in found.items()})
    return [(kind, count, tuple(found[kind])) for kind, count in counted.most_common()]


def seconds(results: Sequence[Result]) -> tuple[float, float]:
    """The median and the 95th percentile of the time to the first question or result."""
    times = sorted(ran.seconds for _, ran, _ in results if ran is not None)
    if not times:
        return 0.0, 0.0
    return times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.95))]
