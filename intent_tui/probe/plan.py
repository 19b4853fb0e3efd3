"""Chooses the surface of each look-up, makes it, and counts it.

The budget is the seed's: three actions an unknown, one reserved history query beside them, and two
look-ups for the premise check outside both (seed 000, sections 1 and 4.2; ruling G10).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, cast

from intent_tui.base.files import Unreadable
from intent_tui.base.processes import ProcessFailed
from intent_tui.probe.facts import Fact, Lookup, Surface, Wanted
from intent_tui.probe.result import Result
from intent_tui.workspace.files import Workspace

if TYPE_CHECKING:
    from intent_tui.probe.lanes.dealt import Dealer

ACTIONS = 3
PREMISE_LOOKUPS = 2
PREMISE = "premise"

Look = Callable[[Workspace, Wanted], Result]


class Prober:
    """Makes the look-ups of one run.

    Args:
        workspace: what is looked at.
        today: the day that decides which policies are in force, as YYYY-MM-DD.
    """

    def __init__(self, workspace: Workspace, today: str | None = None) -> None:
        self._workspace = workspace
        self._today = today
        self._made: list[Lookup] = []
        self._known: dict[Wanted, Result] = {}
        self._dealer: Dealer | None = None

    def about(self, text: str, language: str) -> None:
        """Told the request once: every further look-up for a field opens what it leads to."""
        from intent_tui.probe.lanes.dealt import Dealer

        self._dealer = Dealer(self._workspace, text, language)

    @property
    def lookups(self) -> tuple[Lookup, ...]:
        """All look-ups made so far, in order."""
        return tuple(self._made)

    def spent(self, field: str) -> int:
        """How many of its three actions a field has used."""
        return sum(each.field == field and not each.reserved for each in self._made)

    def look(self, field: str, wanted: Wanted) -> Lookup | None:
        """One look-up for a field, or None when its budget is spent."""
        if wanted.reserved:
            used = any(each.field == field and each.reserved for each in self._made)
            if used or wanted.surface != "history":
                return None
        elif self.spent(field) >= ACTIONS:
            return None
        return self._make(field, wanted)

    def premise(self, wanted: Wanted) -> Lookup | None:
        """One of the two look-ups of the premise check, or None when both are made."""
        if self.spent(PREMISE) >= PREMISE_LOOKUPS:
            return None
        return self._make(PREMISE, wanted)

    def _make(self, field: str, wanted: Wanted) -> Lookup:
        started = time.monotonic()
        result = self._known.get(wanted)
        if result is None:
            result = self._known[wanted] = self._result(wanted)
        beside: tuple[Fact, ...] = ()
        if self._dealer is not None and field != PREMISE and not wanted.reserved:
            beside = self._beside(self._dealer, wanted)
        spent = round((time.monotonic() - started) * 1000)
        lookup = Lookup(
            field=field,
            surface=wanted.surface,
            action=result.action,
            facts=result.facts,
            hits=result.hits,
            failed=result.failed,
            ms=spent,
            reserved=wanted.reserved,
            context=beside,
        )
        self._made.append(lookup)
        return lookup

    def _beside(self, dealer: Dealer, wanted: Wanted) -> tuple[Fact, ...]:
        """What to read beside what was looked for; it never decides whether a look-up failed."""
        from intent_tui.probe.settings.secrets import cleaned

        return tuple(cleaned(fact) for fact in dealer.deal(wanted.surface))

    def _result(self, wanted: Wanted) -> Result:
        try:
            result = _cleaned(self._looked(wanted))
        except (Unreadable, ProcessFailed) as error:
            return Result(f"{wanted.surface}: {' '.join(wanted.terms)}", failed=str(error))
        missing = self._workspace.inventory.partial
        if missing and not result.failed and wanted.surface != "history":
            # What was not listed was not searched either: that is no "nothing found".
            return replace(result, failed=missing)
        return result

    def _looked(self, wanted: Wanted) -> Result:
        if wanted.claims:
            from intent_tui.probe import claims

            return claims.look(self._workspace, wanted)
        if wanted.surface == "records":
            # The only surface where the day matters: which policies hold.
            from intent_tui.probe import records

            return records.look(self._workspace, wanted, self._today)
        return _surface(wanted.surface)(self._workspace, wanted)


def _surface(name: Surface) -> Look:
    """The module of a surface, imported when it is first needed: grammars are not light."""
    return cast(Look, import_module(f"intent_tui.probe.{name}").look)


def _cleaned(result: Result) -> Result:
    """The result without a credential in any of its facts, whichever surface quoted it."""
    from intent_tui.probe.settings.secrets import cleaned

    return replace(result, facts=tuple(cleaned(fact) for fact in result.facts))
