"""Screens as text, at the sizes people have. To take new ones: INTENT_TUI_GOLDENS=write."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from scripting import (
    LONGEST,
    REQUEST,
    SURVEYED,
    Stage,
    answered,
    asked,
    broken,
    halted,
    opening,
    routed,
    silent,
    usual,
)

from intent_tui.passes.events import Command, Event, Read, Submit, Survey

FOLDER = Path(__file__).parent / "goldens"
SIZES = [(80, 24), (40, 15), (120, 36)]


def chinese() -> list[Event]:
    """The same run for a request in Chinese."""
    return [replace(one, language="zh") if isinstance(one, Read) else one for one in opening()]


SCENES: dict[str, tuple[Sequence[Event], tuple[str, ...]]] = {
    "home": ((), ("a",)),
    "looking": (opening()[:5], ()),
    "asking": ([*opening(), *asked()], ()),
    "marked": ([*opening(), *asked()], ("b",)),
    "longest": ([*chinese(), *asked(LONGEST)], ("b",)),
    "typing": ([*chinese(), *asked(LONGEST)], ("i", *"红灯")),
    "why": ([*opening(), *asked()], ("w", "enter")),
    "read": ([*opening(), *asked()], ("r", "enter", "down")),
    "help": ([*opening(), *asked()], ("question_mark",)),
    "actions": ([*opening(), *asked()], ("colon",)),
    "routed": ([*opening(), *answered(), *routed()], ("v",)),
    "silent": (silent(), ()),
    "underspecified": ([*opening(), *halted("underspecified")], ()),
    "degraded": ([*opening(), *halted("degraded")], ()),
    "broken": ([*opening(), *broken()], ()),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
async def test_the_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    run, keys = SCENES[name]

    def reply(command: Command) -> Sequence[Event]:
        if isinstance(command, Survey):
            return [SURVEYED]
        return run if isinstance(command, Submit) else usual(command)

    stage = Stage(reply, request=REQUEST if run else "")
    async with stage.app.run_test(size=size) as pilot:
        for _ in range(4):
            await pilot.pause()
        stage.clock.later()
        if keys:
            await pilot.press(*keys)
        for _ in range(4):
            await pilot.pause()
        shown = stage.text() + "\n"
    path = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("INTENT_TUI_GOLDENS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_every_golden_belongs_to_a_scene() -> None:
    known = {f"{name}-{width}x{height}.txt" for name in SCENES for width, height in SIZES}
    assert {path.name for path in FOLDER.iterdir()} == known
