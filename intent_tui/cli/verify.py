"""`verify`: the Intent check of delivered work, for people and for CI."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store

if TYPE_CHECKING:
    from intent_tui.verify.check import Checked, Result, Said
    from intent_tui.workspace.saved import Saved
    from intent_tui.workspace.store import Store

FAIL_ON = ("not_met", "outside", "open")
_SHOWN = {"met": "met", "not_met": "not met", "not_checkable": "not checkable here", "open": "open"}
_ORDER = ("not_met", "open", "not_checkable", "met")


def verify(parsed: Parsed) -> int:
    """Judge every constraint and write the verdicts into the spec. Exit 6 as `--fail-on` says."""
    from intent_tui.cli.grill import workspace
    from intent_tui.verify.check import check
    from intent_tui.workspace.files import Workspace

    home = Workspace.find(workspace(parsed))
    specs = store(parsed)
    saved = specs.find(parsed.words[0] if parsed.words else _only_routed(specs))
    done = check(home, saved, between=_range(parsed.value("--range")), said=_said(parsed, saved),
                 language=parsed.value("--lang"))  # fmt: skip
    if not parsed.on("--no-save"):
        specs.accept(saved)
        specs.save(done.spec())
    if parsed.on("--packet"):
        output.result(output.shown(_packet(done)))
    elif parsed.on("--json"):
        output.result(json.dumps(_document(done), ensure_ascii=False, indent=2))
    else:
        output.note(_between(done))
        output.result(output.shown("\n".join(_lines(done))))
    return int(Exit.FINDINGS if _fails(done, parsed.value("--fail-on")) else Exit.DONE)


def _only_routed(specs: Store) -> str:
    routed = [stem for stem, head in specs.heads() if head.status == "routed"]
    if len(routed) == 1:
        return routed[0]
    if not routed:
        raise Problem("no saved spec waits to be verified", "intent-tui verify INTENT")
    names = ", ".join(routed[:5])
    raise Problem(
        f"{len(routed)} specs wait to be verified: {names}", f"intent-tui verify {routed[0]}"
    )


def _range(given: str | None) -> tuple[str, str] | None:
    if given is None:
        return None
    first, dots, last = given.partition("..")
    if not dots or not first or not last or last.startswith("."):
        raise Problem(f'--range is A..B, not "{given}"', "intent-tui verify --range main..HEAD")
    return first, last


def _said(parsed: Parsed, saved: Saved) -> dict[int, Said]:
    """What the person decides on the command line, by the constraint's place from 0."""
    from intent_tui.verify.check import Said

    count = len(saved.spec.constraints) if saved.spec is not None else 0
    found: dict[int, Said] = {}
    for option in ("--met", "--not-met", "--not-checkable"):
        for given in parsed.all(option):
            number, equals, rest = given.partition("=")
            if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= count:
                raise Problem(
                    f'{option} begins with the number of a constraint, 1 to {count}: "{given}"',
                    f"{option} 1=…",
                )
            if not equals or not rest.strip():
                what = "the line" if option == "--met" else "the reason"
                raise Problem(f"{option} {number} lacks {what}", f"{option} {number}=…")
            place = int(number) - 1
            if option == "--met":
                found[place] = Said("met", pointer=rest.strip())
            else:
                verdict = "not_met" if option == "--not-met" else "not_checkable"
                found[place] = Said(verdict, reason=rest.strip())  # type: ignore[arg-type]
    return found


def _fails(done: Checked, given: str | None) -> bool:
    wanted = (given or "not_met").split(",")
    for word in wanted:
        if word not in FAIL_ON:
            raise Problem(
                f'--fail-on knows {", ".join(FAIL_ON)}, not "{word}"', "--fail-on not_met,outside"
            )
    verdicts = {each.verdict for each in done.results}
    return bool(verdicts & set(wanted)) or ("outside" in wanted and bool(done.outside))


def _document(done: Checked) -> dict[str, Any]:
    return {
        "version": 1,
        "path": done.saved.path,
        "status": done.status,
        "results": [
            {
                "constraint": each.constraint.text,
                "source": each.constraint.source,
                "verdict": each.verdict,
                "pointer": each.pointer,
                "reason": each.reason,
                "by": each.by,
            }
            for each in done.results
        ],
        "outside_objects": [each.path for each in done.outside],
    }


def _between(done: Checked) -> str:
    base = done.base[:7] or "nothing known before: every line counts as delivered"
    return f"{done.saved.intent}: {base} .. {done.tip[:7] or 'the folder as it is now'}"


def _lines(done: Checked) -> list[str]:
    from intent_tui.verify.check import MARK

    lines = [MARK]
    numbered = enumerate(done.results, 1)
    for number, each in sorted(numbered, key=lambda row: _ORDER.index(row[1].verdict)):
        lines.append(f"{_SHOWN[each.verdict]}: {number}. {each.constraint.text}{_place(each)}")
    for one in done.outside:
        gone = ", assertions removed" if one.tests_weakened else ""
        lines.append(f"outside: {one.path}:{one.first} +{one.plus} -{one.minus}{gone}")
    return lines


def _place(each: Result) -> str:
    if each.verdict == "met":
        return f" ({each.pointer})"
    where = f", {each.pointer}" if each.pointer else ""
    return f" ({each.reason or 'said by a person'}{where})"


def _packet(done: Checked) -> str:
    """What somebody who did not do the work needs to check it: the spec, the changes, the task."""
    from intent_tui.spec.yaml import dump

    if done.saved.spec is None:
        raise ValueError("only a spec is checked")
    rows = [
        f"{change.status} {change.path} +{change.plus} -{change.minus}" for change in done.changes
    ]
    span = f"{done.base[:12]}..{done.tip[:12]}" if done.base else "everything"
    diff = [line for change in done.changes for line in _diff(change)]
    return "\n".join(
        [
            f"Check delivered work against {done.saved.path}.",
            "You did not do this work and know nothing of how it was done. For every constraint",
            "say met with the one line (path:line) of the work that satisfies it, not met with",
            "the reason, or not checkable here with the reason. A line beside it, or one that does",
            "the like for something else, does not satisfy it. Decide nothing anew.",
            "",
            f"Between: {span}",
            *rows,
            "",
            "```yaml",
            dump(done.saved.spec).rstrip("\n"),
            "```",
            "",
            "```diff",
            *diff,
            "```",
        ]
    )


def _diff(change: Any) -> list[str]:  # noqa: ANN401 - the work is loaded late
    lines = [f"--- {change.was or '/dev/null'}", f"+++ {change.path}"]
    for hunk in change.hunks:
        lines.append(f"@@ -{hunk.was_first},{len(hunk.was)} +{hunk.first},{len(hunk.lines)} @@")
        lines += [f"-{text}" for text in hunk.was] + [f"+{text}" for text in hunk.lines]
    return lines
