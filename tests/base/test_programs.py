"""Where a program is found, and one that is given the person's terminal."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from intent_tui.base import programs
from intent_tui.base.processes import ProcessFailed, attach


def put(folder: Path, name: str = "tool") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\nexit 7\n")
    path.chmod(0o755)
    return path


def test_the_first_on_the_path_that_is_not_of_the_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    work = tmp_path / "work"
    inside, outside = put(work / "bin"), put(tmp_path / "bin")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/tool").symlink_to(inside)
    places = [str(work / "bin"), ".", str(tmp_path / "linked"), str(tmp_path / "bin")]
    monkeypatch.setenv("PATH", os.pathsep.join(places))
    monkeypatch.chdir(tmp_path / "bin")
    assert programs.find("tool", work) == str(outside)
    outside.unlink()
    assert programs.find("tool", work) is None


def test_a_program_in_the_terminal_gives_its_status_and_runs_where_it_was_told(tmp_path: Path):
    code = "import os, pathlib, sys; pathlib.Path('here').write_text(sys.argv[1]); sys.exit(7)"
    assert attach([sys.executable, "-c", code, "a b; c"], cwd=tmp_path) == 7
    assert (tmp_path / "here").read_text() == "a b; c"


def test_an_interrupt_is_the_programs_to_answer(tmp_path: Path):
    code = (
        "import os, signal, sys\n"
        "usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "os.kill(os.getppid(), signal.SIGINT)\n"
        "sys.exit(5 if usual else 6)\n"
    )
    before = signal.getsignal(signal.SIGINT)
    assert attach([sys.executable, "-c", code], cwd=tmp_path) == 5
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("argv", [["no-such-program-here"], ["a\0b"]])
def test_what_cannot_be_started_is_told(tmp_path: Path, argv: list[str]):
    with pytest.raises(ProcessFailed):
        attach(argv, cwd=tmp_path)
