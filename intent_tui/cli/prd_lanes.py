"""`prd lanes`, `schedule`, `brief`, `brief-check`, `gate`: from PRDs to lanes and their proof."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output, prd
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from intent_tui.route.lanes import Group, Plan
    from intent_tui.route.prd_files import FileSet


def lanes(parsed: Parsed) -> int:
    """Which PRDs run beside each other. A missing one blocks only itself."""
    from intent_tui.route.lanes import MODES, chosen, plan
    from intent_tui.route.matrix import matrix

    words = list(parsed.words)
    mode = parsed.value("--mode") or (words.pop(0) if words[0] in MODES else "auto")
    settings = prd.config(parsed)
    wanted = chosen(mode, str(settings.values["execution"]))
    files, missing = _sets(words)
    told = [f"MISSING-PRD-PATH {path}" for path in missing]
    if not files:
        raise Problem("\n".join(told) or "no PRD was named", "name the PRDs that are to run")
    made = plan(
        files, mode=wanted, max_lanes=_most(parsed, settings.lanes), forced=mode == "parallel"
    )
    told += made.announcements
    drawn = [line for group in made.groups for line in ("", group.line(), *matrix(group, files))]
    _give(
        parsed,
        made,
        told,
        {"missing": missing, "mode": wanted},
        drawn=drawn if parsed.on("--matrix") else None,
    )
    return int(Exit.DONE)


def schedule(parsed: Parsed) -> int:
    """The lanes of one group after its isolation was tried."""
    from intent_tui.route.lanes import schedule as made_of

    mode, status, *names = parsed.words
    settings = prd.config(parsed)
    made = made_of(
        mode,
        status,
        names,
        config=str(settings.values["execution"]),
        max_lanes=_most(parsed, settings.lanes),
    )
    _give(parsed, made, list(made.announcements), {"status": status})
    return int(Exit.DONE)


def brief(parsed: Parsed) -> int:
    """The packet for one lane: printed, or written to `--out`."""
    from intent_tui.route.brief import Lane
    from intent_tui.route.brief import brief as packet_of

    path = parsed.words[0]
    given = [*parsed.words[1:], None, None, None]
    found = prd.document(path)
    settings = prd.config(parsed)
    lane = Lane(
        _first(parsed, "--lane-id", given[0], "LINCHPIN_LANE_ID", "lane-1"),
        _first(parsed, "--lane-mode", given[1], "LINCHPIN_LANE_MODE", "sequential"),
        _first(
            parsed,
            "--delivery-mode",
            given[2],
            "LINCHPIN_DELIVERY_MODE",
            str(settings.values["delivery"]),
        ),
    )
    packet = packet_of(found, _absolute(path), lane, settings)
    out = parsed.value("--out")
    if out is None:
        prd.give(parsed, {"path": path, "packet": packet}, [packet])
        return int(Exit.DONE)
    prd.write(Path(out), packet, force=parsed.on("--force"), spare=(path,))
    prd.give(parsed, {"path": path, "out": out}, [f"BRIEF-WRITTEN {out}"])
    return int(Exit.DONE)


def brief_check(parsed: Parsed) -> int:
    """Whether a packet still says what the PRD and the settings say. Exit 6 when not."""
    from intent_tui.route.brief import check

    path, packet = parsed.words
    text = prd.text_of(packet)
    found = check(prd.document(path), _absolute(path), text, prd.config(parsed))
    lines = (
        [f"BRIEF-FAIL {packet}", *prd.rows(packet, found)] if found else [f"BRIEF-PASS {packet}"]
    )
    prd.give(parsed, {"path": path, "passed": not found, "findings": prd.listed(found)}, lines)
    return int(Exit.FINDINGS if found else Exit.DONE)


def gate(parsed: Parsed) -> int:
    """Whether a report proves every gate that the PRD declares. Exit 6 when not."""
    from intent_tui.route.prd_gate import compare

    path, report = parsed.words
    found = compare(prd.document(path), prd.document(report))
    faults = [*prd.rows(path, found.plan), *prd.rows(report, found.report)]
    word = "GATES-FAIL" if faults else "GATES-PASS"
    word = word if found.declared else "GATES-NOT-DECLARED"
    data = {
        "path": path,
        "outcome": word,
        "declared": found.declared,
        "plan_findings": prd.listed(found.plan),
        "report_findings": prd.listed(found.report),
    }
    prd.give(parsed, data, [f"{word} {path}", *faults])
    return int(Exit.FINDINGS if faults else Exit.DONE)


def _sets(paths: list[str]) -> tuple[dict[str, FileSet], list[str]]:
    """The file set of every PRD that is there, each once, and what is not there."""
    from intent_tui.route.prd_files import read

    found: dict[str, FileSet] = {}
    missing: list[str] = []
    seen: set[str] = set()
    for path in paths:
        real = os.path.realpath(path)
        if real in seen:
            output.note(f"named twice, taken once: {path}")
        elif not Path(path).exists():
            missing.append(path)
        else:
            found[path] = read(prd.document(path))
        seen.add(real)
    return found, missing


def _most(parsed: Parsed, usual: int) -> int:
    given = parsed.value("--max")
    if given is None:
        return usual
    if not (given.isascii() and given.isdigit() and len(given) < 6 and int(given) > 0):
        raise Problem(f"--max is a positive whole number, not {given!r}", "--max 4")
    return int(given)


def _first(parsed: Parsed, option: str, word: str | None, variable: str, usual: str) -> str:
    """An option goes before a word, that before the environment, that before the default."""
    given = parsed.value(option)
    if given is not None:
        return given
    return word if word is not None else os.environ.get(variable) or usual


def _absolute(path: str) -> str:
    from intent_tui.base.display import visible_line

    return visible_line(str(Path(path).absolute()))


def _give(
    parsed: Parsed,
    made: Plan,
    told: list[str],
    more: dict[str, Any],
    *,
    drawn: list[str] | None = None,
) -> None:
    """Print a plan: what is announced first, then its groups, drawn as matrices or as lines."""
    data = {**more, "announcements": list(made.announcements), "groups": [*map(_row, made.groups)]}
    lines = drawn if drawn is not None else [group.line() for group in made.groups]
    prd.give(parsed, data, [*told, *lines])


def _row(group: Group) -> dict[str, Any]:
    return {
        "group": group.number,
        "mode": group.mode,
        "lanes": list(group.lanes),
        "active": list(group.active),
        "queued": list(group.queued),
        "shared": list(group.shared),
        "unproven": list(group.unproven),
    }
