"""A spec in other forms: every constraint is there, words stay words, guesses stay guesses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from intent_tui.handoff.exports import FORMATS
from intent_tui.spec.model import (
    Constraint,
    Decision,
    IntentSpec,
    Resolution,
    TraceItem,
    Unknown,
    Verification,
    VerificationResult,
)

SPEC = IntentSpec(
    request="tell skippers about storms\nand do not wake them at night",
    intent="tell_skippers",
    objects=("POST /storms", "src/night.ts"),
    constraints=(
        Constraint("explicit", "no mail at night", None, category="non_goals_constraints"),
        Constraint("probed", "use what is there: outbox", "src/mail.ts:4", category="approach"),
        Constraint("probed", "texts were taken back (#61)", "git:1234567", category="approach"),
        Constraint("asked", "if the mail is refused, try again an hour later", None,
                   irreversible=True, category="failure_behavior"),
        Constraint("inferred", "done when a test shows it", "tests/a.ts:3", category="acceptance"),
        Constraint("explicit", "it is quick", None),
    ),
    unknown=(Unknown("who", "ask", "scope", note="skippers or owners"),),
    decision=Decision("ROUTE", 0.9, target="implement"),
    resolution=Resolution(1, 0, 0, 0, 3),
    trace=(TraceItem("emit", "x"),),
    verification_status="verified",
    verification=Verification(
        "partial", "2026-01-01", (VerificationResult("no mail at night", "met", "src/a.ts:9"),)
    ),
)  # fmt: skip


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_constraint_and_the_saved_file_are_named(form: str):
    text = FORMATS[form](SPEC, ".intent/tell_skippers.intent.yaml")
    assert ".intent/tell_skippers.intent.yaml" in text
    for said in ("no mail at night", "outbox", "an hour later", "a test shows it", "it is quick"):
        assert said in text


def test_a_guess_is_still_one_and_what_is_final_is_said():
    for form in ("markdown", "issue", "ears"):
        assert "a guess" in FORMATS[form](SPEC, "p")
    assert "cannot be taken back" in FORMATS["markdown"](SPEC, "p")


def test_ears_has_one_numbered_sentence_a_constraint():
    lines = FORMATS["ears"](SPEC, "p").splitlines()[2:]
    assert [line.partition(".")[0] for line in lines] == ["1", "2", "3", "4", "5", "6"]
    assert "IF the mail is refused, THEN THE SYSTEM SHALL" in lines[3]
    assert lines[2].startswith("3. NOTE ")


def test_gherkin_has_steps_in_order():
    text = FORMATS["gherkin"](SPEC, "p")
    assert "    When the mail is refused\n    Then try again an hour later" in text
    assert text.count("  Scenario: ") == 4


@given(st.text(max_size=120))
def test_what_somebody_wrote_is_never_markup(said: str):
    if not said.strip():
        return
    hostile = f"{said} <b>x</b> [a](b) `c` **d** @somebody | e"
    spec = IntentSpec(
        request=hostile, intent="x", objects=(hostile,),
        constraints=(Constraint("explicit", hostile, category="scope"),), unknown=(),
        decision=SPEC.decision, resolution=SPEC.resolution, trace=SPEC.trace,
    )  # fmt: skip
    for form in ("markdown", "issue"):
        text = FORMATS[form](spec, "p")
        spoken = re.sub(r"`[^`]*`", "", text.replace(r"\`", ""))  # in code nobody is called
        assert "@somebody" not in spoken
        html = MarkdownIt().render(text)
        assert "<b>x</b>" not in html
        assert '<a href="b">' not in html
