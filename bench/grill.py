"""How long until the first question, in a repository of 5,000 files.

    uv run python bench/grill.py [--files 5000] [--rounds 5] [--limit 30]

Printed: the median wall time of a whole `grill`, split into the start of the program and the
look-ups by surface (their own milliseconds), and the ratio of the work (whole minus start) to a
floor no program gets below: `git ls-files` and one `git grep`. Exit 1 above the limit.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from builders.program import command, environment
from builders.workspaces import build, grow

REQUEST = "add caching to the plant API"


def main() -> int:
    """Measure and print. Exit 1 when the ratio is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=30.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-grill-") as scratch:
        home = Path(scratch) / "home"
        home.mkdir()
        folder = grow(build("service", Path(scratch) / "big"), options.files)
        start = median(options.rounds, command("--version"), folder, home)[0]
        floor = sum(
            median(options.rounds, line, folder, home)[0]
            for line in (
                ["git", "ls-files", "-z"],
                ["git", "grep", "-lI", "-e", "beacon", "-e", "roster"],
            )
        )
        whole, document = median(
            options.rounds, command("grill", REQUEST, "--explicit", "--json"), folder, home
        )
    split: dict[str, int] = defaultdict(int)
    for one in json.loads(document)["lookups"]:
        split[one["surface"]] += one["ms"]
    ratio = (whole - start) / floor
    print(f"first question {whole:.2f} s, of it start {start:.2f} s, {options.files} files")
    for surface, ms in sorted(split.items(), key=lambda row: (-row[1], row[0])):
        print(f"  {surface:<12} {ms:>5} ms")
    rest = (whole - start) * 1000 - sum(split.values())
    print(f"  {'the rest':<12} {rest:>5.0f} ms")
    print(f"{ratio:.1f} x the floor of {floor * 1000:.0f} ms (limit {options.limit})")
    return 0 if ratio <= options.limit else 1


def median(rounds: int, line: list[str], folder: Path, home: Path) -> tuple[float, bytes]:
    """The median wall seconds of a command, and its last output."""
    taken, output = [], b""
    for _ in range(rounds):
        for left in (folder / ".intent", home / "state"):
            shutil.rmtree(left, ignore_errors=True)
        env = environment(home)
        started = time.perf_counter()
        done = subprocess.run(line, cwd=folder, env=env, capture_output=True, check=False)
        taken.append(time.perf_counter() - started)
        if done.returncode not in (0, 3):
            raise SystemExit(f"{line[0]} ended with {done.returncode}: {done.stderr[-300:]!r}")
        output = done.stdout
    return statistics.median(taken), output


if __name__ == "__main__":
    raise SystemExit(main())
