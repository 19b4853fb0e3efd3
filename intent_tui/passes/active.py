"""What of the knowledge is active in a workspace, where it comes from and why it counts here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.mind.offline.playbooks import GENERAL, playbook
from intent_tui.passes.references import extend
from intent_tui.probe import domains
from intent_tui.probe.source.surfaces import Ecosystem, ecosystems, named
from intent_tui.workspace.files import Workspace

_SHOWN_WORDS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of knowledge.

    `kind` is `playbook`, `surface` or `domain`; `origin` says where its file is from; `holds` what
    is in it, `active` whether it can play a part here, `why` the reason in words.
    """

    kind: str
    name: str
    origin: str
    replaces: str
    holds: str
    active: bool
    why: str


def rows(workspace: Workspace) -> tuple[tuple[Row, ...], tuple[Problem, ...]]:
    """Everything that could count in the workspace, sorted, and what was left out and why."""
    _, problems = extend(workspace.root)
    domain = domains.domain_of(workspace)
    found = [*_playbooks(domain), *_surfaces(workspace), *_domains(domain)]
    return tuple(found), problems


def _origin(path: str) -> tuple[str, str]:
    """Where the file in use comes from, and whose file of the same name it stands in place of."""
    origin = knowledge.origin(path)
    if origin == knowledge.SHIPPED:
        return origin, ""
    shipped = (knowledge.folder("references") / path).is_file()
    return origin, knowledge.SHIPPED if shipped else ""


def _playbooks(domain: str) -> Iterator[Row]:
    for name in knowledge.names("playbooks"):
        book = playbook(name)
        fits = not book.domains or domain in book.domains
        if name == GENERAL:
            why = "when no other one fits the request"
        elif fits:
            why = f"for requests that say {_words(name)}"
        else:
            why = f"only for {', '.join(book.domains)}"
        asked = sum(each.ask is not None for each in book.unknowns)
        holds = f"{len(book.unknowns)} unknowns, {asked} may be asked"
        yield Row("playbook", name, *_origin(f"playbooks/{name}.yaml"), holds, fits, why)


def _words(name: str) -> str:
    """The first few beginnings of words that choose a playbook."""
    top = knowledge.head(f"playbooks/{name}.yaml", "unknowns")
    listed = [str(word).rstrip("$") for words in top["stems"].values() for word in words]
    return ", ".join(f"{word}…" for word in listed[:_SHOWN_WORDS]) or "its kind of change"


def _surfaces(workspace: Workspace) -> Iterator[Row]:
    files = workspace.inventory.files
    suffixes = Counter("." + Path(info.path).name.rpartition(".")[2].lower() for info in files)
    for eco in ecosystems():
        sources = sum(suffixes[suffix] for suffix in eco.suffixes)
        manifest = next(
            (info.path for info in files if any(named(row["file"], info.path) for row in
             (*eco.rows("manifests"), *eco.rows("locks")))),
            "",
        )  # fmt: skip
        parts = [manifest] if manifest else []
        parts += [_count(sources, "source file")] if sources else []
        everywhere = eco.name == "common"
        why = ", ".join(parts) or ("every workspace" if everywhere else "nothing of it here")
        active = bool(parts) or everywhere
        origin, replaces = _surface_origin(eco)
        yield Row("surface", eco.name, origin, replaces, _reads(eco), active, why)


def _surface_origin(eco: Ecosystem) -> tuple[str, str]:
    """A surface joins the shipped file of its ecosystem: both are named, nothing is replaced."""
    origins = [
        knowledge.origin(f"surfaces/{name}.yaml")
        for name in knowledge.names("surfaces")
        if knowledge.yaml(f"surfaces/{name}.yaml")["ecosystem"] == eco.name
    ]
    ordered = sorted(dict.fromkeys(origins), key=lambda each: each != knowledge.SHIPPED)
    return " + ".join(ordered), ""


def _reads(eco: Ecosystem) -> str:
    counts = {
        "manifests": len(eco.rows("manifests")) + len(eco.rows("locks")),
        "frameworks": len(eco.rows("frameworks")) + len(eco.rows("attributes")),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "words"


def _domains(domain: str) -> Iterator[Row]:
    for name in knowledge.names("domains"):
        table = domains.domain(name)
        holds = f"{len(table.kinds)} kinds of record, {len(table.remedies)} remedies"
        why = "what lies here looks like it" if name == domain else "nothing of it here"
        yield Row("domain", name, *_origin(f"domains/{name}.yaml"), holds, name == domain, why)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
