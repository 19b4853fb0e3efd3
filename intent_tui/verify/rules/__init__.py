"""The rules that reach a verdict by code, in their order: the first that knows wins."""

from __future__ import annotations

from collections.abc import Callable

from intent_tui.spec.model import Constraint
from intent_tui.verify.rules import (
    absent,
    elsewhere,
    failing,
    interface,
    kept,
    packages,
    scope,
    tests,
    used,
    value,
)
from intent_tui.verify.scene import Judged, Scene

Rule = Callable[[Constraint, Scene], Judged | None]

RULES: tuple[tuple[str, Rule], ...] = (
    ("packages", packages.judge),
    ("kept", kept.judge),
    ("scope", scope.judge),
    ("elsewhere", elsewhere.judge),
    ("failing", failing.judge),
    ("interface", interface.judge),
    ("tests", tests.judge),
    ("absent", absent.judge),
    ("used", used.judge),
    ("value", value.judge),
)
"""Name and function; docs and the tests read the names from here."""
