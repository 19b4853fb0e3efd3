"""`check`: schema, invariants and evidence of saved specs, for people and for CI."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store

if TYPE_CHECKING:
    from intent_tui.spec.model import IntentSpec
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.store import Saved

LIMIT = 1_000_000
"""Bytes of a spec file that are read; the largest legal spec is far below."""


def check(parsed: Parsed) -> int:
    """Check the specs that were named, or all saved ones. Exit 6 when one has a finding."""
    from intent_tui.cli.grill import workspace
    from intent_tui.workspace.files import Workspace

    home = Workspace.find(workspace(parsed))
    reports = [_report(home, saved) for saved in _named(parsed)]
    if parsed.on("--json") or parsed.value("--format") == "json":
        document = {"version": 1, "specs": reports}
        output.result(json.dumps(document, ensure_ascii=False, indent=2))
    elif reports:
        output.result(output.shown("\n".join(line for one in reports for line in _lines(one))))
    if not reports:
        output.note("no saved specs here: nothing was checked")
    return int(Exit.DONE if all(_clean(one) for one in reports) else Exit.FINDINGS)


def _named(parsed: Parsed) -> list[Saved]:
    """Every spec to check: a file by its path, else a saved one by its name; unnamed: all."""
    specs = store(parsed)
    if not parsed.words:
        return list(specs.saved())
    return [_file(word) if Path(word).is_file() else specs.find(word) for word in parsed.words]


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
    evidence = [] if saved.spec is None else _evidence(home, saved.spec)
    return {"path": saved.path, "valid": valid, "findings": rows, "evidence": evidence}


def _evidence(home: Workspace, spec: IntentSpec) -> list[dict[str, Any]]:
    from intent_tui.cli.standing import standing

    pointers = [one.evidence for one in spec.constraints if one.evidence]
    pointers += [one.evidence for one in spec.trace if one.evidence]
    return [
        {"pointer": pointer, "state": standing(home, pointer), "now": None}
        for pointer in dict.fromkeys(pointers)
    ]


def _clean(report: dict[str, Any]) -> bool:
    return bool(report["valid"]) and all(one["state"] == "fresh" for one in report["evidence"])


def _lines(report: dict[str, Any]) -> list[str]:
    lines = [f"{report['path']}: {'clean' if _clean(report) else 'findings'}"]
    for one in report["findings"]:
        place = f" line {one['line']}" if one["line"] is not None else ""
        lines.append(f"  {one['severity']}{place}: {one['detail']} [{one['rule']}]")
    stale = [one for one in report["evidence"] if one["state"] != "fresh"]
    return lines + [f"  {one['state']}: {one['pointer']}" for one in stale]
