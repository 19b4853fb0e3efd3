"""The report of `check` in the forms that machines read: GitHub annotations and SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Report = Mapping[str, Any]
"""One spec of the JSON document of `check`, with the line of each pointer under `line`."""

_STALE = {
    "changed": "what stood at {pointer} says something else now{now}",
    "missing": "{pointer} is gone",
    "moved": "{pointer} moved{now}",
}
_LEVELS = {"error": "error", "warning": "warning", "changed": "error", "missing": "error"}


def rows(reports: Sequence[Report]) -> Iterator[dict[str, Any]]:
    """Everything to be told: rule, level (error, warning, note), file, line, words."""
    for report in reports:
        for one in report["findings"]:
            yield _row(report, one["rule"], one["severity"], one["line"], one["detail"])
        for one in report["evidence"]:
            state = one["state"]
            if state in _STALE:
                now = f", {one['now']}" if one["now"] not in (None, one["pointer"]) else ""
                words = _STALE[state].format(pointer=one["pointer"], now=now and f" ({now[2:]})")
                yield _row(report, f"evidence.{state}", state, one["line"], words)


def _row(report: Report, rule: str, severity: str, line: int | None, words: str) -> dict[str, Any]:
    level = _LEVELS.get(severity, "note")
    return {"rule": rule, "level": level, "file": report["path"], "line": line or 1, "words": words}


def github(reports: Sequence[Report]) -> str:
    """Workflow commands, one a line, that the code host shows beside the lines of a change."""
    names = {"note": "notice"}
    return "\n".join(
        f"::{names.get(row['level'], row['level'])} "
        f"file={_property(row['file'])},line={row['line']},title={_property(row['rule'])}"
        f"::{_data(row['words'])}"
        for row in rows(reports)
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(reports: Sequence[Report], version: str) -> str:
    """One SARIF 2.1.0 document with a run of this program."""
    found = list(rows(reports))
    rules = [{"id": rule} for rule in sorted({row["rule"] for row in found})]
    results = [
        {
            "ruleId": row["rule"],
            "level": row["level"],
            "message": {"text": row["words"]},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": row["file"]},
                        "region": {"startLine": row["line"]},
                    }
                }
            ],
        }
        for row in found
    ]
    driver = {"name": "intent-tui", "version": version, "rules": rules}
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
