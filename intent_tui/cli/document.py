"""What was emitted, as the prose and the JSON document of the product page. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit

if TYPE_CHECKING:
    from intent_tui.passes.events import Emitted
    from intent_tui.passes.state import SessionState


def prose(emitted: Emitted) -> str:
    """Prose, the spec as a fenced YAML block, the saved path, the sentences after the fence."""
    from intent_tui.spec.yaml import dump

    if emitted.spec is None:
        return "\n".join(emitted.summary)
    lines = [*emitted.summary, "", "```yaml", dump(emitted.spec).rstrip("\n"), "```"]
    if emitted.saved and emitted.spec_path is not None:
        lines.append(emitted.spec_path)
    lines += [*emitted.notices, *emitted.advisories]
    return "\n".join(lines)


def whole(state: SessionState) -> dict[str, Any]:
    """The JSON document of `grill`, `answer` and `veto`."""
    from intent_tui.spec.plain import to_plain

    emitted = state.emitted
    if emitted is None:
        raise ValueError("nothing was emitted")
    return {
        "outcome": emitted.outcome,
        "reason": emitted.reason,
        "silence": {**_silence(state), "premise": emitted.premise},
        "next": list(emitted.next),
        "advisories": list(emitted.advisories),
        "spec": None if emitted.spec is None else to_plain(emitted.spec),
        "spec_path": emitted.spec_path if emitted.saved else None,
        "summary": list(emitted.summary),
        "notices": list(emitted.notices),
        "questions_sent": emitted.questions_sent,
        "lookups": [
            {
                "field": one.field,
                "surface": one.surface,
                "action": one.action,
                "hits": one.hits,
                "evidence": list(one.evidence),
                "ms": one.ms,
                "failed": one.failed,
            }
            for one in state.lookups
        ],
    }


def _silence(state: SessionState) -> dict[str, bool]:
    rows = state.read.silence if state.read is not None else {}
    names = {"objects": "objects", "approach": "approach", "failure": "failure_behavior"}
    names["acceptance"] = "acceptance"
    return {shown: key in rows and rows[key].ok for key, shown in names.items()}


def exit_code(emitted: Emitted) -> int:
    """0 ROUTE or silent, 3 ASK, 4 HALT underspecified, 5 HALT degraded."""
    if emitted.outcome in ("ROUTE", "silent"):
        return int(Exit.DONE)
    if emitted.outcome == "ASK":
        return int(Exit.ASK)
    cause = emitted.spec.decision.cause if emitted.spec is not None else None
    return int(Exit.DEGRADED if cause == "degraded" else Exit.UNDERSPECIFIED)
