from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from intent_tui.base.lock import Busy, held

HOLDER = """
import sys, time
from pathlib import Path
from intent_tui.base.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def target(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return folder / "file.yaml"


@pytest.fixture
def holder(target):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(target)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "held\n"
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


def test_another_process_is_kept_out_and_told_who_holds_it(target, holder):
    with pytest.raises(Busy) as caught, held(target, timeout=0.1):
        pass
    assert f"process {holder.pid}" in caught.value.who
    assert caught.value.where == str(target)
    assert str(target) in caught.value.what


def test_a_killed_holder_lets_go(target, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with held(target, timeout=2):
        pass


def test_two_names_of_one_file_share_a_lock(target, tmp_path):
    (tmp_path / "link").symlink_to(target.parent)
    with held(target), pytest.raises(Busy), held(tmp_path / "link" / target.name, timeout=0):
        pass


def test_two_files_do_not_share_a_lock(target):
    with held(target), held(target.with_name("other.yaml"), timeout=0):
        pass


def test_nothing_is_left_in_the_workspace(target):
    with held(target):
        assert list(target.parent.iterdir()) == []
    assert list(target.parent.iterdir()) == []


def test_an_error_inside_lets_go(target):
    with pytest.raises(RuntimeError), held(target):
        raise RuntimeError
    with held(target, timeout=0):
        pass


def test_threads_wait_for_each_other(target):
    count = 0

    def add():
        nonlocal count
        for _ in range(20):
            with held(target):
                seen = count
                os.sched_yield()
                count = seen + 1

    workers = [threading.Thread(target=add) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert count == 80
