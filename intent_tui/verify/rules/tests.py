"""A test says so: one that names what is wanted, was delivered or is there, and asserts."""

from __future__ import annotations

import re

from intent_tui.probe.checks.assertions import Assertion, read
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
    if not any(scene.kind(change.path) == "test" for change in scene.delivered.changes):
        return judged("not_met", "no_test")
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
