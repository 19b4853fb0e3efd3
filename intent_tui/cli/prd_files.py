"""`prd check`, `prd files` and `prd migrate`: one PRD against the contract."""

from __future__ import annotations

from pathlib import Path

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import prd
from intent_tui.cli.options import Parsed


def check(parsed: Parsed) -> int:
    """Every problem of a PRD with the contract at once. Exit 6 when there is one."""
    from intent_tui.route.prd_contract import check as judge

    path = parsed.words[0]
    verdict = judge(prd.document(path))
    conforms = not verdict.findings
    lines = [f"CONFORMING {path}"] if conforms else [f"CONTRACT-FAIL {path}"]
    lines += prd.rows(path, verdict.findings)
    lines += [f"ADVISORY {row}" for row in prd.rows(path, verdict.advice)]
    data = {
        "path": path,
        "conforming": conforms,
        "findings": prd.listed(verdict.findings),
        "advisories": prd.listed(verdict.advice),
    }
    prd.give(parsed, data, lines)
    return int(Exit.DONE if conforms else Exit.FINDINGS)


def files(parsed: Parsed) -> int:
    """The files of a PRD. Exit 6 when its lists do not parse; what was seen is told anyway."""
    from intent_tui.route.prd_files import read

    path = parsed.words[0]
    found = read(prd.document(path))
    lines = list(found.paths)
    if not found.parsed:
        lines = [f"NO-FILES-LIST {path}", *prd.rows(path, found.findings)]
        lines += [f"  seen: {each}" for each in found.paths]
    elif found.prose:
        lines.append(f"ADVISORY {path}: derived from its prose: {', '.join(found.prose)}")
    data = {
        "path": path,
        "parsed": found.parsed,
        "proven": found.proven,
        "paths": list(found.paths),
        "from_prose": list(found.prose),
        "findings": prd.listed(found.findings),
    }
    prd.give(parsed, data, lines)
    return int(Exit.DONE if found.parsed else Exit.FINDINGS)


def migrate(parsed: Parsed) -> int:
    """Write a copy in the form of the contract beside the PRD. Exit 6 when it is incomplete."""
    from intent_tui.route.prd_migrate import SHOWN
    from intent_tui.route.prd_migrate import migrate as made_from

    path = parsed.words[0]
    out = parsed.value("--out") or _beside(path)
    made = made_from(prd.text_of(path))
    if made.conforms:
        prd.give(
            parsed,
            {"path": path, "outcome": "ALREADY-CONFORMING", "out": None, "findings": []},
            [f"ALREADY-CONFORMING {path}"],
        )
        return int(Exit.DONE)
    prd.write(Path(out), made.text, force=parsed.on("--force"), spare=(path,))
    word = "MIGRATED" if made.complete else "MIGRATION-INCOMPLETE"
    lines = [f"ORIGINAL-PRESERVED {path}", f"{word} {path} -> {out}"]
    lines += [f"PATH-LOST {each}" for each in made.lost]
    lines += prd.rows(out, made.gaps)
    lines += prd.rows(out, made.todos[:SHOWN])
    if len(made.todos) > SHOWN:
        lines.append(f"and {len(made.todos) - SHOWN} more to do")
    data = {
        "path": path,
        "outcome": word,
        "out": out,
        "lost": list(made.lost),
        "findings": prd.listed(made.gaps),
        "todos": prd.listed(made.todos),
    }
    prd.give(parsed, data, lines)
    return int(Exit.DONE if made.complete else Exit.FINDINGS)


def _beside(path: str) -> str:
    place = Path(path)
    if not place.suffix:
        raise Problem(f"{path} has no ending to write a copy by", "--out FILE")
    return str(place.with_suffix(f".v1{place.suffix}"))
