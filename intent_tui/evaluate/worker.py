"""A process that runs cases: one id a line comes in, one JSON result a line goes out.

Every workspace is built once a seed; cases run in it one after the other and leave it as it was.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from intent_tui.evaluate import workspaces
from intent_tui.evaluate.cases import Case, cold, written
from intent_tui.evaluate.execution import run
from intent_tui.evaluate.operators import generated


class Runner:
    """Runs cases below a folder of its own.

    Args:
        home: where the workspaces and the program's own state are kept.
        seed: the seed the cases were generated with.
    """

    def __init__(self, home: Path, seed: int) -> None:
        self._home = home
        self._cases = {case.id: case for case in (*generated(written(), seed), *cold())}
        os.environ["INTENT_TUI_STATE_DIR"] = str(home / "state")
        os.environ["INTENT_TUI_CONFIG_DIR"] = str(home / "config")

    def result(self, name: str, times: int) -> dict[str, Any]:
        """Run the case of that id, as often as told; equal runs have equal digests."""
        case = self._cases[name]
        folder = self._folder(case)
        ran = asdict(run(case, folder))
        again = [run(case, folder).digest for _ in range(times - 1)]
        return {"id": name, "repeated": times > 1, "equal": set(again) <= {ran["digest"]}, **ran}

    def _folder(self, case: Case) -> Path:
        folder = self._home / f"{case.workspace}-{case.seed}" / "work"
        if not folder.exists():
            workspaces.build(case.workspace, case.seed, folder)
        return folder


def main() -> int:
    """Serve until the input ends. The argument is the seed."""
    with tempfile.TemporaryDirectory(prefix="intent-tui-bench-") as home:
        runner = Runner(Path(home), int(sys.argv[1]))
        for line in sys.stdin:
            name, times = json.loads(line)
            try:
                answer = runner.result(name, times)
            except Exception as fault:  # a case that breaks the engine is a result, not the end
                answer = {"id": name, "broke": f"{type(fault).__name__}: {fault}"}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
