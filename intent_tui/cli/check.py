"""`check`: schema, invariants and evidence of saved specs, for people and for CI."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store

if TYPE_CHECKING:
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.store import Saved
    from intent_tui.workspace.trees import Working

LIMIT = 1_000_000
"""Bytes of a spec file that are read; the largest legal spec is far below."""


def check(parsed: Parsed) -> int:
    """Check the specs that were named, or all saved ones. Exit 6 when one has a finding."""
    from intent_tui.cli.grill import workspace
    from intent_tui.workspace.files import Workspace

    home = Workspace.find(workspace(parsed))
    named = _named(parsed)
    since = parsed.value("--since")
    if since is not None:
        named = _touched(home, named, since)
    reports = [_report(home, saved) for saved in named]
    _print(reports, "json" if parsed.on("--json") else parsed.value("--format") or "text")
    if not reports:
        what = "none of them has changed" if since is not None else "no saved specs here"
        output.note(f"{what}: nothing was checked")
    if not all(_clean(one) for one in reports):
        return int(Exit.FINDINGS)
    return _degraded(home, named)


def _degraded(home: Workspace, named: list[Saved]) -> int:
    """5 and the command that mends it when a shallow history hides what is to be compared."""
    from intent_tui.workspace.origin import origin, shallow

    if home.git is None or not home.git.shallow:
        return int(Exit.DONE)
    hidden = [saved for saved in named if saved.spec is not None and origin(home, saved).cut]
    if not hidden:
        return int(Exit.DONE)
    output.note("\n".join(shallow(hidden[0]).lines()))
    return int(Exit.DEGRADED)


def _print(reports: list[dict[str, Any]], form: str) -> None:
    from intent_tui.cli import findings

    if form == "json":
        specs = [{**one, "evidence": [_told(row) for row in one["evidence"]]} for one in reports]
        output.result(json.dumps({"version": 1, "specs": specs}, ensure_ascii=False, indent=2))
    elif form == "sarif":
        from intent_tui import __version__

        output.result(findings.sarif(reports, __version__))
    elif form == "github":
        if said := findings.github(reports):
            output.result(output.shown(said))
    elif reports:
        output.result(output.shown("\n".join(line for one in reports for line in _lines(one))))


def _named(parsed: Parsed) -> list[Saved]:
    """Every spec to check: a file by its path, else a saved one by its name; unnamed: all."""
    specs = store(parsed)
    if not parsed.words:
        return list(specs.saved())
    return [_file(word) if Path(word).is_file() else specs.find(word) for word in parsed.words]


def _touched(home: Workspace, named: list[Saved], since: str) -> list[Saved]:
    """The specs whose file, or a file they point into, is not what it was at that commit."""
    from intent_tui.workspace.origin import cited
    from intent_tui.workspace.trees import Working, committed, is_object

    then = committed(home, since)
    if then is None:
        raise Problem(f'no commit "{since}" here', "intent-tui check --since HEAD~1")
    now = Working(home)

    def touched(saved: Saved) -> bool:
        blob = then.blobs.get(saved.path)
        if saved.spec is None or blob is None or not is_object(saved.text.encode(), blob):
            return True
        files = _files(cited(saved.spec), now)
        return any(not now.same(path, then.blobs.get(path, "")) for path in files)

    return [saved for saved in named if touched(saved)]


def _files(paths: Iterable[str], now: Working) -> list[str]:
    """Of what pointers begin with, what is a file: `git` and `record` are none."""
    return [path for path in paths if path in now.paths or "/" in path or "." in path]


def _file(path: str) -> Saved:
    from intent_tui.base.files import Unreadable, read_bounded
    from intent_tui.spec.yaml import load
    from intent_tui.workspace.store import Saved

    try:
        data, cut = read_bounded(Path(path), LIMIT)
        text = data.decode("utf-8")
    except Unreadable as fault:
        raise Problem(f"{path} cannot be read: {fault.reason}", "nothing was checked") from fault
    except UnicodeDecodeError as fault:
        raise Problem(f"{path} is not UTF-8 text", "save it as UTF-8 and check again") from fault
    if cut:
        raise Problem(f"{path} is larger than {LIMIT:,} bytes", "a spec is never that large")
    loaded = load(text)
    return Saved(path, Path(path).name, loaded.spec, loaded.findings, text)


def _report(home: Workspace, saved: Saved) -> dict[str, Any]:
    rows = [
        {
            "rule": one.rule,
            "severity": one.severity,
            "detail": f"{one.where}: {one.detail}" if one.where else one.detail,
            "line": one.line,
        }
        for one in saved.findings
    ]
    valid = saved.spec is not None and all(row["severity"] != "error" for row in rows)
    return {
        "path": saved.path,
        "valid": valid,
        "findings": rows,
        "evidence": _evidence(home, saved),
    }


def _evidence(home: Workspace, saved: Saved) -> list[dict[str, Any]]:
    from intent_tui.workspace.origin import freshness, pointers

    if saved.spec is None:
        return []
    fresh = freshness(home, saved)
    lines = saved.text.splitlines()
    return [
        {"pointer": each.pointer, "state": each.state, "now": each.now, "line": _line(lines, each)}
        for each in map(fresh.of, pointers(saved.spec))
        if each.state != "missing" or not _hidden(home, each.pointer)
    ]


def _hidden(home: Workspace, pointer: str) -> bool:
    """Whether a commit that is not here may be one that a shallow history left behind."""
    return pointer.startswith("git:") and home.git is not None and home.git.shallow


def _line(lines: list[str], stand: Any) -> int | None:  # noqa: ANN401 - freshness is loaded late
    return next((n for n, line in enumerate(lines, 1) if stand.pointer in line), None)


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("pointer", "state", "now")}


def _clean(report: dict[str, Any]) -> bool:
    return bool(report["valid"]) and not any(map(_stale, report["evidence"]))


def _stale(row: dict[str, Any]) -> bool:
    return row["state"] not in ("fresh", "moved")


def _lines(report: dict[str, Any]) -> list[str]:
    lines = [f"{report['path']}: {'clean' if _clean(report) else 'findings'}"]
    for one in report["findings"]:
        place = f" line {one['line']}" if one["line"] is not None else ""
        lines.append(f"  {one['severity']}{place}: {one['detail']} [{one['rule']}]")
    told = [one for one in report["evidence"] if one["state"] != "fresh"]
    return lines + [f"  {one['state']}: {one['pointer']}{_now(one)}" for one in told]


def _now(row: dict[str, Any]) -> str:
    moved = row["now"] is not None and row["now"] != row["pointer"]
    return f", now {row['now']}" if moved else ""
