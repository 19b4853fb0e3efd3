"""The grilling cases on our own workspaces, and on three twins of each.

The twins say the same with other nouns, paths and numbers: a case that passes here and fails
there was fitted to words.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from builders.program import Run, run
from builders.twin import swap
from builders.workspaces import build, degrade, restore

sys.path.insert(0, str(Path(__file__).parent))
from expectations import CHECKS, Outcome, always

CASES = Path(__file__).parent.parent / "cases"
REFERENCE = yaml.safe_load((CASES / "grill.yaml").read_text(encoding="utf-8"))
OURS = yaml.safe_load((CASES / "requests.yaml").read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in REFERENCE["cases"]}
UNIT = {"derived-evidence-forms"}
"""Tested on the function that judges pointers, in this file."""
SEEDS = (0, 2, 5, 11)
CODES = {"silent": 0, "ROUTE": 0, "ASK": 3}

RUNS = [
    pytest.param(name, seed, id=f"{name}-{seed}" if seed else name)
    for name, case in OURS["cases"].items()
    for seed in SEEDS
    if seed == 0 or case.get("twins", True)
]


def test_every_case_has_a_request_of_ours_or_is_named_as_coming_later():
    assert set(BY_ID) == set(OURS["cases"]) | set(OURS["later"]) | UNIT
    assert not set(OURS["cases"]) & set(OURS["later"])


@pytest.mark.parametrize(("name", "seed"), RUNS)
def test_the_case_holds(name: str, seed: int, tmp_path: Path, home: Path):
    case = yaml.safe_load(swap(yaml.safe_dump(OURS["cases"][name], allow_unicode=True), seed))
    folder = build(case["workspace"], tmp_path / "workspace", seed)
    first = _grill(case, folder, home, [])
    last = first
    if case.get("answers"):
        last = _grill(
            case, build(case["workspace"], tmp_path / "again", seed), home, case["answers"]
        )
        folder = tmp_path / "again"
    document = _document(last)
    one = Outcome(last, document, _document(first), folder, case["request"])
    wrong = _wrong(one, case, BY_ID[name])
    assert not wrong, "\n".join(wrong)


def _grill(case: dict[str, Any], folder: Path, home: Path, answers: list[str]) -> Run:
    arguments = ["grill", case["request"], "--json", f"--{case['mode']}"]
    arguments += ["--today", OURS["today"]]
    for reply in answers:
        arguments += ["--answer", reply]
    if case.get("prepare") == "degrade":
        degrade(folder)
    if case.get("prepare") == "lock":
        folder.chmod(0o555)
    try:
        return run(*arguments, cwd=folder, home=home, modes_hold="prepare" in case)
    finally:
        folder.chmod(0o755)
        if case.get("prepare") == "degrade":
            restore(folder)


def _document(done: Run) -> dict[str, Any]:
    assert done.out, f"no document; exit {done.code}: {done.err}"
    found = done.json()
    assert isinstance(found, dict)
    return found


def _wrong(one: Outcome, case: dict[str, Any], reference: dict[str, Any]) -> list[str]:
    outcome = one.document["outcome"]
    wrong = []
    if outcome not in (reference["expected_state"], *reference.get("also_accepted", ())):
        wrong.append(f"outcome is {outcome}: {one.document['reason']}")
    degraded = one.spec.get("decision", {}).get("cause") == "degraded"
    code = CODES.get(outcome, 5 if degraded else 4)
    if one.run.code != code:
        wrong.append(f"exit {one.run.code} for {outcome}, not {code}")
    if one.document["spec"] is not None:
        wrong += always(one)
        wrong += _against_schema(one.spec)
    for key, value in case["expect"].items():
        fault = CHECKS[key](one, value)
        if fault is not None:
            wrong.append(f"{key}: {fault}")
    return wrong


def _against_schema(spec: dict[str, Any]) -> list[str]:
    schema = Path(__file__).parents[2] / "references" / "schema" / "intentspec.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
    return [f"schema: {fault.json_path} {fault.message}" for fault in validator.iter_errors(spec)]


LEGAL = [
    "lib/shared/redis.ts",
    "lib/shared/redis.ts:12",
    "lib/shared/redis.ts:12-14",
    "docs/adr/0012-no-local-cache.md#decision",
    "git:#145",
    "user:delegated",
    "record:orders/5530",
    "doc:returns-policy#remedies",
    ".github/workflows/build.yml",
]
MALFORMED = [
    ".",
    "./lib/server.ts",
    ".git/HEAD",
    ".intent/some_work.intent.yaml",
    "ticket:2210",
    "the client says so",
    "lib/server.ts:1, lib/server.ts:4",
    "/etc/hosts",
    "../other/file.ts",
]


@pytest.mark.parametrize("pointer", LEGAL)
def test_a_legal_pointer_is_judged_ok(pointer: str):
    from intent_tui.spec.evidence import judge

    assert judge(pointer, lambda _: True).value == "ok"


@pytest.mark.parametrize("pointer", MALFORMED)
def test_a_malformed_pointer_is_a_fault_of_form_and_never_called_invented(pointer: str):
    from intent_tui.spec.evidence import judge

    assert judge(pointer, lambda _: False).value == "form"


def test_a_pointer_to_a_file_that_is_not_there_is_invented():
    from intent_tui.spec.evidence import judge

    assert judge("lib/is/not/there.ts:3", lambda _: False).value == "invented"
