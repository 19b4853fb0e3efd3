"""Decision records, rules and changelogs: what they decide, forbid and leave open."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import Repository, folder, only

from intent_tui.language.stems import stem
from intent_tui.probe import decisions
from intent_tui.probe.facts import Wanted
from intent_tui.probe.result import Result
from intent_tui.probe.written import bans, prose
from intent_tui.probe.written.prose import sentences
from intent_tui.workspace.files import Workspace

RECORD = """\
# 0004 No spool on the local disk

Status: accepted, 2026-03-09

## Context
A spool on disk came in with #21. Two depots kept different labels.

## Decision
Labels are spooled in Valkey only, because depots share it.
The disk spool was taken out in #29.

## Consequences
If Valkey is down, printing must fall back to plain labels.
"""


def look(workspace: Workspace, want: str = "", **more: tuple[str, ...]) -> Result:
    return decisions.look(workspace, Wanted("decisions", want=want, **more))


def test_a_record_in_force_gives_its_decision_and_what_it_rules_out(tmp_path: Path) -> None:
    workspace = folder(tmp_path, {"docs/adr/0004-no-local-spool.md": RECORD})
    fact = only(look(workspace, terms=("spool", "label")))
    assert (fact.kind, fact.name) == ("decision", "No spool on the local disk")
    assert fact.value.startswith("Labels are spooled in Valkey only")
    assert fact.pointer == "docs/adr/0004-no-local-spool.md#decision"
    assert fact.more["status"] == "accepted"
    assert fact.more["date"] == "2026-03-09"
    assert {"spool", "local", "disk"} <= set(fact.more["bans"].split())
    assert fact.more["allows"].split() == [stem("valkey")]
    assert fact.more["reason"] == "because depots share it"
    assert "dangling" not in fact.more


def test_a_consequence_that_speaks_of_the_terms_is_cited_where_it_stands(tmp_path: Path) -> None:
    workspace = folder(tmp_path, {"docs/adr/0004-no-local-spool.md": RECORD})
    fact = only(look(workspace, terms=("down", "printing")))
    assert fact.value.startswith("If Valkey is down")
    assert fact.pointer.endswith("#consequences")


def test_each_sentence_that_bans_is_a_fact_of_its_own(tmp_path: Path) -> None:
    workspace = folder(tmp_path, {"docs/adr/0004-no-local-spool.md": RECORD})
    found = look(workspace, "ban", terms=("spool",))
    assert [fact.kind for fact in found.facts] == ["decision", "decision"]
    assert found.facts[0].more["bans"].split() == ["spool", "local", "disk"]
    assert found.facts[1].more["bans"].split() == ["disk", "spool"]


def test_what_is_ruled_out_is_in_writing_or_was_taken_back(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repo")
    repository.commit("Spool labels on disk", {"docs/adr/0004-no-local-spool.md": RECORD})
    repository.commit('Revert "Spool labels on disk"\n\nTwo depots printed the same label.')
    workspace = repository.open()
    found = look(workspace, "ruled_out", terms=("spool",))
    assert found.facts[:2] == look(workspace, "ban", terms=("spool",)).facts
    assert found.facts[2].kind == "commit"
    assert found.facts[2].more["bans"].split() == ["spool", "label", "disk"]
    assert found.hits == 3


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("## Status\n\nSuperseded by [0009](0009-x.md)", "superseded"),
        ("## Status\nRejected", "rejected"),
        ("- **Status:** Proposed", "proposed"),
        ("* Status: Deprecated", "superseded"),
        ("| Status | Accepted |", "accepted"),
        ("状态：已接受", "accepted"),
        ("Zustand: abgelöst durch 0009", "superseded"),
        ("Statut : accepté", "accepted"),
    ],
)
def test_the_status_is_read_however_it_is_written(tmp_path: Path, head: str, status: str) -> None:
    text = f"# 7. No spool on disk\n\n{head}\n\n## Decision\n\nThe spool must not use the disk.\n"
    workspace = folder(tmp_path, {"adr/0007-spool.md": text})
    fact = only(look(workspace, terms=("spool",)))
    assert fact.more["status"] == status
    assert ("bans" in fact.more) == (status == "accepted")
    assert bool(look(workspace, "ban", terms=("spool",)).facts) == (status == "accepted")


def test_front_matter_status_and_setext_headings(tmp_path: Path) -> None:
    text = (
        "---\nstatus: accepted\ndate: 2026-01-05\n---\nSpool in memory\n===============\n\n"
        "Decision\n--------\nWe use the memory spool.\n"
    )
    fact = only(look(folder(tmp_path, {"docs/decisions/spool.md": text}), terms=("memory",)))
    assert fact.more["status"] == "accepted"
    assert fact.more["date"] == "2026-01-05"
    assert fact.pointer == "docs/decisions/spool.md#decision"


def test_a_record_that_another_replaces_binds_no_more(tmp_path: Path) -> None:
    old = "# 2. No spool on disk\n\nStatus: accepted\n\n## Decision\nNo spool on disk.\n"
    new = "# 5. Spool on disk\n\nStatus: accepted\nSupersedes: 0002\n\n## Decision\nUse disk.\n"
    workspace = folder(tmp_path, {"adr/0002-a.md": old, "adr/0005-b.md": new})
    found = look(workspace, terms=("spool",))
    statuses = {fact.name: fact.more["status"] for fact in found.facts}
    assert statuses == {"No spool on disk": "superseded", "Spool on disk": "accepted"}
    assert found.facts[0].name == "Spool on disk"
    assert look(workspace, "ban", terms=("spool",)).facts == ()


def test_a_word_used_once_in_a_long_record_is_not_what_it_is_about(tmp_path: Path) -> None:
    steps = "".join(f"Step {number} moves the depot. " for number in range(9))
    text = f"# 6. Depots\n\nStatus: accepted\n\n## Decision\n{steps}We check the spool once.\n"
    workspace = folder(tmp_path, {"adr/0006-depots.md": text})
    assert look(workspace, terms=("check",)).facts == ()
    assert only(look(workspace, terms=("depot", "check"))).name == "Depots"


def test_records_in_other_languages(tmp_path: Path) -> None:
    files = {
        "docs/adr/0003-本地缓存.md": (
            "# 3. 不在进程内缓存标签\n\n## 状态\n\n已接受\n\n## 决策\n\n"
            "标签不得在进程内缓存，因为多个进程会导致数据不一致。\n"
        ),
        "docs/adr/0004-drucken.md": (
            "# 4. Kein direktes Drucken\n\n## Status\n\nAngenommen\n\n## Entscheidung\n\n"
            "Der Dienst darf nicht direkt drucken, weil der Drucker sonst hängt.\n"
        ),
    }
    workspace = folder(tmp_path, files)
    chinese = look(workspace, "ban", terms=("缓存",)).facts[0]
    assert chinese.more["status"] == "accepted"
    assert chinese.pointer == "docs/adr/0003-本地缓存.md#决策"
    assert "进程" in chinese.more["bans"].split()
    assert chinese.more["reason"].startswith("因为")
    german = look(workspace, terms=("druck",)).facts[0]
    assert german.pointer == "docs/adr/0004-drucken.md#entscheidung"
    assert german.more["reason"].startswith("weil")
    assert any(stem.startswith("druck") for stem in german.more["bans"].split())


def test_options_that_were_not_chosen_are_ruled_out(tmp_path: Path) -> None:
    text = (
        "# 3. Queue for labels\n\nStatus: accepted\n\n## Considered options\n- a Kestrel queue\n"
        '- a table as queue\n\n## Decision outcome\nChosen option: "a table as queue", because '
        "we run it already.\n"
    )
    fact = only(look(folder(tmp_path, {"adr/0003-queue.md": text}), "ban", terms=("queue",)))
    assert fact.more["bans"].split() == [stem("kestrel")]
    assert "tabl" in fact.more["allows"].split()


def test_templates_and_design_notes_decide_nothing(tmp_path: Path) -> None:
    files = {
        "docs/adr/template.md": "# Title\n\nStatus: accepted\n\n## Decision\nNo spool.\n",
        "docs/adr/README.md": "# Records\n\nStatus: accepted\n\nspool\n",
        "docs/design/spool.md": "# Spool\n\nHow the spool works.\n",
    }
    assert look(folder(tmp_path, files), terms=("spool",)).facts == ()


def test_rules_for_people_and_agents_are_quoted_with_their_line(tmp_path: Path) -> None:
    files = {
        "AGENTS.md": "# Work here\n\n- Labels must never be printed twice.\n- Ask about fonts.\n",
        "CODE_OF_CONDUCT.md": "Labels must never be rude.\n",
        "README.md": "# Depot\n\nThere is no print queue in this project.\n",
    }
    workspace = folder(tmp_path, files)
    fact = only(look(workspace, "rule", terms=("label",)))
    assert (fact.kind, fact.pointer) == ("rule", "AGENTS.md:3")
    assert fact.value == "Labels must never be printed twice."
    assert {"print", "twic"} <= set(fact.more["bans"].split())
    ban = only(look(workspace, "ban", terms=("queue",)))
    assert ban.pointer == "README.md:3"
    assert {"print", stem("queue")} <= set(ban.more["bans"].split())


def test_a_changelog_line_has_its_version_and_leaves_its_reason_open(tmp_path: Path) -> None:
    text = (
        "# Changelog\n\n## 2.1.0\n- hold labellib at 5.x (#52)\n- label colours\n\n## 2.0.0\n- x\n"
    )
    workspace = folder(tmp_path, {"CHANGELOG.md": text})
    found = look(workspace, "changelog", names=("labellib",))
    fact = only(found)
    assert fact.more["version"] == "2.1.0"
    assert fact.more["dangling"].split()[0] == "#52"
    assert fact.pointer == "CHANGELOG.md:4"
    assert [fact.value for fact in look(workspace, terms=("label",)).facts] == [
        "hold labellib at 5.x (#52)"
    ], "a feature line is no decision"


def test_nothing_written_is_nothing_found(tmp_path: Path) -> None:
    found = look(folder(tmp_path, {"main.py": "x = 1\n"}), terms=("label",))
    assert (found.facts, found.hits, found.failed) == ((), 0, None)
    assert "0 decision records" in found.action


def test_a_path_without_a_legal_spelling_is_passed_over(tmp_path: Path) -> None:
    workspace = folder(tmp_path, {"docs/adr/0004 no spool.md": RECORD})
    assert look(workspace, terms=("spool",)).facts == ()


@pytest.mark.parametrize(
    ("text", "banned", "allowed"),
    [
        ("Jobs must not call the printer directly", {"job", "printer"}, set()),
        ("We will not use Kestrel, because it is slow", {"kestrel"}, set()),
        ("Polling is forbidden", {"poll"}, set()),
        ("All mail goes through Heron", set(), {"heron"}),
        ("Only Heron sends mail", set(), {"heron"}),
        ("Use Valkey instead of a file", set(), {"valkey"}),
        ("Never log addresses", {"log", "address"}, set()),
        ("Der Dienst darf nicht direkt drucken", {"direk", "druck"}, set()),
        ("不要在本地缓存标签", {"本地缓存标签"}, set()),
        ("Labels come back only after a check", set(), set()),
    ],
)
def test_what_a_sentence_rules_out_and_prescribes(
    text: str, banned: set[str], allowed: set[str]
) -> None:
    language = "zh" if not text.isascii() else "de" if text.startswith("Der") else "en"
    ruling = bans.read(text, language)
    assert {stem(word, language) for word in banned} & set(ruling.bans) or not banned
    assert banned or not ruling.bans
    assert {stem(word, language) for word in allowed} <= set(ruling.allows)


@pytest.mark.parametrize(
    "text",
    [
        "Labels are printed twice",
        "The printer does not keep labels when you delete a depot",
        "Make a depot if it does not exist",
        "Labels that have never been printed are removed",
        "There doesn't appear to be a name for this",
        "We don't have printers that delete labels",
        "Depots which do not meet the rule keep their labels",
        "No",
    ],
)
def test_a_negation_that_only_describes_bans_nothing(text: str) -> None:
    assert bans.read(text).bans == ()
    assert bans.read(text, decided=True).bans == ()


def test_a_comparison_rules_out_only_where_something_is_decided() -> None:
    text = "Use Valkey instead of a file"
    assert bans.read(text).bans == ()
    assert bans.read(text, decided=True) == bans.Ruling((stem("file"),), (stem("valkey"),))


@given(st.lists(st.text(max_size=60), max_size=40))
def test_sentences_stand_in_the_lines_they_name(lines: list[str]) -> None:
    clean = [line.replace("\n", " ") for line in lines]
    for said in sentences(clean):
        assert 1 <= said.line <= len(clean)
        assert 0 <= said.heading_line <= said.line
        assert said.text.strip() == said.text != ""


@given(st.text(max_size=200), st.sampled_from(["en", "zh", "de", "ru"]), st.booleans())
def test_any_sentence_can_be_read_for_bans(text: str, language: str, title: bool) -> None:
    ruling = bans.read(text, language, title=title)
    assert not set(ruling.bans) & set(ruling.allows)


def test_sentences_of_a_paragraph_keep_their_own_lines() -> None:
    lines = ["# A", "", "One is", "here. Two", "is 42. Three (e.g. this) stays.", "", "3. Four."]
    found = [(said.text, said.line, said.heading) for said in sentences(lines)]
    assert found == [
        ("One is here.", 3, "A"),
        ("Two is 42.", 4, "A"),
        ("Three (e.g. this) stays.", 5, "A"),
        ("Four.", 7, "A"),
    ]


def test_code_and_comments_are_no_sentences() -> None:
    lines = ["```", "Never run this.", "```", "<!-- Never show this. -->", "Run that."]
    assert [said.text for said in sentences(lines)] == ["Run that."]


def test_a_huge_document_is_answered_soon() -> None:
    import time

    started = time.process_time()
    found = sentences(["never print this line"] * 40_000 + ["x" * 900_000, "No. " * 1000])
    assert len(found) <= prose.MOST
    assert time.process_time() - started < 5
