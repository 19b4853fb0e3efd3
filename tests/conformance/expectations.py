"""What the grilling cases may claim about a run, one small check a name.

Each check takes the run and the value from cases/requests.yaml and gives a sentence when it does
not hold, else None.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.program import Run


@dataclass(frozen=True)
class Outcome:
    """A finished run with everything the checks look at."""

    run: Run
    document: dict[str, Any]
    first: dict[str, Any]
    """The document of the turn before any reply; the same one when there was no reply."""
    folder: Path
    request: str

    @property
    def spec(self) -> dict[str, Any]:
        return self.document["spec"] or {}

    @property
    def constraints(self) -> list[dict[str, Any]]:
        return list(self.spec.get("constraints", []))

    @property
    def unknown(self) -> list[dict[str, Any]]:
        return list(self.spec.get("unknown", []))

    @property
    def counts(self) -> dict[str, int]:
        return dict(self.spec.get("resolution", {}))

    @property
    def question(self) -> dict[str, Any]:
        return self.spec.get("decision", {}).get("question") or {}

    @property
    def evidence(self) -> list[str]:
        """Every pointer, of constraints first, then of the trace."""
        rows = [*self.constraints, *self.spec.get("trace", [])]
        return [row["evidence"] for row in rows if row.get("evidence")]


Check = Callable[[Outcome, Any], str | None]


def _any(words: list[str], text: str) -> bool:
    return any(word.lower() in text.lower() for word in words)


def _count(name: str, compare: Callable[[int, int], bool]) -> Check:
    def check(one: Outcome, wanted: int) -> str | None:
        have = one.counts.get(name)
        if have is None or not compare(have, wanted):
            return f"resolution.{name} is {have}, against {wanted}"
        return None

    return check


def _asking(one: Outcome) -> str:
    texts = [one.question.get("text", ""), one.question.get("why_human", "")]
    return " ".join([*texts, *(option["text"] for option in one.question.get("options", []))])


def question_mentions(one: Outcome, words: list[str]) -> str | None:
    return None if _any(words, _asking(one)) else f"the question is {_asking(one)!r}"


def question_avoids(one: Outcome, words: list[str]) -> str | None:
    text = one.question.get("text", "").lower()
    hit = [word for word in words if re.search(rf"\b{re.escape(word)}\b", text)]
    return f"the question asks {hit[0]!r}: {text!r}" if hit else None


def open_unknown_matches(one: Outcome, words: list[str]) -> str | None:
    names = [f"{row['field']} {row.get('category', '')}" for row in one.unknown]
    return None if any(_any(words, name) for name in names) else f"open: {names}"


def cites(one: Outcome, paths: list[str]) -> str | None:
    pointers = [row["evidence"] for row in one.constraints if row.get("evidence")]
    left = [path for path in paths if not any(re.split("[:#]", p)[0] == path for p in pointers)]
    return f"no constraint cites {left[0]}; cited: {pointers}" if left else None


def evidence_contains(one: Outcome, parts: list[str]) -> str | None:
    left = [part for part in parts if not any(part in pointer for pointer in one.evidence)]
    return f"no evidence has {left[0]}; evidence: {one.evidence}" if left else None


def cites_commit(one: Outcome, wanted: bool) -> str | None:
    found = any(pointer.startswith("git:") for pointer in one.evidence)
    return None if found is wanted else f"evidence: {one.evidence}"


def no_evidence(one: Outcome, wanted: bool) -> str | None:
    paths = [pointer for pointer in one.evidence if not pointer.startswith("user:")]
    return None if (not paths) is wanted else f"evidence: {paths}"


def spec_says(one: Outcome, words: list[str]) -> str | None:
    return None if _any(words, json.dumps(one.spec)) else f"the spec never says {words}"


def reply_mentions(one: Outcome, words: list[str]) -> str | None:
    parts = [*one.document["summary"], *one.document["notices"], *one.document["advisories"]]
    text = " ".join([*parts, json.dumps(one.spec, ensure_ascii=False)])
    return None if _any(words, text) else f"nothing says {words}: {parts}"


def notice_mentions(one: Outcome, words: list[str]) -> str | None:
    text = " ".join(one.document["notices"])
    return None if _any(words, text) else f"the notices are {text!r}"


def sources(one: Outcome, wanted: list[str]) -> str | None:
    have = {row["source"] for row in one.constraints}
    return None if set(wanted) <= have else f"sources are {sorted(have)}"


def sources_avoid(one: Outcome, wanted: list[str]) -> str | None:
    have = {row["source"] for row in one.constraints}
    return f"sources are {sorted(have)}" if have & set(wanted) else None


def objects_avoid(one: Outcome, words: list[str]) -> str | None:
    have = one.spec.get("objects", [])
    return f"objects are {have}" if _any(words, " ".join(have)) else None


def nothing_open(one: Outcome, wanted: bool) -> str | None:
    return None if (not one.unknown) is wanted else f"open: {one.unknown}"


def sent(one: Outcome, wanted: int) -> str | None:
    have = one.document["questions_sent"]
    return None if have == wanted else f"{have} questions were sent, not {wanted}"


def keeps_what_was_looked_up(one: Outcome, wanted: bool) -> str | None:
    before = {row["text"] for row in one.first["spec"]["constraints"] if row["source"] == "probed"}
    lost = before - {row["text"] for row in one.constraints if row["source"] == "probed"}
    return None if (not lost) is wanted else f"lost between the turns: {sorted(lost)}"


def lookups_at_most(one: Outcome, most: int) -> str | None:
    have = len(one.document["lookups"])
    return None if have <= most else f"{have} look-ups"


def nothing_written(one: Outcome, wanted: bool) -> str | None:
    return None if (not (one.folder / ".intent").exists()) is wanted else ".intent/ was made"


def cause(one: Outcome, wanted: str) -> str | None:
    have = one.spec.get("decision", {}).get("cause")
    return None if have == wanted else f"cause is {have}"


def open_fields_at_least(one: Outcome, least: int) -> str | None:
    have = one.spec.get("decision", {}).get("open_fields", [])
    return None if len(have) >= least else f"open fields are {have}"


def open_fields_match(one: Outcome, words: list[str]) -> str | None:
    have = one.spec.get("decision", {}).get("open_fields", [])
    return None if _any(words, " ".join(have)) else f"open fields are {have}"


def no_open_fields(one: Outcome, wanted: bool) -> str | None:
    have = one.spec.get("decision", {}).get("open_fields", [])
    return None if (not have) is wanted else f"open fields are {have}"


def target_is_not(one: Outcome, refused: str) -> str | None:
    have = one.spec.get("decision", {}).get("target")
    return f"the target is {have}" if have == refused else None


def first_issue(one: Outcome, wanted: str) -> str | None:
    issues = [row.get("issue") for row in one.unknown]
    return None if issues and issues[0] == wanted else f"issues in order: {issues}"


def options_at_least(one: Outcome, least: int) -> str | None:
    texts = {option["text"] for option in one.question.get("options", [])}
    return None if len(texts) >= least else f"options are {texts}"


def explicit_at_least(one: Outcome, least: int) -> str | None:
    have = [row["text"] for row in one.constraints if row["source"] == "explicit"]
    return None if len(have) >= least else f"explicit: {have}"


def delegated(one: Outcome, wanted: bool) -> str | None:
    rows = [row for row in one.constraints if row.get("evidence") == "user:delegated"]
    good = bool(rows) and all(row["source"] == "inferred" for row in rows)
    return None if good is wanted else f"delegated constraints: {rows}"


def inferred_avoids(one: Outcome, words: list[str]) -> str | None:
    have = [row["text"] for row in one.constraints if row["source"] == "inferred"]
    return f"inferred: {have}" if _any(words, " ".join(have)) else None


def inferred_cites(one: Outcome, path: str) -> str | None:
    have = [row.get("evidence", "") for row in one.constraints if row["source"] == "inferred"]
    found = any(pointer.startswith(path) for pointer in have)
    return None if found else f"inferred from {have}"


def error_given(one: Outcome, wanted: bool) -> str | None:
    have = one.spec.get("decision", {}).get("error")
    return None if bool(have) is wanted else "decision.error is empty"


def open_kinds(one: Outcome, wanted: list[str]) -> str | None:
    have = sorted({row["kind"] for row in one.unknown})
    return None if have == wanted else f"kinds of open unknowns: {have}"


def failed_lookups_in_trace(one: Outcome, wanted: bool) -> str | None:
    failed = [row for row in one.document["lookups"] if row["failed"]]
    trace = " ".join(row["detail"] for row in one.spec.get("trace", []))
    good = bool(failed) and all(row["action"] in trace for row in failed)
    return None if good is wanted else f"failed: {failed}; trace: {trace}"


def file_reloads(one: Outcome, wanted: bool) -> str | None:
    from intent_tui.spec.plain import to_plain
    from intent_tui.spec.yaml import load

    text = (one.folder / one.document["spec_path"]).read_text(encoding="utf-8")
    loaded = load(text)
    if loaded.spec is None:
        return f"the file does not load: {loaded.findings}"
    same = to_plain(loaded.spec) == one.spec and loaded.spec.request == one.request
    return None if same is wanted else "the reloaded file differs from what was emitted"


def file_contains(one: Outcome, parts: list[str]) -> str | None:
    import yaml

    text = (one.folder / one.document["spec_path"]).read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    if data["spec_version"] != "0.1":
        return f"spec_version became {data['spec_version']!r}"
    left = [part for part in parts if part not in data["request"]]
    return f"the file lost {left[0]!r}" if left else None


def not_saved_is_said(one: Outcome, wanted: bool) -> str | None:
    said = bool(one.document["notices"]) and one.document["spec_path"] is None
    return None if said is wanted else f"notices: {one.document['notices']}"


CHECKS: dict[str, Check] = {
    "looked_up": _count("resolved_by_probe", int.__eq__),
    "looked_up_at_least": _count("resolved_by_probe", int.__ge__),
    "asked": _count("asked", int.__eq__),
    "asked_at_most": _count("asked", int.__le__),
    "inferred": _count("inferred", int.__eq__),
    "inferred_at_least": _count("inferred", int.__ge__),
    "inferred_at_most": _count("inferred", int.__le__),
    "ask_budget": _count("ask_budget", int.__eq__),
    **{
        check.__name__: check
        for check in (
            question_mentions, question_avoids, open_unknown_matches, cites, evidence_contains,
            cites_commit, no_evidence, spec_says, reply_mentions, notice_mentions, sources,
            sources_avoid, objects_avoid, nothing_open, sent, keeps_what_was_looked_up,
            lookups_at_most, nothing_written, cause, open_fields_at_least, open_fields_match,
            no_open_fields, target_is_not, first_issue, options_at_least, explicit_at_least,
            delegated, inferred_avoids, inferred_cites, error_given, open_kinds,
            failed_lookups_in_trace, file_reloads, file_contains, not_saved_is_said,
        )
    },
}  # fmt: skip


def always(one: Outcome) -> list[str]:
    """What holds for every run that gives a spec (grill.yaml: always_when_spec_expected)."""
    from builders.workspaces import git

    wrong = []
    counts, spec = one.counts, one.spec
    closed = counts["resolved_by_probe"] + counts["asked"] + counts["inferred"]
    if counts["unknowns_found"] != closed + len(one.unknown):
        wrong.append(f"the counts do not add up: {counts}, {len(one.unknown)} open")
    guessed = [row for row in one.constraints if row["source"] == "inferred"]
    if spec["decision"]["state"] == "ROUTE" and (
        one.unknown or any(row.get("irreversible") for row in guessed)
    ):
        wrong.append("a ROUTE that is not sufficient")
    if spec["decision"]["state"] == "ASK" and counts["asked"] >= counts["ask_budget"]:
        wrong.append("an ASK with the budget spent")
    for pointer in one.evidence:
        path, _, rest = pointer.partition(":")
        if path in ("user", "record", "doc"):
            continue
        if path == "git":
            log = git(one.folder, "log", "--all", "--format=%H %B")
            if not re.search(rf"{re.escape(rest)}(?![0-9]{{1}}\b)", log):
                wrong.append(f"no such commit: {pointer}")
            continue
        file = one.folder / path.partition("#")[0]
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        last = re.match(r"\d+(?:-(\d+))?", rest)
        if not file.is_file() or (last and int(last[1] or last[0]) > len(lines)):
            wrong.append(f"invented evidence: {pointer}")
    return wrong
