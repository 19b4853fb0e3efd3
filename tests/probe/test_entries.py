"""Surface 2: choosing entries, commands and jobs, and what must not change the inventory."""

from __future__ import annotations

import random

import pytest
from builders.cost import floors
from code_files import routes, split, workspace
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.probe.entries import inventory, look
from intent_tui.probe.facts import Wanted
from intent_tui.probe.source import tree

FILES = split(
    """
    === package.json
    {
      "name": "wharf",
      "bin": {"wharf": "./cli.js"},
      "scripts": {"migrate": "knex migrate", "list-cranes": "node list.js"},
      "dependencies": {"express": "^4.0.0"}
    }
    === src/app.ts
    import express from "express";
    import { cranes } from "./routes/cranes";
    const app = express();
    app.use("/api/v2/cranes", cranes);
    app.use("/api/cranes", cranes);
    app.get("/api/yards/:yard/cranes", listYard);
    app.get("/health", (req, res) => res.end());
    === src/routes/cranes.ts
    import { Router } from "express";
    export const cranes = Router();
    cranes.get("/:id", show);
    cranes.post("/", create);
    cranes.delete("/:id", remove);
    === src/cli.ts
    import { program } from "commander";
    program.command("list <kind>").action(list);
    program.command("purge").action(purge);
    === src/jobs.ts
    import cron from "node-cron";
    import { Worker } from "bullmq";
    cron.schedule("0 3 * * *", sweepCranes);
    new Worker("crane-mail", send);
    """
)


@pytest.fixture
def wharf(tmp_path):
    return workspace(tmp_path, FILES)


def ask(where, **wanted):
    return look(where, Wanted("entries", **wanted))


def names(result):
    return [fact.name for fact in result.facts]


def test_object_words_choose_entries_singular_and_plural_alike(wharf):
    for term in ("crane", "cranes"):
        found = names(ask(wharf, terms=(term,), want="reads"))
        assert found[:2] == ["GET /api/cranes/:id", "GET /api/v2/cranes/:id"]
        assert "GET /health" not in found


def test_reads_and_writes_are_kept_apart(wharf):
    reads = ask(wharf, terms=("crane",), want="reads")
    writes = ask(wharf, terms=("crane",), want="writes")
    assert {fact.more["access"] for fact in reads.facts} == {"read"}
    assert {fact.more["access"] for fact in writes.facts} == {"write"}


@pytest.mark.parametrize(
    "name",
    ["GET /api/cranes/:id", "/api/cranes/{crane_id}", "GET /cranes/<int:id>", "/cranes/[id]"],
)
def test_a_route_is_known_in_every_spelling(wharf, name):
    fact = ask(wharf, names=(name,)).facts[0]
    assert fact.more["path"].endswith("/cranes/:id")
    assert fact.pointer == "src/routes/cranes.ts:3"
    assert fact.value == "show"


@pytest.mark.parametrize("name", ["PUT /api/cranes/:id", "/api/cran", "/cranes/:id/load", "/ranes"])
def test_a_route_there_is_not_is_not_found(wharf, name):
    found = ask(wharf, names=(name,))
    assert found.hits == 0
    assert {fact.kind for fact in found.facts} <= {"nearest"}


def test_two_mounts_of_one_router_know_each_other(wharf):
    entry = next(e for e in inventory(wharf).entries if e.name == "POST /api/cranes")
    assert entry.aliases == ("/api/v2/cranes",)


def test_commands_and_jobs(wharf):
    commands = ask(wharf, want="commands")
    assert sorted(names(commands)) == ["list", "list-cranes", "migrate", "purge", "wharf"]
    access = {fact.name: fact.more["access"] for fact in commands.facts}
    assert (access["list"], access["purge"]) == ("read", "write")
    jobs = ask(wharf, want="jobs")
    assert sorted(names(jobs)) == ["crane-mail", "sweepCranes"]


def test_no_wish_gives_everything_and_counts_all(wharf):
    result = ask(wharf)
    assert result.hits == len(inventory(wharf).entries) == 15
    assert len(result.facts) == 12


def test_the_words_of_the_trace(wharf, tmp_path):
    assert ask(wharf, terms=("crane",), want="reads").action == "entries: crane in 3 files"
    (tmp_path / "empty").mkdir()
    nothing = ask(workspace(tmp_path / "empty", {"a.md": "x"}), terms=("crane",))
    assert nothing.action == "entries: crane in no routes, commands or jobs"
    assert nothing.failed is None


CASES = {
    "click": (
        """
        === cli.py
        import click
        @click.group()
        def cli(): ...
        @cli.command("sweep-all")
        @click.option("--dry")
        def sweep(dry): ...
        @cli.command()
        def show_state(): ...
        """,
        ["show-state", "sweep-all"],
    ),
    "typer": (
        """
        === cli.py
        import typer
        app = typer.Typer()
        @app.command()
        def load(path: str): ...
        @app.command(name="unload")
        def un(): ...
        """,
        ["load", "un"],
    ),
    "argparse": (
        """
        === cli.py
        import argparse
        parser = argparse.ArgumentParser()
        subs = parser.add_subparsers()
        one = subs.add_parser("fetch", help="x")
        """,
        ["fetch"],
    ),
    "scripts": (
        """
        === pyproject.toml
        [project]
        name = "x"
        [project.scripts]
        moor = "x.cli:main"
        === setup.cfg
        [options.entry_points]
        console_scripts =
            anchor = x.other:main
        """,
        ["anchor", "moor"],
    ),
    "cobra": (
        """
        === cmd/root.go
        package cmd
        import "github.com/spf13/cobra"
        var dock = &cobra.Command{
            Use:   "dock [name]",
            RunE:  runDock,
        }
        """,
        ["dock"],
    ),
    "django": (
        """
        === fleet/management/commands/recount.py
        class Command: ...
        """,
        ["recount"],
    ),
    "celery": (
        """
        === tasks.py
        from celery import shared_task
        from .worker import app
        @shared_task
        def recount(): ...
        @app.task(bind=True, name="mail.send")
        def send(self): ...
        === worker.py
        from celery import Celery
        app = Celery("x")
        """,
        ["mail.send", "recount"],
    ),
    "rq": (
        """
        === jobs.py
        from rq.decorators import job
        @job("low")
        def clean(): ...
        """,
        ["clean"],
    ),
    "workflow": (
        """
        === .github/workflows/night.yml
        name: Nightly
        on:
          schedule:
            - cron: "0 2 * * *"
        """,
        ["Nightly"],
    ),
    "crontab": (
        """
        === deploy/crontab
        # m h dom mon dow command
        MAILTO=x
        15 4 * * 1-5 /bin/tidy --all
        @daily /bin/rotate
        """,
        ["15 4 * * 1-5 /bin/tidy --all", "@daily /bin/rotate"],
    ),
    "go cron": (
        """
        === jobs.go
        package jobs
        import "github.com/robfig/cron/v3"
        func Start() {
            c := cron.New()
            c.AddFunc("@hourly", sweep)
        }
        """,
        ["sweep"],
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_commands_and_jobs_of_every_kind(kind, tmp_path):
    text, expected = CASES[kind]
    found = inventory(workspace(tmp_path, split(text)))
    assert sorted(entry.name for entry in found.entries if entry.sort != "http") == expected


def test_deleting_a_route_removes_exactly_its_records(tmp_path):
    before = routes(tmp_path / "a", FILES)
    changed = dict(FILES)
    changed["src/app.ts"] = FILES["src/app.ts"].replace(
        'app.get("/api/yards/:yard/cranes", listYard);\n', ""
    )
    after = routes(tmp_path / "b", changed)
    assert set(before) - set(after) == {"GET /api/yards/:yard/cranes"}
    assert len(before) - len(after) == 1


def test_comments_and_blank_lines_change_no_route(tmp_path):
    commented = {
        path: text if path.endswith(".json") else "// a note\n\n" + text
        for path, text in FILES.items()
    }
    assert routes(tmp_path / "a", FILES) == routes(tmp_path / "b", commented)


def test_the_order_in_which_files_were_written_does_not_matter(tmp_path):
    found = []
    for seed in range(3):
        paths = sorted(FILES)
        random.Random(seed).shuffle(paths)
        where = workspace(tmp_path / str(seed), {path: FILES[path] for path in paths})
        found.append(inventory(where).entries)
    assert found[0] == found[1] == found[2]


def test_tests_examples_and_foreign_code_are_no_entries(tmp_path):
    text = FILES["src/routes/cranes.ts"] + 'cranes.get("/extra", x);\n'
    more = {
        "test/fake.test.ts": text,
        "examples/demo/app.ts": text,
        "node_modules/pkg/index.js": text,
        "vendor/pkg/index.js": text,
    }
    assert routes(tmp_path / "a", FILES) == routes(tmp_path / "b", FILES | more)


def test_a_router_nobody_mounts_is_partial_and_keeps_its_path(tmp_path):
    where = workspace(tmp_path, {"a.ts": FILES["src/routes/cranes.ts"]})
    assert {(e.name, e.confidence) for e in inventory(where).entries} == {
        ("GET /:id", "partial"),
        ("POST /", "partial"),
        ("DELETE /:id", "partial"),
    }


def test_an_unknown_prefix_keeps_the_right_tail(tmp_path):
    text = """
    import express from "express";
    const app = express();
    const inner = express.Router();
    inner.get("/x", h);
    app.use(process.env.BASE + "/deep", inner);
    """
    (entry,) = inventory(workspace(tmp_path, {"a.ts": text})).entries
    assert entry.path.endswith("/deep/x")
    assert entry.confidence == "partial"


def test_a_client_that_only_looks_like_a_router_is_none(tmp_path):
    text = """
    import axios from "axios";
    import express from "express";
    const client = axios.create();
    client.get("/remote", { timeout: 1 });
    axios.post("/other", body);
    const app = express();
    app.get("/own", h);
    """
    assert routes(tmp_path, {"a.ts": text}) == ["GET /own"]


def test_a_router_that_mounts_itself_ends(tmp_path):
    text = """
    const express = require("express");
    const a = express.Router(), b = express.Router();
    a.use("/a", b);
    b.use("/b", a);
    a.get("/x", h);
    let c = wrap(c);
    c = wrap(c);
    """
    found = routes(tmp_path, {"a.js": text})
    assert all(name.endswith("/x") for name in found)
    assert found


HOSTILE = {
    "names.js": 'const express = require("express");\n'
    'let a = b, b = a;\na(express());\na.get("/", b);',
    "barrel/index.js": 'require("express");\n' + "export * from './index';\n" * 30,
    "urls.py": "from django.urls import include, path\nurlpatterns = ["
    + "path('x/', include('urls')), " * 12
    + "]\n",
    "bases.py": "from django.urls import path\nfrom bases import *\nclass A(A, B): ...\n"
    "class B(A, B, A): ...\nurlpatterns = [path('', A.as_view())]\n",
    "deep.js": 'require("express");' + "(" * 20_000,
    "nested.js": 'require("express");' + "f(() => {" * 3_000,
    "wide.ts": 'import "express";\n' + "app.get('/x', h);" * 5_000,
    "garbage.js": 'require("express");' + "".join(chr(33 + i * 7 % 90) for i in range(4_000)),
    "deep.py": "import flask\nx = " + "[" * 5_000,
    "dots.py": "import flask\n" + "a" + ".a" * 5_000 + ".get('/x', h)\n",
    "deep.go": 'package x\nimport "github.com/gin-gonic/gin"\nvar x = ' + "(" * 5_000,
}


@pytest.mark.parametrize("path", HOSTILE)
def test_hostile_sources_end_soon_and_upset_nothing(path, tmp_path):
    files = {**FILES, path: HOSTILE[path]}
    results = []
    place = workspace(tmp_path, files)
    assert floors(lambda: results.append(inventory(place))) < 150
    (found,) = results
    assert "GET /api/cranes/:id" in {entry.name for entry in found.entries}


def test_a_source_that_takes_too_long_is_named_not_silently_left_out(tmp_path):
    noise = random.Random(7)
    source = b'require("express");\n' + b"\n".join(
        bytes(noise.randrange(32, 127) for _ in range(4_000)) for _ in range(220)
    )
    with pytest.raises(tree.TooSlowError):
        tree.parse(source, ".js", seconds=0.05)
    where = workspace(tmp_path, FILES)
    (tmp_path / "noise.js").write_bytes(source)
    found = inventory(where)
    assert "noise.js" in (found.partial or "")
    assert "GET /health" in {entry.name for entry in found.entries}


SNIPPET = st.lists(
    st.sampled_from(
        [
            "app.get('/a', h)",
            "router.use('/b', app)",
            "const app = express()",
            "const router = express.Router()",
            "require('express')",
            "import express from 'express'",
            "export default router",
            "module.exports = {app, router}",
            "function f(app) {",
            "}",
            "class A { constructor() {",
            "`/x/${y}`",
            "(",
            "=>",
            "app",
            ".",
            "\n",
        ]
    ),
    max_size=25,
)


@given(SNIPPET)
@settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_half_written_code_upsets_nothing(tmp_path_factory, pieces):
    root = tmp_path_factory.mktemp("half")
    text = "require('express')\n" + " ".join(pieces)
    found = inventory(workspace(root, {"a.js": text}))
    for entry in found.entries:
        assert entry.line <= text.count("\n") + 1
        assert entry.path.startswith("/")
