"""`doctor`: what works here and what does not, each with the next step."""

from __future__ import annotations

import json
import locale
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from intent_tui.base.config import config_dir, settings, state_dir
from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.workspace.files import Workspace

State = Literal["ok", "warn", "fail"]

SMALLEST = (40, 15)
"""Columns and rows the screens are drawn for at the least (product page, screens)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at. `next` is empty when there is nothing to do."""

    name: str
    state: State
    says: str
    next: str = ""


def doctor(parsed: Parsed) -> int:
    """Look at the surroundings. Exit 6 when something does not work; a warning is no finding."""
    from intent_tui.cli.grill import workspace

    rows = [*_program(), *_terminal(), *_config(), *_state(), *_workspace(workspace(parsed))]
    failed = any(row.state == "fail" for row in rows)
    if parsed.on("--json"):
        document = {"version": 1, "well": not failed, "rows": [asdict(row) for row in rows]}
        output.result(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        output.result(output.shown("\n".join(line for row in rows for line in _lines(row))))
    return int(Exit.FINDINGS if failed else Exit.DONE)


def _lines(row: Row) -> list[str]:
    lines = [f"{row.state:<4}  {row.name:<10}  {row.says}"]
    return lines + [f"{'':18}{step}" for step in row.next.splitlines()]


def _program() -> Iterator[Row]:
    from intent_tui import __version__

    python = ".".join(map(str, sys.version_info[:3]))
    yield Row("program", "ok", f"intent-tui {__version__} on Python {python}")
    yield Row(
        "mind", "ok", "none: the embedded analyst reads and proposes, nothing is sent anywhere"
    )


def _terminal() -> Iterator[Row]:
    if not sys.stderr.isatty():
        yield Row("terminal", "ok", "none here: verbs and pipes work, the app needs one")
        return
    columns, rows = shutil.get_terminal_size()
    kind = os.environ.get("TERM", "")
    parts = [f"{columns}x{rows}", f"TERM={kind or 'unset'}", _colour(kind)]
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        wanted = "at least {}x{} is needed to draw everything".format(*SMALLEST)
        yield Row("terminal", "warn", ", ".join(parts), f"{wanted}; --plain works at any size")
    elif kind in ("", "dumb"):
        yield Row("terminal", "warn", ", ".join(parts), "nothing can be drawn: use --plain")
    else:
        yield Row("terminal", "ok", ", ".join(parts))
    encoding = locale.getpreferredencoding(do_setlocale=False)
    if encoding.lower().replace("-", "") != "utf8":
        yield Row("encoding", "warn", encoding, "marks are drawn in ASCII; LC_ALL=C.UTF-8 mends it")


def _colour(kind: str) -> str:
    if os.environ.get("NO_COLOR"):
        return "no colour (NO_COLOR)"
    if os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        return "16 million colours"
    return "256 colours" if "256" in kind else "16 colours or fewer"


def _config() -> Iterator[Row]:
    path = config_dir() / "config.yaml"
    problems = settings().problems
    if problems:
        for problem in problems:
            yield Row("config", "fail", problem.what, problem.next_step)
    elif path.is_file():
        yield Row("config", "ok", str(path))
    else:
        yield Row("config", "ok", f"none ({path} would be read)")


def _state() -> Iterator[Row]:
    try:
        folder = state_dir()
    except Problem as problem:
        yield Row("state", "fail", problem.what, problem.next_step)
        return
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    yield Row("state", "ok", f"{folder}, {len(files)} files, {size // 1024:,} kB")


def _workspace(folder: Path | None) -> Iterator[Row]:
    from intent_tui.passes.references import extend
    from intent_tui.workspace.files import Workspace

    try:
        home = Workspace.find(folder)
    except Problem as problem:
        yield Row("workspace", "fail", problem.what, problem.next_step)
        return
    yield from _files(home)
    yield from _history(home)
    _, problems = extend(home.root)
    for found in problems:
        yield Row("knowledge", "fail", found.what, found.next_step)
    if not problems:
        yield Row("knowledge", "ok", "every file that extends it fits; see intent-tui playbooks")


def _files(home: Workspace) -> Iterator[Row]:
    inventory = home.inventory
    says = f"{home.root}, {len(inventory.files):,} files"
    if inventory.failed is not None:
        yield Row(
            "workspace", "fail", f"{home.root}: {inventory.failed}", "look-ups are incomplete"
        )
    elif inventory.partial:
        yield Row("workspace", "warn", f"{says}, not all listed: {inventory.partial}")
    else:
        yield Row("workspace", "ok", says)


def _history(home: Workspace) -> Iterator[Row]:
    if home.git is None:
        step = "without a history nothing is known of reverts and reasons; git init begins one"
        yield Row("history", "warn", "no git repository here", step)
        return
    commits = len(home.history.commits)
    failure = home.history.known_failure
    if failure is not None:
        yield Row("history", "fail", failure, "what needs the history halts as degraded until then")
    elif not commits:
        yield Row("history", "ok", "no commit yet")
    elif home.history.shallow:
        step = "what is not found in it may be older: git fetch --unshallow"
        yield Row("history", "warn", f"{home.head}, shallow: {commits:,} commits", step)
    elif home.history.truncated:
        yield Row("history", "warn", f"{home.head}, the latest {commits:,} commits are read")
    else:
        yield Row("history", "ok", f"{home.head}, {_count(commits)}")


def _count(commits: int) -> str:
    return "1 commit" if commits == 1 else f"{commits:,} commits"
