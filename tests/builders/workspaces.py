"""Builds a workspace from a recipe (recipes/*.yaml), or one of the odd ones that need code."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import yaml

from builders.twin import swap

RECIPES = Path(__file__).parent / "recipes"


def git(folder: Path, *arguments: str, date: str = "2026-01-01T10:00:00 +0000") -> str:
    """Run git there with nothing of the user's configuration and a fixed date. Gives its output."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    env = {
        **kept,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Recipe Author",
        "GIT_AUTHOR_EMAIL": "recipe@example.org",
        "GIT_COMMITTER_NAME": "Recipe Author",
        "GIT_COMMITTER_EMAIL": "recipe@example.org",
        "GIT_AUTHOR_DATE": date,
        "GIT_COMMITTER_DATE": date,
        "LC_ALL": "C",
    }
    command = ["git", "-c", "init.defaultBranch=main", "-C", str(folder), *arguments]
    done = subprocess.run(command, check=True, env=env, capture_output=True, text=True)
    return done.stdout


def recipe(name: str, seed: int = 0) -> dict[str, Any]:
    """The recipe of that name, in the words of its twin when a seed is given."""
    text = (RECIPES / f"{name}.yaml").read_text(encoding="utf-8")
    found = yaml.safe_load(swap(text, seed))
    assert isinstance(found, dict)
    return found


def build(name: str, folder: Path, seed: int = 0) -> Path:
    """Build the workspace into a new folder and give the folder. `empty` has no files at all."""
    folder.mkdir(parents=True)
    if name == "empty":
        return folder
    plan = recipe(name, seed)
    write(folder, plan.get("files", {}))
    if "commits" not in plan:
        return folder
    git(folder, "init", "-q")
    for step in plan["commits"]:
        write(folder, step.get("write", {}))
        for path in step.get("remove", []):
            (folder / path).unlink()
        git(folder, "add", "-A", date=step["date"])
        git(folder, "commit", "-q", "-m", step["message"], date=step["date"])
    return folder


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files by path, with the folders they need."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def grow(folder: Path, count: int) -> Path:
    """Add that many files of 60 lines to a repository and commit them."""
    topics = ["ledger", "courier", "tariff", "roster", "meadow", "archive", "signal", "beacon"]
    for number in range(count):
        place = folder / f"unit{number % 40:02d}" / f"part{number % 9}"
        place.mkdir(parents=True, exist_ok=True)
        topic = topics[number % len(topics)]
        lines = [
            f"def {topic}_{number}_{line}(value): return value  # {topics[(number + line) % 8]}"
            for line in range(60)
        ]
        (place / f"{topic}_{number}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Many files")
    return folder


def degrade(folder: Path) -> Path:
    """Take away every right to read what is inside; the folder itself can still be listed."""
    for path in sorted(folder.iterdir()):
        path.chmod(0)
    return folder


def restore(folder: Path) -> None:
    """Give the rights back, so that the folder can be removed."""
    for path in sorted(folder.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
