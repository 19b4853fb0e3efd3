"""The written cases, what the operators make of them, and the workspaces they are put in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from builders.workspaces import git
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.base import knowledge
from intent_tui.evaluate.cases import written
from intent_tui.evaluate.operators import generated, variants
from intent_tui.evaluate.workspaces import build, noise, rename, twins

NAMES = ("desk", "ferrykit", "harbour", "orchard")
ISSUES = {"conflict", "premise", "ambiguous", "choice"}


def fields() -> set[str]:
    books = [knowledge.yaml(f"playbooks/{name}.yaml") for name in knowledge.names("playbooks")]
    return {unknown["field"] for book in books for unknown in book["unknowns"]} | ISSUES


def test_there_are_enough_cases_in_every_language():
    count = Counter(case.language for case in written())
    assert count["en"] >= 60
    assert set(count) == {"en", "zh", "de", "fr", "es", "pt", "ja", "ko", "ru"}
    assert min(count.values()) >= 2


def test_the_operators_make_two_thousand_cases_with_names_of_their_own():
    cases = generated(written())
    assert len(cases) >= 2000
    assert len({case.id for case in cases}) == len(cases)
    assert [case.id for case in cases] == [case.id for case in generated(written())]


def test_about_a_third_is_held_back_and_twins_stay_together():
    cases = written()
    held = {case.base for case in cases if case.half == "held back"}
    assert 0.25 <= len(held) / len({case.base for case in cases}) <= 0.45
    for case in generated(cases):
        assert (case.half == "held back") == (case.base in held)


def test_labels_name_fields_that_exist():
    known = fields()
    for case in written():
        labels = case.labels
        named = {*labels.first, *labels.also, *labels.must_not_ask}
        assert named <= known, (case.id, named - known)
        assert not set(labels.must_not_ask) & {*labels.first, *labels.also}, case.id
        assert not labels.needs_question or labels.first, case.id


def test_what_is_dropped_or_added_is_really_so():
    for case in written():
        for other in variants(case):
            if other.operator.startswith("without-"):
                assert len(other.request) < len(case.request) - 20, other.id
                assert not other.labels.complete
            if other.operator == "settled":
                assert case.adds in other.request
                assert set(case.labels.first) <= set(other.labels.must_not_ask)


def test_neutral_variants_keep_every_label_but_the_names_of_files():
    for case in generated(written()):
        own = next(one for one in written() if one.base == case.base)
        if case.neutral:
            assert case.labels.outcome == own.labels.outcome
            assert case.labels.first == own.labels.first
            assert len(case.labels.cites) == len(own.labels.cites)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_workspace_is_the_same_on_every_build_and_holds_what_the_labels_cite(
    name: str, tmp_path: Path
):
    build(name, 0, tmp_path / "one")
    build(name, 0, tmp_path / "two")
    found = files(tmp_path / "one")
    assert found == files(tmp_path / "two")
    if (tmp_path / "one" / ".git").exists():
        heads = [git(tmp_path / each, "rev-parse", "HEAD") for each in ("one", "two")]
        assert heads[0] == heads[1]
    cited = {path for case in written() if case.workspace == name for path in case.labels.cites}
    assert cited - {"git"} <= set(found)
    assert set(noise(name, 0)) <= set(found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_twin_has_as_many_files_and_none_of_the_exchanged_words(
    name: str, seed: int, tmp_path: Path
):
    build(name, 0, tmp_path / "own")
    build(name, seed, tmp_path / "twin")
    own, twin = files(tmp_path / "own"), files(tmp_path / "twin")
    assert len(own) == len(twin)
    assert set(noise(name, seed)) <= set(twin)
    text = "\n".join([*twin, *(data.decode() for data in twin.values())]).lower()
    taken = {other.lower() for others in twins(name).values() for other in others}
    for word in twins(name):
        if word.isalpha() and not any(word.lower() in other for other in taken):
            assert word.lower() not in text.replace("street", "")


@given(st.text(alphabet="xyz .,!?\n"), st.integers(min_value=0, max_value=9))
def test_text_without_such_words_is_left_alone(text: str, seed: int):
    assert rename(text, "harbour", seed) == text


def test_words_change_in_every_case_and_in_the_plural():
    text = "berth Berth BERTH berths Berths berth_id berthInput src/routes/berths.ts"
    other = rename(text, "harbour", 2)
    assert "berth" not in other.lower()
    assert len(other.split()) == len(text.split())
    assert rename(text, "harbour", 0) == text
