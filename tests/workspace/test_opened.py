"""Nothing outside the root is read, and nothing unopened can be cited."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from git_folder import GitFolder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.base.files import Unreadable
from intent_tui.workspace import opened as room
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import LIMIT, LOCK_LIMIT, NotCitable, NotOpened, Opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "r"
    folder.mkdir()
    return folder


def test_lines_are_those_of_an_editor(root):
    (root / "f").write_bytes(b"one\r\ntwo\x0bstill two\x0c\x85\nthree\xe2\x80\xa8still\n\nfive")
    text = Opened(root).text("f")
    assert len(text.lines) == 5
    assert (text.lines[0], text.lines[3], text.lines[4]) == ("one", "", "five")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=400))
def test_line_numbers_agree_with_line_feeds(root, data):
    (root / "f").write_bytes(data)
    opened = Opened(root)
    try:
        text = opened.text("f")
    except Unreadable as error:
        assert error.reason == "is binary"  # noqa: PT017
        assert b"\0" in data
        return
    if text.encoding in {"utf-8", "latin-1"}:
        ends = data.removeprefix(b"\xef\xbb\xbf").count(b"\n")
        assert len(text.lines) in {ends, ends + 1}
    if text.lines:
        assert opened.pointer("f", len(text.lines)) == f"f:{len(text.lines)}"
    with pytest.raises(NotOpened):
        opened.pointer("f", len(text.lines) + 1)


@pytest.mark.parametrize(
    ("data", "lines", "encoding"),
    [
        ("größe\n中".encode(), ("größe", "中"), "utf-8"),
        (b"\xef\xbb\xbfbom\n", ("bom",), "utf-8"),
        ("wide 中\n".encode("utf-16"), ("wide 中",), "utf-16"),
        (b"\xfe\xff" + "big\n".encode("utf-16-be"), ("big",), "utf-16"),
        (b"caf\xe9\n", ("café",), "latin-1"),
        (b"# coding: utf-8\nlie \xff\xfe\n", ("# coding: utf-8", "lie ÿþ"), "latin-1"),
        (b"\xff\xfea\0b", ("a\ufffd",), "utf-16"),
        (b"", (), "utf-8"),
    ],
)  # fmt: skip
def test_encodings(root, data, lines, encoding):
    (root / "f").write_bytes(data)
    text = Opened(root).text("f")
    assert (text.lines, text.encoding) == (lines, encoding)


def test_binary_files_have_no_lines(root):
    (root / "f").write_bytes(b"x" * 8000 + b"\0")
    opened = Opened(root)
    with pytest.raises(Unreadable, match="is binary"):
        opened.text("f")
    assert opened.raw("f").startswith(b"xxx")
    with pytest.raises(Unreadable, match="is binary"):
        opened.pointer("f", 1)


@pytest.mark.parametrize(
    ("name", "limit"),
    [("big.txt", LIMIT), ("big.lock", LOCK_LIMIT), ("package-lock.json", LOCK_LIMIT)],
)
def test_a_huge_file_is_read_to_its_limit(root, name, limit):
    with (root / name).open("wb") as stream:
        stream.write(b"first\n" + b"x" * 9000)
        stream.truncate(2 << 30)
    begin = time.process_time()
    opened = Opened(root)
    assert len(opened.raw(name)) == limit
    assert opened.truncated(name)
    assert opened.text(name).lines[0] == "first"
    assert opened.text(name).truncated
    assert time.process_time() - begin < 3


@pytest.mark.parametrize(
    "path",
    ["../secret", "a/../../secret", "/etc/passwd", "", ".", "./f", "a//f", "a/", "f\0", "\ud800",
     ".git/config", "sub/.git/x", ".intent/x.yaml", ".claude/a", ".agents/b"],
)  # fmt: skip
def test_no_way_around_the_root(root, path):
    (root.parent / "secret").write_text("s")
    for place in (
        "f",
        ".git/config",
        "sub/.git/x",
        ".intent/x.yaml",
        ".claude/a",
        ".agents/b",
        "a/f",
    ):
        (root / place).parent.mkdir(exist_ok=True, parents=True)
        (root / place).write_text("x")
    with pytest.raises(Unreadable):
        Opened(root).text(path)


def test_links_stay_inside(root):
    (root.parent / "secret").write_text("s")
    (root.parent / "secrets").mkdir()
    (root.parent / "secrets" / "f").write_text("s")
    (root / "sub").mkdir()
    (root / "sub" / "real.md").write_text("fine\n")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("token")
    links = {
        "out": "../secret", "absolute": "/etc/passwd", "outdir": "../secrets", "cfg": ".git/config",
        "git": ".git", "self": "self", "one": "two", "two": "one", "none": "nowhere",
        "good": "sub/real.md", "gooddir": "sub", "dir": "sub", "near": "../r-other",
    }  # fmt: skip
    (root.parent / "r-other").write_text("the root's name is a beginning of this one")
    for name, target in links.items():
        (root / name).symlink_to(target)
    opened = Opened(root)
    for bad in (
        "out",
        "absolute",
        "outdir/f",
        "cfg",
        "git/config",
        "self",
        "one",
        "none",
        "dir",
        "near",
    ):
        with pytest.raises(Unreadable):
            opened.text(bad)
    for good in ("good", "gooddir/real.md"):
        assert opened.text(good).lines == ("fine",)


def test_pipes_and_devices_do_not_hang(root):
    os.mkfifo(root / "pipe")
    (root / "zero").symlink_to("/dev/zero")
    opened = Opened(root)
    begin = time.monotonic()
    for name in ("pipe", "zero"):
        with pytest.raises(Unreadable):
            opened.text(name)
    assert time.monotonic() - begin < 1


def test_the_memory_limit_holds_and_pointers_outlive_it(root, monkeypatch):
    monkeypatch.setattr(room, "KEPT", 3000)
    for number in range(10):
        (root / f"f{number}").write_text("line\n" * 200)
    opened = Opened(root)
    for number in range(10):
        opened.text(f"f{number}")
    assert opened.pointer("f0", 200) == "f0:200"
    (root / "f0").write_text("short\n")
    assert opened.text("f0").lines == ("short",)


def test_pointers_only_to_what_was_opened(root):
    (root / "src").mkdir()
    (root / "src" / "a.py").write_text("one\ntwo\nthree\n")
    opened = Opened(root)
    with pytest.raises(NotOpened):
        opened.pointer("src/a.py")
    assert not opened.minted("src/a.py:2")
    opened.raw("src/a.py")
    assert opened.pointer("src/a.py") == "src/a.py"
    assert opened.pointer("src/a.py", 2) == "src/a.py:2"
    assert opened.pointer("src/a.py", 2, 2) == "src/a.py:2"
    assert opened.pointer("src/a.py", 1, 3) == "src/a.py:1-3"
    assert opened.minted("src/a.py:2")
    assert not opened.minted("src/a.py:3")
    for line, end in ((0, None), (4, None), (-1, None), (2, 1), (1, 4)):
        with pytest.raises(NotOpened):
            opened.pointer("src/a.py", line, end)


def test_a_failed_read_is_not_opened(root):
    opened = Opened(root)
    with pytest.raises(Unreadable):
        opened.text("none")
    with pytest.raises(NotOpened):
        opened.pointer("none")


def test_a_scan_is_not_opened(root):
    (root / "f").write_text("x")
    opened = Opened(root)
    assert opened.scan("f") == (b"x", False)
    with pytest.raises(NotOpened):
        opened.pointer("f")


@pytest.mark.parametrize("name", ["a b.md", "a:b", "a#b", "a\nb", "a\x1bb", "a\udcffb", "a\u3000b"])
def test_a_path_without_a_legal_spelling(root, name):
    (root / os.fsdecode(name.encode("utf-8", "surrogateescape"))).write_text("# Head\n")
    opened = Opened(root)
    assert opened.text(name).lines == ("# Head",)
    with pytest.raises(NotCitable):
        opened.pointer(name, 1)
    with pytest.raises(NotCitable):
        opened.heading(name, 1)


def test_headings_land_on_their_own(root):
    (root / "p.md").write_text("intro\n\n# Same\n\na\n\n# Same\n\n# 退款 政策\n\nb\n\n# !\n")
    opened = Opened(root)
    with pytest.raises(NotOpened):
        opened.heading("p.md", 3)
    opened.text("p.md")
    assert opened.heading("p.md", 3) == "p.md#same"
    assert opened.heading("p.md", 7) == "p.md#same-1"
    assert opened.heading("p.md", 11) == "p.md#退款-政策"
    with pytest.raises(NotOpened):
        opened.heading("p.md", 1)
    with pytest.raises(NotOpened):
        opened.heading("p.md", 99)
    with pytest.raises(NotCitable):
        opened.heading("p.md", 13)


def test_commits_and_pulls_only_if_read(root):
    repo = GitFolder(root)
    first = repo.commit("Add the list (#12)")
    second = repo.commit("See #99 for more")
    ws = Workspace.find(root)
    with pytest.raises(NotOpened):
        ws.opened.commit(first)
    with pytest.raises(NotOpened):
        ws.opened.pull(12)
    assert len(ws.history.commits) == 2
    assert ws.opened.commit(first) == f"git:{first[:7]}"
    assert ws.opened.commit(second[:9]) == f"git:{second[:7]}"
    assert ws.opened.pull("#12") == ws.opened.pull(12) == "git:#12"
    assert ws.opened.minted("git:#12")
    for wrong in (99, "x", "", "#"):
        with pytest.raises(NotOpened):
            ws.opened.pull(wrong)
    for sha in ("0" * 40, first[:6], "HEAD", first + "0", ""):
        with pytest.raises(NotOpened):
            ws.opened.commit(sha)


def test_short_ids_are_as_long_as_needed():
    opened = Opened(Path("/nowhere"))
    twins = ["abcdef1" + "2" * 33, "abcdef1" + "23" + "4" * 31]
    opened.saw([*twins, "f" * 40], [])
    assert opened.commit(twins[0]) == "git:abcdef122"
    assert opened.commit(twins[1]) == "git:abcdef123"
    assert opened.commit("f" * 40) == "git:fffffff"


def test_records_stand_in_an_opened_file(root):
    (root / "visits").mkdir()
    (root / "visits" / "5512.yaml").write_text("guest: G-9\nnote: see V-55123\n")
    opened = Opened(root)
    with pytest.raises(NotOpened):
        opened.record("visits", "5512")
    opened.text("visits/5512.yaml")
    assert opened.record("visits", "5512") == "record:visits/5512"
    assert opened.record("guests", "G-9") == "record:guests/G-9"
    for missing in ("551", "V-5512", "G"):
        with pytest.raises(NotOpened):
            opened.record("visits", missing)
    for system, ident in (("a b", "5512"), ("visits", "55/12"), ("", "5512"), ("visits", "")):
        with pytest.raises(NotCitable):
            opened.record(system, ident)
