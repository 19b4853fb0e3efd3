"""Cases shared out among worker processes; the results come back in the order of the cases."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.base.worker_process import WorkerProcess
from intent_tui.evaluate.cases import Case
from intent_tui.evaluate.execution import Asked, Ran

EVERY = 10
"""Every written case and every so-many-th generated one is run twice."""

Result = tuple[Case, Ran | None, bool | None]
"""The case, what it did (None when the engine broke), and whether two runs were equal."""


def run_all(
    cases: Sequence[Case], seed: int, workers: int, tell: Callable[[int], None]
) -> list[Result]:
    """Run every case once, some twice.

    Args:
        cases: what is run.
        seed: the seed they were generated with.
        workers: how many processes.
        tell: called with the number of finished cases.

    Raises:
        Problem: a worker ended before its work.
    """
    work: SimpleQueue[tuple[int, Case]] = SimpleQueue()
    for numbered in enumerate(cases):
        work.put(numbered)
    found: dict[str, dict[str, Any]] = {}

    def serve() -> None:
        child = WorkerProcess(
            [sys.executable, "-m", "intent_tui.evaluate.worker", str(seed)], os.environ
        )
        answers = child.lines()
        try:
            while True:
                place, case = work.get_nowait()
                twice = case.operator in ("written", "language") or place % EVERY == 0
                child.write(json.dumps([case.id, 2 if twice else 1]).encode())
                answer = json.loads(next(answers, b"null"))
                if answer is None:
                    return
                found[case.id] = answer
                tell(len(found))
        except Empty:
            return
        finally:
            child.close(patience=5.0)

    # Daemons: ctrl+c ends the program at once, and the workers die with it.
    threads = [
        threading.Thread(target=serve, daemon=True) for _ in range(max(1, min(workers, len(cases))))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    missing = [case.id for case in cases if case.id not in found]
    if missing:
        raise Problem(
            f"a worker ended while {missing[0]} ran; {len(missing)} cases have no result",
            f"intent-tui bench --only {missing[0]}",
            Exit.INTERNAL,
        )
    return [_result(case, found[case.id]) for case in cases]


def _result(case: Case, answer: dict[str, Any]) -> Result:
    if "broke" in answer:
        return case, None, None
    equal = bool(answer.pop("equal"))
    repeated = bool(answer.pop("repeated"))
    answer.pop("id")
    answer["asked"] = tuple(Asked(**one) for one in answer["asked"])
    for key in ("evidence", "invalid"):
        answer[key] = tuple(answer[key])
    return case, Ran(**answer), equal if repeated else None
