"""The only place that asks what time it is, so that a run can be repeated on any day."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime

from intent_tui.base.problem import Problem

TODAY = "INTENT_TUI_TODAY"
NOW = "INTENT_TUI_NOW"


def today(override: str | None = None) -> date:
    """The day a run takes for today.

    Args:
        override: `YYYY-MM-DD` of the `--today` option; wins over the environment.

    Returns:
        The override, else INTENT_TUI_TODAY, else the day of INTENT_TUI_NOW, else the local day.

    Raises:
        Problem: a date that is none.
    """
    if override is not None:
        return _day(override, "--today")
    text = os.environ.get(TODAY, "")
    if text:
        return _day(text, TODAY)
    return now().date() if os.environ.get(NOW) else datetime.now().astimezone().date()


def now() -> datetime:
    """The moment, with its zone (UTC); INTENT_TUI_NOW fixes it.

    Raises:
        Problem: INTENT_TUI_NOW is not an ISO 8601 moment.
    """
    text = os.environ.get(NOW, "")
    if not text:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise Problem(
            f"{NOW} is not a moment: {text!r}", f"write it as {NOW}=2030-01-31T09:00:00+00:00"
        ) from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _day(text: str, name: str) -> date:
    try:
        day = date.fromisoformat(text)
        if day.isoformat() != text:  # other spellings of ISO 8601, such as weeks
            raise ValueError(text)
        return day
    except ValueError as error:
        raise Problem(
            f"{name} is not a date: {text!r}", f"write it as {name} 2030-01-31"
        ) from error
