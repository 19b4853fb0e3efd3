"""Terraform: required providers, modules with a source, and the locked providers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intent_tui.probe.manifest_readers.pattern_lines import LONGEST, pinned
from intent_tui.probe.manifest_readers.record import Package, comment_at

_OPENS = re.compile(
    r'^\s*(?P<word>[\w-]+)(?:\s+"(?P<label>[^"]*)")?(?:\s*=)?\s*\{(?P<rest>[^}]*)(?P<end>\})?'
)
_PAIR = re.compile(r'\b(?P<key>source|version)\s*=\s*"(?P<value>[^"]*)"')


def read(lines: Sequence[str]) -> list[Package]:
    """The providers and modules of one file, each at the line that opens its block.

    Braces are counted line by line; what stands behind a comment mark is not.
    """
    found: list[Package] = []
    around: list[tuple[str, str, int, dict[str, str]]] = []
    for number, text in enumerate(lines, 1):
        code = re.sub(r"(?:^|\s)(?:#|//).*$", "", text[:LONGEST])
        opened = _OPENS.match(code)
        pairs = {met.group("key"): met.group("value") for met in _PAIR.finditer(code)}
        if opened:
            around.append((opened.group("word"), opened.group("label") or "", number, pairs))
        elif around:
            around[-1][3].update(pairs)
        bare = re.sub(r'"[^"]*"', "", code)
        balance = bare.count("{") - bare.count("}") - (1 if opened else 0)
        around.extend(("", "", number, {}) for _ in range(balance))
        for _ in range(-balance):
            if around:
                word, label, line, own = around.pop()
                outer = around[-1][0] if around else ""
                found.extend(_made(lines, (word, label, outer), line, own))
    return sorted(found, key=lambda item: (item.line, item.name))


def _made(
    lines: Sequence[str], block: tuple[str, str, str], line: int, own: dict[str, str]
) -> list[Package]:
    word, label, outer = block
    if outer == "required_providers":
        name, group = own.get("source") or word, "runtime"
    elif word == "provider" and "/" in label:
        name, group = re.sub(r"^registry\.[\w.-]+/", "", label), "runtime"
    elif word == "module" and own.get("source"):
        name, group = own["source"], "module"
    else:
        return []
    version = own.get("version", "")
    if not version and "?ref=" in name:
        name, _, version = name.partition("?ref=")
    note = comment_at(lines, line, ("#", "//"))
    return [Package(name, version, line, group, pinned(version, exact=True), note)]
