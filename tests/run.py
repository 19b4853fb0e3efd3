"""The one command that runs every check and test: `python3 tests/run.py`.

Needs Python 3.11 or later with pip, and git. It makes its own small environment for uv when uv is
not there, installs what the lock file says, then runs in order: ruff (rules), ruff (format), the
type checker, the floors of the house, and pytest. Every step runs even when an earlier one fails;
the closing lines name each with its result. Arguments are passed on to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOT = ROOT / ".venv-boot"


def main() -> int:
    """Run all steps. Exit 0 when every one of them passed."""
    uv = find_uv()
    environment = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    python = [uv, "run", "--frozen"]
    workers = str(min(4, os.cpu_count() or 1))
    steps = [
        ("rules", [*python, "ruff", "check", "."]),
        ("format", [*python, "ruff", "format", "--check", "."]),
        ("types", [*python, "mypy"]),
        ("floors", [*python, "lint-imports"]),
        ("tests", [*python, "pytest", "-n", workers, *sys.argv[1:]]),
    ]
    results = []
    for name, command in steps:
        print(f"== {name}: {' '.join(command[3:])}", flush=True)
        started = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        results.append((name, code, time.monotonic() - started))
    print("== closing")
    for name, code, seconds in results:
        print(f"{name:<8} {'passed' if code == 0 else f'FAILED ({code})'}  {seconds:.0f} s")
    return 0 if all(code == 0 for _, code, _ in results) else 1


def find_uv() -> str:
    """The uv on the path, or one installed into an environment of its own beside the project."""
    found = shutil.which("uv")
    if found is not None:
        return found
    own = BOOT / "bin" / "uv"
    if not own.exists():
        print("== uv is not installed; putting it into .venv-boot", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(BOOT)], check=True)
        pip = [str(BOOT / "bin" / "python"), "-m", "pip", "install", "--quiet", "uv"]
        subprocess.run(pip, check=True)
    return str(own)


if __name__ == "__main__":
    raise SystemExit(main())
