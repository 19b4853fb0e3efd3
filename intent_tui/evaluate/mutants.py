"""The Intent check put to the test: good work, then the same work spoiled in one way at a time.

The cases are `references/verification/*.yaml`. Beside the spoilings that are written there, the
line of every met verdict is taken away, put behind a remark and given other words.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent_tui.base import knowledge
from intent_tui.evaluate import workspaces
from intent_tui.evaluate.repository import commit_all
from intent_tui.spec.model import Constraint, Decision, IntentSpec, Resolution, TraceItem
from intent_tui.spec.yaml import dump
from intent_tui.verify.check import Checked, check
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.store import Store

_BY_LINE = ("failing", "value", "kept", "tests", "interface")
"""Rules whose pointer is the one line that satisfies: without it nothing else may."""
_REMARKS = {".py": "# ", ".yml": "# ", ".toml": "# "}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One way of spoiling the work. `text` is None for a file that is taken away."""

    case: str
    of: str
    how: str
    files: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the check said of the constraint a mutant spoils."""

    mutant: Mutant
    rule: str
    verdict: str

    @property
    def killed(self) -> bool:
        """Only `not met` counts: what could not be told was not found."""
        return self.verdict == "not_met"


@dataclass(frozen=True, slots=True)
class Tried:
    """All of one case: verdicts on the good work that are wrong, and what became of the mutants."""

    case: str
    wrong: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def cases() -> tuple[str, ...]:
    """The names of the cases."""
    return knowledge.names("verification")


def run(name: str) -> Tried:
    """Build the workspace of a case, do the work, check it, spoil it, check it again."""
    plan: Mapping[str, Any] = knowledge.yaml(f"verification/{name}.yaml")
    ids = [str(row["id"]) for row in plan["constraints"]]
    with tempfile.TemporaryDirectory(prefix="intent-tui-bench-") as folder:
        root = Path(folder) / "workspace"
        workspaces.build(str(plan["workspace"]), 0, root)
        _save(root, plan)
        commit_all(root, "the spec")
        for path, text in plan["work"].items():
            _write(root, path, text)
        good = _checked(root, str(plan["intent"]))
        wrong = [
            f"{row['id']}: {found.verdict}, not {row['verdict']}"
            for row, found in zip(plan["constraints"], good.results, strict=True)
            if found.verdict != row["verdict"]
        ]
        told = sorted(each.path for each in good.outside)
        if told != sorted(plan["outside"]):
            wrong.append(f"outside: {told}")
        mutants = [*_written(name, plan, root), *_by_line(name, ids, good, root)]
        outcomes = [_outcome(root, str(plan["intent"]), ids, mutant) for mutant in mutants]
    return Tried(name, tuple(wrong), tuple(outcomes))


def _save(root: Path, plan: Mapping[str, Any]) -> None:
    rows: Sequence[Mapping[str, Any]] = plan["constraints"]
    spec = IntentSpec(
        request=str(plan["request"]),
        intent=str(plan["intent"]),
        objects=tuple(map(str, plan["objects"])),
        constraints=tuple(
            Constraint(
                row["source"], str(row["text"]), row.get("evidence"), category=row["category"]
            )
            for row in rows
        ),
        unknown=(),
        decision=Decision("ROUTE", 0.9, target="implement"),
        resolution=Resolution(0, 0, 0, 0, 3),
        trace=(TraceItem("emit", "written for the evaluation"),),
        verification_status="routed",
    )
    _write(root, f".intent/{spec.intent}.intent.yaml", dump(spec))


def _constraint(row: Mapping[str, Any]) -> Constraint:
    return Constraint(
        row["source"], str(row["text"]), row.get("evidence"), category=row["category"]
    )


def _checked(root: Path, intent: str) -> Checked:
    return check(Workspace.find(root), Store(root).find(intent))


def _write(root: Path, path: str, text: str | None) -> None:
    target = root / path
    if text is None:
        target.unlink()
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode())


def _read(root: Path, path: str) -> str:
    target = root / path
    return target.read_bytes().decode() if target.is_file() else ""


def _written(name: str, plan: Mapping[str, Any], root: Path) -> Iterator[Mutant]:
    for number, row in enumerate(plan["mutants"], 1):
        files: dict[str, str | None] = {}
        for edit in row["edits"]:
            path = str(edit["path"])
            if edit.get("remove"):
                files[path] = None
                continue
            text = files.get(path) or _read(root, path)
            if str(edit["old"]) not in text:
                raise ValueError(f"{name}, mutant {number}: {path} does not hold {edit['old']!r}")
            files[path] = (
                text.replace(str(edit["old"]), str(edit["new"]))
                if edit["old"]
                else str(edit["new"])
            )
        yield Mutant(name, str(row["of"]), f"written {number}", tuple(files.items()))


def _by_line(name: str, ids: Sequence[str], good: Checked, root: Path) -> Iterator[Mutant]:
    for which, found in zip(ids, good.results, strict=True):
        place = re.fullmatch(r"([^:]+):(\d+)(?:-\d+)?", found.pointer or "")
        if found.verdict != "met" or place is None or found.rule not in _BY_LINE:
            continue
        path, number = place[1], int(place[2])
        lines = _read(root, path).split("\n")
        line = lines[number - 1]
        spoiled = {
            "line taken away": None,
            "line behind a remark": _REMARKS.get(Path(path).suffix, "// ") + line.strip(),
            "line with other words": re.sub(r"\w", "x", line),
        }
        for how, text in spoiled.items():
            kept = [*lines[: number - 1], *([] if text is None else [text]), *lines[number:]]
            yield Mutant(name, which, how, ((path, "\n".join(kept)),))


def _outcome(root: Path, intent: str, ids: Sequence[str], mutant: Mutant) -> Outcome:
    before = {path: _read(root, path) if (root / path).is_file() else None
              for path, _ in mutant.files}  # fmt: skip
    try:
        for path, text in mutant.files:
            _write(root, path, text)
        result = _checked(root, intent).results[ids.index(mutant.of)]
    finally:
        for path, text in before.items():
            if text is not None or (root / path).is_file():
                _write(root, path, text)
    return Outcome(mutant, result.rule, result.verdict)
