from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from intent_tui.base.lock import held
from intent_tui.base.problem import Problem
from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.spec.yaml import dump, load
from intent_tui.workspace.store import Conflict, NotSaved, Store


def spec(request="print a label for every parcel", intent="print_label", **changes):
    made = IntentSpec(
        request=request,
        intent=intent,
        objects=("label", "parcel"),
        constraints=(Constraint("explicit", "Every parcel gets a label"),),
        unknown=(),
        decision=Decision("ROUTE", 0.8, target="implement"),
        resolution=Resolution(0, 0, 0, 0, 3),
        trace=(TraceItem("parse", "nothing open"),),
        verification_status="routed",
    )
    return replace(made, **changes)


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def root(tmp_path):
    made = tmp_path / "work"
    made.mkdir()
    return made


def test_saving_makes_the_folder_and_nothing_else(root):
    path = Store(root).save(spec())
    assert path == ".intent/print_label.intent.yaml"
    assert [str(item.relative_to(root)) for item in sorted(root.rglob("*"))] == [".intent", path]
    assert load((root / path).read_text()).spec == spec()


def test_reading_an_empty_workspace_makes_nothing(root):
    store = Store(root)
    assert store.saved() == ()
    assert store.match("x", "print_label", ()) is None
    assert store.stem_for("print_label", "x") == "print_label"
    assert list(root.iterdir()) == []


def test_saved_are_sorted_and_carry_their_findings(root):
    store = Store(root)
    store.save(spec(intent="b_second", request="second"))
    store.save(spec(intent="a_first", request="first"))
    (root / ".intent" / "c_broken.intent.yaml").write_text("request: [half")
    (root / ".intent" / "d_bytes.intent.yaml").write_bytes(b"request: \xff\n")
    (root / ".intent" / "e_other.intent.yaml").write_text(dump(spec()))
    (root / ".intent" / "notes.txt").write_text("mine")
    found = store.saved()
    stems = ["a_first", "b_second", "c_broken", "d_bytes", "e_other"]
    assert [item.intent for item in found] == stems
    assert [item.spec is None for item in found] == [False, False, True, True, False]
    rules = [[one.rule for one in item.findings] for item in found]
    assert rules == [[], [], ["file.yaml"], ["file.yaml"], ["file.name"]]


def test_an_unchanged_spec_writes_nothing(root):
    store = Store(root)
    path = root / store.save(spec())
    before = path.stat()
    store.save(spec())
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_remarks_and_mode_survive_a_save(root):
    store = Store(root)
    path = root / store.save(spec())
    text = "# for Ines\n" + path.read_text().replace("objects:", "objects:  # both")
    path.write_text(text)
    path.chmod(0o640)
    again = Store(root)
    again.save(spec(decision=Decision("ROUTE", 0.9, target="implement")))
    assert path.read_text() == text.replace("0.8", "0.9")
    assert path.stat().st_mode & 0o777 == 0o640


# finding ----------------------------------------------------------------------------------


@pytest.fixture
def several(root):
    store = Store(root)
    for stem in ("print_label", "print_label_small", "weigh_parcel"):
        store.save(spec(intent=stem, request=stem))
    return store


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("print_label", "print_label"),
        ("weigh", "weigh_parcel"),
        ("parcel", "weigh_parcel"),
        ("small", "print_label_small"),
        (".intent/print_label.intent.yaml", "print_label"),
        ("print_label.intent.yaml", "print_label"),
    ],
)
def test_a_name_a_path_or_a_part_finds(several, name, stem):
    assert several.find(name).intent == stem


def test_several_matches_are_listed(several):
    with pytest.raises(Problem, match='2 specs match "print": print_label, print_label_small'):
        several.find("print")


def test_a_near_name_is_offered(several):
    with pytest.raises(Problem, match='"pritn_label"') as caught:
        several.find("pritn_label")
    assert "print_label" in caught.value.next_step


def test_nothing_saved_is_said(root):
    with pytest.raises(Problem) as caught:
        Store(root).find("anything")
    assert "nothing is saved" in caught.value.next_step


# which file -------------------------------------------------------------------------------


def test_the_same_request_in_other_blanks_and_case_matches(root):
    store = Store(root)
    store.save(spec(request="Print a  label\nfor every parcel"))
    assert store.match("print a label for every PARCEL ", "x", ()).intent == "print_label"
    assert store.match("print a label for some parcels", "print_label", ("label",)) is None


def test_a_request_that_was_cut_still_matches(root):
    store = Store(root)
    long = "print " + "a label and " * 100
    store.save(spec(request=long[:500]))
    assert store.match(long, "print_label", ()).intent == "print_label"


def test_a_running_file_comes_before_a_verified_one_and_superseded_never(root):
    store = Store(root)
    store.save(spec(verification_status="superseded"))
    store.save(spec(intent="print_label_2", verification_status="verified"))
    assert store.match(spec().request, "print_label", ()).intent == "print_label_2"
    store.save(spec(intent="print_label_3"))
    assert store.match(spec().request, "print_label", ()).intent == "print_label_3"


def test_similar_needs_the_intent_and_half_of_the_objects(root):
    store = Store(root)
    store.save(spec())
    assert [one.intent for one in store.similar("other", "print_label", ("parcel", "depot"))]
    assert not store.similar("other", "print_label", ("parcel", "depot", "van"))
    assert not store.similar("other", "weigh", ("parcel", "label"))
    assert not store.similar(spec().request, "print_label", ("parcel", "label"))


def test_stems(root):
    store = Store(root)
    assert store.stem_for("print_label", "one") == "print_label"
    store.save(spec(request="one"))
    assert store.stem_for("print_label", "one ") == "print_label"
    assert store.stem_for("print_label", "two", ("label", "small")) == "print_label_small"
    assert store.stem_for("print_label", "two", ("label",)) == "print_label_2"
    store.save(spec(request="two", intent="print_label_2"))
    assert store.stem_for("print_label", "two") == "print_label_2"
    assert store.stem_for("print_label", "three") == "print_label_3"


@pytest.mark.parametrize("status", ["verified", "superseded"])
def test_a_finished_file_is_never_free(root, status):
    store = Store(root)
    store.save(spec(verification_status=status))
    assert store.stem_for("print_label", spec().request) == "print_label_2"


def test_a_half_written_file_counts_as_taken_and_is_left_alone(root):
    (root / ".intent").mkdir()
    broken = root / ".intent" / "print_label.intent.yaml"
    broken.write_text("request: 'half")
    store = Store(root)
    assert store.stem_for("print_label", spec().request) == "print_label_2"
    with pytest.raises(Conflict, match="can't be read as a spec"):
        store.save(spec())
    assert broken.read_text() == "request: 'half"


def test_another_request_is_never_overwritten(root):
    Store(root).save(spec())
    with pytest.raises(Conflict, match="holds another request"):
        Store(root).save(spec(request="something else"))
    assert Store(root).find("print_label").spec == spec()


# two sessions -----------------------------------------------------------------------------


def test_two_sessions_with_one_request_never_mix(root):
    first, second = Store(root), Store(root)
    for store in (first, second):
        assert store.match(spec().request, "print_label", ()) is None
    first.save(spec())
    with pytest.raises(Conflict, match="changed by somebody else"):
        second.save(spec(objects=("label", "van")))
    assert Store(root).find("print_label").spec == spec()
    second.accept(second.find("print_label"))
    second.save(spec(objects=("label", "van")))
    assert Store(root).find("print_label").spec.objects == ("label", "van")


def test_a_hand_edit_during_the_session_is_not_written_over(root):
    store = Store(root)
    store.match(spec().request, "print_label", ())
    path = root / store.save(spec())
    edited = path.read_text().replace("Every parcel", "Every single parcel")
    path.write_text(edited)
    with pytest.raises(Conflict, match="changed by somebody else"):
        store.save(spec(objects=("label",)))
    assert path.read_text() == edited


def test_a_hand_edit_before_the_session_is_kept_as_a_copy(root):
    path = root / Store(root).save(spec())
    edited = path.read_text().replace("Every parcel", "Every single parcel")
    path.write_text(edited)
    store = Store(root)
    found = store.match(spec().request, "print_label", ())
    assert store.hand_edited(found)
    store.save(spec())
    assert store.replaced("print_label").read_text() == edited
    assert not store.hand_edited(store.find("print_label"))


def test_without_a_hand_edit_nothing_is_called_replaced(root):
    store = Store(root)
    store.save(spec())
    store.save(spec(objects=("label",)))
    assert store.replaced("print_label") is None
    assert not store.hand_edited(store.find("print_label"))


def test_the_last_good_revision_outlives_a_bad_edit(root):
    store = Store(root)
    path = root / store.save(spec())
    path.write_text("request: [gone")
    assert load(store.kept("print_label").read_text()).spec == spec()


def test_a_deleted_file_is_written_again(root):
    store = Store(root)
    store.match(spec().request, "print_label", ())
    path = root / store.save(spec())
    path.unlink()
    store.save(spec(objects=("label",)))
    assert path.is_file()


def test_a_held_lock_is_a_sentence_with_the_process(root):
    with held(root / ".intent" / "print_label.intent.yaml"):
        child = subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys\n"
                "from pathlib import Path\n"
                "from intent_tui.base import lock\n"
                "from intent_tui.spec.yaml import load\n"
                "from intent_tui.workspace.store import NotSaved, Store\n"
                "try:\n"
                "    Store(Path(sys.argv[1])).save(load(sys.stdin.read()).spec)\n"
                "except NotSaved as refusal:\n"
                "    print(refusal.what)\n",
                str(root),
            ],
            input=dump(spec()),
            capture_output=True,
            text=True,
            check=True,
        )
    assert f"process {os.getpid()}" in child.stdout
    assert not (root / ".intent").exists()


# places that cannot be written ------------------------------------------------------------


def test_a_file_in_place_of_the_folder(root):
    (root / ".intent").write_text("mine")
    store = Store(root)
    assert store.saved() == ()
    with pytest.raises(NotSaved, match="is a file"):
        store.save(spec())
    assert (root / ".intent").read_text() == "mine"


@pytest.mark.parametrize("inside", [True, False])
def test_a_link_in_place_of_the_folder_is_not_followed(root, tmp_path, inside):
    elsewhere = (root if inside else tmp_path) / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "print_label.intent.yaml").write_text(dump(spec()))
    (root / ".intent").symlink_to(elsewhere)
    store = Store(root)
    assert store.saved() == ()
    with pytest.raises(NotSaved, match="is a link"):
        store.save(spec(intent="weigh_parcel"))
    assert [item.name for item in elsewhere.iterdir()] == ["print_label.intent.yaml"]


def test_a_link_a_pipe_or_a_folder_in_place_of_a_file_is_neither_read_nor_replaced(root, tmp_path):
    (root / ".intent").mkdir()
    outside = tmp_path / "outside.yaml"
    outside.write_text(dump(spec()))
    link = root / ".intent" / "print_label.intent.yaml"
    link.symlink_to(outside)
    os.mkfifo(root / ".intent" / "weigh_parcel.intent.yaml")
    (root / ".intent" / "sort_parcel.intent.yaml").mkdir()
    store = Store(root)
    assert [item.spec for item in store.saved()] == [None, None, None]
    for intent in ("print_label", "weigh_parcel", "sort_parcel"):
        with pytest.raises(Conflict):
            store.save(spec(intent=intent))
    assert link.is_symlink()
    assert outside.read_text() == dump(spec())


def test_a_name_that_leaves_the_folder_is_refused(root):
    with pytest.raises(NotSaved, match="cannot be a file name"):
        Store(root).save(spec(intent="../../etc/x"))


def test_a_huge_file_is_neither_read_nor_replaced(root):
    (root / ".intent").mkdir()
    huge = root / ".intent" / "print_label.intent.yaml"
    with huge.open("wb") as file:
        file.truncate(2_000_000_000)
    store = Store(root)
    (found,) = store.saved()
    assert found.findings[0].rule == "file.size"
    with pytest.raises(Conflict):
        store.save(spec())


UNPRIVILEGED = """
import os, sys
from pathlib import Path
from intent_tui.spec.yaml import load
from intent_tui.workspace.store import NotSaved, Store
import intent_tui.spec.wire, intent_tui.spec.splice, intent_tui.base.nearest
text = sys.stdin.read()
spec = load(text).spec
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    print("saved", Store(Path(sys.argv[1])).save(spec))
except NotSaved as refusal:
    print("not saved:", refusal.what)
"""


def _as_nobody(root, saved, state):
    env = {**os.environ, "INTENT_TUI_STATE_DIR": str(state)}
    done = subprocess.run(
        [sys.executable, "-c", UNPRIVILEGED, str(root)],
        input=dump(saved), capture_output=True, text=True, check=True, env=env,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.fixture
def public():
    """A workspace and a state folder that another user can reach."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        base = Path(made)
        base.chmod(0o755)
        (base / "work").mkdir()
        (base / "state").mkdir()
        os.chown(base / "state", 65534, 65534)
        yield base


def test_a_workspace_that_cannot_be_written(public):
    said = _as_nobody(public / "work", spec(), public / "state")
    assert said == (
        "not saved: .intent/print_label.intent.yaml can't be written (permission denied)"
    )
    assert list((public / "work").iterdir()) == []


def test_a_folder_that_cannot_be_written_keeps_the_old_file_whole(public):
    path = public / "work" / Store(public / "work").save(spec())
    text = path.read_text()
    said = _as_nobody(public / "work", spec(objects=("label",)), public / "state")
    assert said.startswith("not saved:")
    assert path.read_text() == text
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_a_state_folder_that_cannot_be_used_is_a_sentence(public):
    (public / "state").chmod(0o500)
    os.chown(public / "work", 65534, 65534)
    said = _as_nobody(public / "work", spec(), public / "state")
    assert said.startswith("not saved: the folder for the program's state can't be used")
    assert list((public / "work").iterdir()) == []


def test_superseding_keeps_everything_else(root):
    store = Store(root)
    path = root / store.save(spec())
    path.write_text("# mine\n" + path.read_text())
    store.supersede(Store(root).find("print_label"))
    text = path.read_text()
    assert text.startswith("# mine\n")
    assert load(text).spec == spec(verification_status="superseded")


def test_superseding_what_is_no_spec_is_a_problem(root):
    (root / ".intent").mkdir()
    (root / ".intent" / "print_label.intent.yaml").write_text("x: [")
    store = Store(root)
    with pytest.raises(Problem, match="is not a spec"):
        store.supersede(store.find("print_label"))


def test_superseding_a_file_under_a_wrong_name_is_a_problem(root):
    (root / ".intent").mkdir()
    (root / ".intent" / "weigh_parcel.intent.yaml").write_text(dump(spec()))
    store = Store(root)
    with pytest.raises(Problem, match='says it is "print_label"'):
        store.supersede(store.find("weigh_parcel"))
    assert [item.intent for item in store.saved()] == ["weigh_parcel"]


FULL = """
import resource, signal, sys
from pathlib import Path
from intent_tui.spec.yaml import load
from intent_tui.workspace.store import NotSaved, Store
import intent_tui.spec.wire, intent_tui.spec.splice
spec = load(sys.stdin.read()).spec
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
try:
    Store(Path(sys.argv[1])).save(spec)
except NotSaved as refusal:
    print("not saved:", refusal.what)
"""


def _with_a_full_disk(root, saved):
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(root)],
        input=dump(saved), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_a_write_that_fails_half_way_leaves_no_folder(root):
    assert "can't be written" in _with_a_full_disk(root, spec())
    assert list(root.iterdir()) == []


def test_a_write_that_fails_half_way_leaves_the_old_file(root):
    path = root / Store(root).save(spec())
    text = path.read_text()
    assert "can't be written" in _with_a_full_disk(root, spec(objects=("label",)))
    assert path.read_text() == text
    assert [item.name for item in path.parent.iterdir()] == [path.name]
