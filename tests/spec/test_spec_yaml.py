from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
import specs
import yaml as pyyaml
from builders.cost import floors
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from intent_tui.spec.plain import to_plain
from intent_tui.spec.yaml import dump, load, update


@given(specs.SPEC)
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_back(spec):
    loaded = load(dump(spec))
    assert loaded.spec == spec, loaded.findings


@given(specs.SPEC)
@settings(max_examples=60, deadline=None)
def test_other_readers_get_the_same_values(spec):
    text = dump(spec)
    plain = to_plain(spec)
    assert pyyaml.safe_load(text) == plain
    assert YAML(typ="safe", pure=True).load(text) == plain


@given(st.text(max_size=200))
@example("a: &x b\nc: *x\n")
@example("[" * 5000)
@example("\x00")
@example("a: !!python/object:os.system x\n")
@example("? [a]\n: b\n")
@example("---\na: b\n---\nc: d\n")
@example("<<: {a: b}\n")
@example("{a: b")
@settings(max_examples=150, deadline=None)
def test_loading_never_raises(text):
    loaded = load(text)
    assert loaded.spec is None
    assert loaded.findings


@given(st.sampled_from(specs.ALL), st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_file_never_raises_and_is_never_quietly_right(spec, data):
    text = dump(spec)
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", ":", "#", "'", '"', "\n", "- ", "\x00", "é", "&a "]))
    damaged = text[:at] + put + text[at + 1 :]
    loaded = load(damaged)
    if loaded.spec is None:
        assert loaded.findings
    else:
        assert dump(loaded.spec) == dump(load(dump(loaded.spec)).spec)


@pytest.mark.parametrize("spec", specs.ALL)
def test_fields_stand_in_the_mandated_order(spec):
    keys = re.findall(r"^(\w+):", dump(spec), re.MULTILINE)
    order = ["spec_version", "verification_status", "verification", "request", "intent",
             "objects", "constraints", "unknown", "decision", "resolution", "trace"]  # fmt: skip
    assert keys == [key for key in order if key in keys]


def _line(text):
    written = dump(replace(specs.ROUTE, request=text)).split("\n")[2]
    return written.removeprefix("request: ")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words", "plain words"),
        ("a: b", "'a: b'"),
        ("it's", "'it''s'"),
        ("cut #2", "'cut #2'"),
        ("one, two", "'one, two'"),
        ("4 parcels", "'4 parcels'"),
        ("no", "'no'"),
        ("On", "'On'"),
        ("null", "'null'"),
        ("1.0", "'1.0'"),
        ("-", "'-'"),
        (" led", "' led'"),
        ("bell\x07", '"bell\\x07"'),
        ("rows\u202e", '"rows\\u202e"'),
        ("größer", "größer"),
        ("全部显示", "全部显示"),
    ],
)
def test_quoting(text, written):
    assert _line(text) == written


def test_the_version_stays_a_string():
    assert pyyaml.safe_load(dump(specs.ROUTE))["spec_version"] == "0.1"


def test_long_lines_are_not_folded():
    spec = replace(specs.ROUTE, request="word " * 99 + "end")
    assert max(len(line) for line in dump(spec).split("\n")) > 490


def test_a_text_no_file_can_hold_is_still_written_as_utf8():
    text = dump(replace(specs.ROUTE, request="a\ud800b"))
    assert "a\ufffdb" in text
    text.encode()


def test_a_mistyped_key_is_named_with_its_line_and_the_nearest():
    text = dump(specs.ROUTE).replace("  - source: probed", "  - sorce: probed")
    loaded = load(text)
    (found,) = [item for item in loaded.findings if item.rule == "field.unknown-key"]
    assert found.detail == '"sorce" is not a key (source?)'
    assert text.split("\n")[found.line - 1] == "  - sorce: probed"


def test_a_missing_key_points_at_what_lacks_it():
    text = dump(specs.ROUTE).replace("  target: implement\n", "")
    loaded = load(text)
    (found,) = loaded.findings
    assert (found.rule, found.where) == ("route.target", "decision.target")
    assert text.split("\n")[found.line - 1] == "decision:"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "file.yaml"),
        ("# only a remark\n", "file.yaml"),
        ("a: [", "file.yaml"),
        ("a: b\na: c\n", "file.repeated-key"),
        ("a: &x b\nc: *x\n", "file.alias"),
        ("a: !!str b\n", "file.alias"),
        ("a: b\n---\nc: d\n", "file.yaml"),
        ("{[a]: b}", "file.yaml"),
        ("a: " + "[" * 20 + "]" * 20, "file.size"),
        pytest.param("a: " + "x" * 1_000_001, "file.size", id="1 MB"),
        ("\ud800", "file.yaml"),
    ],
)
def test_what_is_refused_in_a_file(text, rule):
    assert [item.rule for item in load(text).findings] == [rule]


def test_a_bomb_of_references_is_refused_at_once():
    text = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(60))
    assert load(text).findings[0].rule == "file.alias"


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"k{n}: 1\n" for n in range(90_000)),
        "".join(f"k{n}:\n" for n in range(90_000)),
        "a: 1\n" * 90_000,
        "constraints:\n" + "  - x\n" * 90_000,
        "#" * 900_000,
        "a: '" + "'' " * 300_000 + "'",
    ],
    ids=["keys", "empty keys", "one key", "items", "remark", "quotes"],
)
def test_a_file_of_faults_is_not_read_for_ever(text):
    found: list[object] = []
    assert floors(lambda: found.extend(load(text).findings)) < 200
    assert 0 < len(found) <= 200


def test_lines_of_places():
    text = dump(specs.ASK)
    lines = load(text).lines
    shown = text.split("\n")
    assert shown[lines["decision.question.options[1].text"] - 1].strip() == "text: It is left out"
    assert shown[lines["constraints[1].evidence"] - 1].strip().startswith("evidence:")


# rewriting --------------------------------------------------------------------------------


@given(specs.SPEC, specs.SPEC)
@settings(max_examples=80, deadline=None)
def test_a_file_without_remarks_is_written_as_if_anew(old, new):
    assert update(dump(old), new) == dump(new)


COMMENTED = """\
# agreed with the depot team
spec_version: '0.1'   # do not touch
verification_status: asked

# the words as they came
request: "show the depot's opening hours: all of them, #2 included"
intent: show_opening_hours
objects: [opening hours, depot]

constraints:
# stated
- source: explicit
  text: Every depot is shown, the second one included   # really every one
  category: scope

# looked up
- source:   probed
  text: Hours come from the depot table
  evidence: src/depots/table.py:14 # the old table
  irreversible: false
  category: data_compatibility

# a guess
- source: inferred
  text: Times use the 24-hour clock
  evidence: docs/style.md#times
# what is open
unknown:
    - field: closed_depots # ask Mara
      kind: ask
      category: scope
      note: the table has both kinds

decision:
  # going on
  state: ASK
  confidence: 0.55
  question:
    text: What happens to a depot that is closed?
    why_human: Only you know what visitors expect
    recommended: A
    options:
      - id: A
        text: It stays, marked closed   # first
      - {id: B, text: It is left out}
resolution:
  unknowns_found: 3
  resolved_by_probe: 1
  asked: 0   # none yet
  inferred: 1
  ask_budget: 3
trace:
  - {step: parse, detail: 'three unknowns: source, closed, format'}
# the end
"""
BLOCK = (
    COMMENTED.replace("objects: [opening hours, depot]", "objects:\n  - opening hours\n  - depot")
    .replace(
        "      - {id: B, text: It is left out}\n", "      - id: B\n        text: It is left out\n"
    )
    .replace("  - {step: parse, detail: ", "  - step: parse\n    detail: ")
    .replace("format'}", "format'")
)


def _remarks(text):
    return sorted(re.findall(r"(?:^|\s)(# [a-zA-Z ]+)$", text, re.MULTILINE))


@pytest.mark.parametrize("text", [COMMENTED, BLOCK, BLOCK.replace("\n", "\r\n"), "\ufeff" + BLOCK])
def test_an_unchanged_spec_leaves_every_byte(text):
    loaded = load(text)
    assert loaded.valid, loaded.findings
    assert update(text, loaded.spec) == text


def test_an_answer_changes_only_its_lines_and_keeps_every_remark():
    spec = load(BLOCK).spec
    answered = replace(
        specs.ROUTE,
        objects=spec.objects,
        constraints=(
            *spec.constraints[:2],
            specs.ROUTE.constraints[2],
            *spec.constraints[2:],
        ),
        trace=(*spec.trace, specs.ROUTE.trace[1]),
    )
    text = update(BLOCK, answered)
    assert load(text).spec == answered
    assert _remarks(text) == _remarks(BLOCK)
    assert len(_remarks(text)) == 14
    assert "spec_version: '0.1'   # do not touch\n" in text
    assert "- source:   probed\n" in text
    assert text.index("# looked up") < text.index("- source:   probed")
    assert text.endswith("# the end\n")
    assert "asked: 1  # none yet\n" in text


def test_a_changed_item_keeps_its_untouched_lines():
    spec = load(BLOCK).spec
    moved = replace(spec.constraints[1], evidence="src/depots/table.py:20")
    text = update(
        BLOCK, replace(spec, constraints=(spec.constraints[0], moved, *spec.constraints[2:]))
    )
    assert text == BLOCK.replace(
        "  evidence: src/depots/table.py:14 # the old table",
        "  evidence: 'src/depots/table.py:20'  # the old table",
    )


def test_a_file_in_flow_style_keeps_its_remarks_in_place():
    spec = replace(load(COMMENTED).spec, objects=("opening hours", "no", "it's"))
    text = update(COMMENTED, spec)
    assert load(text).spec == spec
    wanted = COMMENTED.replace("depot]", "'no', 'it''s']")
    assert _without_layout(text) == _without_layout(wanted)


def _without_layout(text):
    return [re.sub(" +", " ", line.strip()) for line in text.split("\n")]


def test_a_file_that_is_json_with_a_remark_is_rewritten():
    text = "# by hand\n" + json.dumps(to_plain(specs.ASK), indent=1)
    made = update(text, specs.ROUTE)
    assert load(made).spec == specs.ROUTE
    assert made.startswith("# by hand\n")


@given(st.sampled_from(specs.ALL), specs.SPEC, st.data())
@settings(max_examples=60, deadline=None)
def test_no_remark_of_a_flow_file_is_ever_lost(old, new, data):
    lines = json.dumps(to_plain(old), indent=2, ensure_ascii=False).split("\n")
    for number in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] += f" # remark {'abc'[number]}" if "#" not in lines[at] else ""
    text = "\n".join(lines)
    made = update(text, new)
    assert load(made).spec == new
    assert set(re.findall("# remark .", text)) <= set(re.findall("# remark .", made))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(st.data())
@settings(max_examples=120, deadline=None)
def test_no_remark_is_ever_lost(end, data):
    lines = dump(data.draw(st.sampled_from(specs.ALL))).split("\n")
    for number in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        blanks = " " * data.draw(st.integers(0, 6))
        lines.insert(at, f"{blanks}# remark {'abcd'[number]}")
        if data.draw(st.booleans()):
            lines.insert(at, "")
    text = end.join(lines)
    new = data.draw(st.sampled_from(specs.ALL) | specs.SPEC)
    made = update(text, new)
    assert load(made).spec == new
    assert not set(_remarks(text.replace("\r", ""))) - set(_remarks(made.replace("\r", "")))


@given(st.text(max_size=80), st.sampled_from(specs.ALL))
@settings(max_examples=60, deadline=None)
def test_rewriting_something_else_gives_the_spec(text, spec):
    made = update(text, spec)
    assert load(made).spec == spec
