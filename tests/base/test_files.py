"""Opening is never caught, writing is never half done."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.base.files import Unreadable, read_bounded, write_atomic

MODES_HOLD = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]


def _names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def _as_plain_user(code: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", code]
    return subprocess.run(
        [*MODES_HOLD, *line] if os.geteuid() == 0 else line,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_reads_up_to_the_limit_and_says_so(tmp_path):
    file = tmp_path / "f"
    file.write_bytes(b"12345")
    assert read_bounded(file, 5) == (b"12345", False)
    assert read_bounded(file, 4) == (b"1234", True)
    assert read_bounded(file, 0) == (b"", True)


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "p")
    begin = time.monotonic()
    with pytest.raises(Unreadable, match="is not a regular file"):
        read_bounded(tmp_path / "p", 10)
    assert time.monotonic() - begin < 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/dev/zero", "is not a regular file"),
        ("/", "is a folder"),
        ("/nowhere/f", "does not exist"),
        ("/etc/passwd/f", "does not exist"),
        ("/tmp/" + "n" * 300, "has too long a name"),
        ("/tmp/a\0b", "could not be read"),
    ],
)
def test_what_is_no_file_is_said(name, reason):
    with pytest.raises(Unreadable, match=reason):
        read_bounded(Path(name), 10)


def test_links_are_followed_only_if_asked_for(tmp_path):
    (tmp_path / "f").write_text("x")
    (tmp_path / "l").symlink_to("f")
    (tmp_path / "round").symlink_to("round")
    assert read_bounded(tmp_path / "l", 9) == (b"x", False)
    for name in ("l", "round"):
        with pytest.raises(Unreadable, match="is a link"):
            read_bounded(tmp_path / name, 9, follow=False)
    with pytest.raises(Unreadable, match="is a link"):
        read_bounded(tmp_path / "round", 9)


def test_a_huge_file_costs_only_the_limit(tmp_path):
    file = tmp_path / "huge"
    with file.open("wb") as stream:
        stream.truncate(2 << 30)
    data, more = read_bounded(file, 1 << 20)
    assert (len(data), more) == (1 << 20, True)


def test_no_permission_is_a_reason(tmp_path):
    file = tmp_path / "closed"
    file.write_text("x")
    file.chmod(0)
    done = _as_plain_user(
        "from pathlib import Path; from intent_tui.base.files import *\n"
        f"try: read_bounded(Path({str(file)!r}), 9)\n"
        "except Unreadable as e: print(e.reason)"
    )
    assert done.stdout == "may not be read by this user\n", done.stderr


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.binary(max_size=3000), second=st.binary(max_size=3000))
def test_what_was_written_is_read(tmp_path, first, second):
    file = tmp_path / "deep" / "er" / "f"
    for data in (first, second):
        write_atomic(file, data)
        assert read_bounded(file, 1 << 20) == (data, False)
        assert _names(file.parent) == ["f"]


def test_the_mode_of_a_file_is_kept_and_a_new_one_obeys_the_umask(tmp_path):
    old = tmp_path / "old"
    old.write_text("x")
    old.chmod(0o600)
    write_atomic(old, b"y")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "new", b"y")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_is_replaced_and_its_target_untouched(tmp_path):
    (tmp_path / "target").write_text("keep")
    (tmp_path / "l").symlink_to("target")
    write_atomic(tmp_path / "l", b"new")
    assert (tmp_path / "target").read_text() == "keep"
    assert not (tmp_path / "l").is_symlink()


def test_a_refused_write_leaves_no_trace(tmp_path):
    (tmp_path / "taken" / "f").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_atomic(tmp_path / "taken" / "f", b"x")
    assert _names(tmp_path / "taken") == ["f"]
    (tmp_path / "file").write_text("a file where a folder should be")
    with pytest.raises(OSError, match=r"(?i)not a directory|exists"):
        write_atomic(tmp_path / "file" / "sub" / "f", b"x")
    assert _names(tmp_path) == ["file", "taken"]


def test_new_folders_go_again_when_the_write_fails(tmp_path):
    name = "n" * 300
    with pytest.raises(OSError, match="too long"):
        write_atomic(tmp_path / "a" / "b" / name, b"x")
    assert _names(tmp_path) == []


def test_an_unwritable_folder_keeps_the_old_file(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "f").write_text("old")
    home.chmod(0o555)
    done = _as_plain_user(
        "from pathlib import Path; from intent_tui.base.files import *\n"
        f"try: write_atomic(Path({str(home / 'f')!r}), b'new')\n"
        "except PermissionError: print('refused')"
    )
    assert done.stdout == "refused\n", done.stderr
    assert (home / "f").read_text() == "old"
    assert _names(home) == ["f"]


@pytest.mark.parametrize("call", ["fsync", "fchmod", "replace"])
def test_killed_at_any_step_old_or_new_is_whole(tmp_path, call):
    file = tmp_path / "f"
    file.write_bytes(b"old" * 1000)
    holder = "os" if call != "replace" else "Path"
    code = (
        "import os, signal\nfrom pathlib import Path\nfrom intent_tui.base.files import *\n"
        f"real = {holder}.{call}\n"
        f"def strike(*a): os.kill(os.getpid(), signal.SIGKILL)\n{holder}.{call} = strike\n"
        f"write_atomic(Path({str(file)!r}), b'new' * 1000)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -9
    assert file.read_bytes() == b"old" * 1000
    left = [name for name in _names(tmp_path) if name != "f"]
    assert all(re.fullmatch(r"\.f\.[0-9a-f]{8}", name) for name in left), "the store tidies these"
    assert len(left) == 1
