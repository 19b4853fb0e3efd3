"""Surface 5: what tests assert and what pipelines demand.

`wanted.want`: `shape` (asserted shapes), `gate` (pipeline steps and the test command), "" both.
`wanted.terms` and `wanted.names` choose the tests that speak of the object, in a title, the file's
name or an imported module; `wanted.near` are the object's files.

Facts: kind `assertion` (name the test's title, value the assertion, `keys` the keys it compares,
`shape: yes` when it compares a shape), kind `gate` (a pipeline step: name its title, value its
command) and kind `suite` (name of the script or target, value the command).
"""

from __future__ import annotations

import heapq
from pathlib import PurePosixPath

from intent_tui.probe.checks import assertions, gates
from intent_tui.probe.checks.assertions import Assertion
from intent_tui.probe.checks.gates import Gate
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source import reading
from intent_tui.probe.source.corpus import Corpus, corpus
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.source.words import covered, nearness, needles, stem_of
from intent_tui.workspace.files import Workspace

MOST_FILES = 160
"""Test files whose lines are read: those that speak most of the object."""
GATES_BESIDE = 4
"""Gates shown when assertions are wanted too."""
PER_FILE = 4
"""Assertions one test file may give."""


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds the assertions about the object, the gates, or both."""
    shapes, files = _shapes(workspace, wanted) if wanted.want != "gate" else ([], 0)
    demanded = _demanded(workspace, wanted) if wanted.want != "shape" else []
    room = KEPT if wanted.want == "shape" else KEPT - min(len(demanded), GATES_BESIDE)
    facts = [fact for item in shapes[:room] if (fact := _asserted(workspace, item)) is not None]
    facts += [
        fact
        for gate in demanded[: KEPT - len(facts)]
        if (fact := _demands(workspace, gate)) is not None
    ]
    said = reading.shown([*wanted.names, *wanted.terms]) or wanted.want or "all"
    where = reading.plural(files, "test file")
    if wanted.want == "gate":
        where = reading.plural(len({gate.path for gate in demanded}), "pipeline or script file")
    return Result(f"tests: {said} in {where}", tuple(facts), len(shapes) + len(demanded))


def _shapes(workspace: Workspace, wanted: Wanted) -> tuple[list[Assertion], int]:
    """The assertions that speak of the object, best first, and the test files looked through."""
    scored: list[tuple[float, str, int, Assertion]] = []
    chosen = bool(wanted.terms or wanted.names or wanted.near)
    sources = corpus(workspace)
    ours = sources.of_kinds(("test",), grammar=False)
    asked = [needle for term in wanted.terms for needle in needles((term,))]
    sources.ask([*asked, *(_low(name) for name in map(_fixed, wanted.names) if name)])
    ranked = []
    for number in sources.numbers(ours):
        about = _about(sources, number, wanted)
        if about > 0 or not chosen:
            ranked.append((-about, sources.files[number].info.path))
    for less, path in heapq.nsmallest(MOST_FILES, ranked):
        found = []
        for item in _assertions(workspace, path):
            score = _said(item, wanted) + 1.5 * item.shaped + 1.0 * bool(item.keys) - less
            if wanted.want == "shape" and not item.shaped and not item.keys:
                score -= 2.0
            found.append((-score, path, item.line, item))
        found.sort(key=lambda row: row[:3])
        scored.extend(found[:PER_FILE])
    scored.sort(key=lambda row: row[:3])
    return [row[3] for row in scored], ours.count(1)


def _assertions(workspace: Workspace, path: str) -> tuple[Assertion, ...]:
    """What a test file asserts, read once: several questions are put to the same tests."""
    known: dict[str, tuple[Assertion, ...]] = remembered(workspace, "assertions", dict, dict)
    if path not in known:
        known[path] = tuple(assertions.read(path, reading.lines_of(workspace, path) or ()))
    return known[path]


def _about(sources: Corpus, number: int, wanted: Wanted) -> float:
    """How much a test file speaks of the object, by its name, its text and what it imports."""
    path = sources.files[number].info.path
    own = stem_of(path)
    score = 3.0 * len(covered([term for term in wanted.terms if sources.named(term)[number]], own))
    score += sum(0.5 for term in wanted.terms if sources.holding(needles((term,)))[number])
    names = [name for name in map(_fixed, wanted.names) if name]
    if any(sources.holding((_low(name),))[number] for name in names):
        raw = sources.raw(number)
        score += sum(2.0 for name in names if name.encode("utf-8", "surrogateescape") in raw)
    own = own.removeprefix("test_").removesuffix("_test")
    for rank, near in enumerate(wanted.near):
        stem = PurePosixPath(near).with_suffix("").name
        if stem == own:
            score += 3.0 / (1 + 0.5 * rank)
        elif stem != "index" and _low(f"/{stem}") in sources.low(number):
            score += 1.5 / (1 + 0.5 * rank)
    return score + 0.5 * nearness(path, wanted.near) if score else 0.0


def _fixed(name: str) -> str:
    """The part of a name that a test has to hold: of a route its fixed beginning."""
    text = name.rpartition(" ")[2]
    for mark in (":", "{", "<", "["):
        text = text.partition(mark)[0]
    text = text.rstrip("/")
    return text if len(text) > 1 else ""


def _low(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape").lower()


def _said(item: Assertion, wanted: Wanted) -> float:
    titled = covered(wanted.terms, item.title)
    score = 2.0 * len(titled)
    score += sum(0.5 for term in covered(wanted.terms, item.text) if term not in titled)
    for name in wanted.names:
        text = name.rpartition(" ")[2]
        if name in item.title or text in item.title or text in item.text:
            score += 2.0
    return score


def _demanded(workspace: Workspace, wanted: Wanted) -> list[Gate]:
    found = remembered(workspace, "gates", list, lambda: gates.read(workspace))
    scored = []
    for place, gate in enumerate(found):
        spoken = covered(wanted.terms, f"{gate.name} {gate.command}")
        scored.append((-len(spoken), gate.kind != "gate", place, gate))
    scored.sort(key=lambda row: row[:3])
    return [row[3] for row in scored]


def _asserted(workspace: Workspace, item: Assertion) -> Fact | None:
    more = {"keys": " ".join(item.keys), "shape": "yes" if item.shaped else ""}
    name = item.title or stem_of(item.path)
    where = (item.path, item.line)
    return reading.fact_at(workspace, "tests", "assertion", name, where, value=item.text, more=more)


def _demands(workspace: Workspace, gate: Gate) -> Fact | None:
    where = (gate.path, gate.line)
    name = gate.name or gate.command.split(" ")[0]
    return reading.fact_at(workspace, "tests", gate.kind, name, where, value=gate.command)
