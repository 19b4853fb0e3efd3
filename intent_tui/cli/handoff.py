"""`handoff`: a saved spec for whoever carries it out: printed, or started when asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store

if TYPE_CHECKING:
    from intent_tui.handoff.executors import Executor
    from intent_tui.spec.model import IntentSpec
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.saved import Saved


def handoff(parsed: Parsed) -> int:
    """Print what the executor of `--to` gets; with `--run` start it here and wait for its end.

    Exit codes: 0 printed or run, 3 and 4 the spec is not settled, 5 it was to be run and could
    not be (its text is printed instead).
    """
    from intent_tui.cli.grill import workspace
    from intent_tui.handoff.executors import known
    from intent_tui.workspace.files import Workspace

    found = known()
    for problem in found.problems:
        output.note("\n".join(problem.lines()))
    name = parsed.value("--to")
    if name is None:
        raise Problem("handoff needs --to NAME", f"one of {', '.join(found.executors)}")
    executor = found.find(name)
    home = Workspace.find(workspace(parsed))
    saved = store(parsed).find(parsed.words[0])
    spec = settled(saved)
    text = text_for(executor, spec, saved.path)
    if parsed.on("--run"):
        return _run(parsed, home, executor, saved, text)
    _print(parsed, executor, saved.path, text)
    return int(Exit.DONE)


def settled(saved: Saved) -> IntentSpec:
    """The spec, when it can be carried out as it is.

    Raises:
        Problem: it is no valid spec, waits for an answer, was halted, or is superseded.
    """
    spec = saved.spec
    if spec is None:
        raise Problem(f"{saved.path} is not a valid spec", f"intent-tui check {saved.intent}")
    if spec.verification_status == "superseded":
        raise Problem(f"{saved.path} is superseded", "intent-tui specs")
    if spec.decision.state == "ASK":
        raise Problem(
            f"{saved.path} waits for an answer", f"intent-tui show {saved.intent}", Exit.ASK
        )
    if spec.decision.state == "HALT":
        raise Problem(
            f"{saved.path} was halted: nothing is settled that could be carried out",
            f"intent-tui show {saved.intent}",
            Exit.UNDERSPECIFIED,
        )
    return spec


def text_for(executor: Executor, spec: IntentSpec, path: str) -> str:
    """What the executor gets, in its form; the files of a folder one after the other."""
    from intent_tui.handoff.exports import issue
    from intent_tui.handoff.folders import FOLDERS
    from intent_tui.handoff.packet import packet

    if executor.form in FOLDERS:
        return joined(FOLDERS[executor.form](spec, path))
    return packet(spec, path) if executor.form == "packet" else issue(spec, path) + "\n"


def joined(files: dict[str, str]) -> str:
    """Several files as one text, each under its path."""
    return "\n".join(f"==> {path} <==\n{text}" for path, text in files.items())


def _print(parsed: Parsed, executor: Executor, path: str, text: str) -> None:
    if parsed.on("--json"):
        data = {"version": 1, "to": executor.name, "spec_path": path, "packet": text}
        output.result(json.dumps(data, ensure_ascii=False, indent=2))
        return
    output.result(output.shown(text))


def _run(parsed: Parsed, home: Workspace, executor: Executor, saved: Saved, text: str) -> int:
    from intent_tui.base import programs
    from intent_tui.base.processes import ProcessFailed, attach
    from intent_tui.handoff.preflight import notes, obstacle

    for told in notes(home, executor):
        output.note(told)
    why = obstacle(home, executor)
    if why is not None:
        output.note(f"ANNOUNCE: {why}: what it would get is printed instead")
        _print(parsed, executor, saved.path, text)
        return int(Exit.DEGRADED)
    title = saved.intent.replace("_", " ")
    slots = {"packet": text, "title": title, "spec": saved.path, "intent": saved.intent}
    words = executor.command(slots)
    words[0] = programs.find(words[0], home.root) or words[0]
    output.note(f"starting {executor.title} with {saved.path}")
    try:
        code = attach(words, cwd=Path(home.root))
    except ProcessFailed as error:
        raise Problem(
            f"{executor.title} {error.reason}",
            f"print it instead: intent-tui handoff {saved.intent} --to {executor.name}",
            Exit.DEGRADED,
        ) from error
    output.note(f"{executor.title} ended with {code}; now: intent-tui verify {saved.intent}")
    return int(Exit.DONE if code == 0 else Exit.DEGRADED)
