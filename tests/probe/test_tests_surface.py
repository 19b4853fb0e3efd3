"""Surface 5: asserted shapes, pipeline steps, test commands."""

from __future__ import annotations

import pytest
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.checks import assertions
from intent_tui.probe.checks.gates import steps
from intent_tui.probe.facts import Wanted
from intent_tui.probe.tests import look

FILES = split(
    """
    === package.json
    {
      "scripts": {
        "start": "node x.js",
        "test": "vitest run",
        "test:slow": "vitest run slow",
        "lint": "eslint ."
      }
    }
    === src/routes/ferries.ts
    export const ferries = 1;
    === test/ferries.test.ts
    import { ferries } from "../src/routes/ferries";
    describe("ferries", () => {
      it("answers with the public fields", async () => {
        const res = await request(app).get("/api/ferries/7");
        expect(res.status).toBe(200);
        expect(res.body).toEqual({
          id: "7",
          seats: 3,
          "home-port": "north",
        });
      });
      it("says 404 for an unknown one", async () => {
        expect((await get("/api/ferries/0")).status).toBe(404);
      });
    });
    === test/anchors.test.ts
    it("is heavy", () => { expect(weight).toBe(9); });
    === tests/test_ferries.py
    from app import client

    def test_ferry_keys():
        body = client.get("/ferries/1").json()
        assert set(body) == {"id", "seats"}

    class TestTimetable:
        def test_order(self):
            self.assertEqual(first, 1)
    === pkg/ferry_test.go
    package pkg

    func TestFerryShape(t *testing.T) {
        t.Run("public fields", func(t *testing.T) {
            require.JSONEq(t, `{"id": 1}`, body)
        })
    }
    === Makefile
    build:
    \tgo build
    test: build
    \t@go test ./...
    === .github/workflows/ci.yml
    name: ci
    on: [push]
    jobs:
      check:
        steps:
          - uses: actions/checkout@v4
          - name: Deploy
            run: ./ship.sh
          - name: Unit tests
            run: npm test
          - run: |
              npm install
              npx tsc --noEmit \\
                --strict
    === .gitlab-ci.yml
    lint:
      script:
        - npm run lint
    """
)


@pytest.fixture
def quay(tmp_path):
    return workspace(tmp_path, FILES)


def ask(where, **wanted):
    return look(where, Wanted("tests", **wanted))


def test_a_shape_is_cited_at_its_assertion_with_its_keys(quay):
    fact = ask(quay, terms=("ferri",), want="shape", near=("src/routes/ferries.ts",)).facts[0]
    assert fact.pointer == "test/ferries.test.ts:6"
    assert fact.name == "ferries › answers with the public fields"
    assert fact.more["keys"] == "id seats home-port"
    assert fact.more["shape"] == "yes"


def test_python_and_go_assertions_are_read_too(quay):
    facts = {fact.pointer: fact for fact in ask(quay, terms=("ferry",), want="shape").facts}
    assert facts["tests/test_ferries.py:5"].more["keys"] == "id seats"
    assert facts["tests/test_ferries.py:5"].name == "test_ferry_keys"
    assert facts["pkg/ferry_test.go:5"].name == "TestFerryShape › public fields"


def test_only_tests_of_the_object_are_given(quay):
    facts = ask(quay, terms=("ferri",), want="shape").facts
    assert facts
    assert not any(fact.pointer.startswith("test/anchors") for fact in facts)


def test_a_route_chooses_its_tests(quay):
    facts = ask(quay, names=("GET /api/ferries/:id",), want="shape").facts
    assert facts[0].pointer.startswith("test/ferries.test.ts")


def test_gates_are_steps_that_check_and_the_test_commands(quay):
    facts = ask(quay, want="gate").facts
    found = [(fact.kind, fact.name, fact.value) for fact in facts]
    assert found == [
        ("gate", "Unit tests", "npm test"),
        ("gate", "npm", "npm run lint"),
        ("gate", "npx", "npx tsc --noEmit --strict"),
        ("suite", "test", "go test ./..."),
        ("suite", "test", "vitest run"),
        ("suite", "test:slow", "vitest run slow"),
        ("suite", "lint", "eslint ."),
    ]
    assert facts[0].pointer == ".github/workflows/ci.yml:10"


def test_without_a_want_both_are_given(quay):
    kinds = [fact.kind for fact in ask(quay, terms=("ferri",)).facts]
    assert kinds[0] == "assertion"
    assert "gate" in kinds


def test_every_pointer_is_a_line_with_its_quote(quay, tmp_path):
    for fact in ask(quay, terms=("ferri", "order")).facts:
        path, _, line = fact.pointer.rpartition(":")
        text = (tmp_path / path).read_text().split("\n")[int(line) - 1]
        assert fact.quote
        assert fact.quote in text


@given(st.text(alphabet="expect(it{}[]\"':,.toEqual \n", max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_text_upsets_the_readers(text):
    lines = text.split("\n")
    for item in assertions.read("x.test.ts", lines):
        assert 1 <= item.line <= len(lines)
    for gate in steps("ci.yml", lines, "run"):
        assert 1 <= gate.line <= len(lines)
