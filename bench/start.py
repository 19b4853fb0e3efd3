"""How long until the app answers its first key, against the smallest Textual app there is.

    uv run python bench/start.py [--rounds 9] [--limit 1.35]

Each round starts both programs in a pseudo-terminal, in a shuffled order, sends one key as soon as
something is drawn, and takes the CPU seconds of the whole process tree at the moment the answer
to that key is on the screen. CPU time moves far less than wall time on a shared machine, and the
ratio within one round less still. Printed: the median of the ratios; exit 1 above the limit.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import re
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from builders.workspaces import build

SMALLEST = """
from textual.app import App
from textual.widgets import Label

class Smallest(App):
    def compose(self):
        yield Label("the smallest application is here", id="it")

    def on_key(self, event):
        self.query_one("#it", Label).update("~" + str(event.character))

Smallest().run()
"""
KEY = "~"
DRAWN = 20
"""Visible characters that count as a first frame."""
CONTROL = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|.)")
TICK = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure and print. Exit 1 when the median ratio is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--limit", type=float, default=1.35)
    options = parser.parse_args()
    shuffle = random.Random(1)
    rows: list[dict[str, tuple[float, float]]] = []
    with tempfile.TemporaryDirectory(prefix="bench-start-") as scratch:
        folder = build("service", Path(scratch) / "service")
        smallest = Path(scratch) / "smallest.py"
        smallest.write_text(SMALLEST)
        programs = {
            "smallest": [sys.executable, str(smallest)],
            "app": [sys.executable, "-m", "intent_tui"],
        }
        for number in range(options.rounds + 1):
            order = sorted(programs)
            shuffle.shuffle(order)
            row = {name: first_answer(programs[name], folder, Path(scratch)) for name in order}
            if number:  # the first round warms the caches
                rows.append(row)
    for name in ("smallest", "app"):
        cpu, wall = (statistics.median(row[name][part] for row in rows) for part in (0, 1))
        print(f"{name:<9} cpu {cpu * 1000:5.0f} ms   wall {wall * 1000:5.0f} ms")
    ratio = statistics.median(row["app"][0] / row["smallest"][0] for row in rows)
    print(f"ratio of CPU to the first answered key: {ratio:.2f} (limit {options.limit})")
    return 0 if ratio <= options.limit else 1


def first_answer(command: list[str], folder: Path, scratch: Path) -> tuple[float, float]:
    """CPU and wall seconds until the answer to the first key is drawn."""
    started = time.perf_counter()
    child, screen = pty.fork()
    if child == 0:
        os.chdir(folder)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(scratch), "TERM": "xterm-256color",
            "LANG": "C.UTF-8", "INTENT_TUI_STATE_DIR": str(scratch / "state"),
            "INTENT_TUI_CONFIG_DIR": str(scratch / "config"),
        }  # fmt: skip
        os.execvpe(command[0], command, environment)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    drawn, sent = b"", -1
    try:
        while time.perf_counter() - started < 30:
            if select.select([screen], [], [], 0.02)[0]:
                drawn += os.read(screen, 65536)
            if sent < 0 and visible(drawn) >= DRAWN:
                sent = len(drawn)
                os.write(screen, KEY.encode())
            elif sent >= 0 and KEY.encode() in CONTROL.sub(b"", drawn[sent:]):
                return cpu_of(family(child)), time.perf_counter() - started
        raise SystemExit(f"{command[-1]} never answered; it drew {drawn[-400:]!r}")
    finally:
        for pid in reversed(family(child)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        os.close(screen)
        os.waitpid(child, 0)


def visible(drawn: bytes) -> int:
    """How many characters are on the screen that a person could see."""
    text = CONTROL.sub(b"", drawn).decode("utf-8", "ignore")
    return sum(not one.isspace() and one.isprintable() for one in text)


def family(pid: int) -> list[int]:
    """The process and everything below it, parents first."""
    found, line = [], [pid]
    while line:
        one = line.pop(0)
        found.append(one)
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            line.extend(int(child) for child in children.read_text().split())
    return found


def cpu_of(pids: list[int]) -> float:
    """CPU seconds of these processes and of the children they have waited for."""
    total = 0.0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(fields[place]) for place in (11, 12, 13, 14)) / TICK
    return total


if __name__ == "__main__":
    raise SystemExit(main())
