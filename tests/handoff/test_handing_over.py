"""Executors as data, the packet they get, and the folders other tools read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem
from intent_tui.handoff.executors import ARGUMENT, Executor, known
from intent_tui.handoff.folders import FOLDERS
from intent_tui.handoff.jira import jira
from intent_tui.handoff.packet import packet
from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem, Unknown

PATH = ".intent/warn_skippers.intent.yaml"
SPEC = IntentSpec(
    request="warn skippers of storms\n## and do not wake them",
    intent="warn_skippers",
    objects=("POST /storms", "src/night.py"),
    constraints=(
        Constraint("explicit", "no mail at night", category="non_goals_constraints"),
        Constraint("probed", "storms were dropped once", "git:1234567", category="approach"),
        Constraint("asked", "if the mail is refused, try again an hour later", None,
                   irreversible=True, category="failure_behavior"),
        Constraint("inferred", "done when a test shows it", "tests/a.py:3", category="acceptance"),
    ),
    unknown=(Unknown("who", "ask", "scope"),),
    decision=Decision("ROUTE", 0.9, target="implement"),
    resolution=Resolution(1, 0, 0, 0, 3),
    trace=(TraceItem("emit", "x"),),
)  # fmt: skip


def test_what_ships_fits_its_schema_and_names_every_executor():
    shipped = knowledge.yaml("executors.yaml")
    schema = json.loads(knowledge.text("schema/executors.schema.json"))
    Draft202012Validator(schema).validate(shipped)
    found = known()
    assert found.problems == ()
    assert set(found.executors) == set(shipped["executors"])
    for executor in found.executors.values():
        assert executor.argv or not executor.wants
        assert executor.form in ("packet", "issue") or executor.form in FOLDERS


def test_the_packet_names_the_spec_every_constraint_and_the_check():
    text = packet(SPEC, PATH)
    assert PATH in text
    for number, each in enumerate(SPEC.constraints, 1):
        assert f"{number}. {each.text} (" in text
    assert "cannot be taken back" in text
    assert "a guess" in text
    assert "check every constraint, 1 to 4" in text
    assert "intent-tui verify warn_skippers" in text
    assert "- who" in text


WORDS = st.text(min_size=1, max_size=60).filter(str.strip)


@given(WORDS, WORDS, WORDS)
def test_no_word_of_a_spec_becomes_a_line_of_ours(request: str, text: str, thing: str):
    def shape(spec: IntentSpec) -> list[str]:
        return [line for line in packet(spec, PATH).split("\n") if line[:2] not in ("> ", "- ")]

    plain = replace(SPEC, request="x", objects=("y",), constraints=(Constraint("asked", "z"),))
    odd = replace(
        plain, request=request, objects=(thing,), constraints=(Constraint("asked", text),)
    )
    usual, found = shape(plain), shape(odd)
    assert len(usual) == len(found)
    differ = [pair for pair in zip(usual, found, strict=True) if pair[0] != pair[1]]
    assert all(new.startswith("1. ") for _, new in differ)


@pytest.mark.parametrize("form", sorted(FOLDERS))
def test_a_folder_holds_every_rule_and_the_file_it_is_from(form: str):
    files = FOLDERS[form](SPEC, PATH)
    whole = "\n".join(files.values())
    assert PATH in whole
    for said in ("no mail at night", "an hour later", "a test shows it", "a guess"):
        assert said in whole
    assert all(not path.startswith(("/", ".")) and ".." not in path for path in files)
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in files.values())


def heads(text: str) -> list[str]:
    tokens = MarkdownIt().parse(text)
    return [tokens[place + 1].content for place, token in enumerate(tokens)
            if token.type == "heading_open"]  # fmt: skip


def test_the_headings_each_tool_looks_for_are_there():
    proposal, tasks, requirements = FOLDERS["openspec"](SPEC, PATH).values()
    assert heads(proposal)[1:4] == ["Why", "What Changes", "Impact"]
    assert "- [ ] 1.1 no mail at night" in tasks
    assert heads(requirements)[0] == "ADDED Requirements"
    # A fact of the history is no requirement; each requirement has its scenario.
    assert len([head for head in heads(requirements) if head.startswith("Requirement:")]) == 3
    assert requirements.count("SHALL") == requirements.count("#### Scenario:") == 3
    (feature,) = FOLDERS["spec-kit"](SPEC, PATH).values()
    assert "- **FR-003**: The system MUST hold: done when a test shows it" in feature
    assert "[NEEDS CLARIFICATION: who]" in feature
    assert "## and do not wake them" not in feature.split("\n")


MARKUP = st.lists(
    st.sampled_from(["# ", "===", "---", "\n", "- ", "1. ", "1) ", "x", "~~~", "```", "> ", "## "]),
    min_size=1,
    max_size=6,
)


@given(st.one_of(WORDS, MARKUP.map("".join).filter(str.strip)))
def test_words_of_a_spec_make_no_heading_of_a_folder(text: str):
    odd = replace(SPEC, request=text, constraints=(Constraint("asked", text),), unknown=())
    plain = replace(odd, request="x", constraints=(Constraint("asked", "y"),))
    for form, made in FOLDERS.items():
        usual, found = made(plain, PATH), made(odd, PATH)
        assert list(usual) == list(found), form
        for path in usual:
            assert len(heads(usual[path])) == len(heads(found[path]))


@given(st.text("{}*[]_-!|#h3. \\code:panel", min_size=1, max_size=40).filter(str.strip))
def test_words_of_a_spec_are_no_markup_of_jira(text: str):
    odd = replace(SPEC, request=text, constraints=(Constraint("asked", text),), unknown=())
    lines = jira(odd, PATH).split("\n")
    assert [line for line in lines if line.startswith("h3.")] == ["h3. Constraints"]
    assert lines.count("{quote}") == 2
    bare = "\n".join(lines).replace("\\{", "").replace("{quote}", "").replace("{{", "")
    assert "{" not in bare


def test_words_stay_words_and_what_is_filled_in_is_not_looked_at_again():
    executor = Executor("x", "X", "packet", ("tool", "--say={packet}", "{title}; rm", "{other}"))
    slots = {"packet": "a {title} $(b) `c`", "title": "-t 'q'", "spec": "s", "intent": "i"}
    assert executor.command(slots) == [
        "tool",
        "--say=a {title} $(b) `c`",
        "-t 'q'; rm",
        "{other}",
    ]


def test_a_packet_longer_than_a_word_may_be_is_told():
    executor = Executor("x", "X", "packet", ("tool", "{packet}"))
    slots = dict.fromkeys(("title", "spec", "intent"), "") | {"packet": "x" * (ARGUMENT + 1)}
    with pytest.raises(Problem, match="too long"):
        executor.command(slots)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The person's own file, in the configuration folder that every test has."""
    path = tmp_path / "own-config/executors.yaml"
    path.parent.mkdir()
    return path


def test_a_person_adds_and_replaces_executors(own: Path):
    own.write_text(
        "version: 1\nexecutors:\n  mine: {title: Mine, form: packet, argv: [mine, '{spec}']}\n"
        "  codex: {title: Codex here, form: packet, argv: [codex, exec, '{packet}']}\n"
    )
    found = known()
    assert found.find("mine").command({"spec": PATH}) == ["mine", PATH]
    assert found.find("codex").title == "Codex here"
    assert found.find("markdown").argv == ()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("version: 1\nexecutors:\n  mine: {title: Mine, form: packt}\n", 3, "packt"),
        ("version: 1\nexecutors:\n  mine:\n    title: M\n    form: packet\n    argv: [./x]\n", 6,
         "./x"),
        ("version: 1\nexecutors:\n  mine: {title: M, form: issue, shell: rm}\n", 3, "shell"),
        ("version: 1\nexecutors: {}\n", 2, "executors"),
        ("version: 1\nother: 1\n", 1, "other"),
        ("version: [\n", 2, "not YAML"),
        ("- 1\n", 1, "object"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line_and_costs_nothing_else(
    own: Path, text: str, line: int, said: str
):
    own.write_text(text)
    found = known()
    assert any(f"executors.yaml:{line}:" in each.what and said in each.what
               for each in found.problems), [each.what for each in found.problems]  # fmt: skip
    assert "mine" not in found.executors
    assert "codex" in found.executors


@given(st.binary(max_size=200))
def test_any_bytes_are_told_or_taken(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    folder = tmp_path_factory.mktemp("config")
    (folder / "executors.yaml").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INTENT_TUI_CONFIG_DIR", str(folder))
        found = known()
    assert "codex" in found.executors


def test_an_unknown_executor_is_told_with_the_nearest():
    with pytest.raises(Problem, match="did you mean codex"):
        known().find("codx")
