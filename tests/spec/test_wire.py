from __future__ import annotations

import copy
import json
from dataclasses import replace

import jsonschema
import pytest
import specs
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.base import knowledge
from intent_tui.spec import pages
from intent_tui.spec.findings import RULES
from intent_tui.spec.plain import to_plain
from intent_tui.spec.wire import WireSpec, from_record, parse, schema, to_record

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"].endswith("2020-12/schema")


def test_the_shipped_files_are_what_the_models_give():
    assert knowledge.text("schema/intentspec.schema.json") == pages.schema_text()
    assert knowledge.text("intentspec.md") == pages.page()


def test_no_other_keys_anywhere():
    def objects(node):
        if isinstance(node, dict):
            if node.get("type") == "object":
                yield node
            for key, item in node.items():
                if key != "allOf":
                    yield from objects(item)

    found = list(objects(SCHEMA))
    assert len(found) == 10
    assert all(item["additionalProperties"] is False for item in found)


@pytest.mark.parametrize("spec", specs.ALL)
def test_there_and_back(spec):
    assert to_record(from_record(spec)) == spec
    assert parse(to_plain(spec)) == (spec, ())
    VALIDATOR.validate(to_plain(spec))


def test_the_wire_form_gives_the_same_data():
    for spec in specs.ALL:
        assert from_record(spec).model_dump(exclude_none=True) == to_plain(spec)


def _schema_faults(findings):
    return [item for item in findings if RULES[item.rule].in_schema]


PLACES = st.sampled_from(
    [
        ("verification_status",), ("verification",), ("request",), ("intent",), ("objects",),
        ("objects", 0), ("constraints",), ("constraints", 0), ("constraints", 0, "source"),
        ("constraints", 0, "text"), ("constraints", 0, "evidence"),
        ("constraints", 0, "irreversible"), ("constraints", 0, "category"),
        ("constraints", 1, "source"), ("constraints", 1, "evidence"), ("unknown",),
        ("unknown", 0), ("unknown", 0, "kind"), ("unknown", 0, "issue"), ("unknown", 0, "note"),
        ("decision",), ("decision", "state"), ("decision", "confidence"), ("decision", "target"),
        ("decision", "question"), ("decision", "question", "options"),
        ("decision", "question", "recommended"), ("decision", "question", "why_human"),
        ("decision", "cause"), ("decision", "open_fields"), ("decision", "error"),
        ("resolution",), ("resolution", "asked"), ("trace",), ("trace", 0, "step"),
        ("trace", 0, "evidence"), ("spec_version",), ("extra",), ("decision", "extra"),
    ]
)  # fmt: skip
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 4),
    st.floats(-1, 2, allow_nan=False),
    st.just([]),
    st.just({}),
    st.just(["a"]),
    st.just([""]),
    st.sampled_from(
        ["", "a", "x" * 501, "A b", "a\n", "0.1", "ROUTE", "ASK", "HALT", "underspecified",
         "degraded", "inferred", "probed", "asked", "A", "C", "scope", "probe", "ask", "premise",
         "src/a.py:3", "it says so", "routed"]
    ),
    st.just(to_plain(specs.ASK)["decision"]["question"]),
    st.just(to_plain(specs.ASK)["unknown"]),
    st.just(to_plain(specs.HALT)["decision"]),
)  # fmt: skip
GONE = object()


@given(
    st.sampled_from(specs.ALL),
    st.lists(st.tuples(PLACES, VALUES | st.just(GONE)), min_size=1, max_size=3),
)
@settings(max_examples=400, deadline=None)
def test_schema_and_typecheck_agree(spec, changes):
    data = copy.deepcopy(to_plain(spec))
    for place, value in changes:
        _put(data, place, value if value is GONE else copy.deepcopy(value))
    _, findings = parse(data)
    assert VALIDATOR.is_valid(data) == (not _schema_faults(findings)), findings


def _has(data, part):
    if isinstance(data, dict):
        return part in data
    return isinstance(data, list) and isinstance(part, int) and part < len(data)


def _put(data, place, value):
    *way, last = place
    for part in way:
        if (isinstance(data, dict) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        ):
            data = data[part]
        else:
            return
    if isinstance(data, dict) and isinstance(last, str):
        if value is GONE:
            data.pop(last, None)
        else:
            data[last] = value
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        if value is GONE:
            del data[last]
        else:
            data[last] = value


@given(specs.SPEC)
@settings(max_examples=60, deadline=None)
def test_generated_specs_agree_too(spec):
    findings = parse(to_plain(spec))[1]
    assert VALIDATOR.is_valid(to_plain(spec)) == (not _schema_faults(findings))


def test_json_of_a_spec_is_read_back():
    data = json.loads(json.dumps(to_plain(specs.ASK)))
    assert parse(data)[0] == specs.ASK


def test_files_of_an_older_version_are_read():
    spec = replace(specs.ROUTE, verification_status=None)
    data = to_plain(spec)
    assert "verification_status" not in data
    assert parse(data) == (spec, ())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"request": None}, "has no value"),
        ({"request": 7}, "in quotes"),
        ({"spec_version": 0.1}, "must be one of 0.1"),
        ({"objets": []}, "(objects?)"),
        ({"decision": []}, "must hold keys and values"),
        ({"verification_status": "routd"}, "(routed?)"),
    ],
)
def test_sentences_of_faults(change, says):
    spec, findings = parse({**to_plain(specs.ROUTE), **change})
    assert spec is None
    assert says in findings[-1].detail


def test_models_are_closed_and_frozen():
    with pytest.raises(ValueError, match="extra"):
        WireSpec.model_validate({**to_plain(specs.ROUTE), "note": "x"})
