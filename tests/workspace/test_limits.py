"""Workspaces made to be too much: every limit holds, and what hit one says so."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path

import pytest

from intent_tui.base.files import Unreadable
from intent_tui.probe.facts import Wanted
from intent_tui.probe.plan import Prober
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.history import MOST_COMMITS
from intent_tui.workspace.opened import LIMIT

GIT_ENV = {
    "PATH": os.environ["PATH"],
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C",
}


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    line = ["git", "-c", "init.defaultBranch=main", "-c", "core.compression=0", *arguments]
    subprocess.run(line, cwd=folder, env=GIT_ENV, input=stdin, check=True, capture_output=True)


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with 200,000 commits; the oldest one names what nothing later does."""
    folder = tmp_path_factory.mktemp("endless")
    _git(folder, "init", "-q")
    head = b"commit refs/heads/main\ncommitter A Builder <a@example.org> %d +0000\ndata %d\n%s\n"
    parts = []
    for number in range(200_000):
        said = b"Bring the lighthouse keeper in" if number == 0 else b"Step %d" % number
        parts.append(head % (1_500_000_000 + number, len(said), said))
    parts.append(b"M 100644 inline a.py\ndata 6\nx = 1\n\n")
    _git(folder, "fast-import", "--quiet", stdin=b"".join(parts))
    _git(folder, "reset", "-q", "--hard", "main")
    return folder


def test_two_hundred_thousand_commits_are_read_up_to_the_limit(endless: Path) -> None:
    workspace = Workspace.find(endless)
    assert len(workspace.history.commits) == MOST_COMMITS
    assert workspace.history.truncated
    assert workspace.history.commits[0].subject == "Step 199999"


def test_what_lies_behind_the_limit_is_not_called_absent(endless: Path) -> None:
    prober = Prober(Workspace.find(endless))
    wanted = Wanted("history", terms=("lighthouse", "keeper"), reserved=True)
    found = prober.look("scope", wanted)
    assert found is not None
    assert not found.facts
    assert found.failed


def test_a_gigabyte_in_one_line_costs_a_megabyte(tmp_path: Path) -> None:
    with (tmp_path / "one.py").open("wb") as stream:
        stream.write(b"lighthouse = '")
        stream.seek(1 << 30)
        stream.write(b"'")
    (tmp_path / "two.py").write_text("lighthouse = 1\n", encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    workspace = Workspace.find(tmp_path)
    data, cut = workspace.opened.scan("one.py")
    assert (len(data), cut) == (LIMIT, True)
    with pytest.raises(Unreadable, match="binary"):
        workspace.opened.text("one.py")
    found = workspace.search(["lighthouse"])
    assert [hit.path for hit in found.hits] == ["two.py"]
    assert found.partial is not None
    for surface in ("entries", "kin", "conventions", "tests", "decisions", "manifests"):
        Prober(workspace).look("scope", Wanted(surface, terms=("lighthouse",)))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200 << 10


def test_a_folder_in_a_folder_in_a_folder(tmp_path: Path) -> None:
    place = tmp_path
    for _ in range(120):
        place = place / "d"
    place.mkdir(parents=True)
    (place / "deep.py").write_text("lighthouse = 1\n", encoding="utf-8")
    (tmp_path / "top.py").write_text("x = 1\n", encoding="utf-8")
    workspace = Workspace.find(tmp_path)
    assert [info.path for info in workspace.inventory.files] == ["top.py"]
    found = Prober(workspace).look("scope", Wanted("kin", terms=("lighthouse",)))
    assert found is not None
    assert found.failed
    assert "deeper" in found.failed


BOMB_YAML = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BOMB_XML = (
    '<?xml version="1.0"?>\n<!DOCTYPE project [\n <!ENTITY a "lol">\n'
    + "".join(
        f' <!ENTITY {new} "{("&" + old + ";") * 10}">\n'
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>\n<project><dependencies><dependency><groupId>&i;</groupId>"
    "<artifactId>x</artifactId></dependency></dependencies></project>\n"
)


def test_documents_that_would_grow_are_not_unfolded(tmp_path: Path) -> None:
    files = {
        "pom.xml": BOMB_XML,
        "docker-compose.yml": BOMB_YAML,
        "openapi.yaml": f"openapi: 3.0.0\npaths: *i\n{BOMB_YAML}",
        ".github/workflows/ci.yml": f"on: push\njobs: *i\n{BOMB_YAML}",
        "config/settings.yaml": BOMB_YAML,
        "package.json": '{"dependencies": ' + "[" * 50_000 + "]" * 50_000 + "}",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    workspace = Workspace.find(tmp_path)
    manifests = Prober(workspace).look("approach", Wanted("manifests", terms=("lol",)))
    for surface in ("entries", "kin", "conventions", "tests", "decisions", "records"):
        Prober(workspace).look("scope", Wanted(surface, terms=("lol",)))
    assert time.process_time() - begin < 10
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10
    assert manifests is not None
    assert manifests.failed
