"""A spec in the markup of Jira's text fields, for pasting into an issue."""

from __future__ import annotations

import re

from intent_tui.spec.model import Constraint, IntentSpec

_MARKS = re.compile(r"([\\{}\[\]*_^~+|!#?-])")
_SOURCES = {
    "explicit": "stated",
    "probed": "looked up",
    "asked": "answered",
    "inferred": "a guess",
}


def jira(spec: IntentSpec, path: str) -> str:
    """The body of an issue: the request as a quote, every constraint, what is open."""
    lines = ["{quote}", *(_words(line) for line in spec.request.splitlines()), "{quote}", ""]
    lines += [f"*Acts on* {', '.join(map(_code, spec.objects))}", ""]
    lines += ["h3. Constraints", "", *(f"# {_row(each)}" for each in spec.constraints)]
    if spec.unknown:
        lines += ["", "h3. Open", "", *(f"* {_words(each.field)}" for each in spec.unknown)]
    lines += ["", f"From {_code(path)}. Check every constraint before this is closed."]
    return "\n".join(lines)


def _row(constraint: Constraint) -> str:
    final = ", cannot be taken back" if constraint.irreversible else ""
    place = f" {_code(constraint.evidence)}" if constraint.evidence else ""
    return f"{_words(constraint.text)} ({_SOURCES[constraint.source]}{final}){place}"


def _words(text: str) -> str:
    """Words as words: what a person or a file wrote is never markup."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    return "{{" + _words(text) + "}}"
