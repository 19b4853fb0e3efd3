"""What a person and a repository add to the knowledge, and what is turned away."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.base import knowledge
from intent_tui.base.config import config_dir
from intent_tui.base.extensions import MAX_BYTES, MAX_FILES, Source, checked
from intent_tui.passes.events import Submit
from intent_tui.passes.references import THE_REPOSITORYS, YOURS, extend
from intent_tui.passes.session import Session


def said(text: str) -> dict[str, dict[str, str]]:
    return {"text": {"en": text}, "says": {"en": text}}


BOOK = {
    "name": "tides",
    "effects": [],
    "stems": {"en": ["tide", "ebb"]},
    "verb": "tide",
    "noun": "tables",
    "unknowns": [
        {
            "field": "scope",
            "category": "scope",
            "weight": 60,
            "otherwise": "ask",
            "ask": {
                "recommended": "A",
                "question": {"en": "Which harbours get a table?"},
                "why": {"en": "No file lists the harbours that matter."},
                "reason": {"en": "all of them is what most people want"},
                "options": [said("all"), said("the big ones")],
            },
        },
        {"field": "where", "category": "approach", "weight": 5, "otherwise": "drop",
         "look": [{"surface": "kin", "close": "none"}]},
        {"field": "old", "category": "data_compatibility", "weight": 5, "otherwise": "drop",
         "look": [{"surface": "kin", "close": "none"}]},
        {
            "field": "done",
            "category": "acceptance",
            "weight": 1,
            "otherwise": "infer",
            "said_by": ["acceptance"],
            "look": [{"surface": "tests", "close": "first", "says": {"en": "{name} passes"}}],
            "infer": {"en": "the table shows"},
            "infer_from": ["assertion"],
            "ask": {
                "recommended": "A",
                "question": {"en": "How do you see that it works?"},
                "why": {"en": "No test asserts it."},
                "reason": {"en": "a page shows it at once"},
                "options": [said("the page"), said("a test")],
            },
        },
    ],
}  # fmt: skip

SURFACE = {
    "ecosystem": "python",
    "languages": ["python"],
    "suffixes": [".py"],
    "comment": ["#"],
    "frameworks": [
        {
            "id": "harbourweb",
            "shape": "receiver_call",
            "modules": ["harbourweb"],
            "needles": ["harbourweb"],
            "constructors": [{"call": "harbourweb.Pier", "root": True}],
            "verbs": {"fetch": "GET", "store": "POST"},
        }
    ],
}

DOMAIN = {
    "name": "museum",
    "about": "Loans of objects and what their owners allow.",
    "kinds": {
        "loan": {"folders": ["loan"], "words": ["loan"]},
        "rule": {"folders": ["rulebook"], "words": ["rule"]},
    },
    "roles": {"cases": ["loan"], "policies": ["rule"]},
    "unknowns": [{"what": "what is lent", "where": "the loan", "ask": "never"}],
    "remedies": {
        "recall": {"offer": {"en": "recall it"}, "words": ["recall"], "irreversible": True}
    },
}


@pytest.fixture(autouse=True)
def shipped_again():
    yield
    knowledge.use(())


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "app.py").write_text(
        "from harbourweb import Pier\n\npier = Pier()\n\n\n"
        '@pier.fetch("/berths")\ndef berths():\n    return []\n'
    )
    (root / "requirements.txt").write_text("harbourweb==2.0\n")
    return root


def put(home: Path, path: str, data: object) -> Path:
    file = home / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(data if isinstance(data, str) else yaml.safe_dump(data, sort_keys=False))
    return file


def repository(root: Path) -> Path:
    return root / ".intent" / "references"


def lines(root: Path) -> list[str]:
    return [problem.what for problem in extend(root)[1]]


def test_without_such_folders_nothing_changes(workspace: Path):
    assert extend(workspace) == ((), ())


@pytest.mark.parametrize("origin", [YOURS, THE_REPOSITORYS])
def test_both_places_add_playbooks_surfaces_and_domains(workspace: Path, origin: str):
    home = config_dir() / "references" if origin == YOURS else repository(workspace)
    put(home, "playbooks/tides.yaml", BOOK)
    put(home, "surfaces/harbourweb.yaml", SURFACE)
    put(home, "domains/museum.yaml", DOMAIN)
    (layer,), problems = extend(workspace)
    assert problems == ()
    assert layer.origin == origin
    assert {"tides"} < set(knowledge.names("playbooks"))
    assert {"museum"} < set(knowledge.names("domains"))
    assert knowledge.origin("domains/museum.yaml") == origin


def test_a_framework_that_only_this_team_has_is_read(workspace: Path):
    put(repository(workspace), "surfaces/harbourweb.yaml", SURFACE)
    session = Session.open(workspace)
    events = list(session.run(Submit("add caching to the berths endpoint", save=False)))
    found = [fact for each in session.state.lookups for fact in each.facts if fact.kind == "entry"]
    assert [(fact.more["method"], fact.pointer) for fact in found[:1]] == [("GET", "app.py:6")]
    assert events


def test_a_playbook_of_the_team_asks_its_own_question(workspace: Path):
    put(repository(workspace), "playbooks/tides.yaml", BOOK)
    session = Session.open(workspace)
    list(session.run(Submit("add tide tables", mode="explicit", save=False)))
    assert session.state.pending is not None
    assert session.state.pending.question.text == "Which harbours get a table?"


def test_two_workspaces_in_one_process_do_not_mix(workspace: Path, tmp_path: Path):
    put(repository(workspace), "playbooks/tides.yaml", BOOK)
    other = tmp_path / "other"
    other.mkdir()
    with_book, without = Session.open(workspace), Session.open(other)
    for session, playbook in ((with_book, "tides"), (without, None), (with_book, "tides")):
        list(session.run(Submit("add tide tables", mode="explicit", save=False)))
        assert session.state.read is not None
        assert (session.state.read.playbook == "tides") == (playbook == "tides")


def test_a_person_may_replace_what_ships_and_a_repository_may_not(workspace: Path):
    caching = yaml.safe_load(knowledge.text("playbooks/caching.yaml"))
    put(config_dir() / "references", "playbooks/caching.yaml", caching)
    put(repository(workspace), "playbooks/caching.yaml", caching)
    layers, problems = extend(workspace)
    assert [layer.origin for layer in layers] == [YOURS]
    assert ["a repository adds, it does not replace" in each.what for each in problems] == [True]
    assert problems[0].next_step


BAD: list[tuple[str, object, str, int]] = [
    ("playbooks/tides.yaml", "name: tides\nverb: [\n", "is not YAML", 3),
    ("playbooks/tides.yaml", "- a\n", "must hold keys and values", 1),
    ("playbooks/tides.yaml", {**BOOK, "colour": "blue"}, "colour", 1),
    ("playbooks/tides.yaml", {**BOOK, "name": "ebbs"}, 'name: is "ebbs"', 1),
    ("playbooks/Tides.yaml", BOOK, "extend anything", 0),
    ("notes/tides.yaml", BOOK, "", -1),
    ("surfaces/harbourweb.yaml", {**SURFACE, "imports": ["(a+)+$"]}, "not patterns", 21),
    ("surfaces/harbourweb.yaml", {**SURFACE, "receivers": ["(a+)+$"]}, "plain word", 22),
    ("playbooks/tides.yaml", "a: &x [1]\nb: *x\n", "refers to another part", 2),
    ("playbooks/tides.yaml", "a: " + "[" * 3000, "is not YAML", 1),
]  # fmt: skip


@pytest.mark.parametrize(("path", "data", "why", "line"), BAD)
def test_a_bad_file_is_named_with_line_and_key_and_the_rest_goes_on(
    workspace: Path, path: str, data: object, why: str, line: int
):
    put(repository(workspace), path, data)
    put(repository(workspace), "domains/museum.yaml", DOMAIN)
    told = lines(workspace)
    assert "museum" in knowledge.names("domains")
    if line < 0:
        assert told == []  # a folder that extends nothing is not looked at
        return
    assert len(told) == 1
    place, _, said = told[0].partition(": ")
    assert place == f".intent/references/{path}" + (f":{line}" if line else "")
    assert why in said


def test_what_cannot_be_taken_back_stays_so(workspace: Path):
    field = "if_clearing_fails"
    final = next(
        each["field"]
        for name in knowledge.names("playbooks")
        for each in knowledge.yaml(f"playbooks/{name}.yaml")["unknowns"]
        if each.get("irreversible") and each["field"] != field
    )
    weak = {**BOOK, "unknowns": [{**BOOK["unknowns"][0], "field": final}, *BOOK["unknowns"][1:]]}
    put(repository(workspace), "playbooks/tides.yaml", weak)
    remedy = {"offer": {"en": "recall it"}, "words": ["recall"], "irreversible": False}
    put(repository(workspace), "domains/museum.yaml", {**DOMAIN, "remedies": {"recall": remedy}})
    told = lines(workspace)
    assert len(told) == 2
    assert any("needs irreversible: true" in each for each in told)
    assert any("may not say that a remedy can be taken back" in each for each in told)


def test_wording_over_the_width_of_a_screen_is_refused(workspace: Path):
    ask = {**BOOK["unknowns"][0]["ask"], "question": {"en": "Which " + "very " * 40 + "one?"}}
    long = {**BOOK, "unknowns": [{**BOOK["unknowns"][0], "ask": ask}, *BOOK["unknowns"][1:]]}
    put(repository(workspace), "playbooks/tides.yaml", long)
    (told,) = lines(workspace)
    assert "140 at the most" in told
    assert "unknowns.0.ask.question.en" in told


def test_links_pipes_long_and_many_files_are_refused(workspace: Path, tmp_path: Path):
    home = repository(workspace)
    outside = put(tmp_path / "outside", "tides.yaml", BOOK)
    (home / "playbooks").mkdir(parents=True)
    (home / "playbooks" / "tides.yaml").symlink_to(outside)
    os.mkfifo(home / "playbooks" / "pipe.yaml")
    put(home, "playbooks/long.yaml", "# " + "x" * (MAX_BYTES + 10))
    for number in range(MAX_FILES + 5):
        put(home, f"surfaces/many{number:03}.yaml", "x: 1\n")
    told = "\n".join(lines(workspace))
    for part in (
        "tides.yaml: is a link",
        "pipe.yaml: is not a regular",
        "larger than",
        "more than",
    ):
        assert part in told, part
    assert "tides" not in knowledge.names("playbooks")


def test_a_linked_folder_is_not_followed(workspace: Path, tmp_path: Path):
    put(tmp_path / "outside", "playbooks/tides.yaml", BOOK)
    (workspace / ".intent").mkdir()
    repository(workspace).symlink_to(tmp_path / "outside")
    assert extend(workspace) == ((), ())


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=400)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_any_bytes_are_either_taken_or_named(raw: bytes):
    source = Source("x", "x", {"domains/any.yaml": raw}, trusted=False, unread={})
    layer, problems = checked(source, lambda *_: ())
    assert bool(layer.files) != bool(problems)


def test_a_run_says_what_was_left_out(workspace: Path, home: Path):
    put(repository(workspace), "playbooks/tides.yaml", "name: [")
    subprocess.run(["git", "init", "-q", str(workspace)], check=True)
    session = Session.open(workspace)
    list(session.run(Submit("add caching to the berths endpoint", mode="explicit", save=False)))
    assert session.state.emitted is not None
    assert [".intent/references/playbooks/tides.yaml" in each
            for each in session.state.emitted.advisories] == [True]  # fmt: skip
