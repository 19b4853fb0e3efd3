"""A repository is hostile input: nothing it configures runs, and refusals are named."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from git_folder import GitFolder

from intent_tui.workspace import listing
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.git import COMMANDS, Git, GitFailed
from intent_tui.workspace.place import Place, locate


@pytest.fixture
def repo(tmp_path: Path) -> GitFolder:
    made = GitFolder(tmp_path / "r")
    made.write("a.txt", "one\n")
    made.commit("first")
    made.write("a.txt", "two\n")
    made.write("sub/b.txt", "b\n")
    made.commit("second", "because of reasons")
    return made


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a mark when anything runs it."""
    script = tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\necho ran >> {tmp_path}/fired\nexit 0\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return script


def _read_all(root: Path) -> Workspace:
    """Every way in which the program reads a repository."""
    ws = Workspace.find(root)
    assert ws.git is not None
    _ = (ws.head, ws.inventory.files, ws.history.commits, ws.history.reverts())
    ws.search(["one", "two"])
    calls: list[tuple[str, tuple[str, ...], str | tuple[str, ...], tuple[str, ...]]] = [
        ("ls-files", ("-z", "-o", "-d"), (), ()),
        ("log", ("-p", "--stat"), "HEAD", ()),
        ("log", ("-Stwo",), "HEAD", ("a.txt",)),
        ("log", ("-Gtwo", "--format=%H %s"), "HEAD", ()),
        ("rev-list", ("--count",), "HEAD", ()),
        ("cat-file", ("-p",), "HEAD", ()),
        ("ls-tree", ("-r", "-z"), "HEAD", ()),
        ("blame", ("-p",), "HEAD", ("a.txt",)),
        ("for-each-ref", ("--format=%(refname)",), (), ()),
    ]
    for command, options, revision, paths in calls:
        with contextlib.suppress(GitFailed):
            ws.git.run(command, options, revision=revision, paths=paths)
    return ws


CONFIGURED = {
    "core.fsmonitor": "{trap}",
    "core.sshCommand": "{trap}",
    "core.pager": "{trap}",
    "core.editor": "{trap}",
    "core.askPass": "{trap}",
    "core.gitProxy": "{trap}",
    "core.alternateRefsCommand": "{trap}",
    "pager.log": "{trap}",
    "pager.blame": "{trap}",
    "diff.external": "{trap}",
    "gpg.program": "{trap}",
    "gpg.ssh.program": "{trap}",
    "log.showSignature": "true",
    "credential.helper": "!{trap}",
    "alias.log": "!{trap}",
    "alias.ls-files": "!{trap}",
    "diff.evil.textconv": "{trap}",
    "diff.evil.command": "{trap}",
    "filter.evil.smudge": "{trap}",
    "filter.evil.clean": "{trap}",
    "filter.evil.process": "{trap}",
    "interactive.diffFilter": "{trap}",
    "sequence.editor": "{trap}",
}


def _sign(repo: GitFolder) -> None:
    """A commit with a signature, so that git has something to check."""
    last = repo.git("cat-file", "commit", "HEAD").split("\n")
    last = [line for line in last if not line.startswith("parent ")]
    head = last[: last.index("")]
    signature = ["gpgsig -----BEGIN PGP SIGNATURE-----", " ", " x", " -----END PGP SIGNATURE-----"]
    head.insert(1, f"parent {repo.git('rev-parse', 'HEAD')}")
    text = "\n".join([*head, *signature, "", "signed", ""]).encode()
    sha = repo.git("hash-object", "-t", "commit", "-w", "--stdin", text=text)
    (repo.root / ".git" / "refs" / "heads" / "main").write_text(f"{sha}\n")


def test_nothing_a_configuration_names_is_run(repo, trap):
    for key, value in CONFIGURED.items():
        repo.git("config", key, value.format(trap=trap))
    (repo.root / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    (repo.root / ".gitattributes").write_text("* diff=evil filter=evil\n")
    hooks = repo.root / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in (
        "post-index-change",
        "fsmonitor-watchman",
        "post-checkout",
        "reference-transaction",
    ):
        shutil.copy(trap, hooks / hook)
    os.utime(repo.root / "a.txt", (1, 1))  # makes git want to look into the file again
    _sign(repo)
    ws = _read_all(repo.root)
    assert not (trap.parent / "fired").exists()
    assert [commit.subject for commit in ws.history.commits] == ["signed", "second", "first"]
    assert ws.inventory.source == "git"
    assert ws.failures == []


def test_the_traps_do_fire_without_the_wrapper(repo, trap):
    """Otherwise the test above would prove nothing."""
    repo.git("config", "core.fsmonitor", str(trap))
    repo.git("ls-files", "-o")
    assert (trap.parent / "fired").exists()


def test_a_configured_work_tree_is_not_listed(repo, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret.txt").write_text("x")
    repo.git("config", "core.worktree", str(elsewhere))
    ws = _read_all(repo.root)
    assert [info.path for info in ws.inventory.files] == ["a.txt", "sub/b.txt"]


def test_an_embedded_bare_repository_is_not_obeyed(repo, trap):
    inner = repo.root / "sub" / "inner"
    subprocess.run(["git", "init", "-q", "--bare", str(inner)], check=True)
    for key in ("core.fsmonitor", "core.pager"):
        subprocess.run(["git", "-C", str(inner), "config", key, str(trap)], check=True)
    _read_all(repo.root)
    assert not (trap.parent / "fired").exists()


def test_missing_objects_are_a_failure_and_fetch_nothing(repo, trap, tmp_path):
    repo.git("config", "remote.origin.url", f"ext::{trap}")
    repo.git("config", "remote.origin.promisor", "true")
    repo.git("config", "remote.origin.partialclonefilter", "blob:none")
    repo.git("config", "core.repositoryformatversion", "1")
    repo.git("config", "extensions.partialClone", "origin")
    repo.git("config", "protocol.ext.allow", "always")
    blob = repo.git("rev-parse", "HEAD:a.txt")
    (repo.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    _read_all(repo.root)
    assert not (tmp_path / "fired").exists()
    git = Workspace.find(repo.root).git
    assert git is not None
    with pytest.raises(GitFailed, match="git log: status 128"):
        git.run("log", ("-p",), revision="HEAD")


def test_a_missing_commit_is_a_failed_history_not_an_empty_one(repo):
    first = repo.git("rev-parse", "HEAD~1")
    (repo.root / ".git" / "objects" / first[:2] / first[2:]).unlink()
    ws = Workspace.find(repo.root)
    assert ws.history.commits == ()
    assert "git log: status 128" in (ws.history.failed or "")
    assert ws.failures == [ws.history.failed]


def test_a_pipe_as_included_settings_costs_one_time_limit(repo):
    os.mkfifo(repo.root / ".git" / "more")
    repo.git("config", "--local", "user.note", "x")
    with (repo.root / ".git" / "config").open("a") as stream:
        stream.write("[include]\n\tpath = more\n")
    git = Git(locate(repo.root), timeout=0.5)
    begin = time.monotonic()
    for _ in range(20):
        with pytest.raises(GitFailed, match=r"no answer within 0\.5 s"):
            git.run("rev-parse", ("-q", "--verify"), revision="HEAD")
    assert time.monotonic() - begin < 3


@pytest.mark.parametrize("which", [".", ".git"])
def test_someone_elses_repository_is_refused_by_name(repo, trap, which):
    repo.git("config", "core.fsmonitor", str(trap))
    if os.geteuid() == 0:
        os.chown(repo.root / which, 65534, 65534)
        _check_refused(Workspace.find(repo.root), trap)
        return
    # Without root nothing can be given away: what belongs to root is looked at instead.
    foreign = Place(repo.root, Path("/"), Path("/"))
    with pytest.raises(GitFailed, match="belongs to another user"):
        Git(foreign).run("ls-files")


def test_a_linked_repository_of_someone_else_is_refused(repo, tmp_path):
    linked = tmp_path / "linked"
    linked.mkdir()
    (repo.root / ".git").rename(tmp_path / "kept")
    (linked / ".git").symlink_to("../kept")
    assert len(Workspace.find(linked).history.commits) == 2
    if os.geteuid() == 0:
        os.chown(tmp_path / "kept", 65534, 65534)
        assert "belongs to another user" in (Workspace.find(linked).history.failed or "")


def test_a_pipe_as_ignore_file_costs_the_listing_not_the_history(repo, monkeypatch):
    monkeypatch.setattr(listing, "_TIME_LIMIT", 0.5)
    os.mkfifo(repo.root / "sub" / ".gitignore")
    ws = Workspace.find(repo.root)
    begin = time.monotonic()
    assert [info.path for info in ws.inventory.files] == ["a.txt", "sub/b.txt"]
    assert ws.inventory.source == "walk"
    assert "git ls-files: no answer" in (ws.inventory.failed or "")
    assert len(ws.history.commits) == 2
    assert time.monotonic() - begin < 3


def test_settings_that_hang_do_not_cost_a_wait_for_every_question(repo, monkeypatch):
    monkeypatch.setattr(listing, "_TIME_LIMIT", 0.3)
    os.mkfifo(repo.root / ".git" / "more")
    with (repo.root / ".git" / "config").open("a") as stream:
        stream.write("[include]\n\tpath = more\n")
    ws = Workspace.find(repo.root)
    begin = time.monotonic()
    assert [info.path for info in ws.inventory.files] == ["a.txt", "sub/b.txt"]
    assert "git rev-parse: no answer" in (ws.history.failed or "")
    assert ws.head == ""
    assert time.monotonic() - begin < 4
    assert len(ws.failures) == 2


def _check_refused(ws: Workspace, trap: Path) -> None:
    assert ws.history.commits == ()
    failed = ws.history.failed or ""
    assert "belongs to another user" in failed
    assert f'sudo chown -R "$(id -u)" {ws.root}' in failed
    assert [info.path for info in ws.inventory.files] == ["a.txt", "sub/b.txt"]
    assert "belongs to another user" in (ws.inventory.failed or "")
    assert ws.head == ""
    assert not (trap.parent / "fired").exists()


def test_the_owner_of_a_linked_repository_counts_too(repo, tmp_path):
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    place = locate(tmp_path / "side")
    assert place.common_dir == repo.root / ".git"
    Git(place).run("rev-parse", ("-q", "--verify"), revision="HEAD")


def test_git_inside_the_workspace_is_not_used(repo, trap, monkeypatch):
    shutil.copy(trap, repo.root / "git")
    (repo.root / "bin").mkdir()
    (repo.root / "bin" / "git").symlink_to("../git")
    (trap.parent / "outside").mkdir()
    (trap.parent / "outside" / "git").symlink_to(repo.root / "git")
    monkeypatch.chdir(repo.root)
    places = [".", "", str(repo.root), str(repo.root / "bin"), str(trap.parent / "outside")]
    monkeypatch.setenv("PATH", os.pathsep.join([*places, os.environ["PATH"]]))
    assert len(Workspace.find(repo.root).history.commits) == 2
    assert not (trap.parent / "fired").exists()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 128", "git log: status 128"),
        ("echo '\x1b[31mbad [/red]' >&2; exit 3", r"status 3: \x1b[31mbad [/red]"),
    ],
)
def test_a_git_that_fails_is_named_with_its_status(repo, tmp_path, monkeypatch, script, told):
    _stand_in(tmp_path, monkeypatch, f'case "$*" in *" log "*) {script};; esac; echo true')
    ws = Workspace.find(repo.root)
    assert ws.history.commits == ()
    assert told in (ws.history.failed or "")


def test_a_git_that_prints_garbage_does_no_harm(repo, tmp_path, monkeypatch):
    _stand_in(tmp_path, monkeypatch, r"printf '\377\376\037\000? \377\000H\037\037\037'")
    ws = Workspace.find(repo.root)
    assert ws.history.commits == ()
    assert [info.path for info in ws.inventory.files] == ["\udcff"]


def _stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    place = tmp_path / "stand-in"
    place.mkdir()
    (place / "git").write_text(f"#!/bin/sh\n{script}\n")
    (place / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")


def test_the_callers_git_settings_do_not_count(repo, tmp_path, monkeypatch):
    other = GitFolder(tmp_path / "other")
    other.commit("elsewhere")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nothing"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.bare")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    ws = Workspace.find(repo.root)
    assert [commit.subject for commit in ws.history.commits] == ["second", "first"]
    assert ws.inventory.source == "git"


@pytest.mark.parametrize(
    ("command", "options", "revision"),
    [
        ("fetch", (), ()),
        ("status", (), ()),
        ("config", ("--list",), ()),
        ("-c", (), ()),
        ("log", ("--output=/tmp/x",), "HEAD"),
        ("log", ("--outp=/tmp/x",), "HEAD"),
        ("log", ("--output", "x"), "HEAD"),
        ("log", ("--format=%H%n%G?",), "HEAD"),
        ("log", ("--show-signature",), "HEAD"),
        ("log", ("--ext-diff",), "HEAD"),
        ("log", ("HEAD",), "HEAD"),
        ("log", ("--",), "HEAD"),
        ("log", ("",), "HEAD"),
        ("ls-files", ("-m",), ()),
        ("ls-files", ("--modified",), ()),
        ("cat-file", ("--filters",), "HEAD"),
        ("for-each-ref", ("--format=%(signature)",), ()),
        ("blame", ("-p",), ()),
        ("log", (), ""),
        ("log", (), "--output=/tmp/x"),
        ("log", (), "main"),
        ("log", (), "HEAD^{/x}"),
        ("log", (), "HEAD\n"),
    ],
)
def test_what_is_not_reading_is_not_passed_on(repo, command, options, revision):
    with pytest.raises(ValueError, match=r"not|neither"):
        Git(locate(repo.root)).run(command, options, revision=revision)


def test_only_reading_commands_exist():
    assert not COMMANDS & {"fetch", "config", "checkout", "status", "gc", "submodule", "archive"}


@pytest.mark.parametrize("locale", ["C", "zh_CN.GBK", "POSIX"])
def test_names_do_not_depend_on_the_locale(repo, locale):
    repo.git("checkout", "-q", "-b", "特性/缓存")
    name = "文档/说明.md"
    repo.write(name, "# 标题\n")
    sha = repo.commit("新增说明", "因为需要")
    code = (
        "import os; from pathlib import Path; from intent_tui.workspace.files import Workspace\n"
        f"w = Workspace.find(Path({str(repo.root)!r})); name = {name!a}\n"
        "w.opened.text(name)\n"
        "out = [w.head, w.opened.heading(name, 1), w.history.commits[0].subject]\n"
        "os.write(1, '|'.join(out).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code],
        env={"PATH": os.environ["PATH"], "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"},
        capture_output=True, check=False,
    )  # fmt: skip
    wanted = f"特性/缓存 {sha[:7]}|文档/说明.md#标题|新增说明"
    assert done.stdout.decode() == wanted, done.stderr.decode()


def test_reading_changes_nothing_in_the_repository(repo):
    def state() -> dict[str, tuple[int, int]]:
        return {
            str(path): (path.stat().st_mtime_ns, path.stat().st_size)
            for path in repo.root.rglob("*")
        }

    os.utime(repo.root / "a.txt", (1, 1))
    before = state()
    _read_all(repo.root)
    assert state() == before
