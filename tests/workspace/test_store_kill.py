"""A save that is killed at any moment leaves the old or the new file, whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.spec.yaml import dump, load
from intent_tui.workspace.store import Store

OLD = IntentSpec(
    request="sort the shelves by height",
    intent="sort_shelves",
    objects=("shelf",),
    constraints=tuple(Constraint("explicit", f"Rule {n} " + "x" * 300) for n in range(9)),
    unknown=(),
    decision=Decision("ROUTE", 0.8, target="implement"),
    resolution=Resolution(0, 0, 0, 0, 3),
    trace=(TraceItem("parse", "nothing open"),),
    verification_status="routed",
)
NEW = replace(OLD, constraints=tuple(replace(c, text=c.text + "!") for c in OLD.constraints))

# The audit hook sees every open, rename, remove and mkdir of the workspace or the state; the
# process dies right before the n-th of them, or before or after a sync.
CHILD = """
import os, sys
from pathlib import Path
from intent_tui.spec.yaml import load
from intent_tui.workspace.store import Store
import intent_tui.spec.wire, intent_tui.spec.splice
spec = load(Path(sys.argv[2]).read_text()).spec
left = int(sys.argv[3])
watched = (sys.argv[1], os.environ["INTENT_TUI_STATE_DIR"])
real_fsync = os.fsync

def count():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), 9)

def hook(event, args):
    if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"):
        if any(str(arg).startswith(watched) for arg in args if isinstance(arg, (str, os.PathLike))):
            count()

def fsync(handle):
    count()
    real_fsync(handle)
    count()

sys.addaudithook(hook)
os.fsync = fsync
Store(Path(sys.argv[1])).save(spec)
print("saved", flush=True)
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "work").mkdir()
    (tmp_path / "new.yaml").write_text(dump(NEW))
    return tmp_path


def _save_and_die(place, at):
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(place / "work"), str(place / "new.yaml"), str(at)],
        capture_output=True, text=True, env=dict(os.environ),
    )  # fmt: skip
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == 0


def test_killed_at_every_step_over_an_old_file(place):
    work = place / "work"
    path = work / Store(work).save(OLD)
    steps = []
    for at in range(1, 60):
        path.write_text(dump(OLD))
        finished = _save_and_die(place, at)
        found = load(path.read_text()).spec
        assert found in (OLD, NEW), f"neither file is whole after step {at}"
        assert not (finished and found != NEW)
        steps.append(found)
        if finished:
            break
    assert finished, "the save never ended"
    assert len(steps) > 8
    assert steps[0] == OLD
    assert [item.name for item in path.parent.iterdir()] == [path.name], "nothing is left behind"


def test_killed_at_every_step_of_a_first_save(place):
    work = place / "work"
    path = work / ".intent" / "sort_shelves.intent.yaml"
    for at in range(1, 60):
        path.unlink(missing_ok=True)
        finished = _save_and_die(place, at)
        assert not path.exists() or load(path.read_text()).spec == NEW
        if finished:
            break
    assert finished
    assert Store(work).find("sort_shelves").spec == NEW


FOREVER = """
import os, sys
from pathlib import Path
from intent_tui.spec.yaml import load
from intent_tui.workspace.store import Store
store = Store(Path(sys.argv[1]))
specs = [load(Path(name).read_text()).spec for name in sys.argv[2:]]
while True:
    worker = os.fork()
    if worker == 0:
        while True:
            for spec in specs:
                store.save(spec)
    print(worker, flush=True)
    os.waitpid(worker, 0)
"""


def test_killed_a_hundred_times_at_any_moment(place):
    """A child saves two revisions in turn without end; it is killed again and again."""
    old, new = (replace(one, constraints=one.constraints[:3]) for one in (OLD, NEW))
    work = place / "work"
    path = work / Store(work).save(old)
    for name, one in (("old", old), ("new", new)):
        (place / f"{name}.yaml").write_text(dump(one))
    loop = subprocess.Popen(
        [sys.executable, "-c", FOREVER, str(work), str(place / "old.yaml"),
         str(place / "new.yaml")],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    seen = set()
    try:
        for attempt in range(100):
            worker = int(loop.stdout.readline())
            # Steps of a prime walk the moment of death through several saves.
            time.sleep((attempt * 37) % 101 / 2500)
            os.kill(worker, signal.SIGKILL)
            text = path.read_text()
            assert text in (dump(old), dump(new))
            seen.add(text)
    finally:
        os.killpg(loop.pid, signal.SIGKILL)
        loop.wait()
        loop.stdout.close()
    assert len(seen) == 2, "the kills never met a changed file"
