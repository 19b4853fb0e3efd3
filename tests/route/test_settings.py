"""`.linchpin.toml`: every fault with its line, and a change that changes nothing else."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.route.toml_config import (
    NAME,
    BadConfig,
    changed,
    fault_of,
    load,
    parse,
    spelled,
    spoken,
)

DATA = knowledge.yaml("routing/prd.yaml")


def test_the_shipped_data_fits_its_schema():
    schema = json.loads(knowledge.text("schema/prd.schema.json"))
    Draft202012Validator(schema).validate(DATA)
    for key, rule in DATA["keys"].items():
        assert fault_of(key, spelled(rule["default"])) is None
    for row in DATA["spoken"]:
        assert row["key"] in DATA["keys"]


def test_without_a_file_every_default_holds(tmp_path: Path):
    found = load(tmp_path)
    assert found.text is None
    assert dict(found.values) == {key: rule["default"] for key, rule in DATA["keys"].items()}
    assert (found.floor, found.lanes, found.pin("worker")) == (3, 4, "luna")


@pytest.mark.parametrize(("floor", "holds"), [(0, 3), (3, 3), (5, 5)])
def test_the_floor_is_raised_and_never_lowered(floor: int, holds: int):
    assert parse(f"prd_floor = {floor}").floor == holds


def test_every_fault_is_told_with_its_line():
    text = '# top\nmax_lanes = true\nbase = "a b"\nworkr = "sol"\n\n[worker]\nx = 1\n'
    with pytest.raises(BadConfig) as caught:
        parse(text)
    assert [fault.split(":")[0] for fault in caught.value.faults] == [
        "line 2",
        "line 3",
        "line 4",
        "line 6",
    ]
    assert "did you mean worker?" in caught.value.faults[2]


@pytest.mark.parametrize(
    "text",
    ["max_lanes = 00", "max_lanes = ", 'base = "x', "review = False", "base = 1\nbase = 2",
     "a.b.c = 1", "execution = 'serial'", "max_lanes = 0", "prd_floor = -1", "x = " + "[" * 3000],
)  # fmt: skip
def test_what_a_real_parser_or_a_rule_refuses_names_the_line(text: str):
    with pytest.raises(BadConfig, match=r"line \d+: "):
        parse(text)


@given(st.text(max_size=80))
def test_any_text_is_settings_or_a_told_fault(text: str):
    try:
        found = parse(text)
    except BadConfig as error:
        told = error.faults
    else:
        told = sorted(found.given & set(DATA["keys"])) or ["no key"]
        assert found.given <= set(DATA["keys"])
    assert told


def value_of(key: str) -> st.SearchStrategy[object]:
    rule = DATA["keys"][key]
    if isinstance(rule["default"], bool):
        return st.booleans()
    if isinstance(rule["default"], int):
        return st.integers(rule["least"], 99)
    if "values" in rule:
        return st.sampled_from(rule["values"])
    return st.from_regex(rule["pattern"], fullmatch=True).filter(str.isascii)


PAIRS = st.sampled_from(sorted(DATA["keys"])).flatmap(
    lambda key: st.tuples(st.just(key), value_of(key))
)
COMMENT = "# ours: keep this"


@given(st.lists(PAIRS, max_size=6), PAIRS)
def test_a_change_sets_one_key_and_keeps_every_other_line(
    before: list[tuple[str, object]], change: tuple[str, object]
):
    lines = [COMMENT]
    for key, value in dict(before).items():
        lines.append(f"  {key}={spelled(value, quoted=True)}   # why {key}")
    config = parse("\n".join(lines) + "\n")
    key, value = change
    made = changed(config, key, value)
    assert tomllib.loads(made) == {**dict(before), key: value}
    rows = made.split("\n")
    assert rows[0] == COMMENT
    for number, line in enumerate(lines[1:], 1):
        if line.split("=")[0].strip() != key:
            assert rows[number] == line
        else:
            assert rows[number].endswith(f"# why {key}")


def test_a_key_over_several_lines_is_not_guessed_at():
    config = parse('base = """\\\n  main"""\n')
    with pytest.raises(Problem, match="several lines"):
        changed(config, "base", "trunk")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "one at a time, without a pull request",
            {"execution": "sequential", "delivery": "branch"},
        ),
        ("not in parallel", {"execution": "sequential"}),
        ("at most 12 lanes", {"max_lanes": 12}),
        ("at most 0 lanes", {}),
        ("skip the review", {"review": False}),
        ("don’t skip the review", {}),
        ("do not open a pull request", {}),
        ("in parallel. no, one at a time", {"execution": "sequential"}),
        ("最多3条，依次，跳过评审", {"execution": "sequential", "review": False, "max_lanes": 3}),
        ("不要跳过评审", {}),
        ("reviewed on a branching model", {}),
    ],
)
def test_words_are_taken_whole_and_never_against_their_sense(said: str, meant: dict[str, object]):
    assert spoken(said) == meant


@given(st.text(max_size=200))
def test_whatever_is_said_gives_legal_settings(text: str):
    for key, value in spoken(text).items():
        assert fault_of(key, spelled(value)) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe", "UTF-8"), (b"#" * (1 << 20) + b"#", "larger than 1 MB")],
)
def test_a_file_that_is_no_small_text_is_told(tmp_path: Path, content: bytes, said: str):
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(Problem, match=said):
        load(tmp_path)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path):
    (tmp_path / "secret").write_text("max_lanes = 7\n")
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / NAME).symlink_to("../secret")
    with pytest.raises(Problem, match="leads out"):
        load(tmp_path / "repo")


def test_a_folder_of_that_name_is_told(tmp_path: Path):
    (tmp_path / NAME).mkdir()
    with pytest.raises(Problem, match="is a folder"):
        load(tmp_path)
