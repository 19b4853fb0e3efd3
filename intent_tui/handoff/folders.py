"""A spec as the files of a change folder: OpenSpec and spec-kit. The spec stays the source.

Both tools look for certain headings and words; those are theirs, the sentences come from the spec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from intent_tui.handoff.exports import condition, is_fact, plain, quoted, row
from intent_tui.handoff.packet import title
from intent_tui.spec.model import Constraint, IntentSpec


def openspec(spec: IntentSpec, path: str) -> dict[str, str]:
    """`openspec/changes/<name>/`: proposal, tasks, and the requirements as a difference.

    Gives the text of each file by its path below the root of the workspace.
    """
    name = slug(spec)
    home = f"openspec/changes/{name}"
    why = ["# Change: " + title(spec), "", "## Why", "", *quoted(spec.request), ""]
    why += ["## What Changes", "", *(f"- {row(each)}" for each in spec.constraints), ""]
    why += ["## Impact", "", *(f"- {plain(each)}" for each in spec.objects)]
    why += [f"- From `{path}`", *_left_open(spec)]
    tasks = ["## 1. Implementation", ""]
    tasks += [f"- [ ] 1.{n} {plain(each.text)}" for n, each in enumerate(_rules(spec), 1)]
    tasks += ["", "## 2. Check", "", f"- [ ] 2.1 Check every constraint of `{path}`"]
    tasks += [f"- [ ] 2.2 Run intent-tui verify {spec.intent}"]
    return {
        f"{home}/proposal.md": _text(why),
        f"{home}/tasks.md": _text(tasks),
        f"{home}/specs/{name}/spec.md": _text(_requirements(spec)),
    }


def spec_kit(spec: IntentSpec, path: str) -> dict[str, str]:
    """`specs/<name>/spec.md` of spec-kit, by its path below the root of the workspace."""
    rules = _rules(spec)
    done = [each for each in rules if each.category == "acceptance"]
    fails = [each for each in rules if each.category == "failure_behavior"]
    lines = [f"# Feature Specification: {title(spec)}", "", "**Status**: Draft"]
    lines += [f"**Input**: `{path}`", "", *quoted(spec.request), ""]
    lines += ["## User Scenarios & Testing", "", f"### User Story 1 - {title(spec)} (Priority: P1)"]
    lines += ["", "**Acceptance Scenarios**:", ""]
    lines += [f"{n}. {_scenario(each)}" for n, each in enumerate(done, 1)]
    lines += [] if done else [_unclear("when this is done")]
    lines += ["", "### Edge Cases", "", *(f"- {row(each)}" for each in fails)]
    lines += ["", "## Requirements", "", "### Functional Requirements", ""]
    lines += [f"- **FR-{n:03}**: The system MUST hold: {row(each)}"
              for n, each in enumerate(rules, 1)]  # fmt: skip
    lines += [f"- {_unclear(each.field)}" for each in spec.unknown]
    lines += ["", "### Key Entities", "", *(f"- {plain(each)}" for each in spec.objects)]
    lines += ["", "## Success Criteria", "", "### Measurable Outcomes", ""]
    lines += [f"- **SC-{n:03}**: {row(each)}" for n, each in enumerate(done, 1)]
    guesses = [each for each in spec.constraints if each.source == "inferred"]
    lines += ["", "## Assumptions", "", *(f"- {row(each)}" for each in guesses)]
    return {f"specs/{slug(spec)}/spec.md": _text(lines)}


def slug(spec: IntentSpec) -> str:
    """The name of the folder."""
    return spec.intent.replace("_", "-")


Folder = Callable[[IntentSpec, str], dict[str, str]]

FOLDERS: Mapping[str, Folder] = MappingProxyType({"openspec": openspec, "spec-kit": spec_kit})
"""What a spec can be laid out as, by the name of `--to`."""


def _rules(spec: IntentSpec) -> list[Constraint]:
    return [each for each in spec.constraints if not is_fact(each)]


def _requirements(spec: IntentSpec) -> list[str]:
    lines = ["## ADDED Requirements", ""]
    for number, each in enumerate(_rules(spec), 1):
        lines += [f"### Requirement: {number} {_short(each.text)}", ""]
        lines += [f"The work SHALL hold: {row(each)}", ""]
        lines += [f"#### Scenario: {number} holds", ""]
        found = condition(each)
        when = found[0] if found else "the work is delivered"
        then = found[1] if found else each.text
        lines += [f"- **WHEN** {plain(when)}", f"- **THEN** {plain(then)}", ""]
    return lines


def _scenario(constraint: Constraint) -> str:
    found = condition(constraint)
    if found:
        return f"**When** {plain(found[0])}, **Then** {plain(found[1])}"
    return f"**Then** {row(constraint)}"


def _short(text: str) -> str:
    words = plain(text).split()
    return " ".join(words[:8])


def _unclear(field: str) -> str:
    return f"[NEEDS CLARIFICATION: {plain(field)}]"


def _left_open(spec: IntentSpec) -> list[str]:
    if not spec.unknown:
        return []
    return ["", "## Open", "", *(f"- {plain(each.field)}" for each in spec.unknown)]


def _text(lines: list[str]) -> str:
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n"
