"""Present, pinned, removed and absent are four answers; what cannot be read is a fifth."""

from __future__ import annotations

import shutil

import pytest
from builders.workspaces import git
from papers import Repository, folder

from intent_tui.probe.facts import Wanted
from intent_tui.probe.manifests import look
from intent_tui.probe.plan import Prober
from intent_tui.workspace.files import Workspace

FIRST = """{
  "dependencies": {
    "tide-table": "^2.1.0",
    "crane": "4.0.1",
    "rope-x": "1.0.0"
  }
}
"""
BUMPED = FIRST.replace("^2.1.0", "^2.2.0")
WITHOUT = BUMPED.replace('    "tide-table": "^2.2.0",\n', "")


@pytest.fixture
def dock(tmp_path):
    made = Repository(tmp_path / "dock")
    made.commit(
        "Add the manifests", {"package.json": FIRST, "tools/requirements.txt": "winch==1.4\n"}
    )
    made.commit("Bump tide-table", {"package.json": BUMPED})
    made.commit(
        "Drop tide-table (#7)\n\nBecause it leaks file handles.",
        {"package.json": WITHOUT, "README.md": "tide-table was here\n"},
    )
    made.commit("Words alone", {"README.md": "no tide-table and no barge\n"})
    return made


def asked(workspace, *names):
    return look(workspace, Wanted("manifests", names=names))


def test_present_and_pinned_are_told_apart(dock):
    facts = {f.name: f for f in asked(dock.open(), "crane", "rope-x").facts}
    assert facts["crane"].kind == "dependency"
    assert facts["crane"].more["pinned"] == "yes"
    assert facts["crane"].pointer == "package.json:3"


def test_removed_names_the_commit_that_took_it_out(dock):
    workspace = dock.open()
    found = asked(workspace, "tide-table")
    commit = git(dock.root, "rev-parse", "HEAD~1").strip()
    assert (found.hits, found.failed) == (0, None)
    (fact,) = found.facts
    assert (fact.kind, fact.pointer) == ("removed", f"git:{commit[:7]}")
    assert (fact.value, fact.quote) == ("2.2.0", '"tide-table": "^2.2.0",')
    assert fact.more["file"] == "package.json"
    assert fact.more["subject"] == "Drop tide-table (#7)"
    assert "leaks file handles" in fact.more["reason"]
    assert "history" in found.action


def test_a_manifest_that_is_gone_was_one(dock):
    dock.commit("Add", {"requirements.txt": "barge==3.0\n"})
    (dock.root / "requirements.txt").unlink()
    dock.commit("Away with it")
    (fact,) = asked(dock.open(), "barge").facts
    assert (fact.kind, fact.value, fact.more["file"]) == ("removed", "3.0", "requirements.txt")


def test_absent_is_nothing_found_and_nothing_failed(dock):
    found = asked(dock.open(), "hawser")
    assert (found.facts, found.hits, found.failed) == ((), 0, None)


@pytest.mark.parametrize("name", ["rope", "table", "tide", "crane-x", "crane.js"])
def test_a_part_of_a_name_was_never_a_package(dock, name):
    assert asked(dock.open(), name).facts == ()


def test_a_package_that_came_back_is_present(dock):
    dock.commit("Again", {"package.json": BUMPED})
    assert [f.kind for f in asked(dock.open(), "tide-table").facts] == ["dependency"]


def test_a_package_that_moved_to_another_manifest_is_present(dock):
    moved = '{"dependencies": {"tide-table": "^2.2.0"}}\n'
    dock.commit("Move", {"sub/package.json": moved})
    assert [f.kind for f in asked(dock.open(), "tide-table").facts] == ["dependency"]


def test_a_shallow_clone_fails_where_it_cannot_know(dock, tmp_path):
    origin = f"file://{dock.root}"
    git(tmp_path, "clone", "-q", "--depth", "1", origin, str(tmp_path / "shallow"))
    workspace = Workspace.find(tmp_path / "shallow")
    for name in ("tide-table", "hawser"):
        found = asked(workspace, name)
        assert found.facts == ()
        assert "shallow" in (found.failed or "")
    assert asked(workspace, "crane").failed is None


def test_missing_objects_fail_and_are_no_absence(dock):
    workspace = dock.open()
    blob = git(dock.root, "rev-parse", "HEAD~3:package.json").strip()
    (dock.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    found = asked(workspace, "hawser")
    assert found.facts == ()
    assert found.failed


def test_a_comment_or_a_switch_of_that_name_was_never_a_package(dock):
    files = {"requirements.txt": "# needs winch-x 2.0\n", "package.json": '{"jib": true}\n'}
    dock.commit("Add words", files)
    dock.commit("Take them out", {"requirements.txt": "\n", "package.json": BUMPED})
    assert asked(dock.open(), "winch-x").facts == ()
    assert asked(dock.open(), "jib").facts == ()


def test_a_folder_without_a_history_has_no_removed_packages(tmp_path):
    found = asked(folder(tmp_path / "plain", {"package.json": WITHOUT}), "tide-table")
    assert (found.facts, found.failed) == ((), None)


def test_a_repository_without_commits_has_none_either(tmp_path):
    made = Repository(tmp_path / "new")
    (made.root / "package.json").write_text(WITHOUT)
    found = asked(made.open(), "tide-table")
    assert (found.facts, found.failed) == ((), None)


def test_with_terms_the_history_is_not_asked(dock):
    shutil.rmtree(dock.root / ".git" / "objects")
    found = look(dock.open(), Wanted("manifests", names=("tide-table",), terms=("tide",)))
    assert "history" not in found.action


def test_the_pointer_of_a_removal_can_be_cited(dock):
    workspace = dock.open()
    lookup = Prober(workspace).look("x", Wanted("manifests", names=("tide-table",)))
    assert lookup is not None
    assert workspace.opened.minted(lookup.facts[0].pointer)
