"""The engine through its public face: commands in, events out, on real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.workspaces import build

from intent_tui.passes.events import (
    Answer,
    Answered,
    Asked,
    Correct,
    Emitted,
    Failed,
    Found,
    LookupDone,
    PassStarted,
    Submit,
    Undo,
    Veto,
)
from intent_tui.passes.session import Session
from intent_tui.passes.state import SessionState, reduce
from intent_tui.spec.typecheck import check

CACHE = "add caching to the plant API"


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    return build("desk", tmp_path / "desk")


def run(session: Session, command: object) -> list[object]:
    return list(session.run(command))  # type: ignore[arg-type]


def asked(session: Session) -> str:
    assert session.state.pending is not None
    return session.state.pending.field


def spec_of(session: Session):
    assert session.state.emitted is not None
    assert session.state.emitted.spec is not None
    return session.state.emitted.spec


def case_request(desk: Path) -> str:
    order = sorted((desk / "orders").iterdir())[0].stem
    return f"an angry customer is writing about order {order}, sort it out"


def test_the_passes_come_in_order_and_a_question_ends_the_run(service: Path) -> None:
    session = Session.open(service)
    events = run(session, Submit(CACHE))
    assert [each.name for each in events if isinstance(each, PassStarted)] == [
        "parse", "resolve", "emit",
    ]  # fmt: skip
    assert sum(isinstance(each, Asked) for each in events) == 1
    assert isinstance(events[-1], Emitted)
    assert spec_of(session).decision.state == "ASK"
    assert not check(spec_of(session))


def test_the_state_is_what_the_events_say(service: Path) -> None:
    session = Session.open(service)
    state = SessionState()
    for event in [*run(session, Submit(CACHE)), *run(session, Answer("B"))]:
        state = reduce(state, event)  # type: ignore[arg-type]
    assert state == session.state


def test_no_field_spends_more_than_its_budget(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    lookups = session.state.lookups
    for field in {each.field for each in lookups}:
        ordinary = [each for each in lookups if each.field == field and not each.reserved]
        assert len(ordinary) <= (2 if field == "premise" else 3)
        assert sum(each.reserved for each in lookups if each.field == field) <= 1


def test_what_was_decided_before_is_said_at_once(service: Path) -> None:
    found = [each for each in run(Session.open(service), Submit(CACHE)) if isinstance(each, Found)]
    assert any("#" in each.pointer for each in found)
    assert any(each.pointer.startswith("git:") for each in found)


def test_an_answer_closes_and_routes(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    field = asked(session)
    events = run(session, Answer("B"))
    assert events[0] == Answered(field, "B", "B", None)
    spec = spec_of(session)
    assert (spec.decision.state, spec.resolution.asked) == ("ROUTE", 1)
    assert [each.source for each in spec.constraints].count("asked") == 1


def test_own_words_are_kept_as_said(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Answer("park it [for] a person: #7"))
    said = [each.text for each in spec_of(session).constraints if each.source == "asked"]
    assert said == ["park it [for] a person: #7"]


def test_a_reversible_choice_can_be_handed_back(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Answer("you decide"))
    spec = spec_of(session)
    handed = [each for each in spec.constraints if each.evidence == "user:delegated"]
    assert (spec.decision.state, spec.resolution.asked) == ("ROUTE", 0)
    assert [each.source for each in handed] == ["inferred"]


def test_what_cannot_be_undone_is_not_taken_over(desk: Path) -> None:
    session = Session.open(desk)
    run(session, Submit(case_request(desk), today="2026-09-23"))
    field = asked(session)
    run(session, Answer("you decide"))
    assert asked(session) == field
    assert session.state.pending is not None
    assert session.state.pending.refused
    assert session.state.questions_sent == 2
    assert spec_of(session).resolution.asked == 0
    assert spec_of(session).resolution.inferred == 0
    run(session, Answer("you decide"))
    decision = spec_of(session).decision
    assert (decision.state, decision.cause) == ("HALT", "underspecified")
    assert field in decision.open_fields


def test_an_agent_may_not_close_what_cannot_be_undone(desk: Path) -> None:
    session = Session.open(desk)
    run(session, Submit(case_request(desk), today="2026-09-23"))
    field = asked(session)
    events = run(session, Answer("A", by="agent"))
    assert isinstance(events[-1], Failed)
    assert asked(session) == field
    run(session, Answer("A", by="Mei"))
    assert "answered by Mei" in " ".join(each.detail for each in spec_of(session).trace)


def test_the_wrong_question_takes_nothing(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    before = asked(session)
    events = run(session, Answer("B", field="something_else"))
    assert isinstance(events[-1], Failed)
    assert asked(session) == before


def test_the_same_answer_twice_is_harmless(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Answer("B"))
    first = spec_of(session)
    path = service / ".intent" / f"{first.intent}.intent.yaml"
    stored = path.read_bytes()
    run(session, Answer("B"))
    assert spec_of(session) == first
    assert path.read_bytes() == stored


def test_undo_gives_the_question_back_and_sends_nothing(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    field, waiting = asked(session), spec_of(session)
    run(session, Answer("A"))
    run(session, Undo())
    assert asked(session) == field
    assert spec_of(session) == waiting
    assert session.state.questions_sent == 1
    run(session, Answer("B"))
    assert spec_of(session).decision.state == "ROUTE"


def test_nothing_to_undo_is_said(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    assert isinstance(run(session, Undo())[-1], Failed)


def test_a_guess_can_be_vetoed_with_words_and_without(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Answer("B"))
    places = [
        place for place, each in enumerate(spec_of(session).constraints)
        if each.source == "inferred"
    ]  # fmt: skip
    run(session, Veto(places[0], "done when the on-call person says so"))
    spec = spec_of(session)
    assert spec.decision.state == "ROUTE"
    assert "done when the on-call person says so" in [each.text for each in spec.constraints]
    run(session, Undo())
    run(session, Veto(places[0]))
    assert spec_of(session).decision.state == "ASK"


def test_a_veto_needs_a_guess(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    assert isinstance(run(session, Veto(99))[-1], Failed)
    assert isinstance(run(session, Veto(0))[-1], Failed)


def test_a_correction_is_the_persons_word(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Correct(add_rules=("nothing is cached at night",)))
    said = [each for each in spec_of(session).constraints if each.source == "explicit"]
    assert "nothing is cached at night" in [each.text for each in said]
    assert all(each.evidence is None for each in said)


def test_a_correction_of_the_language_turns_the_question(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE))
    run(session, Correct(language="zh"))
    assert session.state.pending is not None
    assert any("\u4e00" <= char <= "\u9fff" for char in session.state.pending.question.text)


def test_no_questions_asks_none_and_marks_its_guesses(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit(CACHE, no_ask=True, mode="explicit"))
    spec = spec_of(session)
    assert session.state.questions_sent == 0
    assert (spec.decision.state, spec.resolution.ask_budget) == ("ROUTE", 0)
    assert all(each.evidence for each in spec.constraints if each.source == "inferred")


def test_an_empty_folder_is_asked_about_never_degraded(tmp_path: Path) -> None:
    session = Session.open(build("empty", tmp_path / "empty"))
    run(session, Submit(CACHE, mode="explicit"))
    spec = spec_of(session)
    assert (spec.decision.state, spec.resolution.resolved_by_probe) == ("ASK", 0)


def test_decisions_of_an_earlier_run_are_carried_and_not_counted(service: Path) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    run(first, Answer("B"))
    taken = [each for each in spec_of(first).constraints if each.source == "asked"]
    second = Session.open(service)
    events = run(second, Submit(CACHE))
    assert not [each for each in events if isinstance(each, Asked)]
    spec = spec_of(second)
    assert [each for each in spec.constraints if each.source == "asked"] == taken
    assert spec.resolution.asked == 0
    assert not check(spec)


def test_another_process_goes_on_at_the_question(service: Path) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    field, intent = asked(first), spec_of(first).intent
    second = Session.resume(service, intent)
    assert asked(second) == field
    run(second, Answer("C", field=field))
    third = Session.resume(service, intent)
    assert third.state.pending is None
    assert spec_of(third).decision.state == "ROUTE"
    assert spec_of(third).constraints == spec_of(second).constraints


def test_another_machine_goes_on_from_the_spec_alone(
    service: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    run(first, Answer("C"))
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "elsewhere"))
    second = Session.resume(service, spec_of(first).intent)
    assert spec_of(second).decision.state == "ROUTE"
    assert [each.text for each in spec_of(second).constraints if each.source == "asked"] == [
        each.text for each in spec_of(first).constraints if each.source == "asked"
    ]


def test_of_two_who_answer_at_once_the_second_is_told(service: Path) -> None:
    Session.open(service)
    first = Session.open(service)
    run(first, Submit(CACHE))
    intent = spec_of(first).intent
    one, two = Session.resume(service, intent), Session.resume(service, intent)
    run(one, Answer("A"))
    events = run(two, Answer("B"))
    assert isinstance(events[-1], Failed)
    again = Session.resume(service, intent)
    said = [each.text for each in spec_of(again).constraints if each.source == "asked"]
    assert said == [each.text for each in spec_of(one).constraints if each.source == "asked"]


def test_half_typed_words_are_offered_again(service: Path) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    first.draft(asked(first), "先返回旧的 [half")
    second = Session.open(service)
    questions = [each for each in run(second, Submit(CACHE)) if isinstance(each, Asked)]
    assert questions[0].half_typed == "先返回旧的 [half"
    run(second, Answer("B"))
    run(second, Undo())
    third = Session.open(service)
    again = [each for each in run(third, Submit(CACHE)) if isinstance(each, Asked)]
    assert not again or again[0].half_typed == ""


def test_a_cancelled_run_keeps_what_it_found(service: Path) -> None:
    made: list[object] = []
    session = Session.open(service, cancelled=lambda: len(made) > 4)
    for event in session.run(Submit(CACHE, mode="explicit")):
        if isinstance(event, LookupDone):
            made.append(event)
    assert session.state.emitted is not None
    assert 0 < len(session.state.lookups) <= 7
    assert not check(spec_of(session))


def test_a_session_that_cannot_be_journalled_still_works(
    service: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").write_text("no folder")
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "a-file" / "state"))
    session = Session.open(service)
    run(session, Submit(CACHE))
    assert asked(session)
    assert session.unkept


def test_a_route_that_is_not_there_is_a_premise(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit("add caching to GET /api/plant/:id"))
    pending = session.state.pending
    assert pending is not None
    assert pending.issue == "premise"
    assert "GET /api/plants/:id" in pending.question.options[0].text
    run(session, Answer("A"))
    said = [each.text for each in spec_of(session).constraints if each.source == "asked"]
    assert any("GET /api/plants/:id" in text for text in said)
    assert not check(spec_of(session))


def test_a_route_that_is_asked_for_is_no_premise(service: Path) -> None:
    session = Session.open(service)
    run(session, Submit("add GET /api/harvests"))
    emitted = session.state.emitted
    assert emitted is not None
    assert emitted.premise != "contradicted"


def test_a_spec_that_asks_for_much_the_same_is_named(service: Path) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    second = Session.open(service)
    run(second, Submit("please put a cache in front of the plant API"))
    emitted = second.state.emitted
    assert emitted is not None
    assert emitted.spec_path != f".intent/{spec_of(first).intent}.intent.yaml"
    assert any(spec_of(first).intent in said for said in emitted.advisories)


def test_a_file_changed_by_hand_is_named_and_kept(service: Path) -> None:
    first = Session.open(service)
    run(first, Submit(CACHE))
    path = service / ".intent" / f"{spec_of(first).intent}.intent.yaml"
    path.write_text("# looked at by Mei\n" + path.read_text())
    second = Session.open(service)
    run(second, Submit(CACHE))
    emitted = second.state.emitted
    assert emitted is not None
    assert any(path.name in said for said in emitted.advisories)
    run(second, Answer("B"))
    assert path.read_text().startswith("# looked at by Mei\n")


def test_a_remedy_the_order_names_is_stated_and_not_asked(desk: Path) -> None:
    order = sorted((desk / "orders").iterdir())[0].stem
    session = Session.open(desk)
    run(session, Submit(f"refund order {order}", today="2026-09-23"))
    assert session.state.pending is None or session.state.pending.field != "remedy"
    said = [each for each in spec_of(session).constraints if each.source == "explicit"]
    assert any("refund" in each.text and each.irreversible for each in said)
