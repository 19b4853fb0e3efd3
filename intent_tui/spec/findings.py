"""A finding, and the table of all rules that can give one.

The table is the single place for a rule's name, its weight and its meaning: the checker, the
schema test and the page for people read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a spec.

    `where` is the place in the spec, for example `constraints[2].evidence`, or empty for the
    whole; `line` the line of the file it was read from, counted from 1, where that is known:
    two findings that differ in nothing else are the same finding.
    """

    rule: str
    severity: Severity
    detail: str
    where: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's weight and meaning; `in_schema` tells whether the JSON Schema holds it too."""

    severity: Severity
    says: str
    in_schema: bool


def _error(says: str, *, in_schema: bool = False) -> Rule:
    return Rule("error", says, in_schema)


def _warning(says: str) -> Rule:
    return Rule("warning", says, in_schema=False)


RULES: dict[str, Rule] = {
    # reading the file
    "file.yaml": _error("The file is one YAML mapping, in UTF-8."),
    "file.size": _error("The file holds at most 1 MB and nests at most 12 levels deep."),
    "file.alias": _error("Nothing in the file refers to another part of it (`&`, `*`, `!`)."),
    "file.repeated-key": _error("A key stands once in its place."),
    "file.name": _error("The file's stem equals `intent`."),
    # fields
    "field.missing": _error("Required keys are there.", in_schema=True),
    "field.unknown-key": _error("No other keys, anywhere.", in_schema=True),
    "field.type": _error("Each value has its type; a key without a value is left out.",
                         in_schema=True),
    "field.choice": _error("Words from a closed list are one of that list.", in_schema=True),
    "field.empty": _error("A text is not empty.", in_schema=True),
    "field.long": _error("`request` and a constraint's text hold at most 500 characters.",
                         in_schema=True),
    "field.intent": _error("`intent` is lower-case words joined by `_`.", in_schema=True),
    "field.count": _error("Counts are whole numbers from 0.", in_schema=True),
    "field.confidence": _error("`confidence` lies between 0 and 1.", in_schema=True),
    "field.text": _error("A text can be stored as UTF-8."),
    # evidence
    "evidence.missing": _error("A constraint that was probed or inferred has evidence.",
                               in_schema=True),
    "evidence.blank": _error("Evidence holds no blank.", in_schema=True),
    "evidence.form": _error("Evidence is one pointer in one of the nine forms."),
    "evidence.invented": _error("Evidence names something that is there."),
    "evidence.delegated": _warning("`user:delegated` stands behind an inferred value only."),
    # decision
    "route.objects": _error("A ROUTE names at least one object.", in_schema=True),
    "route.target": _error("A ROUTE has a target.", in_schema=True),
    "route.unknown": _error("A ROUTE has no unknown.", in_schema=True),
    "route.inferred-irreversible": _error(
        "A ROUTE has no constraint that is both inferred and irreversible.", in_schema=True),
    "ask.question": _error("An ASK has its question.", in_schema=True),
    "ask.budget": _error("An ASK has budget left: `asked` is below `ask_budget`."),
    "halt.cause": _error("A HALT has its cause.", in_schema=True),
    "halt.open-fields": _error("A HALT for want of answers names the open fields.",
                               in_schema=True),
    "halt.error": _error("A HALT for a failed look-up says the error.", in_schema=True),
    "halt.field-unknown": _warning("An open field is the name of an unknown."),
    "decision.foreign": _error("A decision has no key that belongs to another state.",
                               in_schema=True),
    # question
    "question.options": _error("A question has two or three options.", in_schema=True),
    "question.ids": _error("The options' ids are A, B, C in order, each once."),
    "question.recommended": _error("The recommended option is among the options."),
    # counts and life cycle
    "count.sum": _error("`unknowns_found` is the sum of the three outcomes and what is open."),
    "unknown.repeated": _warning("Each unknown has its own name."),
    "lifecycle.state": _warning("`verification_status` fits the decision."),
    "verification.pointer": _error("A line that is met has its pointer."),
    "verification.status": _error("`verification.status` is what its results add up to."),
}  # fmt: skip


def finding(rule: str, detail: str, where: str, line: int | None = None) -> Finding:
    """A finding of a rule of the table, with that rule's weight."""
    return Finding(rule, RULES[rule].severity, detail, where, line)


def errors(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Those findings that make a spec invalid."""
    return tuple(item for item in findings if item.severity == "error")
