from __future__ import annotations

from dataclasses import replace

import pytest
import specs
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.spec.findings import RULES
from intent_tui.spec.model import (
    Constraint,
    Decision,
    Option,
    Resolution,
    TraceItem,
    Unknown,
    Verification,
    VerificationResult,
)
from intent_tui.spec.plain import to_plain
from intent_tui.spec.typecheck import check, check_data, sufficient
from intent_tui.spec.yaml import dump, load

ROUTE, ASK, HALT, DEGRADED = specs.ROUTE, specs.ASK, specs.HALT, specs.DEGRADED


def _decision(spec, **changes):
    return replace(spec, decision=replace(spec.decision, **changes))


def _counts(spec, **changes):
    return replace(spec, resolution=replace(spec.resolution, **changes))


def _question(**changes):
    return _decision(ASK, question=replace(specs.QUESTION, **changes))


def _first(spec, **changes):
    first, *rest = spec.constraints
    return replace(spec, constraints=(replace(first, **changes), *rest))


def _verified(status, *results):
    return replace(ROUTE, verification=Verification(status, "today", results))


OPTIONS = (Option("A", "one"), Option("B", "two"), Option("C", "three"))
UNKNOWN = Unknown("colour", "ask")
MET = VerificationResult("Every depot is shown", "met", "src/a.py:1")
UNMET = VerificationResult("Every depot is shown", "not_met")

BROKEN = [
    ("field.empty", "request", replace(ROUTE, request="")),
    ("field.empty", "constraints[0].text", _first(ROUTE, text="")),
    ("field.empty", "constraints[0].evidence", _first(ROUTE, evidence="")),
    ("field.empty", "objects[0]", replace(ROUTE, objects=("",))),
    ("field.empty", "decision.target", _decision(ROUTE, target="")),
    ("field.empty", "decision.question.why_human", _question(why_human="")),
    ("field.empty", "decision.open_fields[0]", _decision(HALT, open_fields=("",))),
    ("field.empty", "decision.error", _decision(DEGRADED, error="")),
    ("field.empty", "unknown[0].note", replace(ASK, unknown=(replace(UNKNOWN, note=""),))),
    ("field.empty", "trace[0].detail", replace(ROUTE, trace=(TraceItem("emit", ""),))),
    ("field.long", "request", replace(ROUTE, request="a" * 501)),
    ("field.long", "constraints[0].text", _first(ROUTE, text="a" * 501)),
    ("field.intent", "intent", replace(ROUTE, intent="Show-Hours")),
    ("field.intent", "intent", replace(ROUTE, intent="show\n")),
    ("field.choice", "spec_version", replace(ROUTE, spec_version="0.2")),
    ("field.choice", "constraints[0].source", _first(ROUTE, source="told")),
    ("field.choice", "decision.state", _decision(ROUTE, state="PROBE")),
    ("field.type", "objects", replace(ROUTE, objects=None)),
    ("field.type", "request", replace(ROUTE, request=7)),
    ("field.type", "decision", replace(ROUTE, decision="ROUTE")),
    ("field.type", "resolution.asked", _counts(ROUTE, asked=True)),
    ("field.type", "constraints[0]", replace(ROUTE, constraints=("words",))),
    ("field.type", "constraints[0].irreversible", _first(ROUTE, irreversible="no")),
    ("field.count", "resolution.asked", _counts(ROUTE, asked=-1)),
    ("field.confidence", "decision.confidence", _decision(ROUTE, confidence=1.1)),
    ("field.confidence", "decision.confidence", _decision(ROUTE, confidence=float("nan"))),
    ("field.text", "request", replace(ROUTE, request="a\ud800")),
    ("evidence.missing", "constraints[0].evidence", _first(ROUTE, source="inferred")),
    ("evidence.missing", "constraints[0].evidence", _first(ROUTE, source="probed")),
    ("evidence.blank", "constraints[0].evidence", _first(ROUTE, evidence="it says so")),
    ("evidence.form", "constraints[0].evidence", _first(ROUTE, evidence="./a.py")),
    ("evidence.form", "trace[0].evidence",
     replace(ROUTE, trace=(TraceItem("probe", "x", "it says so"),))),
    ("evidence.delegated", "constraints[0].evidence", _first(ROUTE, evidence="user:delegated")),
    ("route.objects", "objects", replace(ROUTE, objects=())),
    ("route.target", "decision.target", _decision(ROUTE, target=None)),
    ("route.unknown", "unknown", replace(ROUTE, unknown=(UNKNOWN,))),
    ("route.inferred-irreversible", "constraints[0]",
     _first(ROUTE, source="inferred", evidence="user:delegated", irreversible=True)),
    ("ask.question", "decision.question", _decision(ASK, question=None)),
    ("ask.budget", "resolution.asked", _counts(ASK, ask_budget=0)),
    ("question.options", "decision.question.options", _question(options=OPTIONS[:1])),
    ("question.options", "decision.question.options", _question(options=())),
    ("question.ids", "decision.question.options", _question(options=(OPTIONS[1], OPTIONS[0]))),
    ("question.ids", "decision.question.options", _question(options=(OPTIONS[0], OPTIONS[0]))),
    ("question.recommended", "decision.question.recommended", _question(recommended="C")),
    ("halt.cause", "decision.cause", _decision(HALT, cause=None)),
    ("halt.open-fields", "decision.open_fields", _decision(HALT, open_fields=())),
    ("halt.error", "decision.error", _decision(DEGRADED, error=None)),
    ("halt.field-unknown", "decision.open_fields[0]", _decision(HALT, open_fields=("other",))),
    ("decision.foreign", "decision.question", _decision(ROUTE, question=specs.QUESTION)),
    ("decision.foreign", "decision.cause", _decision(ROUTE, cause="degraded")),
    ("decision.foreign", "decision.target", _decision(ASK, target="plan")),
    ("decision.foreign", "decision.error", _decision(ASK, error="x")),
    ("decision.foreign", "decision.error", _decision(HALT, error="x")),
    ("decision.foreign", "decision.open_fields", _decision(DEGRADED, open_fields=("closed",))),
    ("decision.foreign", "decision.target", _decision(HALT, target="plan")),
    ("count.sum", "resolution.unknowns_found", _counts(ROUTE, unknowns_found=4)),
    ("unknown.repeated", "unknown[1].field", replace(ASK, unknown=(UNKNOWN, UNKNOWN))),
    ("lifecycle.state", "verification_status", replace(ASK, verification_status="routed")),
    ("lifecycle.state", "verification_status", replace(ROUTE, verification_status="asked")),
    ("verification.pointer", "verification.results[0].pointer",
     _verified("verified", replace(MET, pointer=None))),
    ("verification.status", "verification.status", _verified("verified", MET, UNMET)),
    ("verification.status", "verification.status", _verified("verified")),
    ("verification.status", "verification.status", _verified("partial", MET)),
]  # fmt: skip


@pytest.mark.parametrize("spec", specs.ALL)
def test_sound_specs_have_no_finding(spec):
    assert check(spec) == ()


@pytest.mark.parametrize(("rule", "where", "spec"), BROKEN)
def test_each_fault_is_found_in_its_place(rule, where, spec):
    assert (rule, where) in [(item.rule, item.where) for item in check(spec)]


# Records with values of a wrong type cannot be written; the wire form is tested on its own.
WRITTEN = [
    row for row in BROKEN
    if row[0] not in ("field.type", "field.choice", "field.text", "field.confidence")
]  # fmt: skip


@pytest.mark.parametrize(("rule", "where", "spec"), WRITTEN)
def test_every_way_of_checking_gives_the_same_verdict(rule, where, spec):
    direct = check(spec)
    assert set(check_data(to_plain(spec))) == set(direct)
    assert set(load(dump(spec)).findings) == set(direct)
    assert rule in {item.rule for item in direct}


def test_every_rule_but_those_of_files_is_tested_here():
    tested = {rule for rule, _, _ in BROKEN} | {"evidence.invented"}
    own = {"field.missing", "field.unknown-key"}
    assert tested == {rule for rule in RULES if not rule.startswith("file.")} - own


def test_invented_evidence_is_found_with_the_workspace_at_hand():
    (found, again) = check(ROUTE, lambda path: path == "docs/style.md")
    assert (found.rule, found.where) == ("evidence.invented", "constraints[1].evidence")
    assert again.where == "trace[1].evidence"
    assert check_data(to_plain(ROUTE), lambda path: path == "docs/style.md") == (found, again)


def test_severities_come_from_the_table():
    for _, _, spec in BROKEN:
        for item in check(spec):
            assert item.severity == RULES[item.rule].severity
            assert item.detail


@pytest.mark.parametrize(
    ("unknown", "constraints", "expected"),
    [
        ((), (), (True, True)),
        ((UNKNOWN,), (), (False, True)),
        ((), (Constraint("inferred", "x", "a.py", True),), (True, False)),
        ((), (Constraint("asked", "x", None, True),), (True, True)),
        ((), (Constraint("inferred", "x", "a.py", False),), (True, True)),
    ],
)
def test_sufficiency(unknown, constraints, expected):
    found = sufficient(unknown, constraints)
    assert (found.unknown_empty, found.no_inferred_irreversible) == expected
    assert found.enough == all(expected)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(JUNK)
@settings(max_examples=100, deadline=None)
def test_any_data_gives_findings_and_no_crash(data):
    assert check_data(data)


def test_data_that_is_very_deep_or_holds_itself_is_a_finding():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    circle: dict = {}
    circle["request"] = circle
    for data in (deep, circle, {**to_plain(ROUTE), "objects": deep}):
        assert check_data(data)


@given(st.sampled_from(["request", "objects", "constraints", "decision", "trace"]), JUNK)
@settings(max_examples=100, deadline=None)
def test_any_value_in_a_record_gives_findings_and_no_crash(key, value):
    found = check(replace(ROUTE, **{key: value}))
    sound = key == "request" and isinstance(value, str) and value
    assert bool(found) != bool(sound)


@given(specs.SPEC, st.sampled_from(["plan", "respond"]))
@settings(max_examples=100, deadline=None)
def test_a_route_is_refused_exactly_when_it_is_not_sufficient(spec, target):
    spec = replace(spec, decision=Decision("ROUTE", 0.5, target=target))
    rules = {item.rule for item in check(spec)}
    found = sufficient(spec.unknown, spec.constraints)
    assert ("route.unknown" in rules) == (not found.unknown_empty)
    assert ("route.inferred-irreversible" in rules) == (not found.no_inferred_irreversible)


@given(specs.SPEC)
@settings(max_examples=100, deadline=None)
def test_the_sum_is_refused_exactly_when_it_is_wrong(spec):
    counts = spec.resolution
    total = counts.resolved_by_probe + counts.asked + counts.inferred + len(spec.unknown)
    wrong = "count.sum" in {item.rule for item in check(spec)}
    assert wrong == (total != counts.unknowns_found)
    mended = replace(spec, resolution=replace(counts, unknowns_found=total))
    assert "count.sum" not in {item.rule for item in check(mended)}


def test_a_route_built_to_add_up_is_clean():
    spec = replace(
        ROUTE,
        decision=Decision("ROUTE", 0.5, target="plan"),
        resolution=Resolution(2, 1, 1, 0, 3),
    )
    assert check(spec) == ()
