"""`export`: a saved spec in a form that other tools and people read."""

from __future__ import annotations

import os
from pathlib import Path

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output
from intent_tui.cli.options import Parsed
from intent_tui.cli.saved import store


def export(parsed: Parsed) -> int:
    """Print a spec in the form of `--to`, or lay its files out below `--out`.

    The spec itself stays the source.
    """
    from intent_tui.cli.handoff import joined
    from intent_tui.handoff.exports import FORMATS
    from intent_tui.handoff.folders import FOLDERS
    from intent_tui.handoff.jira import jira

    form = parsed.value("--to") or "markdown"
    saved = store(parsed).find(parsed.words[0])
    if saved.spec is None:
        raise Problem(f"{saved.path} is not a valid spec", f"intent-tui check {saved.intent}")
    out = parsed.value("--out")
    if form in FOLDERS:
        files = FOLDERS[form](saved.spec, saved.path)
        if out is not None:
            return _lay_out(Path(out), files, force=parsed.on("--force"))
        output.result(output.shown(joined(files)))
        return int(Exit.DONE)
    if out is not None:
        raise Problem(
            f"--out is for forms of several files: {', '.join(FOLDERS)}", "… > FILE writes one"
        )
    made = jira if form == "jira" else FORMATS[form]
    output.result(output.shown(made(saved.spec, saved.path)))
    return int(Exit.DONE)


def _lay_out(home: Path, files: dict[str, str], *, force: bool) -> int:
    """Write the files below the folder a person named; none of them when one is there already."""
    from intent_tui.base.files import write_atomic

    if not home.is_dir():
        raise Problem(f"no such folder: {home}", "--out DIR names one that is there")
    real = os.path.realpath(home)
    for path in files:
        place = home / path
        if not Path(os.path.realpath(place.parent)).is_relative_to(real):
            raise Problem(f"{place} leads out of {home}", "nothing was written")
        if place.is_symlink() or (place.exists() and not force):
            raise Problem(f"{place} already exists", "--force replaces it; nothing was written")
    for path, text in files.items():
        try:
            write_atomic(home / path, text.encode("utf-8"))
        except OSError as fault:
            raise Problem(
                f"{home / path} could not be written ({fault.strerror})", "--out DIR"
            ) from fault
    output.result("\n".join(str(home / path) for path in files))
    return int(Exit.DONE)
