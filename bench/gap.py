"""The longest time the app's event loop stood still while a repository is looked through.

    uv run python bench/gap.py [--size 50000 | CHECKOUT] [--limit 50]

The app runs headless with its real engine process; a task on its loop wakes every 5 milliseconds
and keeps how much CPU time the loop's own thread spent since the last wake: that is how long it
answered nobody, and the load of the machine adds nothing to it. Printed beside it: the wall time
between wakes, which the load does add to. Exit 1 when the longest is above the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from synthetic import build

from intent_tui.app import theme
from intent_tui.app.app import IntentApp
from intent_tui.app.main import _desk, _engine
from intent_tui.passes.events import Submit

REQUEST = "add caching to the plant API"
STEP = 0.005
SIZE = (100, 30)
LONGEST = 120.0
"""Seconds until the first question must be there."""


def main() -> int:
    """Measure and print. Exit 1 above the limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", nargs="?", type=Path)
    parser.add_argument("--size", type=int, default=50_000)
    parser.add_argument("--limit", type=float, default=50.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-gap-") as scratch:
        os.environ["INTENT_TUI_STATE_DIR"] = f"{scratch}/state"
        folder = options.checkout or build(Path(scratch) / "big", options.size, 20_000)
        spent, late = asyncio.run(gaps(folder))
    print(f"own work: {told(spent)}\nbetween wakes: {told(late)}")
    return 0 if spent[0] <= options.limit else 1


async def gaps(folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds of own work and of wall time between two wakes, longest first."""
    app = IntentApp(
        folder.name,
        lambda wake: _engine(folder.resolve(), wake),
        REQUEST,
        lambda: Submit(REQUEST, mode="explicit", save=False),
        theme.load(theme.chosen(os.environ)),
        lambda deliver: _desk(folder.resolve(), deliver),
    )
    spent: list[float] = []
    late: list[float] = []
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        end = time.monotonic() + LONGEST
        while app.state.pending is None and app.state.emitted is None:
            if time.monotonic() > end:
                raise SystemExit(f"no question within {LONGEST:g} s")
            own, wall = time.thread_time(), time.perf_counter()
            await asyncio.sleep(STEP)
            spent.append((time.thread_time() - own) * 1000)
            late.append((time.perf_counter() - wall) * 1000)
    return sorted(spent, reverse=True), sorted(late, reverse=True)


def told(late: list[float]) -> str:
    """The longest ones and the median."""
    longest = ", ".join(f"{each:.0f}" for each in late[:5])
    return f"longest {longest} ms, median {late[len(late) // 2]:.1f} ms, {len(late)} wakes"


if __name__ == "__main__":
    sys.exit(main())
