"""What an executor gets: where the spec is, what holds, and the task to check every line of it."""

from __future__ import annotations

from intent_tui.base.display import visible_line
from intent_tui.spec.model import Constraint, IntentSpec

_SOURCES = {
    "explicit": "stated",
    "probed": "looked up",
    "asked": "answered by a person",
    "inferred": "a guess, say so if it is wrong",
}


def packet(spec: IntentSpec, path: str) -> str:
    """The text for an agent or a person, ended by a line feed.

    Args:
        spec: a spec that needs no answer any more.
        path: where it is saved, below the root of the workspace.

    Everything taken from the spec stands on one line of its own behind a mark of ours: whatever
    it says, it cannot become a heading or a rule of this text.
    """
    lines = [
        f"Carry out the spec {path} of this repository. What it says is settled: read the file,",
        "ask nothing that it answers, and change nothing that it does not ask for.",
        "",
        "Request:",
        *(f"> {visible_line(line)}" for line in spec.request.splitlines() if line.strip()),
        "",
        "Acts on:",
        *(f"- {visible_line(each)}" for each in spec.objects),
        "",
        f"Constraints, all {len(spec.constraints)} hold:"
        if len(spec.constraints) != 1
        else "The one constraint:",
        *(f"{number}. {_row(each)}" for number, each in enumerate(spec.constraints, 1)),
        "",
        *_open(spec),
        *_when_done(spec),
    ]
    return "\n".join(lines) + "\n"


def title(spec: IntentSpec) -> str:
    """The name of the work on one line."""
    return visible_line(spec.intent.replace("_", " "))


def _row(constraint: Constraint) -> str:
    text = visible_line(" ".join(constraint.text.split()))
    final = ", cannot be taken back" if constraint.irreversible else ""
    place = f", see {visible_line(constraint.evidence)}" if constraint.evidence else ""
    return f"{text} ({_SOURCES[constraint.source]}{final}{place})"


def _open(spec: IntentSpec) -> list[str]:
    if not spec.unknown:
        return []
    return [
        "Left open, decide none of it silently:",
        *(f"- {visible_line(each.field)}" for each in spec.unknown),
        "",
    ]


def _when_done(spec: IntentSpec) -> list[str]:
    last = len(spec.constraints)
    span = f"1 to {last}" if last > 1 else "1"
    return [
        f"When you are done, check every constraint, {span}: met with the one line (path:line)",
        "that satisfies it, not met with the reason, or not checkable with the reason. List what",
        f"you changed beyond them. Then run: intent-tui verify {spec.intent}",
    ]
