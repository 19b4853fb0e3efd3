"""The knowledge of a run: what ships, the person's own files, and what the repository brings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from intent_tui.base import knowledge
from intent_tui.base.config import config_dir
from intent_tui.base.extensions import Judge, Source, Spot, checked
from intent_tui.base.knowledge import Layer
from intent_tui.base.problem import Problem
from intent_tui.workspace.references import FOLDER, brought

YOURS, THE_REPOSITORYS = "your config", "this repository"


def extend(root: Path) -> tuple[tuple[Layer, ...], tuple[Problem, ...]]:
    """The layers for a workspace, weakest first, and why files were left out.

    Takes the root of a workspace. The person's own files may replace shipped ones; a repository's
    only add, and hold no pattern (house rule on knowledge as data).
    """
    homes = (
        (YOURS, config_dir() / "references", "references", True),
        (THE_REPOSITORYS, root / FOLDER, FOLDER, False),
    )
    layers: list[Layer] = []
    problems: list[Problem] = []
    for origin, home, shown, trusted in homes:
        files, unread = brought(home)
        if files or unread:
            knowledge.use(tuple(layers))
            layer, found = checked(Source(origin, shown, files, trusted, unread), _judge(trusted))
            layers += [layer] if layer.files else []
            problems += found
    knowledge.use(tuple(layers))
    return tuple(layers), tuple(problems)


def left_out_files(problems: Iterable[Problem]) -> tuple[str, ...]:
    """The files those problems are about, each once."""
    places = (problem.what.partition(": ")[0] for problem in problems)
    return tuple(dict.fromkeys(re.sub(r":\d+$", "", place) for place in places))


def _judge(trusted: bool) -> Judge:
    def judge(kind: str, stem: str, data: Mapping[str, Any]) -> Iterable[tuple[Spot, str]]:
        own_name = data.get("name", stem)
        if kind != "surfaces" and own_name != stem:
            yield ("name",), f'is "{own_name}" in a file called {stem}.yaml'
        if kind == "playbooks":
            yield from _playbook(data)
        if kind == "domains" and not trusted:
            yield from _remedies(data)

    return judge


def _playbook(data: Mapping[str, Any]) -> Iterator[tuple[Spot, str]]:
    seen: set[str] = set()
    for place, unknown in enumerate(data["unknowns"]):
        spot: Spot = ("unknowns", place)
        name = unknown["field"]
        if name in seen:
            yield (*spot, "field"), f'"{name}" is there twice'
        seen.add(name)
        if name in _final() and not unknown.get("irreversible"):
            yield (*spot, "field"), f'"{name}" cannot be taken back: it needs irreversible: true'
        if "ask" in unknown:
            yield from (((*spot, "ask", *deep), why) for deep, why in _wording(unknown["ask"]))
    if not any(each["field"] == "done" for each in data["unknowns"]):
        yield ("unknowns",), 'one of them must be "done": how one sees that the work is finished'


def _wording(ask: Mapping[str, Any]) -> Iterator[tuple[Spot, str]]:
    from intent_tui.mind import guard

    limits = {
        "question": guard.QUESTION_CELLS,
        "why": guard.WHY_CELLS,
        "reason": guard.REASON_CELLS,
        "risk": guard.RISK_CELLS,
    }
    for key, limit in limits.items():
        yield from (((key, *spot), why) for spot, why in _too_long(ask.get(key, {}), limit))
    for place, option in enumerate(ask.get("options", ())):
        found = _too_long(option["text"], guard.OPTION_CELLS)
        yield from ((("options", place, "text", *spot), why) for spot, why in found)


def _too_long(texts: Mapping[str, str], limit: int) -> Iterator[tuple[Spot, str]]:
    from intent_tui.base.display import cells

    for language, template in texts.items():
        if cells(template) > limit:
            yield (language,), f"is {cells(template)} cells wide, {limit} at the most"


def _remedies(data: Mapping[str, Any]) -> Iterator[tuple[Spot, str]]:
    for name, remedy in data.get("remedies", {}).items():
        if not remedy["irreversible"]:
            yield ("remedies", name), "a repository may not say that a remedy can be taken back"


@cache
def _final() -> frozenset[str]:
    """The unknowns that a playbook in use calls irreversible: no other file says otherwise."""
    return frozenset(
        each["field"]
        for name in knowledge.names("playbooks")
        for each in knowledge.yaml(f"playbooks/{name}.yaml")["unknowns"]
        if each.get("irreversible")
    )
