"""A test says so: one that names what is wanted, was delivered or is there, and asserts."""

from __future__ import annotations

import re

from intent_tui.probe.checks.assertions import Assertion, read
from intent_tui.probe.source import surfaces
from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import anchors
from intent_tui.verify.cues import says
from intent_tui.verify.scene import Judged, Scene, judged
from intent_tui.verify.words import shared

_ENOUGH = 2
"""Words of the constraint a test must share with it to be the one that is meant."""
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+|\w+(?:[._-]\w+)*\.[a-z]{1,4}\b")


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """Met with the assertion; whether it passes only a run can tell."""
    if constraint.category != "acceptance" or not says("tested", constraint.text):
        return None
    named = [path for path in _PATH.findall(constraint.text) if scene.kind(path)]
    ranked = sorted(
        ((_weight(item, constraint, scene), item) for item in _asserted(scene, named)),
        key=lambda each: (-each[0], each[1].path, each[1].line),
    )
    if named and not ranked:
        return judged("not_met", "no_assertion", None, path=named[0])
    if ranked and ranked[0][0] >= _ENOUGH:
        item = ranked[0][1]
        return judged("met", "asserted", f"{item.path}:{item.line}")
    fresh = [change.path for change in scene.delivered.changes if scene.kind(change.path) == "test"]
    if not fresh:
        return judged("not_met", "no_test")
    titled = _titled(constraint, scene, fresh)
    if titled is not None:
        return judged("not_met", "asserts_nothing", titled)
    if not ranked or not ranked[0][0]:
        return judged("not_met", "names_it_not", f"{fresh[0]}:1" if scene.lines(fresh[0]) else None)
    return None


def _titled(constraint: Constraint, scene: Scene, paths: list[str]) -> str | None:
    """A delivered test that names what is wanted, whatever it asserts."""
    for path in paths:
        eco = surfaces.of_path(path)
        if eco is None:
            continue
        patterns = surfaces.patterns(eco.name, "tests.titles")
        for number, text in enumerate(scene.lines(path), 1):
            title = next((found["title"] for each in patterns if (found := each.search(text))), "")
            if title and shared(constraint.text, title, scene) >= _ENOUGH:
                return f"{path}:{number}"
    return None


def _asserted(scene: Scene, named: list[str]) -> list[Assertion]:
    """Assertions of the delivered tests; of a test that is named by its path, all of them."""
    found: list[Assertion] = []
    for info in scene.after.inventory.of("test"):
        fresh = scene.delivered.added(info.path)
        if not fresh and info.path not in named:
            continue
        found += [
            item
            for item in read(info.path, scene.lines(info.path))
            if item.line in fresh or info.path in named
        ]
    return found


def _weight(item: Assertion, constraint: Constraint, scene: Scene) -> int:
    text = f"{item.title} {item.text}"
    marks = sum(2 for anchor in anchors(constraint.text) if anchor.on(text))
    return marks + shared(constraint.text, text, scene)
