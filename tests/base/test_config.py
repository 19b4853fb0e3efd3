from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from intent_tui.base import config
from intent_tui.base.problem import Problem


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENT_TUI_CONFIG_DIR", str(tmp_path))
    return tmp_path


def test_without_a_file_nothing_is_set(home):
    assert config.settings() == config.Settings()


def test_an_empty_file_sets_nothing(home):
    (home / "config.yaml").write_text("# nothing yet\n")
    assert config.settings() == config.Settings()


def test_values_are_read(home):
    (home / "config.yaml").write_text("theme: mono\nlanguage: de\nask_budget: 1\n")
    assert config.settings() == config.Settings("mono", "de", 1)


def test_a_mistyped_key_is_named_with_the_nearest_one_and_the_rest_holds(home):
    (home / "config.yaml").write_text("tehme: mono\nask_budget: 2\n")
    found = config.settings()
    assert found.ask_budget == 2
    assert '"tehme" is not a key (theme?)' in found.problems[0].what


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"theme: [a\n", "is not YAML"),
        (b"- a\n- b\n", "must hold keys and values"),
        (b"theme: 3\n", '"theme" must be a word'),
        (b"ask_budget: -1\n", '"ask_budget" must be a whole number'),
        (b"ask_budget: yes\n", '"ask_budget" must be a whole number'),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"a" * 300_000, "is larger than"),
        (b"when: 2026-13-45\n", "is not YAML"),
    ],
)
def test_what_cannot_be_read_is_left_out_and_said(home, content, says):
    (home / "config.yaml").write_bytes(content)
    found = config.settings()
    assert (found.theme, found.language, found.ask_budget) == (None, None, None)
    assert says in found.problems[0].what
    assert str(home) in found.problems[0].what


def test_a_folder_in_place_of_the_file_is_said(home):
    (home / "config.yaml").mkdir()
    assert config.settings().problems


def test_state_folder_is_made_private(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "a" / "state"))
    found = config.state_dir()
    assert found == tmp_path / "a" / "state"
    assert stat.S_IMODE(found.stat().st_mode) == 0o700


def test_state_folder_that_is_a_file_is_a_problem(tmp_path, monkeypatch):
    (tmp_path / "state").write_text("")
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))
    with pytest.raises(Problem, match="can't be used"):
        config.state_dir()


@pytest.fixture
def public():
    """A folder that other users can reach; pytest's own is closed to them."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def test_a_user_without_a_home_gets_a_private_temporary_folder(public):
    temporary = public / "tmp"
    temporary.mkdir()
    temporary.chmod(0o1777)
    closed = public / "home"
    closed.mkdir(mode=0o700)
    code = (
        "import os, sys\n"
        "from intent_tui.base import config\n"
        "import platformdirs, stat\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "made = config.state_dir()\n"
        "print(made, oct(stat.S_IMODE(made.stat().st_mode)))\n"
    )
    env = {
        "HOME": str(closed),
        "TMPDIR": str(temporary),
        "PATH": os.environ["PATH"],
        "XDG_STATE_HOME": str(closed / "state"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{temporary}/intent-tui-65534 0o700"


def test_a_state_folder_of_somebody_else_is_refused(tmp_path, monkeypatch):
    taken = tmp_path / "state"
    taken.mkdir()
    os.chown(taken, 65534, 65534)
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(taken))
    with pytest.raises(Problem, match="belongs to somebody else"):
        config.state_dir()
