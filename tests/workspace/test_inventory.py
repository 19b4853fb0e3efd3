"""What is listed, what never is, and what happens when git can't list."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from git_folder import MODES_HOLD, GitFolder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.workspace.files import Workspace
from intent_tui.workspace.kinds import Kinds


def _paths(folder: Path) -> list[str]:
    return [info.path for info in Workspace.find(folder).inventory.files]


@pytest.mark.parametrize("with_git", [True, False])
def test_tracked_new_and_ignored(tmp_path, with_git):
    repo = GitFolder(tmp_path / "r", init=with_git)
    for path in ("b/z.py", "a.py", "b/out.log", "b/keep.log", "build/x.js", "c/build/y.js"):
        repo.write(path)
    repo.write(".gitignore", "*.log\n!keep.log\n/build/\n")
    repo.write("c/.gitignore", "!build\n")
    if with_git:
        repo.git("add", "a.py", ".gitignore")
    inventory = Workspace.find(tmp_path / "r").inventory
    assert inventory.source == ("git" if with_git else "walk")
    assert inventory.failed is None
    assert [info.path for info in inventory.files] == [
        ".gitignore", "a.py", "b/keep.log", "b/z.py", "c/.gitignore", "c/build/y.js",
    ]  # fmt: skip


def test_files_deleted_from_the_folder_are_not_listed(tmp_path):
    repo = GitFolder(tmp_path / "r")
    repo.write("gone.py")
    repo.write("here.py")
    repo.commit()
    (tmp_path / "r" / "gone.py").unlink()
    inventory = Workspace.find(tmp_path / "r").inventory
    assert not inventory.has("gone.py")
    assert inventory.has("here.py")


@pytest.mark.parametrize("with_git", [True, False])
def test_rooms_that_are_no_source_are_never_listed(tmp_path, with_git):
    repo = GitFolder(tmp_path / "r", init=with_git)
    repo.write("src/a.py")
    for path in (".intent/x.intent.yaml", ".claude/s.md", ".agents/a.md", "sub/.intent/y.yaml"):
        repo.write(path)
    if with_git:
        repo.commit()
    assert _paths(tmp_path / "r") == ["src/a.py"]


def test_submodules_and_repositories_inside_are_not_entered(tmp_path):
    inner = GitFolder(tmp_path / "inner")
    inner.write("i.py")
    inner.commit()
    repo = GitFolder(tmp_path / "r")
    repo.write("a.py")
    allow = ("-c", "protocol.file.allow=always")
    repo.git(*allow, "submodule", "--quiet", "add", str(tmp_path / "inner"), "mod")
    repo.commit()
    nested = GitFolder(tmp_path / "r" / "loose")
    nested.write("n.py")
    assert _paths(tmp_path / "r") == [".gitmodules", "a.py"]


NAMES = ["new\nline.py", "blank in.md", "[b]rackets[/].ts", "tab\t.go", 'quo"te.py', "文件.py"]


@pytest.mark.parametrize("with_git", [True, False])
def test_names_of_any_kind(tmp_path, with_git):
    repo = GitFolder(tmp_path / "r", init=with_git)
    for name in NAMES:
        repo.write(name, "content\n")
    repo.write("bad\udcff.py", "content\n")
    if with_git:
        repo.git("add", "文件.py")
    ws = Workspace.find(tmp_path / "r")
    assert [info.path for info in ws.inventory.files] == sorted([*NAMES, "bad\udcff.py"])
    for info in ws.inventory.files:
        assert ws.opened.text(info.path).lines == ("content",)


@pytest.mark.parametrize("with_git", [True, False])
def test_loops_pipes_and_sockets_never_hang(tmp_path, with_git):
    root = tmp_path / "r"
    repo = GitFolder(root, init=with_git)
    repo.write("a.py")
    (root / "loop").symlink_to(".")
    (root / "self").symlink_to("self")
    (root / "up").symlink_to("..")
    os.mkfifo(root / "pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        before = Path.cwd()
        os.chdir(root)
        server.bind("s.py")
        os.chdir(before)
        begin = time.monotonic()
        assert _paths(root) == ["a.py", "loop", "self", "up"]
        assert time.monotonic() - begin < 5


def test_a_broken_index_is_named_and_the_folder_is_still_read(tmp_path):
    repo = GitFolder(tmp_path / "r")
    repo.write("a.py")
    repo.write(".gitignore", "*.log\n")
    repo.write("b.log")
    repo.commit()
    (tmp_path / "r" / ".git" / "index").write_bytes(b"DIRC garbage")
    ws = Workspace.find(tmp_path / "r")
    assert [info.path for info in ws.inventory.files] == [".gitignore", "a.py"]
    assert ws.inventory.source == "walk"
    assert "git ls-files: status 128" in (ws.inventory.failed or "")
    assert ws.failures == [ws.inventory.failed]
    assert len(ws.history.commits) == 1


def test_without_a_git_program_the_folder_is_read(tmp_path, monkeypatch):
    GitFolder(tmp_path / "r").write("a.py")
    monkeypatch.setenv("PATH", str(tmp_path))
    ws = Workspace.find(tmp_path / "r")
    assert [info.path for info in ws.inventory.files] == ["a.py"]
    assert "git was not found" in (ws.inventory.failed or "")
    assert "git was not found" in (ws.history.failed or "")


@pytest.mark.parametrize("with_git", [True, False])
def test_a_closed_folder_is_named(tmp_path, with_git):
    repo = GitFolder(tmp_path / "r", init=with_git)
    repo.write("a.py")
    repo.write("closed/b.py")
    (tmp_path / "r" / "closed").chmod(0)
    code = (
        "from pathlib import Path; from intent_tui.workspace.files import Workspace\n"
        f"i = Workspace.find(Path({str(tmp_path / 'r')!r})).inventory\n"
        "print([f.path for f in i.files], i.failed)"
    )
    line = [sys.executable, "-c", code]
    done = subprocess.run(
        [*MODES_HOLD, *line] if os.geteuid() == 0 else line,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    (tmp_path / "r" / "closed").chmod(0o755)
    assert done.stdout.startswith("['a.py'] "), done.stderr
    assert "closed" in done.stdout


KINDS = {
    "src/main.py": ("src", "python"),
    "web/app.tsx": ("src", "typescript"),
    "cmd/serve/main.go": ("src", "go"),
    "tests/test_main.py": ("test", "python"),
    "pkg/store_test.go": ("test", "go"),
    "web/app.spec.ts": ("test", "typescript"),
    "tests/data.json": ("test", "json"),
    "package.json": ("manifest", "json"),
    "apps/web/package.json": ("manifest", "json"),
    "requirements-dev.txt": ("manifest", "text"),
    "requirements/base.txt": ("manifest", "text"),
    "go.mod": ("manifest", ""),
    "yarn.lock": ("lock", ""),
    "go.sum": ("lock", ""),
    "README.md": ("doc", "markdown"),
    "LICENSE": ("doc", ""),
    "docs/guide.rst": ("doc", "rst"),
    "docs/adr/0004-one-queue.md": ("decision", "markdown"),
    "docs/decisions/README.md": ("decision", "markdown"),
    "AGENTS.md": ("rule", "markdown"),
    "CONTRIBUTING.md": ("rule", "markdown"),
    ".github/CODEOWNERS": ("rule", ""),
    "CHANGELOG.md": ("changelog", "markdown"),
    "CHANGES.rst": ("changelog", "rst"),
    ".github/workflows/ci.yml": ("ci", "yaml"),
    ".gitlab-ci.yml": ("ci", "yaml"),
    "Dockerfile": ("conf", ""),
    "config/limits.yaml": ("conf", "yaml"),
    "settings.toml": ("conf", "toml"),
    ".env.example": ("conf", "env"),
    ".env": ("conf", "env"),
    "tsconfig.json": ("conf", "json"),
    "orders/a-17.yaml": ("data", "yaml"),
    "records/list.csv": ("data", "csv"),
    "examples/hello/main.py": ("example", "python"),
    "app/src/main/java/com/example/web/Start.java": ("src", "java"),
    "plain/com/example/Start.java": ("src", "java"),
    "examples/web/src/main/kotlin/org/Start.kt": ("example", "kotlin"),
    "node_modules/left/index.js": ("vendor", "javascript"),
    "vendor/lib/README.md": ("vendor", "markdown"),
    "dist/app.js": ("generated", "javascript"),
    "api/v1_pb2.py": ("generated", "python"),
    "static/jq.min.js": ("generated", "javascript"),
    "logo.PNG": ("binary", ""),
    "notes.unknownkind": ("other", ""),
}


@pytest.mark.parametrize("path", sorted(KINDS))
def test_kinds(path):
    [info] = Kinds().classify([path])
    assert (info.kind, info.language) == KINDS[path]


def test_groups_and_languages(tmp_path):
    repo = GitFolder(tmp_path / "r", init=False)
    for path in ("a.go", "b.go", "c.py", "d.md", "e_test.go", "tests/x.json"):
        repo.write(path)
    inventory = Workspace.find(tmp_path / "r").inventory
    assert [info.path for info in inventory.of("src", "doc")] == ["a.go", "b.go", "c.py", "d.md"]
    assert inventory.languages == ("go", "python")
    assert dict(inventory.language_counts) == {"go": 3, "python": 1}
    assert inventory.get("c.py") == ("c.py", "src", "python")
    assert inventory.get("none") is None


def test_a_big_list_is_classified_quickly():
    names = ("a.py", "b.test.ts", "README.md", "conf.yaml", "x.png", "Makefile")
    paths = [f"pkg{n % 900}/sub{n % 7}/{n}{names[n % 6]}" for n in range(53_000)]
    kinds = Kinds()
    begin = time.process_time()
    assert len(kinds.classify(paths)) == 53_000
    assert time.process_time() - begin < 2, "ten times what it takes on a slow machine"


IGNORED = ["*.log", "/top", "build/", "a/**/z", "!keep.log", "doc/*.txt", "**/tmp", "a?", "#c"]
PLACES = [
    "x.log", "keep.log", "top", "sub/top", "build/f", "sub/build/f", "a/z", "a/b/c/z",
    "doc/n.txt", "doc/deep/n.txt", "tmp/f", "q/tmp/f", "ab", "a1/f", "plain.py",
]  # fmt: skip


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rules=st.lists(st.sampled_from(IGNORED), max_size=5),
    inner=st.lists(st.sampled_from(IGNORED), max_size=2),
    places=st.lists(st.sampled_from(PLACES), min_size=1, max_size=8, unique=True),
)
def test_the_walk_finds_what_git_finds(tmp_path_factory, rules, inner, places):
    root = tmp_path_factory.mktemp("w") / "r"
    repo = GitFolder(root)
    for place in places:
        if not any(place.startswith(f"{other}/") or other.startswith(f"{place}/")
                   for other in places):  # fmt: skip
            repo.write(place)
    repo.write(".gitignore", "\n".join(rules) + "\n")
    if (root / "a").is_dir():
        repo.write("a/.gitignore", "\n".join(inner) + "\n")
    by_git = _paths(root)
    (root / ".git").rename(root.parent / "away")
    assert _paths(root) == by_git
