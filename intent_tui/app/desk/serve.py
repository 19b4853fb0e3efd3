"""The desk's process: one call a line in, one or more records a line out.

Each call opens the workspace anew: what is shown is what lies there now.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from intent_tui.app.desk.records import Refused, Said, WeekRow, Weeks, plain
from intent_tui.base.problem import Problem


def serve(folder: Path, call: Mapping[str, Any]) -> Iterator[Said]:
    """Carry out one call. What cannot be done comes as `Refused`, never raised.

    Args:
        folder: the workspace, or a folder in it.
        call: `do` names what to do; the rest are its arguments.
    """
    from intent_tui.workspace.git import GitFailed

    try:
        yield from _done(folder, dict(call))
    except Problem as problem:
        yield Refused(problem.what, problem.next_step)
    except GitFailed as failed:
        yield Refused(f"git gave no answer: {failed}", "intent-tui doctor")
    except OSError as error:
        yield Refused(f"a file can't be used: {error.strerror or error}", "mend it and try again")


def _done(folder: Path, call: dict[str, Any]) -> Iterator[Said]:
    from intent_tui.app.desk import edits, shelf, verdicts
    from intent_tui.workspace.files import Workspace
    from intent_tui.workspace.store import Store

    workspace = Workspace.find(folder)
    store = Store(workspace.root)
    do, stem = call["do"], str(call.get("stem", ""))
    if do == "list":
        yield from shelf.listed(store)
    elif do == "review":
        yield shelf.review(workspace, store, stem)
    elif do == "hanging":
        yield edits.hanging(store, stem, call["index"])
    elif do == "veto":
        field = edits.veto(workspace, stem, call["text"])
        yield shelf.review(workspace, Store(workspace.root), stem, f"re-opened: {field}")
    elif do == "answer":
        said = edits.answer(workspace, stem, call["question"], call["reply"])
        yield shelf.review(workspace, Store(workspace.root), stem, said)
    elif do == "adopt":
        said = edits.adopt(workspace, store, stem, call["who"])
        yield shelf.review(workspace, Store(workspace.root), stem, said)
    elif do == "restore":
        edits.restore(store, stem)
        yield shelf.review(workspace, store, stem, "restored as it was written here")
    elif do == "check":
        yield verdicts.checked(workspace, store, stem)
    elif do == "judge":
        given = call["number"], call["verdict"], call["word"]
        yield verdicts.judge(workspace, store, stem, *given)
    elif do == "write":
        yield verdicts.write(workspace, store, stem)
    elif do == "file":
        yield verdicts.file(workspace, call["path"])
    elif do == "attention":
        yield _weeks(workspace.root)


def _weeks(root: Path) -> Weeks:
    from intent_tui.passes.attention import Ledger, weeks

    return Weeks(
        tuple(
            WeekRow(one.first, one.asked, one.recommended, one.other, one.delegated, one.contested)
            for one in weeks(Ledger(root).read())
        )
    )


def main(argv: list[str] | None = None) -> int:
    """Serve one workspace until the input closes."""
    parser = argparse.ArgumentParser(prog="intent-tui-desk")
    parser.add_argument("--workspace", type=Path, required=True)
    folder: Path = parser.parse_args(argv).workspace
    for line in sys.stdin:
        call = json.loads(line)
        try:
            for said in serve(folder, call):
                _send({"id": call["id"], **plain(said)})
        except Exception as error:
            # The face must hear of it in words; the traceback goes where diagnostics go.
            import traceback

            traceback.print_exc()
            words = f"that broke off: {type(error).__name__}"
            _send({"id": call["id"], **plain(Refused(words, "this is a fault of the program"))})
    return 0


def _send(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply, ensure_ascii=True) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
