"""The two shipped pages about the contract, made from the models and the table of rules.

`python -m intent_tui.spec.pages` writes them anew; a test keeps them equal to this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

from intent_tui.spec import model
from intent_tui.spec.findings import RULES

_TABLES: tuple[tuple[str, type], ...] = (
    ("The root", model.IntentSpec),
    ("`constraints`", model.Constraint),
    ("`unknown`", model.Unknown),
    ("`decision`", model.Decision),
    ("`decision.question`", model.Question),
    ("`decision.question.options`", model.Option),
    ("`resolution`", model.Resolution),
    ("`trace`", model.TraceItem),
    ("`verification`", model.Verification),
    ("`verification.results`", model.VerificationResult),
)

# The order of a file; the record keeps its defaults last.
_FIRST = ("spec_version", "verification_status", "verification")
_REQUIRED_ANYWAY = ("spec_version",)

_SAYS: Mapping[str, str] = {
    "IntentSpec.spec_version": 'The string `"0.1"`.',
    "IntentSpec.verification_status": "Where the file is in its life; absent in older files.",
    "IntentSpec.verification": "There once the check after the hand-off has run.",
    "IntentSpec.request": "The person's own words, 1 to 500 characters, cut and never rephrased.",
    "IntentSpec.intent": "Verb and object as `lower_case_words`; also the file's stem.",
    "IntentSpec.objects": "What is acted on; at least one in a ROUTE.",
    "IntentSpec.constraints": "What the work must and must not do.",
    "IntentSpec.unknown": "What is still open; empty in a ROUTE.",
    "IntentSpec.decision": "Where the request goes now.",
    "IntentSpec.resolution": "How each unknown ended.",
    "IntentSpec.trace": "The steps of the run, failed look-ups included.",
    "Constraint.source": "Who says so: the request, a look-up, a person's answer, or nobody.",
    "Constraint.text": "1 to 500 characters; can be acted on without reading anything else.",
    "Constraint.evidence": "One pointer; required when probed or inferred.",
    "Constraint.irreversible": "Whether it cannot be taken back; left out when false.",
    "Constraint.category": "Which of the six kinds of decision it is.",
    "Unknown.field": "A stable name, used again in `decision.open_fields`.",
    "Unknown.kind": "Whether the answer lies in a source or in a head.",
    "Unknown.category": "Which of the six kinds of decision it is.",
    "Unknown.issue": "What is wrong with what was said; absent when something is just missing.",
    "Unknown.note": "Why it is still open, in the person's language.",
    "Decision.state": "The outcome.",
    "Decision.confidence": "0 to 1, computed from counts; nothing is decided by it.",
    "Decision.target": "ROUTE only: who goes on, such as `implement` or `respond`.",
    "Decision.question": "ASK only: the one question.",
    "Decision.cause": "HALT only: answers are missing, or a look-up broke.",
    "Decision.open_fields": "HALT for want of answers only: the fields, at least one.",
    "Decision.error": "HALT for a failed look-up only: what failed and how to mend it.",
    "Question.text": "The question.",
    "Question.why_human": "Why no source can answer it.",
    "Question.recommended": "The option that is proposed; one of those below.",
    "Question.options": "Two or three answers that exclude each other.",
    "Option.id": "A, B, C in order.",
    "Option.text": "The answer.",
    "Resolution.unknowns_found": "The sum of the three below and what is open.",
    "Resolution.resolved_by_probe": "Closed by a look-up.",
    "Resolution.asked": "Closed by a person's answer in this run; not the questions sent.",
    "Resolution.inferred": "Closed by a guess that is named as one.",
    "Resolution.ask_budget": "Questions allowed; 0 means none.",
    "TraceItem.step": "Which step.",
    "TraceItem.detail": "What was done and found, in one line.",
    "TraceItem.evidence": "One pointer to what was opened.",
    "Verification.status": "What the results add up to.",
    "Verification.checked_at": "When, as a text.",
    "Verification.results": "One line for each constraint that was checked.",
    "VerificationResult.constraint": "The constraint's text.",
    "VerificationResult.verdict": "How it turned out.",
    "VerificationResult.pointer": "Where it shows; required when met.",
}

_HEAD = """\
# The IntentSpec

A spec is one YAML mapping in `.intent/<intent>.intent.yaml`. It says what was asked for, what is
settled and by whom, what is open, and where the request goes now. No other keys are allowed
anywhere; keys stand in the order below; a key that would only repeat its default is left out.
`schema/intentspec.schema.json` holds what a JSON Schema can say, `intent-tui check` all of it.

This page is made from the program's own records: `python -m intent_tui.spec.pages`.
"""

_EVIDENCE = """\
## Evidence

One token without blanks, in one of nine forms. Paths start at the workspace's root.

| form | names |
|---|---|
| `path/to/file` | a whole file |
| `path/to/file:12` | a line |
| `path/to/file:12-20` | a range of lines |
| `path/to/file.md#heading` | a section |
| `git:<7 to 40 hex digits>` | a commit |
| `git:#<number>` | a pull request or an issue |
| `record:<system>/<id>` | a record of another system |
| `doc:<slug>#<section>` | a section of a document that has no path |
| `user:delegated` | the person handed the decision back |

Never evidence: the root itself, absolute paths, `./` and `..`, and everything below `.git/`,
`.claude/`, `.agents/` and `.intent/`. A word and a colon that is none of the above
(`ticket:12`) is an error of form unless a file of that name is there.
"""

_WRITING = """\
## How values are written

A text stands in single quotes when it holds one of `: # { } [ ] , " '`, does not begin with a
letter, has a blank at an edge, or is a word some reader takes for a truth value, nothing or a
number. Several lines become a literal block. Control characters and marks that turn the
direction of text become escapes in double quotes. Lines are never folded. What is written is
read back unchanged.

Remarks are welcome: a save changes the lines of what changed and leaves every other byte.
"""


def page() -> str:
    """The text of `references/intentspec.md`."""
    parts = [_HEAD]
    for title, kind in _TABLES:
        parts.append("\n".join([f"## {title}", "", *_table(kind)]) + "\n")
    parts.append(_EVIDENCE)
    parts.append("\n".join(["## Rules", "", *_rules()]) + "\n")
    parts.append(_WRITING)
    return "\n".join(parts)


def schema_text() -> str:
    """The text of `references/schema/intentspec.schema.json`."""
    from intent_tui.spec.wire import schema

    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _table(kind: type) -> Iterator[str]:
    yield "| key | required | values | meaning |"
    yield "|---|---|---|---|"
    hints = get_type_hints(kind)
    spots = sorted(fields(kind), key=lambda spot: spot.name not in _FIRST)
    if kind is model.IntentSpec:
        spots.sort(key=lambda spot: _FIRST.index(spot.name) if spot.name in _FIRST else 9)
    for spot in spots:
        needed = spot.default is MISSING or spot.name in _REQUIRED_ANYWAY
        says = _SAYS[f"{kind.__name__}.{spot.name}"]
        required = "yes" if needed else ""
        yield f"| `{spot.name}` | {required} | {_values(hints[spot.name])} | {says} |"


def _values(hint: Any) -> str:  # noqa: ANN401 - a type hint has no common type
    if type(None) in get_args(hint):
        return _values(next(part for part in get_args(hint) if part is not type(None)))
    words = get_args(hint)
    if words and all(isinstance(word, str) for word in words):
        return ", ".join(f"`{word}`" for word in words)
    if words:
        inner = _values(words[0])
        return f"list of {inner}" if inner != "mapping" else "list, see below"
    names = {str: "text", bool: "true, false", int: "whole number", float: "number"}
    return names.get(hint, "mapping")


def _rules() -> Iterator[str]:
    yield "| rule | weight | says | in the schema |"
    yield "|---|---|---|---|"
    for name, rule in RULES.items():
        yield f"| `{name}` | {rule.severity} | {rule.says} | {'yes' if rule.in_schema else ''} |"


def write() -> None:
    """Writes both pages into `references/`."""
    from intent_tui.base.knowledge import folder

    home = folder("references")
    (home / "schema").mkdir(exist_ok=True)
    (home / "schema" / "intentspec.schema.json").write_text(schema_text(), encoding="utf-8")
    (home / "intentspec.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write()
