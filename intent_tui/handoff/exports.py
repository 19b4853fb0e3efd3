"""A spec in the forms other tools and people read. The spec stays the source; nothing is added.

Every form names the saved file and says of each line where it comes from, so that a guess is
still one in a pull request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from intent_tui.spec.model import Constraint, IntentSpec

_SOURCES = {
    "explicit": "stated",
    "probed": "looked up",
    "asked": "answered",
    "inferred": "a guess",
}
_HEADS = {
    "scope": "Scope",
    "approach": "Approach",
    "data_compatibility": "Data and interfaces",
    "failure_behavior": "When something fails",
    "acceptance": "Done when",
    "non_goals_constraints": "Not wanted",
}
_MARKS = re.compile(r"([\\`*_{}\[\]<>|])")
_BEGINS = re.compile(r"^([0-9]*)([#+=~.)-])")
"""What makes a heading, a list, a rule or a fence of a line that begins with it."""
_CONDITION = re.compile(
    r"^\s*(?:if|when|whenever|on|in case)\b\s*(?P<when>[^,;:]+)[,;:]\s*(?:then\s+)?(?P<then>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DONE = re.compile(
    r"^\s*(?:it is )?(?:done|finished|accepted)\s*(?:when|once|if)\s+", re.IGNORECASE
)
_CALLS = re.compile(r"@(?=[A-Za-z0-9])")


def markdown(spec: IntentSpec, path: str) -> str:
    """For a pull request: the request, what holds by category, what is open, what was checked."""
    lines = [f"## {_title(spec)}", "", *quoted(spec.request), ""]
    lines += [f"Acts on {', '.join(f'`{_code(each)}`' for each in spec.objects)}.", ""]
    for category, head in _HEADS.items():
        rows = [each for each in spec.constraints if each.category == category]
        if rows:
            lines += [f"**{head}**", "", *(f"- {row(each)}" for each in rows), ""]
    rest = [each for each in spec.constraints if each.category not in _HEADS]
    lines += [f"- {row(each)}" for each in rest] + ([""] if rest else [])
    if spec.unknown:
        lines += ["**Open**", ""]
        lines += [f"- {each.field}{_note(each.note)}" for each in spec.unknown]
        lines += [""]
    if spec.verification is not None:
        lines += ["**Intent check**", ""]
        lines += [
            f"- {each.verdict.replace('_', ' ')}: {plain(each.constraint)}{_at(each.pointer)}"
            for each in spec.verification.results
        ]
        lines += [""]
    return "\n".join([*lines, f"From `{path}`."])


def issue(spec: IntentSpec, path: str) -> str:
    """The body of an issue: the same, with a box to tick a constraint."""
    lines = [*quoted(spec.request), ""]
    lines += [f"Acts on {', '.join(f'`{_code(each)}`' for each in spec.objects)}.", ""]
    lines += [f"- [ ] {row(each)}" for each in spec.constraints]
    if spec.unknown:
        lines += ["", "Open: " + ", ".join(each.field for each in spec.unknown)]
    return "\n".join([*lines, "", f"From `{path}`. Check every line before this is closed."])


def ears(spec: IntentSpec, path: str) -> str:
    """Sentences of the EARS patterns, one a constraint, numbered after the constraint.

    A condition that stands first becomes the IF or WHEN part; what has none is ubiquitous.
    """
    lines = [f"# {_title(spec)} ({path})", ""]
    for number, each in enumerate(spec.constraints, 1):
        lines.append(f"{number}. {_ears(each)} [{_SOURCES[each.source]}]")
    return "\n".join(lines)


def _ears(constraint: Constraint) -> str:
    text = _line(constraint.text).rstrip(".")
    if is_fact(constraint):
        return f"NOTE {text}"
    match = _CONDITION.match(text)
    if match is not None:
        word = "IF" if constraint.category == "failure_behavior" else "WHEN"
        then = ", THEN" if word == "IF" else ","
        return (
            f"{word} {match['when'].strip()}{then} THE SYSTEM SHALL ensure: {match['then'].strip()}"
        )
    return f"THE SYSTEM SHALL ensure: {_DONE.sub('', text)}"


def gherkin(spec: IntentSpec, path: str) -> str:
    """A feature with a scenario for each way it can fail and each way it is done."""
    lines = [
        f"# {path}",
        f"Feature: {_title(spec)}",
        *(f"  {line}" for line in _wrapped(spec.request)),
    ]
    background = [each for each in spec.constraints if each.category in ("scope", "approach")]
    if background:
        lines += ["", "  Background:"]
        lines += _steps("Given", (each.text for each in background))
    for number, each in enumerate(spec.constraints, 1):
        if each.category in ("scope", "approach"):
            continue
        lines += [
            "",
            f"  Scenario: {number} {_line(_HEADS.get(each.category or '', 'Holds')).lower()}",
        ]
        lines += _scenario(each)
    return "\n".join(lines)


def condition(constraint: Constraint) -> tuple[str, str] | None:
    """When, and what then, of a constraint that begins with a condition; None without one."""
    match = _CONDITION.match(_line(constraint.text).rstrip("."))
    return (match["when"].strip(), match["then"].strip()) if match else None


def _scenario(constraint: Constraint) -> list[str]:
    text = _line(constraint.text).rstrip(".")
    match = _CONDITION.match(text)
    if match is not None:
        return [f"    When {match['when'].strip()}", f"    Then {match['then'].strip()}"]
    return [f"    Then {_DONE.sub('', text)}"]


def _steps(first: str, texts: Iterable[str]) -> list[str]:
    steps = [_line(text) for text in texts]
    return [f"    {first if not place else 'And'} {step}" for place, step in enumerate(steps)]


def _title(spec: IntentSpec) -> str:
    return spec.intent.replace("_", " ")


def row(constraint: Constraint) -> str:
    """A constraint on one line of Markdown: its words, where they come from, its pointer."""
    final = ", cannot be taken back" if constraint.irreversible else ""
    source = f"({_SOURCES[constraint.source]}{final})"
    return f"{plain(constraint.text)} {source}{_at(constraint.evidence)}"


def _note(note: str | None) -> str:
    return f": {plain(note)}" if note else ""


def is_fact(constraint: Constraint) -> bool:
    """What the history tells is the reason for a rule, not one."""
    return (constraint.evidence or "").startswith("git:")


def _at(pointer: str | None) -> str:
    return f" `{_code(pointer)}`" if pointer else ""


def quoted(text: str) -> list[str]:
    """A text as a quote of Markdown."""
    return [f"> {plain(line)}" if line.strip() else ">" for line in text.splitlines()]


def _wrapped(text: str) -> list[str]:
    return [_line(line) for line in text.splitlines() if line.strip()]


def plain(text: str) -> str:
    """Words as words: what a person or a file wrote is never markup."""
    words = _MARKS.sub(r"\\\1", _line(text))
    return _CALLS.sub("@<!-- -->", _BEGINS.sub(r"\1\\\2", words))


def _code(text: str) -> str:
    return _line(text).replace("`", "'")


def _line(text: str) -> str:
    return " ".join(text.split())


Export = Callable[[IntentSpec, str], str]

FORMATS: Mapping[str, Export] = MappingProxyType(
    {"markdown": markdown, "issue": issue, "ears": ears, "gherkin": gherkin}
)
"""What a spec can be exported to, by the name of `--to`."""
