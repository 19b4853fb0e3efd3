"""Every screen, every size, every key twice, every hostile text: the app stays up and draws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from scripting import (
    QUESTION,
    READ,
    REQUEST,
    SURVEYED,
    Stage,
    answered,
    asked,
    broken,
    halted,
    lookup,
    opening,
    routed,
    silent,
    spec,
    usual,
)
from textual.pilot import Pilot

from intent_tui.app import commands
from intent_tui.passes.events import (
    Answer,
    Command,
    Emitted,
    Event,
    Failed,
    Found,
    LookupDone,
    LookupStarted,
    Started,
    Submit,
    Survey,
    UnknownClosed,
)
from intent_tui.spec.model import Constraint, Option, Question, Unknown

ENDS: dict[str, Sequence[Event]] = {
    "looking": opening()[:5],
    "asking": [*opening(), *asked()],
    "routed": [*opening(), *answered(), *routed()],
    "silent": silent(),
    "underspecified": [*opening(), *halted("underspecified")],
    "degraded": [*opening(), *halted("degraded")],
    "broken": [*opening(), *broken()],
}
SIZES = [
    (120, 36),
    (80, 24),
    (60, 20),
    (40, 15),
    (39, 11),
    (20, 6),
    (19, 5),
    (10, 3),
    (5, 2),
    (1, 1),
]

HOSTILE = [
    "[/", "[/]", "[/#888]", "[red]x", "\\[x]", "$x [$accent]", "[@click=app.quit]x[/]",
    "ends in: z [b +", "fatal: bad object [/red]", "a\x1b[2Jb\x1b]0;t\x07", "\u202eabc\u202c",
    "\u200b\ufeff", "e\u0301\u0301", "包裹" * 60, "🧑‍🚒" * 40, "{}{x!r}%s%n", "x" * 5000,
    "\t\t", "\ud800",
]  # fmt: skip


async def settled(pilot: Pilot[int | None]) -> None:
    """Until what was sent has been drawn."""
    for _ in range(3):
        await pilot.pause()


def ending(name: str) -> Stage:
    """An app whose run comes to this end."""

    def reply(command: Command) -> Sequence[Event]:
        if isinstance(command, Submit):
            return ENDS[name]
        return [SURVEYED] if isinstance(command, Survey) else usual(command)

    return Stage(reply, request=REQUEST)


@pytest.mark.parametrize("name", sorted(ENDS))
async def test_every_place_at_every_size(name: str) -> None:
    stage = ending(name)
    async with stage.app.run_test(size=SIZES[0], tooltips=True, notifications=True) as pilot:
        await settled(pilot)
        for size in (*SIZES, *reversed(SIZES)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            rows = stage.text().split("\n")
            assert len(rows) == size[1]
        stage.clock.later()
        await pilot.press("question_mark")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
    assert stage.app.return_code in (0, None)


@pytest.mark.parametrize("size", SIZES)
async def test_the_app_starts_at_every_size(size: tuple[int, int]) -> None:
    for stage in (Stage(), ending("asking")):
        async with stage.app.run_test(size=size) as pilot:
            await settled(pilot)
            await pilot.press("a", "escape", "colon", "escape", "down")
            await settled(pilot)
        assert stage.app.return_code in (0, None)


KEYS = sorted({key for one in commands.COMMANDS for key in one.keys} - {":", "?", "-", "+"})


@pytest.mark.parametrize("name", sorted(ENDS))
async def test_every_key_twice_at_every_place(name: str) -> None:
    left = list(KEYS)
    while left:
        stage = ending(name)
        async with stage.app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            while left and stage.app.is_running:
                key = left.pop()
                for pressed in (key, key, "enter", key, "escape"):
                    if stage.app.is_running:
                        stage.clock.later()
                        await pilot.press(pressed)
                        stage.text()
        assert stage.app.return_code in (0, None), key


@pytest.mark.parametrize("seed", range(6))
async def test_random_keys_from_the_first_moment(seed: int) -> None:
    chance = random.Random(seed)
    keys = [
        *"abdiuwrtvnsx包[",
        *["space", "enter", "escape", "tab", "up", "down", "colon", "minus", "plus"],
    ]
    keys += ["question_mark", "backspace", "pageup"]
    stage = Stage(request="" if seed % 2 else REQUEST)
    async with stage.app.run_test(size=(80, 24)) as pilot:
        for _ in range(60):
            if not stage.app.is_running:
                break
            stage.clock.later(chance.choice((0.0, 0.1, 1.0, 5.0)))
            await pilot.press(chance.choice(keys))
    assert stage.app.return_code in (0, None)


def hostile(text: str) -> list[Event]:
    """A run in which everything that can be said is this text."""
    pending = replace(
        QUESTION,
        question=Question(text, text, "A", (Option("A", text), Option("B", text))),
        reason=text,
        risk=text,
        searched=(text, text),
        refused=True,
    )
    said = Constraint("inferred", text, text)
    made = replace(spec(), request=text, objects=(text,), constraints=(said, said))
    return [
        Started(text, "explicit", 3),
        replace(READ, objects=(text,), explicit=(said,), left_out=(text,), kind=text, intent=text),
        LookupStarted(text, text, text),
        LookupDone(replace(lookup(text), action=text), 1, 2),
        LookupDone(lookup(text, hits=0, failed=text), 2, 2),
        Found(text, text),
        UnknownClosed(text, "probed", text, text),
        UnknownClosed("when_all_fail", "inferred", text, None),
        *asked(pending),
        Emitted("ROUTE", text, "clear", made, text, (text,), (text,), 1, (text,), (text,), True),
    ]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_hostile_text_everywhere_is_only_text(text: str, size: tuple[int, int]) -> None:
    events = hostile(text)

    def reply(command: Command) -> Sequence[Event]:
        match command:
            case Survey():
                return [replace(SURVEYED, name=text, head=text, summary=(text,), examples=(text,))]
            case Submit():
                return events[:-1]
            case Answer():
                return [events[-1]]
        return [Failed(text, text, 1)]

    stage = Stage(reply)
    async with stage.app.run_test(size=size, tooltips=True, notifications=True) as pilot:
        await pilot.press("x")
        await settled(pilot)
        stage.text()
        await pilot.press("enter")
        await settled(pilot)
        stage.clock.later()
        shown = [stage.text()]
        for keys in (
            "b", "w enter", "escape", "r enter", "down down", "escape", "t", "tab", "b enter",
            "v", "tab", "tab", "u enter",
        ):  # fmt: skip
            await pilot.press(*keys.split())
            await settled(pilot)
            shown.append(stage.text())
        assert stage.app.is_running, (stage.app._exception, stage.app.return_code, shown[-2:])
        if text.isprintable() and text.isascii() and len(text) < 30:
            assert sum(text in one for one in shown) >= 4
        assert not any("\x1b" in one or "\u202e" in one for one in shown)
    assert stage.app.return_code in (0, None)


async def test_events_that_come_while_a_page_is_open_are_drawn_after_it() -> None:
    stage = Stage(
        lambda command: opening()[:6] if isinstance(command, Submit) else [], request=REQUEST
    )
    async with stage.app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for opens in ("question_mark", "colon"):
            await pilot.press(opens)
            await pilot.pause()
            for event in (*opening()[6:], *asked()):
                stage.connection.events.put(event)
            stage.connection.wake()
            await settled(pilot)
            await pilot.press("escape")
            await settled(pilot)
            assert "question 1 of 3" in stage.text()


async def test_an_unknown_of_many_keeps_the_question_in_view() -> None:
    many = tuple(Unknown(f"field_{at}", "probe", "scope") for at in range(60))
    stage = Stage(
        lambda command: (
            [Started(REQUEST, "explicit", 3), replace(READ, unknown=many), *asked()]
            if isinstance(command, Submit)
            else []
        ),
        request=REQUEST,
    )
    for size in ((80, 24), (120, 36), (40, 15)):
        stage = Stage(stage.connections[0].reply if stage.connections else usual, request=REQUEST)
        async with stage.app.run_test(size=size) as pilot:
            await settled(pilot)
            await pilot.press("b")
            await settled(pilot)
            assert "❯ B" in stage.text()
