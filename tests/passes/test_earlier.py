"""A request against what somebody decided in an earlier one."""

from __future__ import annotations

from pathlib import Path

import pytest

from intent_tui.passes.events import Answer, Submit
from intent_tui.passes.session import Session
from intent_tui.passes.state import SessionState
from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.workspace.store import Store


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "harbour"
    (root / "src").mkdir(parents=True)
    (root / "src" / "berths.py").write_text(
        "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
        '@app.get("/berths")\ndef berths():\n    return []\n'
    )
    (root / "requirements.txt").write_text("fastapi==0.115.0\nredis==5.0.0\n")
    return root


def decided(root: Path, text: str, status: str = "routed", intent: str = "speed_up_berths") -> str:
    store = Store(root)
    return store.save(
        IntentSpec(
            request="make the berths endpoint quicker",
            intent=intent,
            objects=("GET /berths",),
            constraints=(Constraint("asked", text, category="approach"),),
            unknown=(),
            decision=Decision("ROUTE", 0.9, target="implement"),
            resolution=Resolution(1, 0, 1, 0, 3),
            trace=(TraceItem("ask", "store: answered, read as own words"),),
            verification_status=status,
        )
    )


def grilled(root: Path, request: str) -> SessionState:
    session = Session.open(root)
    list(session.run(Submit(request, mode="explicit", save=False)))
    return session.state


def issue(state: SessionState) -> str | None:
    spec = state.emitted.spec if state.emitted is not None else None
    assert spec is not None
    found = [each for each in spec.unknown if each.field == "earlier_decision"]
    return found[0].note if found else None


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("never cache berths, they must always be fresh", "cache the berths endpoint in redis"),
        ("berths are kept for 5 minutes at most", "add caching to the berths endpoint; berths are "
                                                  "kept for 90 minutes at most"),
        ("no background jobs for berths", "refresh the berths in background jobs every night"),
    ],
)  # fmt: skip
def test_what_goes_against_a_decision_is_asked_first_by_the_name_of_its_spec(
    root: Path, then: str, now: str
):
    path = decided(root, then)
    state = grilled(root, now)
    assert issue(state) == f"decided earlier in {path}"
    assert state.pending is not None
    assert state.pending.field == "earlier_decision"
    assert state.pending.issue == "conflict"
    spec = state.emitted.spec if state.emitted is not None else None
    assert spec is not None
    assert Constraint("asked", then, category="approach") in spec.constraints
    assert not any(str(each.evidence).startswith(".intent") for each in spec.constraints)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("berths are cached in redis for 5 minutes", "cache the berths endpoint in redis"),
        ("never cache tariffs, they must always be fresh", "add a length filter to the berths"),
        ("berths are kept for 5 minutes", "limit the berths endpoint to 90 calls a minute"),
        ("log every change of a berth", "log every read of a berth"),
    ],
)
def test_what_agrees_with_it_or_is_about_something_else_raises_nothing(
    root: Path, then: str, now: str
):
    decided(root, then)
    assert issue(grilled(root, now)) is None


def test_a_superseded_decision_is_none(root: Path):
    decided(root, "never cache berths, they must always be fresh", "superseded")
    assert issue(grilled(root, "cache the berths endpoint in redis")) is None


def test_the_answer_settles_which_one_holds(root: Path):
    decided(root, "never cache berths, they must always be fresh")
    session = Session.open(root)
    list(session.run(Submit("cache the berths endpoint in redis", mode="explicit", save=False)))
    list(session.run(Answer("B")))
    spec = session.state.emitted.spec if session.state.emitted is not None else None
    assert spec is not None
    assert not any(each.field == "earlier_decision" for each in spec.unknown)
    assert any(each.source == "asked" and "takes the place" in each.text
               for each in spec.constraints)  # fmt: skip


def test_it_is_asked_in_the_language_of_the_request(root: Path):
    decided(root, "never cache berths, they must always be fresh")
    state = grilled(root, "Bitte die Liegeplätze unter GET /berths in Redis zwischenspeichern")
    if issue(state) is not None:
        assert state.pending is not None
        assert "früher entschieden" in state.pending.question.text
