"""Text twice as long takes about twice the time, whatever is in it: no pattern backtracks."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from intent_tui.mind.offline.analyst import Analyst
from intent_tui.probe.facts import Wanted
from intent_tui.probe.plan import Prober
from intent_tui.workspace.files import Workspace

PIECES = {
    "blanks": "\t ",
    "words": "aa ",
    "letters": "a",
    "brackets": "([{",
    "closing": "}])",
    "quotes": "'\"",
    "escapes": "\\'",
    "slashes": "/*/",
    "routes": "get('/a",
    "keys": "a: {b: ",
    "numbers": "1.1,",
    "marks": "@Get(",
    "equals": "a=a==",
    "dashes": "- -",
    "hashes": "#!",
    "lists": "a, b and ",
}
NAMES = (
    "a.py",
    "a.ts",
    "a.go",
    "A.java",
    "a.rb",
    "a.php",
    "a.md",
    "a.yaml",
    "a.ex",
    "a.rs",
    "a.cs",
)
SURFACES = ("entries", "kin", "conventions", "tests", "decisions", "manifests")
SMALL = 2_000
"""Letters of the shorter text, below the longest line that is looked at."""


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    taken = []
    for _ in range(2):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


def _probe(folder: Path, text: str, length: int, lines: int) -> Callable[[], None]:
    folder.mkdir()
    line = (text * (length // len(text) + 1))[:length]
    for name in NAMES:
        (folder / name).write_text(f"{line}\n" * lines, encoding="utf-8")

    def work() -> None:
        workspace = Workspace.find(folder)
        prober = Prober(workspace)
        for surface in SURFACES:
            prober.look(surface, Wanted(surface, terms=("aa", "get")))

    return work


@pytest.mark.parametrize("name", PIECES)
def test_a_longer_line_of_a_source_costs_no_more_than_its_length(name: str, tmp_path: Path) -> None:
    short = _seconds(_probe(tmp_path / "short", PIECES[name], SMALL, 3))
    long = _seconds(_probe(tmp_path / "long", PIECES[name], 2 * SMALL, 3))
    assert long < 3 * short + 0.25


@pytest.mark.parametrize("name", PIECES)
def test_a_longer_request_costs_no_more_than_its_length(name: str) -> None:
    def read(length: int) -> Callable[[], object]:
        text = "add " + (PIECES[name] * length)[:length]
        return lambda: Analyst().read(text, None)

    read(10)()
    short, long = _seconds(read(2_000)), _seconds(read(4_000))
    assert long < 3 * short + 0.25
