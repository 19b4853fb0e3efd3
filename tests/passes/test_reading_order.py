"""What a spec cites first: what a reader needs, never a row of neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.workspaces import git, write

from intent_tui.passes.events import Submit
from intent_tui.passes.session import Session
from intent_tui.probe.facts import CITED
from intent_tui.spec.model import IntentSpec

ROW = 14
"""Entry points that share one word with the request and nothing else."""
MOST = 30
"""Pointers of one request."""
REQUEST = "Skipper bookings should give an error when their berth is taken"


def _files() -> dict[str, str]:
    files = {
        "harbour/bookings.py": (
            "from harbour.mail import remind\n\n\n"
            "class Booking:\n    skipper: str\n    arrival: str\n    berth: int\n\n\n"
            "def book(booking: Booking) -> None:\n"
            '    """A berth is booked for a skipper until arrival."""\n'
            "    remind(booking.skipper, booking.arrival)\n"
        ),
        "harbour/mail.py": (
            "REMINDER = 'berth booking'\n\n\n"
            "def remind(skipper: str, arrival: str) -> None:\n"
            '    """Send a mail to the skipper of a booking."""\n'
            "    send_mail(skipper, REMINDER + arrival)\n"
        ),
        "tests/test_bookings.py": (
            "from harbour.bookings import book\n\n\n"
            "def test_a_skipper_is_sent_a_reminder():\n    assert book is not None\n"
        ),
    }
    filler = "\n".join(f"def step_{line}():\n    return {line}\n" for line in range(40))
    routes = "\n".join(
        f'@app.get("/berth/part-{number}")\ndef part_{number}():\n    return {number}\n\n\n{filler}'
        for number in range(ROW)
    )
    files["harbour/views.py"] = f"from flask import Flask\n\napp = Flask(__name__)\n\n\n{routes}"
    for number in range(ROW):
        files[f"harbour/skipper_{number:02}.py"] = f"SKIPPER_{number} = 'skipper {number}'\n"
    return files


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    write(tmp_path, _files())
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "the harbour")
    return tmp_path


def _spec(session: Session, request: str = REQUEST) -> IntentSpec:
    list(session.run(Submit(request, mode="explicit", save=False)))
    assert session.state.emitted is not None
    assert session.state.emitted.spec is not None
    return session.state.emitted.spec


def _pointers(session: Session, spec: IntentSpec) -> list[str]:
    found = [each.evidence for each in (*spec.constraints, *spec.trace) if each.evidence]
    found += [pointer for each in session.state.lookups for pointer in each.evidence]
    return list(dict.fromkeys(found))


def test_what_a_reader_needs_is_cited_first(harbour: Path):
    session = Session.open(harbour)
    first = _pointers(session, _spec(session))[:10]
    paths = {pointer.partition(":")[0] for pointer in first}
    assert {"harbour/bookings.py", "harbour/mail.py", "tests/test_bookings.py"} <= paths


def test_a_row_of_neighbours_is_left_out(harbour: Path):
    spec = _spec(Session.open(harbour))
    row = [each for each in spec.constraints if "/berth/part-" in each.text]
    assert len(row) < ROW / 2


def test_what_the_request_is_about_stays_whole(harbour: Path):
    spec = _spec(Session.open(harbour), "Add caching to the berth API")
    row = [each for each in spec.constraints if "/berth/part-" in each.text]
    assert len(row) >= ROW - 2


def test_a_request_cites_few_places_and_all_of_them_were_opened(harbour: Path):
    session = Session.open(harbour)
    pointers = _pointers(session, _spec(session))
    assert 10 <= len(pointers) <= MOST
    for pointer in pointers:
        path, _, lines = pointer.partition(":")
        last = int(lines.partition("-")[2] or lines.partition("-")[0])
        assert last <= len((harbour / path).read_text().split("\n"))


def test_a_look_up_cites_its_best_and_what_to_read(harbour: Path):
    session = Session.open(harbour)
    _spec(session)
    for each in session.state.lookups:
        beside = [fact.pointer for fact in each.context]
        assert len(each.evidence) <= CITED + len(beside)
        assert set(beside) <= set(each.evidence)


def test_what_contradicts_stands_before_all_that_is_to_be_read(harbour: Path):
    write(harbour, {"harbour/mail.py": "REMINDER = 'berth booking'\n"})
    git(harbour, "add", ".")
    git(harbour, "commit", "-q", "-m", "Add reminder mails to skippers")
    git(harbour, "revert", "--no-edit", "HEAD")
    session = Session.open(harbour)
    spec = _spec(session, "Add reminder mails to skippers one day before arrival")
    cited = [each.evidence for each in spec.trace if each.evidence]
    assert session.state.emitted is not None
    assert session.state.emitted.premise == "contradicted"
    assert cited[0].startswith("git:")
    assert any("contradicts the request" in each.detail for each in spec.trace)
