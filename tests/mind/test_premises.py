"""False premises: what a request takes for granted, held against a real repository."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from builders.workspaces import git, write

from intent_tui.mind.offline.analyst import Analyst
from intent_tui.mind.protocol import Premise
from intent_tui.passes.events import Submit
from intent_tui.passes.session import Session
from intent_tui.probe.plan import Prober
from intent_tui.probe.records import domain_of
from intent_tui.workspace.files import Workspace

APP = """\
import { Router } from 'express'

export const kilns = Router()

kilns.get('/kilns', (req, res) => res.json(all()))
kilns.get('/kilns/:id', (req, res) => res.json(one(req.params.id)))
kilns.post('/kilns', (req, res) => res.status(201).json(add(req.body)))
"""
SERVER = """\
import express from 'express'
import { kilns } from './app.js'

export const server = express()
server.use(kilns)
"""
NAMING = """\
export function generateGlazeBatchLabel(batch: number): string {
  return `glaze-${batch}`
}
export const problem = { name: 'KilnOverheated', status: 409 }
export const cooling = (query: URLSearchParams) => query.get('cooldown_min')
"""
TESTS = """\
import { problem } from '../src/naming'

it('keeps the name that clients match on', () => {
  expect(problem.name).toBe('KilnOverheated')
})
"""
DECISION = """\
# 4. Keine Sitzungen im Arbeitsspeicher

Status: angenommen

## Entscheidung

Sitzungen dürfen nicht im Arbeitsspeicher liegen, weil zwei Prozesse laufen.
"""
CHANGES = "# Changes\n\n## 2.1\n\n- The parameter cool_time_minutes is called cooldown_min now.\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pottery") / "work"
    root.mkdir()
    git(root, "init", "-q")
    days = iter(range(1, 29))

    def commit(message: str, files: dict[str, str] | None = None) -> str:
        date = f"2026-03-{next(days):02d}T09:00:00 +0000"
        write(root, files or {})
        git(root, "add", "-A", date=date)
        git(root, "commit", "-q", "--allow-empty", "-m", message, date=date)
        return git(root, "rev-parse", "HEAD").strip()

    commit(
        "Kilns, glazes and their labels",
        {
            "package.json": '{"name": "pottery", "dependencies": {"express": "^4.21.0"}}\n',
            "src/app.ts": APP,
            "src/server.ts": SERVER,
            "src/naming.ts": NAMING,
            "tests/naming.test.ts": TESTS,
            "docs/decisions/0004-sitzungen.md": DECISION,
            "CHANGELOG.md": CHANGES,
            "AGENTS.md": "# Working here\n\nThere is no browser harness here.\n",
        },
    )
    commit(
        "Show firing charts in a night palette (#12)", {"src/charts.ts": "export const dark = 1\n"}
    )
    commit(
        "Back out the dark palette of firing charts\n\nPrinted charts came out black.",
        {"src/charts.ts": "export const dark = 0\n"},
    )
    commit("Ring a bell when a kiln is cold (#14)")
    commit('Revert "Ring a bell when a kiln is cold (#14)"')
    commit('Revert "Revert "Ring a bell when a kiln is cold (#14)""')
    commit("Round glaze weights by default except in exports")
    return root


def premise(root: Path, request: str) -> Premise | None:
    """What the premise check alone finds, with its two look-ups."""
    workspace = Workspace.find(root)
    mind, prober = Analyst(), Prober(workspace)
    draft = mind.draft(mind.read(request, None), domain_of(workspace))
    wanted = mind.premise_lookups(draft)
    assert len(wanted) <= 2
    for each in wanted:
        prober.premise(each)
    return mind.contradiction(draft, prober.lookups)


FALSE = {
    "Draw the firing charts in dark colours.": ("ruled_out", "git:"),
    "Add an endpoint that lists all kilns.": ("exists", "src/app.ts:5"),
    "Add a route GET /kilns/:id.": ("exists", "src/app.ts:6"),
    "Rename cool_time_minutes to cooldown_min.": ("done", "src/naming.ts:5"),
    "The parameter ?cool_time_minutes= is clumsy; rename it to ?cooldown_min=.": (
        "done",
        "src/naming.ts:5",
    ),
    "A glaze batch should get a label that is generated automatically.": (
        "default",
        "src/naming.ts:1",
    ),
    "Rounding the glaze weights should be the default.": ("default", "git:"),
    'The error name "KilnOverheated" is wrong, correct it.': ("deliberate", "src/naming.ts:4"),
    "Fix the rounding in src/weighing.ts.": ("missing", ""),
    "Rename generateGlazeBatchLabels to batchLabel.": ("missing", "src/naming.ts:1"),
    "Keep the sessions in process memory.": ("ruled_out", "docs/decisions/0004-sitzungen.md"),
    "把会话放在进程内存里。": ("ruled_out", "docs/decisions/0004-sitzungen.md"),
    "Halte die Sitzungen im Arbeitsspeicher.": ("ruled_out", "docs/decisions/0004-sitzungen.md"),
    "Garde les sessions en mémoire.": ("ruled_out", "docs/decisions/0004-sitzungen.md"),
}
TRUE = (
    "Add an endpoint that lists all glazes.",
    "Add an endpoint that lists the kilns of one potter.",
    "Add a search parameter to GET /kilns.",
    "Rename generateGlazeBatchLabel to batchLabel.",
    "Rename cooldown_min to cool_min.",
    "Write the firing plan to docs/firing.md.",
    "Add an option like `writeGlazeAsText` to the labels.",
    "Ring a bell when a kiln is cold.",
    "Keep the sessions in Redis.",
    "Sort the firing charts by date.",
    "Fix the label in src/naming.ts.",
    'The word "glazing" is wrong on the start page.',
    "Delete kilns automatically after a year.",
)


@pytest.mark.parametrize("request_text", FALSE, ids=lambda text: text[:40])
def test_a_false_premise_is_named_with_its_source(repository: Path, request_text: str) -> None:
    note, pointer = FALSE[request_text]
    found = premise(repository, request_text)
    assert found is not None
    assert found.unknown.note == note
    assert found.unknown.issue == "premise"
    assert found.fact.pointer.startswith(pointer)
    assert all(each.evidence for each in found.constraints)


@pytest.mark.parametrize("request_text", TRUE, ids=lambda text: text[:40])
def test_a_true_premise_gives_no_alarm(repository: Path, request_text: str) -> None:
    assert premise(repository, request_text) is None


def test_what_is_counted_on_for_acceptance_must_be_there(repository: Path) -> None:
    found = premise(
        repository, "Add a cold light to the kiln page. Done when the browser harness sees it."
    )
    assert found is not None
    assert found.fact.pointer == "AGENTS.md:3"


def test_the_question_shows_what_is_there_and_what_was_asked(
    repository: Path, tmp_path: Path
) -> None:
    root = tmp_path / "copy"
    shutil.copytree(repository, root)
    session = Session.open(root)
    request = "Add an endpoint that lists all kilns."
    list(session.run(Submit(request, "auto", today="2026-05-01")))
    pending = session.state.pending
    assert pending is not None
    assert pending.field == "premise"
    texts = [option.text for option in pending.question.options]
    assert "GET /kilns" in pending.question.text
    assert any("go ahead as asked" in text for text in texts)
    emitted = session.state.emitted
    assert emitted is not None
    assert emitted.spec is not None
    assert "src/app.ts:5" in [each.evidence for each in emitted.spec.constraints]


def test_a_missing_file_can_be_left_out_where_nothing_is_like_it(
    repository: Path, tmp_path: Path
) -> None:
    root = tmp_path / "copy"
    shutil.copytree(repository, root)
    session = Session.open(root)
    list(session.run(Submit("Correct the sums in ledger/2025/taxes.ods.", "explicit")))
    pending = session.state.pending
    assert pending is not None
    assert pending.issue == "premise"
    assert len(pending.question.options) == 2


@pytest.mark.parametrize(
    ("request_text", "axis"),
    [
        ("Every call to /kilns must require a sign-in. People without an account read it.", True),
        ("Require a login for edits; no login is needed for reading.", False),
    ],
)
def test_a_rule_for_all_collides_with_a_free_way_in(request_text: str, axis: bool) -> None:
    named = [defect.name for defect in Analyst().read(request_text, None).defects]
    assert ("identity" in named) is axis
