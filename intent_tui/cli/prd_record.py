"""`prd lane`, `status`, `config` and `preflight`: what is recorded, set and ready."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base.problem import Exit, Problem
from intent_tui.cli import output, prd
from intent_tui.cli.options import Parsed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intent_tui.route.ledger import Checks
    from intent_tui.route.toml_config import Config, Value
    from intent_tui.workspace.files import Workspace

FOLDER = ".linchpin"
ONLY_BLOCKED = 2
"""What `prd status` ends with when nothing but blocked lanes is left, as its record's makers do."""


def lane(parsed: Parsed) -> int:
    """Set fields of one lane in a record below `.linchpin/`. A refused row leaves no trace."""
    from intent_tui.base.files import write_atomic
    from intent_tui.base.lock import held
    from intent_tui.route.ledger import lanes, upsert

    home = prd.workspace(parsed)
    record = _record(home, parsed.words[0])
    identity = parsed.words[1]
    fields = dict(_pair(given) for given in parsed.all("--set"))
    if not fields:
        raise Problem("nothing is set", "--set state=RUNNING --set prd=PRD")
    path = home.root / record
    with held(path):
        text = upsert(_read(home, record) or "", identity, fields, _checks(home))
        try:
            write_atomic(path, text.encode("utf-8"))
        except OSError as fault:
            raise Problem(f"{record} could not be written ({fault.strerror})", "") from fault
    found = next(each for each in lanes(text) if each.identity == identity)
    prd.give(
        parsed,
        {"record": record, "lane": identity, "fields": dict(found.fields)},
        [f"LANE-RECORDED {identity} state={found.fields['state']} fields={len(found.fields)}"],
    )
    _say_ignored(home)
    return int(Exit.DONE)


def status(parsed: Parsed) -> int:
    """Where the lanes of a record stand. 0: all delivered, 2: only blocked ones, 6: open ones."""
    from intent_tui.route.ledger import counts, lanes

    home = prd.workspace(parsed)
    record = _record(home, parsed.words[0])
    text = _read(home, record)
    if text is None:
        raise Problem(f"no lane record: {record}", f"intent-tui prd lane {record} LANE --set …")
    found = counts(text)
    told = " ".join(f"{name}={number}" for name, number in found.items())
    data = {
        "record": record,
        "counts": found,
        "lanes": [{"lane": each.identity, **each.fields, "state": each.state}
                  for each in lanes(text)],
    }  # fmt: skip
    lines = [f"RUN-STATUS {told}"]
    lines += [f"{each.identity} {each.state}{_why(each.fields)}" for each in lanes(text)]
    prd.give(parsed, data, lines)
    waiting = sum(found.values()) - found["delivered"] - found["blocked"]
    if waiting or not sum(found.values()):
        return int(Exit.FINDINGS)
    return ONLY_BLOCKED if found["blocked"] else int(Exit.DONE)


def config(parsed: Parsed) -> int:
    """The settings in force; `--set` and `--say` show a difference, `--yes` writes it."""
    from intent_tui.route.toml_config import load

    home = prd.workspace(parsed, parsed.words[0] if parsed.words else None)
    folder = prd.config_folder(parsed) or (Path(parsed.words[0]) if parsed.words else home.root)
    settings = load(folder)
    wanted = _wanted(parsed)
    if wanted:
        return _change(parsed, folder, settings, wanted)
    lines = [f"{key}={settings.text_of(key)}" for key in settings.values]
    data = {"values": dict(settings.values), "given": sorted(settings.given)}
    prd.give(parsed, data, lines)
    return int(Exit.DONE)


def preflight(parsed: Parsed) -> int:
    """Whether lanes may start here. `--yes` adds the missing ignore rules. Exit 6 on a refusal."""
    from intent_tui.route.preflight import claim, look

    home = prd.workspace(parsed, parsed.words[0] if parsed.words else None)
    if parsed.on("--yes"):
        for rule in claim(home):
            output.note(f"now ignored here, in .git/info/exclude: {rule}")
    found = look(home, prd.config_folder(parsed))
    width = max(len(row.name) for row in found.rows)
    lines = list(found.announcements())
    for row in found.rows:
        effect = f"; {row.effect}" if row.effect else ""
        lines.append(f"{row.state:<9}  {row.name:<{width}}  {row.detail}{effect}")
    word = "PREFLIGHT-REFUSED" if found.refused else "PREFLIGHT-PASS"
    data = {
        "refused": found.refused,
        "announcements": list(found.announcements()),
        "rows": [
            {"check": row.name, "state": row.state, "detail": row.detail, "effect": row.effect}
            for row in found.rows
        ],
    }
    prd.give(parsed, data, [*lines, word])
    return int(Exit.FINDINGS if found.refused else Exit.DONE)


def _wanted(parsed: Parsed) -> dict[str, Value]:
    """The settings that were asked for, typed or said, each of them legal."""
    from intent_tui.route.toml_config import fault_of, spoken, valued

    wanted: dict[str, Value] = {}
    for said in parsed.all("--say"):
        found = spoken(said)
        if not found:
            raise Problem(f'no setting is meant by "{said}"', "--set KEY=VALUE")
        wanted.update(found)
    for given in parsed.all("--set"):
        key, value = _pair(given)
        fault = fault_of(key, value)
        if fault is not None:
            raise Problem(fault, "intent-tui prd config")
        wanted[key] = valued(key, value)
    return wanted


def _change(parsed: Parsed, folder: Path, settings: Config, wanted: dict[str, Value]) -> int:
    from difflib import unified_diff

    from intent_tui.base.lock import held
    from intent_tui.route.toml_config import NAME, changed, load, parse, spelled

    path = folder / NAME
    with held(path):
        settings = load(folder)
        after = settings
        for key, value in wanted.items():
            if after.values[key] != value or (value is False and key not in after.given):
                after = parse(changed(after, key, value))
        before, now = settings.text or "", after.text or ""
        lines = [
            line.rstrip("\n")
            for line in unified_diff(before.splitlines(), now.splitlines(), NAME, NAME, lineterm="")
        ]
        written = parsed.on("--yes") and before != now
        if written:
            if path.is_symlink():
                raise Problem(f"{NAME} is a link", "make it a file of its own")
            prd.write(path, now, force=True)
    data = {"values": {key: wanted[key] for key in wanted}, "diff": lines, "written": written}
    word = "CONFIG-WRITTEN" if written else ("CONFIG-CHANGE" if lines else "CONFIG-SAME")
    told = " ".join(f"{key}={spelled(value)}" for key, value in wanted.items())
    prd.give(parsed, data, [*lines, f"{word} {told}"])
    if lines and not written:
        output.note("nothing is written yet: --yes writes it")
    return int(Exit.DONE)


def _pair(given: str) -> tuple[str, str]:
    key, equals, value = given.partition("=")
    if not equals:
        raise Problem(f'--set is KEY=VALUE, not "{given}"', "--set state=RUNNING")
    return key.strip(), value


def _record(home: Workspace, given: str) -> str:
    """The record's path below the root. Only a Markdown file below `.linchpin/` is one."""
    path = Path(os.path.normpath(Path.cwd() / given))
    real = Path(os.path.realpath(path.parent)) / path.name
    inside = real.relative_to(home.root) if real.is_relative_to(home.root) else None
    if inside is None or inside.parts[0] != FOLDER or len(inside.parts) < 2:
        raise Problem(
            f"a lane record lies below {FOLDER}/ of the repository: {given}",
            f"intent-tui prd lane {FOLDER}/run-1.md LANE --set …",
        )
    if inside.suffix != ".md" or real.is_symlink():
        raise Problem(f"a lane record is a Markdown file of its own: {given}", f"{FOLDER}/run-1.md")
    return inside.as_posix()


def _read(home: Workspace, record: str) -> str | None:
    from intent_tui.workspace.files import Unreadable
    from intent_tui.workspace.reader import Reader

    try:
        data, cut = Reader(home.root).read(record)
        text = data.decode("utf-8")
    except Unreadable as fault:
        if fault.reason == "does not exist":
            return None
        raise Problem(f"{record} {fault.reason}", "move it away and record again") from fault
    except UnicodeDecodeError as fault:
        raise Problem(f"{record} is not UTF-8 text", "move it away and record again") from fault
    if cut:
        raise Problem(f"{record} is larger than 1 MB", "start another record")
    return text


def _checks(home: Workspace) -> Checks:
    from intent_tui.route.ledger import Checks
    from intent_tui.workspace.files import Unreadable
    from intent_tui.workspace.reader import Reader

    def is_file(path: str) -> bool:
        try:
            Reader(home.root).read(path)
        except Unreadable:
            return False
        return True

    return Checks(lambda name: home.git is not None and home.git.commit(name) is not None, is_file)


def _why(fields: Mapping[str, str]) -> str:
    if fields.get("state") != "BLOCKED":
        return ""
    return f" {fields.get('reason', '')}; go on with: {fields.get('resume', '')}"


def _say_ignored(home: Workspace) -> None:
    from intent_tui.route.preflight import missing_rules

    if home.git is not None and f"{FOLDER}/" in missing_rules(home):
        output.note(
            f"ADVISORY {FOLDER}/ shows up in git status here; intent-tui prd preflight --yes "
            "adds the rule to .git/info/exclude"
        )
