"""How fast a repository is looked through, as ratios to what no program gets below.

    uv run python bench/probe.py [--sizes 250 5000 13000 50000] [--json] [CHECKOUT ...]

Repositories of the given sizes are built by script in a temporary folder; checkouts named on the
command line are measured as they are, and nothing is written into them. Each measure runs in a
process of its own (`measures.py`); seconds are CPU seconds, the smallest of three rounds. `later`
is the same request in another process, with what the first one kept; nothing else has anything.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from synthetic import build

HERE = Path(__file__).resolve().parent
LIMITS = {"listing": 1.5, "search": 2.0, "routes": 3.0, "history": 1.6}
"""Most that each may cost against its floor."""
MEMORY = 300.0
"""Megabytes a whole run may take."""
COMMITS = 20_000


def main() -> int:
    """Measure and print. Exit 1 when something is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkouts", nargs="*", type=Path)
    parser.add_argument("--sizes", nargs="*", type=int)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    usual = [] if options.checkouts else [250, 5_000, 13_000, 50_000]
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="bench-probe-") as scratch:
        state = Path(scratch) / "state"
        for size in usual if options.sizes is None else options.sizes:
            folder = build(Path(scratch) / str(size), size, min(COMMITS, size * 3))
            rows.append(measured(str(size), folder, state))
        rows += [measured(each.name, each.resolve(), state) for each in options.checkouts]
    print(json.dumps(rows, indent=2) if options.json else table(rows))
    return 1 if any(row["above"] for row in rows) else 0


def measured(name: str, folder: Path, state: Path) -> dict[str, Any]:
    """All measures of one repository, and which of them are above their limit."""
    row: dict[str, Any] = {"name": name, "above": []}
    for measure, most in LIMITS.items():
        found = one(measure, folder, state)
        row[measure] = found["ours"] / found["floor"]
        row[f"{measure}_seconds"] = found["ours"]
        if row[measure] > most:
            row["above"].append(measure)
    own = state / f"grill-{name}"
    row.update(one("grill", folder, own))
    row["later"] = one("grill", folder, own)["cpu"]
    if row["memory"] > MEMORY:
        row["above"].append("memory")
    return row


def one(measure: str, folder: Path, state: Path) -> dict[str, float]:
    """What one measure prints."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(state),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(HERE.parent),
        "INTENT_TUI_STATE_DIR": str(state),
        "INTENT_TUI_CONFIG_DIR": str(state / "config"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    line = [sys.executable, str(HERE / "measures.py"), measure, str(folder)]
    done = subprocess.run(line, env=env, capture_output=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as people read them; what is above its limit is named at the end of its row."""
    heads = ("grill s", "later s", "again s", "first s", "MB")
    lines = [
        f"{'repository':<14}" + "".join(f"{head:>9}" for head in (*LIMITS, *heads)) + "  above"
    ]
    limits = "".join(f"{LIMITS[key]:>9.1f}" for key in LIMITS)
    lines.append(f"{'(limit)':<14}{limits}{'':>36}{MEMORY:>9.0f}")
    for row in rows:
        ratios = "".join(f"{row[key]:>8.1f}x" for key in LIMITS)
        rest = "".join(f"{row[key]:>9.2f}" for key in ("cpu", "later", "again", "first"))
        rest += f"{row['memory']:>9.0f}"
        lines.append(f"{row['name']:<14}{ratios}{rest}  {', '.join(row['above'])}")
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
