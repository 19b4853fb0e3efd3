"""Makes the builders importable and gives every test a home of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


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
