"""Programs that some tests drive and that not every machine has."""

from __future__ import annotations

import os
import shutil

import pytest


def tool(name: str) -> str:
    """The path of a program a test needs. Missing: fails when it is required, else skips.

    INTENT_TUI_REQUIRED lists the programs that must be there (CI sets it), so that a machine
    without one can still run the rest, and CI can never pass by skipping.
    """
    found = shutil.which(name)
    if found is not None:
        return found
    message = f"{name} is not installed, and this test drives it"
    if name in os.environ.get("INTENT_TUI_REQUIRED", "").split(","):
        pytest.fail(message)
    pytest.skip(message)
