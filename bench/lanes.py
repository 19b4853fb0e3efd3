"""What it costs to read and group PRDs, in CPU seconds.

    uv run python bench/lanes.py [--documents 1000] [--paths 200] [--limit 2.0]

Every document declares its own paths; every tenth shares one with its neighbour, so there are
groups to find. Reading the lists and grouping are timed apart. Exit 1 when both together are
above the limit.
"""

from __future__ import annotations

import argparse
import time

from intent_tui.route import prd_files
from intent_tui.route.lanes import plan
from intent_tui.route.prd_document import Document


def main() -> int:
    """Measure and print. Exit 1 above the limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--paths", type=int, default=200)
    parser.add_argument("--limit", type=float, default=2.0)
    options = parser.parse_args()
    texts = {f"{n}.md": document(n, options.paths) for n in range(options.documents)}
    start = time.process_time()
    files = {name: prd_files.read(Document(text)) for name, text in texts.items()}
    read = time.process_time()
    made = plan(files, mode="auto", max_lanes=4)
    end = time.process_time()
    largest = max(len(group.lanes) for group in made.groups)
    print(
        f"{options.documents} documents of {options.paths} paths: read {read - start:.2f} s, "
        f"grouped {end - read:.2f} s, {len(made.groups)} groups, the largest of {largest}"
    )
    return 0 if end - start <= options.limit else 1


def document(number: int, paths: int) -> str:
    """A PRD with a counted list of so many paths."""
    listed = [f"area{number}/part{n % 17}/file{n}.py" for n in range(paths)]
    if number % 10 == 0:
        listed[-1] = f"area{number + 1}/part0/file0.py"
    rows = [f"- `{path}` - EDIT: touch it" for path in listed]
    lines = [f"# Plan {number}", "", "## Execution Phases", "", "### Phase 1: all of it", ""]
    return "\n".join([*lines, f"**Files ({paths}):**", "", *rows, ""])


if __name__ == "__main__":
    raise SystemExit(main())
