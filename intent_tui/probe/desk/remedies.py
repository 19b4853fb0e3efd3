"""Which remedies the policies allow, which one closes off the others, which is ruled out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from intent_tui.probe.desk.policies import Policy
from intent_tui.probe.domains import Domain, Remedy
from intent_tui.probe.written.bans import content
from intent_tui.probe.written.prose import Said
from intent_tui.probe.written.vocabulary import pattern

_CONDITION = re.compile(
    r"(?:\b(?:for|if|when|after|unless|once|where|before|without)\b|如果|超过|若|bei|wenn|nach)(.*)"
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A remedy and the sentence of a policy that speaks of it.

    `condition` is the clause that limits a refusal; a refusal that does not fit the case is none.
    """

    remedy: Remedy
    policy: Policy
    said: Said
    forecloses: bool
    excluded: bool
    condition: str = ""


@dataclass(slots=True)
class _Seen:
    remedy: Remedy
    place: int
    allowing: tuple[Policy, Said] | None = None
    naming: tuple[Policy, Said] | None = None
    refusing: tuple[Policy, Said] | None = None
    forecloses: bool = False
    condition: str = ""


def allowed(
    table: Domain, policies: Sequence[Policy], case: frozenset[str] = frozenset()
) -> tuple[Allowed, ...]:
    """The remedies that policies speak of.

    In the order they are met, those of last resort at the end and the excluded behind them.

    Args:
        table: the domain with its remedies.
        policies: those in force.
        case: stems of what the case says; a refusal with a condition holds only if it fits.
    """
    seen: dict[str, _Seen] = {}
    for policy in policies:
        for said in policy.said:
            _sentence(table, policy, said, seen, case)
    found = [each for one in seen.values() if (each := _made(one)) is not None]
    last = [each for each in found if not each.remedy.first]
    ordered = [each for each in found if each.remedy.first] + last
    return tuple(sorted(ordered, key=lambda each: each.excluded))


def _sentence(
    table: Domain, policy: Policy, said: Said, seen: dict[str, _Seen], case: frozenset[str]
) -> None:
    low = said.text.lower()
    spots = sorted(_spots(table.remedies, low), key=lambda spot: spot[0])
    if not spots:
        return
    closing = table.forecloses.search(low) is not None
    refused = _refused(table, low)
    for place, (at, remedy) in enumerate(spots):
        one = seen.setdefault(remedy.name, _Seen(remedy, len(seen)))
        one.naming = one.naming or (policy, said)
        if closing and place == 0:
            one.forecloses = True
        elif not closing and refused is None:
            one.allowing = one.allowing or (policy, said)
        if refused is not None and not closing and _is_subject(low, at, refused, len(spots)):
            condition = _condition(low[refused:])
            if not condition or _fits(condition, case):
                one.refusing = (policy, said)
            one.condition = condition


def _spots(remedies: Iterable[Remedy], low: str) -> Iterator[tuple[int, Remedy]]:
    for remedy in remedies:
        match = remedy.words.search(low)
        if match is not None:
            yield match.start(), remedy


def _refused(table: Domain, low: str) -> int | None:
    """Where a sentence refuses something, None if it does not."""
    found = table.excluded.search(low) or pattern("forbids").search(low)
    if found is not None:
        return found.start()
    first = re.match(r"no\b|kein\w*\b|不|无", low)
    return first.start() if first is not None else None


def _is_subject(low: str, at: int, refused: int, remedies: int) -> bool:
    """Whether the refusal is about the remedy at `at`: the only one, or the one beside it."""
    if remedies == 1:
        return True
    between = low[min(at, refused) : max(at, refused)]
    return not re.search(r"[,;:，；：]|\b(?:but|and|while|aber|und)\b|但|而", between)


def _condition(rest: str) -> str:
    match = _CONDITION.search(rest)
    return match[1].strip(" .。,") if match is not None else ""


def _fits(condition: str, case: frozenset[str]) -> bool:
    """Whether the case says more than half of what the condition speaks of."""
    stems = content(condition)
    return bool(stems) and sum(stem in case for stem in stems) * 2 > len(stems)


def _made(one: _Seen) -> Allowed | None:
    spoken = one.refusing or one.allowing or one.naming
    if spoken is None:
        return None
    policy, said = spoken
    return Allowed(
        one.remedy, policy, said, one.forecloses, one.refusing is not None, one.condition
    )
