"""What a start costs, counted instead of timed, so that it never flakes."""

from __future__ import annotations

import subprocess
import sys

MOST_MODULES = 430
MOST_WIDGETS = 25
HEAVY = (
    "pydantic", "git", "mammoth", "markdown_it", "pygments", "importlib.metadata", "ruamel", "yaml",
    "numpy", "intent_tui.passes.events", "intent_tui.app.bridge", "intent_tui.app.screens.grill",
    "intent_tui.app.desk",
)  # fmt: skip

SCRIPT = """
import asyncio, sys
from intent_tui.app import theme
from intent_tui.app.app import IntentApp

def connect(wake):
    raise AssertionError("the engine is not needed for the first frame")

def options():
    raise AssertionError("nor are its options")

def desk(deliver):
    raise AssertionError("nor are the saved specs")

app = IntentApp("depot", connect, "", options, theme.load("intent-dark"), desk)

async def main():
    async with app.run_test(size=(80, 24)) as pilot:
        before = sorted(sys.modules)
        print(len(before), len(list(app.screen.walk_children())))
        print(" ".join(before))

asyncio.run(main())
"""


def test_the_first_frame_needs_little() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    counts, names = done.stdout.splitlines()
    modules, widgets = map(int, counts.split())
    assert modules <= MOST_MODULES
    assert widgets <= MOST_WIDGETS
    loaded = set(names.split())
    assert not loaded & set(HEAVY)
