"""What a piece of work costs, in units of a floor that is taken in the same run.

A time says more of the machine than of the work; how many times a plain loop fits into it does not.
"""

from __future__ import annotations

import time
from collections.abc import Callable

_LOOP = 400_000


def floors(work: Callable[[], object]) -> float:
    """CPU time of `work`, in units of a loop of 400,000 steps taken just before and after it."""
    before = _loop()
    began = time.process_time()
    work()
    took = time.process_time() - began
    return took / max(before, _loop(), 1e-3)


def _loop() -> float:
    began = time.process_time()
    total = 0
    for number in range(_LOOP):
        total += number & 7
    return time.process_time() - began
