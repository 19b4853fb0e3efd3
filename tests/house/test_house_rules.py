"""Rules of the house that no linter knows, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PRODUCT = Path(__file__).parents[2] / "intent_tui"
STARTERS = {"subprocess", "pty", "multiprocessing"}
OS_STARTERS = {
    "fork", "forkpty", "system", "popen", "posix_spawn", "posix_spawnp", "startfile",
    "execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "spawnv", "spawnl",
}  # fmt: skip
MAY_START = {"base/processes.py", "base/worker_process.py"}
MAY_USE_GIT = {"workspace/git.py", "evaluate/repository.py"}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PRODUCT.rglob("*.py")):
        yield path.relative_to(PRODUCT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def attributes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def test_only_the_base_starts_programs():
    wrong = set()
    for path, tree in sources():
        tops = {name.partition(".")[0] for name in imported(tree)}
        starts = tops & STARTERS or {
            name for name in attributes(tree) if name in {f"os.{one}" for one in OS_STARTERS}
        }
        if starts and path not in MAY_START:
            wrong.add((path, *sorted(starts)))
    assert wrong == set()


def test_only_one_room_reaches_git():
    """`workspace/git.py` starts it; the sample builder has a repository of its own."""
    runs = "intent_tui.base.processes.run"
    wrong = set()
    for path, tree in sources():
        names = set(imported(tree))
        if "git" in {name.partition(".")[0] for name in names} and path not in MAY_USE_GIT:
            wrong.add((path, "imports git"))
        argv = {
            node.elts[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.List | ast.Tuple)
            and node.elts
            and isinstance(node.elts[0], ast.Constant)
        }
        if runs in names and path != "workspace/git.py" and "git" in argv:
            wrong.add((path, "starts git"))
    assert wrong == set()


def test_no_shell_string_is_ever_run():
    wrong = [
        (path, node.lineno)
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword)
        and node.arg == "shell"
        and not (isinstance(node.value, ast.Constant) and node.value.value is False)
    ]
    assert wrong == []


def test_yaml_of_strangers_is_never_loaded_with_constructors():
    """PyYAML's `load` needs a safe loader by name; `unsafe_load` and `full_load` are not used."""
    wrong = []
    for path, tree in sources():
        names = set(attributes(tree))
        if names & {"yaml.unsafe_load", "yaml.full_load", "yaml.load_all"}:
            wrong.append(path)
        for node in ast.walk(tree):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if called and ast.unparse(node.func) == "yaml.load":
                given = [ast.unparse(one) for one in node.args[1:]]
                given += [ast.unparse(one.value) for one in node.keywords if one.arg == "Loader"]
                if not given or "Safe" not in given[0]:
                    wrong.append(path)
    assert wrong == []
