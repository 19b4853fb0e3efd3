"""`prd`: what a PRD declares, how several are carried out, and what was recorded of it.

One verb with sub-verbs, each a row of the table below. Results, the upper-case words and the
announcements go to standard output, so that a script sees what a person sees.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.route.prd_document import Document, Finding
    from intent_tui.route.toml_config import Config
    from intent_tui.workspace.files import Workspace

LIMIT = 1 << 20
"""Bytes of a PRD, a report or a packet; the largest real one is far below."""


@dataclass(frozen=True, slots=True)
class Sub:
    """One sub-verb: its words, how few and how many, its options, and its code."""

    takes: str
    least: int
    most: int | None
    options: tuple[str, ...]
    code: str


_CONFIG = ("--workspace", "--config-dir")
SUBS: dict[str, Sub] = {
    "check": Sub("PRD", 1, 1, (), "prd_files:check"),
    "files": Sub("PRD", 1, 1, (), "prd_files:files"),
    "migrate": Sub("PRD", 1, 1, ("--out", "--force"), "prd_files:migrate"),
    "lanes": Sub(
        "[MODE] PRD ...", 1, None, (*_CONFIG, "--mode", "--max", "--matrix"), "prd_lanes:lanes"
    ),
    "schedule": Sub("MODE STATUS LANE ...", 3, None, (*_CONFIG, "--max"), "prd_lanes:schedule"),
    "brief": Sub(
        "PRD [LANE] [LANE-MODE] [DELIVERY]",
        1,
        4,
        (*_CONFIG, "--lane-id", "--lane-mode", "--delivery-mode", "--out", "--force"),
        "prd_lanes:brief",
    ),
    "brief-check": Sub("PRD PACKET", 2, 2, _CONFIG, "prd_lanes:brief_check"),
    "gate": Sub("PRD REPORT", 2, 2, (), "prd_lanes:gate"),
    "lane": Sub("RECORD LANE", 2, 2, ("--workspace", "--set"), "prd_record:lane"),
    "status": Sub("RECORD", 1, 1, ("--workspace",), "prd_record:status"),
    "config": Sub("[DIR]", 0, 1, (*_CONFIG, "--set", "--say", "--yes"), "prd_record:config"),
    "preflight": Sub("[DIR]", 0, 1, (*_CONFIG, "--yes"), "prd_record:preflight"),
}
_ALWAYS = frozenset({"--json", "--debug", "--help"})


def prd(parsed: Parsed) -> int:
    """Run one sub-verb.

    Raises:
        Problem: no such sub-verb, too few or too many words, an option that is not its own.
    """
    if not parsed.words:
        raise Problem("prd needs a sub-verb", _usages())
    name, *rest = parsed.words
    sub = SUBS.get(name)
    if sub is None:
        near = nearest(name, SUBS)
        meant = f"; did you mean {near}?" if near else ""
        raise Problem(f'prd has no "{name}"{meant}', _usages())
    usage = f"intent-tui prd {name} {sub.takes}".rstrip()
    if len(rest) < sub.least or (sub.most is not None and len(rest) > sub.most):
        few = "needs" if len(rest) < sub.least else "takes only"
        raise Problem(f"prd {name} {few} {sub.takes}", usage)
    for option in sorted({*parsed.switches, *parsed.values} - _ALWAYS):
        if option not in sub.options:
            raise Problem(f"prd {name} takes no {option}", " ".join([usage, *sub.options]))
    own = Parsed(tuple(rest), parsed.switches, parsed.values)
    return _code(sub.code)(own)


def _usages() -> str:
    return "\n".join(f"intent-tui prd {name} {sub.takes}".rstrip() for name, sub in SUBS.items())


def _code(place: str) -> Callable[[Parsed], int]:
    from importlib import import_module

    module, _, function = place.partition(":")
    found = getattr(import_module(f"intent_tui.cli.{module}"), function)
    return cast("Callable[[Parsed], int]", found)


def text_of(path: str) -> str:
    """The text of a file that was named, its line ends as they are.

    Raises:
        Problem: it is not there, no plain file, too large, or no UTF-8 text.
    """
    from intent_tui.base.display import visible_line
    from intent_tui.base.files import Unreadable, read_bounded

    shown = visible_line(path)
    try:
        data, cut = read_bounded(Path(path), LIMIT)
        text = data.decode("utf-8-sig")
    except Unreadable as fault:
        if fault.reason == "does not exist":
            raise Problem(f"missing file: {shown}", "name one that is on disk") from fault
        raise Problem(f"{shown} {fault.reason}", "name a text file") from fault
    except UnicodeDecodeError as fault:
        raise Problem(f"{shown} is not UTF-8 text", "save it as UTF-8") from fault
    if cut:
        raise Problem(f"{shown} is larger than {LIMIT:,} bytes", "name a text of usual size")
    if "\0" in text:
        raise Problem(f"{shown} is binary", "name a text file")
    return text


def document(path: str) -> Document:
    """A named PRD or report. Raises Problem as `text_of`."""
    from intent_tui.route.prd_document import Document

    return Document(text_of(path))


def workspace(parsed: Parsed, folder: str | None = None) -> Workspace:
    """The workspace that was named, or the one around here."""
    from intent_tui.workspace.files import Workspace

    given = folder or parsed.value("--workspace")
    return Workspace.find(Path(given) if given else None)


def config_folder(parsed: Parsed) -> Path | None:
    """The folder of `--config-dir` or LINCHPIN_CONFIG_DIR; None: the root of the workspace.

    Raises:
        Problem: it is no folder.
    """
    given = parsed.value("--config-dir") or os.environ.get("LINCHPIN_CONFIG_DIR")
    if not given:
        return None
    if not Path(given).is_dir():
        raise Problem(f"no folder for the settings: {given}", "--config-dir DIR")
    return Path(given)


def config(parsed: Parsed) -> Config:
    """The settings in force for this call. Raises Problem when a file breaks a rule."""
    from intent_tui.route.toml_config import load

    return load(config_folder(parsed) or workspace(parsed).root)


def rows(path: str, findings: Iterable[Finding]) -> list[str]:
    """Findings as lines that an editor can jump to."""
    return [f"{path}:{each.line}: {each.detail}" if each.line else f"{path}: {each.detail}"
            for each in findings]  # fmt: skip


def listed(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as a JSON document has them."""
    return [{"line": each.line, "detail": each.detail} for each in findings]


def give(parsed: Parsed, data: dict[str, Any], lines: Iterable[str]) -> None:
    """Print the result: one JSON document with `--json`, else lines."""
    if parsed.on("--json"):
        output.result(json.dumps({"version": 1, **data}, ensure_ascii=False, indent=2))
    else:
        output.result(output.shown("\n".join(lines)))


def write(path: Path, text: str, *, force: bool, spare: tuple[str, ...] = ()) -> None:
    """Write a result to the place a person named.

    Args:
        path: where.
        text: what.
        force: whether a file that is there may be replaced.
        spare: files that are never written over, under whatever name.

    Raises:
        Problem: it is one of `spare`, there already, or cannot be written.
    """
    from intent_tui.base.files import write_atomic

    for each in spare:
        if path.resolve() == Path(each).resolve() or (path.exists() and path.samefile(each)):
            raise Problem(f"{path} is the original, and that stays as it is", "--out OTHER")
    if path.is_dir():
        raise Problem(f"{path} is a folder", "--out FILE")
    if (path.exists() or path.is_symlink()) and not force:
        raise Problem(f"{path} already exists", "--force replaces it, --out FILE writes elsewhere")
    try:
        write_atomic(path, text.encode("utf-8"))
    except OSError as fault:
        raise Problem(f"{path} could not be written ({fault.strerror})", "--out FILE") from fault
