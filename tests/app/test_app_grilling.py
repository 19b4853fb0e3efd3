"""The grilling screen over scripted engines: what keys do, and above all what they do not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from scripting import (
    LONGEST,
    QUESTION,
    REQUEST,
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
from textual import events
from textual.pilot import Pilot
from textual.widgets import TextArea

from intent_tui.app.widgets.sheet import Sheet
from intent_tui.passes.events import (
    Answer,
    Cancel,
    Command,
    Correct,
    Event,
    LookupDone,
    Submit,
    Survey,
    Undo,
    Veto,
)


@asynccontextmanager
async def playing(
    stage: Stage, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[int | None]]:
    """The app on a terminal of this size, its first events drawn."""
    async with stage.app.run_test(size=size, tooltips=True, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[int | None]) -> None:
    """Until what was sent has been drawn."""
    for _ in range(4):
        await pilot.pause()


async def keys(pilot: Pilot[int | None], *names: str) -> None:
    """Press keys, then let what they caused be drawn."""
    await pilot.press(*names)
    await settled(pilot)


def own(stage: Stage) -> str:
    """What stands in the line for own words."""
    return stage.app.screen.query_one("#own", TextArea).text


async def test_a_question_arrives_unmarked_and_enter_alone_answers_nothing() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        assert "❯" not in stage.text()
        stage.clock.later()
        await keys(pilot, "enter", "enter")
        assert [type(one) for one in stage.sent] == [Submit]
        assert "nothing is marked" in stage.text()


@pytest.mark.parametrize(
    ("key", "option"), [("b", "B"), ("2", "B"), ("B", "B"), ("ｂ", "B"), ("２", "B"), ("c", "C")]
)
async def test_letters_and_digits_mark_and_only_enter_commits(key: str, option: str) -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, key)
        assert f"❯ {option}" in stage.text()
        assert len(stage.sent) == 1
        await keys(pilot, "enter")
        assert stage.sent[1:] == [Answer(option, "when_all_fail")]
        assert "ROUTE" in stage.text()


async def test_arrows_go_round_the_options_and_the_delegation() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        seen = []
        for _ in range(5):
            await keys(pilot, "down")
            seen.append(stage.text().partition("❯ ")[2][0])
        assert seen == ["A", "B", "C", "d", "A"]
        await keys(pilot, "up")
        assert "❯ d" in stage.text()


async def test_no_key_commits_in_the_first_300_ms() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later(0.29)
        await keys(pilot, "b", "enter")
        assert len(stage.sent) == 1
        stage.clock.later(0.02)
        await keys(pilot, "enter")
        assert stage.sent[1:] == [Answer("B", "when_all_fail")]


async def test_a_letter_announces_and_any_other_key_takes_it_back() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "q")
        assert "Enter leaves" in stage.text()
        await keys(pilot, "x", "enter")
        assert stage.app.is_running
        assert "Enter leaves" not in stage.text()
        await keys(pilot, "w")
        assert "Enter shows why" in stage.text()
        await keys(pilot, "enter")
        assert "Searched, nothing found" in stage.text()
        assert "search: hold, held in src, docs" in stage.text()
        await keys(pilot, "escape")
        assert "question 1 of 3" in stage.text()
    assert len(stage.sent) == 1


async def test_words_typed_where_letters_are_keys_commit_nothing_and_lose_nothing() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, *"queue", "space", *"it")
        assert own(stage) == "queue it"
        assert len(stage.sent) == 1
        assert stage.app.is_running


@pytest.mark.parametrize("text", ["queue it", "包裹停住直到有标签"])
async def test_a_burst_of_keys_loses_none(text: str) -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        for character in text:
            name = "space" if character == " " else character
            stage.app.post_message(events.Key(name, character))
        await settled(pilot)
        await settled(pilot)
        assert own(stage) == text
        for name, character in (("escape", None), ("b", "b"), ("enter", "\r")):
            stage.app.post_message(events.Key(name, character))
        await settled(pilot)
        await settled(pilot)
    assert stage.sent[1:] == [Answer("B", "when_all_fail")]


async def test_i_alone_opens_an_empty_line() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        await keys(pilot, "x")
        stage.clock.later(5)
        await keys(pilot, "i")
        assert own(stage) == ""


async def test_own_words_are_committed_as_they_are_read() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "i", *"belt lamp turns red")
        assert "read as: your own words" in stage.text()
        assert "Enter take it" in stage.text()
        assert "q leave" not in stage.text()
        await keys(pilot, "enter")
    assert stage.sent[1:] == [Answer("belt lamp turns red", "when_all_fail")]


async def test_a_lone_letter_in_the_line_only_marks() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "i", "b", "enter")
        assert len(stage.sent) == 1
        assert "❯ B" in stage.text()
        await keys(pilot, "enter")
    assert stage.sent[1:] == [Answer("B", "when_all_fail")]


async def test_escape_leaves_the_line_and_keeps_the_text() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "i", *"hold it", "escape")
        assert own(stage) == "hold it"
        await keys(pilot, "a", "i", *" now")
        assert own(stage) == "hold it now"
        assert "› hold it now" in stage.text()


@pytest.mark.parametrize("text", ["包裹停住", "先返回旧的 30 秒", "é", "да"])
async def test_another_script_opens_the_line(text: str) -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        await keys(pilot, *text)
        assert own(stage) == text
    assert len(stage.sent) == 1


async def test_a_paste_is_text_with_its_lines_and_visible_controls() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.app.post_message(events.Paste("b\r\nq\x1b[2J\n\tend\x00"))
        await settled(pilot)
        assert own(stage) == "b\nq\\x1b[2J\n\tend\\x00"
    assert len(stage.sent) == 1


async def test_half_typed_words_are_kept_at_most_five_times_a_second_and_come_back() -> None:
    def reply(command: Command) -> Sequence[Event]:
        return [*opening(), *asked(half_typed="half a")] if isinstance(command, Submit) else []

    stage = Stage(reply, request=REQUEST)
    async with playing(stage) as pilot:
        assert own(stage) == "half a"
        await keys(pilot, "i", *" sentence")
        await pilot.pause(0.3)
        assert stage.connection.drafts[-1] == ("when_all_fail", "half a sentence")
        assert len(stage.connection.drafts) <= 4


async def test_a_delegation_is_asked_twice_and_says_why() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "d", "enter")
        assert stage.sent[1:] == [Answer("you decide", "when_all_fail")]
        assert "A parcel that left cannot be called back." in stage.text()
        assert "❯" not in stage.text()


async def test_undo_is_offered_only_when_there_is_something_to_take_back() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "u", "enter")
        assert len(stage.sent) == 1
        await keys(pilot, "b", "enter", "u")
        assert "Enter takes back your last act" in stage.text()
        await keys(pilot, "enter")
        assert stage.sent[-1] == Undo()
        assert "question 1 of 3" in stage.text()


async def test_a_veto_marks_a_guess_and_enter_reopens_it() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "b", "enter", "v", "v")
        assert "Enter re-opens: no new dependency" in stage.text()
        await keys(pilot, "enter")
        assert stage.sent[-1] == Veto(3)
        assert "question 1 of 3" in stage.text()


async def test_a_question_never_takes_the_focus_from_a_reader() -> None:
    waits: list[Event] = []

    def reply(command: Command) -> Sequence[Event]:
        return opening()[:6] if isinstance(command, Submit) else []

    stage = Stage(reply, request=REQUEST)
    async with playing(stage) as pilot:
        await keys(pilot, "t")
        for event in [*opening()[6:], *asked(), *waits]:
            stage.connection.events.put(event)
        stage.connection.wake()
        await settled(pilot)
        stage.clock.later()
        assert "Tab answer the question" in stage.text()
        await keys(pilot, "b", "enter")
        assert "❯" not in stage.text()
        await keys(pilot, "tab", "b", "enter")
        assert stage.sent[1:] == [Answer("B", "when_all_fail")]


async def test_escape_stops_looking() -> None:
    stage = Stage(
        lambda command: opening()[:5] if isinstance(command, Submit) else [], request=REQUEST
    )
    async with playing(stage) as pilot:
        assert "entries: label" in stage.text()
        assert "Nothing to ask yet" in stage.text()
        await keys(pilot, "escape")
        assert stage.sent[1:] == [Cancel()]


async def test_what_i_read_becomes_a_correction() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "r", "enter")
        assert "What I read" in stage.text()
        await keys(pilot, "down", "down", "minus")
        assert "dropped: printer.send" in stage.text()
        await keys(pilot, "plus", *"belt.py", "enter")
        await keys(pilot, "down", "down", "down", "enter", *"never twice", "enter", "escape")
    assert stage.sent[1:] == [Correct(None, ("printer.send",), ("belt.py",), ("never twice",))]


async def test_reading_without_a_change_sends_nothing() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        await keys(pilot, "r", "enter", "down", "minus", "minus", "escape")
        assert "question 1 of 3" in stage.text()
    assert len(stage.sent) == 1


async def test_double_enter_at_home_answers_nothing() -> None:
    stage = Stage()
    async with playing(stage) as pilot:
        await pilot.press(*REQUEST, "enter", "enter")
        await settled(pilot)
        assert "question 1 of 3" in stage.text()
        assert stage.sent == [Submit(REQUEST, "explicit")]


async def test_keys_that_come_faster_than_the_screen_are_no_answer_and_no_fault() -> None:
    stage = Stage()
    async with playing(stage) as pilot:
        await keys(pilot, *REQUEST)
        for name in ("enter", "enter", "b", "t", "enter", "question_mark"):
            stage.app.simulate_key(name)
        await settled(pilot)
        await settled(pilot)
        assert stage.sent == [Submit(REQUEST, "explicit")]
        await keys(pilot, "escape", "escape")
        assert "3 of 6" in stage.text()
        assert "question 1 of 3" in stage.text()


@pytest.mark.parametrize("typed", [("b",), ("i", *"hold it")])
async def test_a_question_takes_one_answer_however_often_enter_is_pressed(
    typed: tuple[str, ...],
) -> None:
    stage = Stage(lambda command: usual(command) if isinstance(command, Submit) else [], REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, *typed)
        for _ in range(3):
            stage.app.simulate_key("enter")
        await settled(pilot)
        assert len(stage.sent) == 2


async def test_home_surveys_after_the_first_key_and_keeps_lines() -> None:
    stage = Stage()
    async with playing(stage) as pilot:
        assert stage.connections == []
        await keys(pilot, "a")
        assert stage.connection.sent == [Survey()]
        assert "412 files  Python, Flask  9 routes" in stage.text()
        await keys(pilot, "backslash", "enter", "b", "enter")
    assert stage.sent == [Submit("a\nb", "explicit")]


async def test_a_workspace_that_can_t_be_looked_at_says_so_at_home() -> None:
    stage = Stage(lambda command: broken() if isinstance(command, Survey) else usual(command))
    async with playing(stage) as pilot:
        await keys(pilot, "a")
        assert "the engine stopped in the middle" in stage.text()
        await keys(pilot, "enter")
        assert "question 1 of 3" in stage.text()


async def test_an_empty_line_starts_nothing() -> None:
    stage = Stage()
    async with playing(stage) as pilot:
        await keys(pilot, "enter", "space", "enter")
    assert [type(one) for one in stage.connection.sent] == [Survey]


async def test_home_reaches_help_and_actions_without_control_keys() -> None:
    stage = Stage()
    async with playing(stage) as pilot:
        await keys(pilot, "question_mark")
        assert "Keys here" in stage.text()
        await keys(pilot, "escape", "colon", *"leave", "enter")
    assert not stage.app.is_running
    assert stage.app.return_value == 0


async def test_silence_shows_the_quoted_words_and_offers_a_spec() -> None:
    stage = Stage(lambda command: silent() if isinstance(command, Submit) else [], request=REQUEST)
    async with playing(stage) as pilot:
        assert '"words for failure"' in stage.text()
        assert "No file was written." in stage.text()
        await keys(pilot, "s")
        assert stage.sent[-1] == Submit(REQUEST, "explicit")


async def test_both_halts_say_whose_move_it_is() -> None:
    for cause, said, step in (
        ("underspecified", "your move", "allow 2 more questions"),
        ("degraded", "the environment's move, not yours", "run again"),
    ):
        stage = Stage(
            lambda command, cause=cause: (
                [*opening(), *halted(cause)] if isinstance(command, Submit) else []
            ),
            request=REQUEST,
        )
        async with playing(stage) as pilot:
            assert said in stage.text()
            assert f"Enter  {step}" in stage.text()
            await keys(pilot, "enter")
            again = stage.sent[-1]
            assert isinstance(again, Submit)
            assert again.ask_budget == (5 if cause == "underspecified" else None)
            assert len(stage.sent) == 2


async def test_a_run_that_broke_off_says_so_and_can_be_run_again() -> None:
    tries: list[Command] = []

    def reply(command: Command) -> Sequence[Event]:
        tries.append(command)
        return [*opening(), *broken()] if len(tries) == 1 else usual(command)

    stage = Stage(reply, request=REQUEST)
    async with playing(stage) as pilot:
        assert "the engine stopped in the middle (signal 9)" in stage.text()
        await keys(pilot, "enter")
        assert "question 1 of 3" in stage.text()


async def test_the_type_check_is_shown_when_the_run_ends() -> None:
    stage = Stage(
        lambda command: [*opening(), *answered(), *routed()] if isinstance(command, Submit) else [],
        request=REQUEST,
    )
    async with playing(stage) as pilot:
        text = stage.text()
        assert "parse ✓ › resolve ✓ › emit ✓" in text
        assert "✓ nothing unknown" in text
        assert "looked up 2  asked 1  inferred 1  open 0" in text
        await keys(pilot, "tab")
        assert "spec_version: '0.1'" in stage.text()
        await keys(pilot, "tab")
        assert "ROUTE" in stage.text()


async def test_a_thousand_events_are_one_message_and_no_child_widgets() -> None:
    done = next(one for one in opening() if isinstance(one, LookupDone))
    stage = Stage(
        lambda command: [*opening()[:5], *[done] * 1000] if isinstance(command, Submit) else [],
        request=REQUEST,
    )
    async with playing(stage):
        trace = stage.app.screen.query_one("#trace")
        assert len(trace.lines(80)) == 1000  # type: ignore[attr-defined]
        assert len(trace.children) == 0


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 15), (120, 36), (39, 12), (30, 10)])
async def test_the_longest_legal_question_stays_whole(size: tuple[int, int]) -> None:
    stage = Stage(
        lambda command: [*opening(), *asked(LONGEST)] if isinstance(command, Submit) else [],
        request=REQUEST,
    )
    async with playing(stage, size) as pilot:
        await keys(pilot, "b")
        panel = stage.app.screen.query_one("#question", Sheet)
        shown = "".join("".join(row.text.split()) for row in panel.rows)
        assert "".join(LONGEST.question.text.split()) in shown
        assert "❯B" in shown
        assert len(panel.rows) <= panel.size.height
        assert "›" in stage.text()


async def test_leaving_at_a_question_keeps_it_pending() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        stage.clock.later()
        await keys(pilot, "q", "enter")
    assert stage.app.return_value == 0
    assert stage.app.state.pending == QUESTION
    assert stage.connection.closed


async def test_ctrl_c_twice_leaves_from_the_line() -> None:
    stage = Stage(request=REQUEST)
    async with playing(stage) as pilot:
        await keys(pilot, "i", *"abc", "ctrl+c")
        assert stage.app.is_running
        stage.clock.later(3)
        await keys(pilot, "ctrl+c")
        assert stage.app.is_running
        await keys(pilot, "ctrl+c")
    assert stage.app.return_value == 130
