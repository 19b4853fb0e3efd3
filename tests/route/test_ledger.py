"""The record of a run: what breaks a rule leaves no trace, everything else stays in place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base.problem import Problem
from intent_tui.route.ledger import Checks, counts, lanes, upsert

ALL = Checks(commit=lambda _: True, file=lambda _: True)
DONE = {"state": "DELIVERED(pr)", "prd": "p.md", "branch": "b", "commit": "abc1234",
        "gates": "NOT-DECLARED", "review": "approved by Ines"}  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"prd": "p.md"}, "needs a state"),
        ({"state": "MERGED"}, "unknown lane state"),
        ({"state": "running"}, "unknown lane state"),
        ({"state": "RUNNING", "Prd": "x"}, "small letters"),
        ({"state": "RUNNING", "prd": " "}, "no value"),
        ({"state": "RUNNING", "prd": "a\n## Lane: other"}, "one printable line"),
        ({"state": "RUNNING", "prd": "a\u202eb"}, "one printable line"),
        ({"state": "RUNNING", "prd": "x" * 501}, "500 characters"),
        ({"state": "BLOCKED", "reason": "r"}, "needs resume"),
        ({"state": "BLOCKED", "resume": "r"}, "needs reason"),
        ({"state": "PARTIAL", "reviews": "2"}, "after 2 reviews"),
        *(({key: value for key, value in DONE.items() if key != gone}, f"needs {gone}")
          for gone in ("prd", "branch", "commit", "gates", "review")),
        ({**DONE, "review": "REQUEST_CHANGES"}, "rejected review"),
        ({**DONE, "review": "Rejected: no tests"}, "rejected review"),
        ({**DONE, "review": "verdict request_changes"}, "rejected review"),
    ],
)  # fmt: skip
def test_a_row_that_breaks_a_rule_is_refused(fields: dict[str, str], said: str):
    with pytest.raises(Problem, match=said):
        upsert("", "lane-1", fields, ALL)


@pytest.mark.parametrize("identity", ["", "-x", "a b", "a\nb", "é", "x" * 101])
def test_a_lane_has_a_plain_id(identity: str):
    with pytest.raises(Problem, match="malformed"):
        upsert("", identity, {"state": "PENDING"}, ALL)


def test_what_a_row_names_must_exist():
    with pytest.raises(Problem, match="commit does not exist"):
        upsert("", "l", DONE, Checks(lambda _: False, lambda _: True))
    with pytest.raises(Problem, match="evidence file does not exist"):
        upsert("", "l", {**DONE, "gates": "gates.md"}, Checks(lambda _: True, lambda _: False))


def test_delivered_stays_delivered():
    text = upsert("", "l", DONE, ALL)
    with pytest.raises(Problem, match="does not become RUNNING"):
        upsert(text, "l", {"state": "RUNNING"}, ALL)
    assert upsert(text, "l", {"note": "seen"}, ALL).endswith("- note: seen\n")


def test_fields_keep_their_place_and_so_do_the_words_around_them():
    text = "# Run\n\nby hand\n\n## Lane: a\n\n- state: PENDING\nnote\n- prd: x.md\n\n## Lane: b\n"
    made = upsert(text, "a", {"state": "RUNNING", "worker": "w"}, ALL)
    assert made == (
        "# Run\n\nby hand\n\n## Lane: a\n\n- state: RUNNING\nnote\n- prd: x.md\n- worker: w\n"
        "\n## Lane: b\n"
    )
    assert counts(made) == {"delivered": 0, "partial": 0, "blocked": 0, "running": 1,
                            "pending": 0, "unrecorded": 1}  # fmt: skip


VALUE = st.text(min_size=1, max_size=30).filter(
    lambda text: text.isprintable() and text.strip() == text
)
ROWS = st.lists(
    st.tuples(
        st.from_regex(r"[a-z0-9][a-z0-9._/-]{0,6}", fullmatch=True),
        st.sampled_from(["PENDING", "RUNNING", "PARTIAL"]),
        st.dictionaries(st.sampled_from(["prd", "branch", "worker", "fallback"]), VALUE),
    ),
    max_size=6,
)


@given(ROWS, st.text(max_size=40))
def test_what_was_set_last_is_what_is_read(
    rows: list[tuple[str, str, dict[str, str]]], before: str
):
    text = "".join(f"{line}\n" for line in before.split("\n") if not line.startswith(("#", "-")))
    first = text
    wanted: dict[str, dict[str, str]] = {}
    for identity, state, fields in rows:
        text = upsert(text, identity, {"state": state, **fields}, ALL)
        wanted.setdefault(identity, {}).update({"state": state, **fields})
    assert {lane.identity: dict(lane.fields) for lane in lanes(text)} == wanted
    assert text.startswith(first.rstrip())


@given(st.text(max_size=200))
def test_any_text_is_a_record_that_can_be_counted(text: str):
    assert sum(counts(text).values()) == len(lanes(text))
