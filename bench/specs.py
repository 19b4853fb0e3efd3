"""Many saved specs: how soon the first screenful of the list is there, and how long all take.

    python bench/specs.py [COUNT]

Times are wall seconds of a process of its own; the floor is reading the same bytes in Python.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.spec.yaml import dump

SPEC = IntentSpec(
    request="tell the skippers",
    intent="tell_skippers",
    objects=("POST /storms", "src/night.ts"),
    constraints=tuple(
        Constraint("probed", f"fact number {number}", "src/night.ts:1", category="approach")
        for number in range(12)
    ),
    unknown=(),
    decision=Decision("ROUTE", 0.9, target="implement"),
    resolution=Resolution(0, 0, 0, 0, 3),
    trace=tuple(TraceItem("probe", f"look-up number {number}: 3 found") for number in range(14)),
    verification_status="routed",
)


def main(count: int) -> None:
    """Build the specs and print the figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / ".intent").mkdir()
        (root / "src").mkdir()
        (root / "src" / "night.ts").write_text("export const night = true\n")
        for number in range(count):
            intent = f"tell_skippers_{number}"
            one = replace(SPEC, request=f"{SPEC.request} {number}", intent=intent)
            (root / ".intent" / f"{intent}.intent.yaml").write_text(dump(one))
        begun = time.perf_counter()
        for path in sorted((root / ".intent").iterdir()):
            path.read_bytes()
        floor = time.perf_counter() - begun
        first, whole = _listed(root)
        checked = _timed(root, "check")
        grilled = _timed(root, "grill", "add a flag to the night watch", "--no-save")
    print(f"{count:,} specs; reading the bytes {floor:.2f} s")
    print(f"first screenful of `specs`  {first:.2f} s   (at most 0.3 s beside the start)")
    print(f"all of `specs`              {whole:.2f} s   {whole / floor:.1f} x the floor")
    print(f"`check` of all              {checked:.1f} s   (at most 60 s)")
    print(f"`grill` of another request  {grilled:.2f} s")


def _command(root: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "intent_tui", *words, "--workspace", str(root)]


def _listed(root: Path) -> tuple[float, float]:
    begun = time.perf_counter()
    with subprocess.Popen(_command(root, "specs"), stdout=subprocess.PIPE) as child:
        if child.stdout is None:
            raise RuntimeError("no pipe")
        child.stdout.readline()
        first = time.perf_counter() - begun
        child.stdout.read()
    return first, time.perf_counter() - begun


def _timed(root: Path, *words: str) -> float:
    begun = time.perf_counter()
    subprocess.run(_command(root, *words), capture_output=True, check=False)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
