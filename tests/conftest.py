"""Makes the builders importable and gives every test a home of its own."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

# Whoever starts the tests in the background lets these be ignored, and what is ignored is handed on
# to every child: the programs under test would not hear a ctrl+c or a hang-up.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the program's state and configuration folders below it."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the state and configuration of whoever runs it."""
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "own-state"))
    monkeypatch.setenv("INTENT_TUI_CONFIG_DIR", str(tmp_path / "own-config"))
