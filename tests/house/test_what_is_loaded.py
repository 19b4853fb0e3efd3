"""What a start costs and what a run touches, seen from inside a child process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from builders.program import environment
from builders.workspaces import build

REQUEST = "add caching to the plant API"

MODULES = """
import json, sys
from intent_tui.cli.main import main
code = main(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    json.dump([code, sorted(sys.modules)], file)
"""

SEALED = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        raise RuntimeError("reached for the network: " + event)

sys.addaudithook(refuse)
from intent_tui.cli.main import main
raise SystemExit(main(sys.argv[1:]))
"""

LEAK = """
import socket
socket.socket().connect(("127.0.0.1", 9))
"""


def loaded(tmp_path: Path, home: Path, cwd: Path, *arguments: str) -> tuple[int, set[str]]:
    """The exit code and every module that was loaded when the verb had ended."""
    kept = tmp_path / "modules.json"
    line = [sys.executable, "-c", MODULES, str(kept), *arguments]
    subprocess.run(line, cwd=cwd, env=environment(home), capture_output=True, check=True)
    code, names = json.loads(kept.read_text())
    return code, set(names)


def heads(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["grill", "--help"], ["schema"]])
def test_a_word_about_itself_loads_next_to_nothing(
    arguments: list[str], tmp_path: Path, home: Path
):
    code, names = loaded(tmp_path, home, tmp_path, *arguments)
    assert code == 0
    heavy = {"textual", "rich", "pydantic", "ruamel", "git", "mammoth", "tree_sitter", "yaml"}
    assert heads(names) & (heavy | {"markdown_it", "argparse", "numpy"}) == set()


def test_a_verb_loads_no_screen_and_no_number_crunching(tmp_path: Path, home: Path):
    folder = build("service", tmp_path / "service")
    code, names = loaded(tmp_path, home, folder, "grill", REQUEST, "--json")
    assert code == 3
    unwanted = {"textual", "rich", "numpy", "git", "mammoth", "markdown_it", "pygments"}
    assert heads(names) & unwanted == set()


@pytest.mark.parametrize(
    ("workspace", "request_text"),
    [
        ("service", REQUEST),
        ("desk", "an angry customer is complaining about order 5530, get it fixed"),
    ],
)
def test_a_run_never_reaches_for_the_network(
    workspace: str, request_text: str, tmp_path: Path, home: Path
):
    folder = build(workspace, tmp_path / workspace)
    line = [sys.executable, "-c", SEALED, "grill", request_text, "--json", "--debug"]
    done = subprocess.run(line, cwd=folder, env=environment(home), capture_output=True, check=False)
    assert done.returncode == 3, done.stderr.decode()


def test_the_seal_would_notice(tmp_path: Path, home: Path):
    seal = SEALED.partition("from intent_tui")[0] + LEAK
    line = [sys.executable, "-c", seal]
    done = subprocess.run(line, env=environment(home), capture_output=True, check=False)
    assert done.returncode == 1
    assert b"reached for the network" in done.stderr
