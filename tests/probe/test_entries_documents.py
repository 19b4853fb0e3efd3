"""Entries that documents declare: small workspaces, everything they offer beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.entries import inventory, look
from intent_tui.probe.facts import Wanted
from intent_tui.probe.routes import spec_documents
from intent_tui.probe.routes.spec_model import Document
from intent_tui.probe.source.keyed import rows
from intent_tui.workspace.files import Workspace

NOWHERE = Workspace.find(Path(__file__).parent)
"""A workspace for documents that are made of text alone."""

CASES: dict[str, tuple[str, str]] = {
    "openapi 3": (
        """
        === docs/openapi.yaml
        openapi: 3.1.0
        info:
          title: Docks   # paths: none
          description: |
            paths:
              /not/a/path:
                get: {}
        servers:
          - url: https://{region}.docks.test/{version}
            variables:
              region: {default: eu}
              version:
                default: v2
          - url: /other
        paths:
          /cranes:
            summary: cranes
            get:
              operationId: listCranes
              responses: {'200': {description: ok}}
            post: {operationId: create}
          '/cranes/{id}':
            parameters:
              - name: get
                in: path
            delete:
              operationId: dropCrane
        webhooks:
          craneMoved:
            post:
              operationId: onMoved
        components:
          schemas:
            paths:
              /nor/this: {get: 1}
        """,
        """
        event POST craneMoved <onMoved> docs/openapi.yaml:30
        http GET /v2/cranes <listCranes> docs/openapi.yaml:18
        http POST /v2/cranes <create> docs/openapi.yaml:21
        http DELETE /v2/cranes/{id} <dropCrane> docs/openapi.yaml:26
        """,
    ),
    "swagger 2 in JSON": (
        """
        === swagger.json
        {
          "swagger": "2.0",
          "basePath": "/api",
          "definitions": {"paths": {"/no": {"get": {}}}},
          "paths": {
            "/berths/{id}": {
              "parameters": [{"name": "put", "in": "path"}],
              "put": {"operationId": "moveBerth", "tags": ["a", "b"]},
              "x-note": {"get": {}}
            }
          }
        }
        """,
        "http PUT /api/berths/{id} <moveBerth> swagger.json:8",
    ),
    "openapi in parts": (
        """
        === api/root.yaml
        openapi: "3.0.3"
        paths:
          /locks:
            $ref: "./paths/locks.yaml"
          /gates:
            $ref: ../shared.yaml#/items/~1gates
          /berths:
            $ref: "#/components/pathItems/Berths"
          /lost:
            $ref: "https://elsewhere.test/lost.yaml"
          /out:
            $ref: "../../../etc/passwd"
        components:
          pathItems:
            Berths:
              query: {operationId: berths}
        === api/paths/locks.yaml
        get:
          operationId: locks
        === shared.yaml
        items:
          /gates:
            patch:
              operationId: turn
        """,
        """
        http GET /locks <locks> api/paths/locks.yaml:1
        http QUERY /berths <berths> api/root.yaml:16
        http PATCH /gates <turn> shared.yaml:3
        """,
    ),
    "graphql": (
        '''
        === src/schema/root.graphql
        schema { query: Root mutation: Mutation }
        """
        type Query { hidden: Int }
        """
        type Root implements Node & Other @auth(role: "x") {
          "one of them: it says"
          crane(id: ID!, at: [Int!] = [1], where: F = {a: 1}): Crane! @gone(reason: "old: yes")
          # gone(id: ID): Int
          cranes: [Crane!]!
        }
        type Crane { weight: Int }
        === src/schema/more.graphqls
        extend type Mutation {
          lift(input: Lift!): Boolean
        }
        type Subscription { lifted: Crane }
        === src/ops.graphql
        query Get($id: ID!) { crane(id: $id) { weight } }
        === src/typeDefs.ts
        type Query = { none: string };
        export const typeDefs = gql`
          extend type Root {
            tides: [Int]
          }
          type Mutation { dig: Int }
        `;
        ''',
        """
        http QUERY crane <crane> src/schema/root.graphql:7
        http QUERY cranes <cranes> src/schema/root.graphql:9
        http MUTATION dig <dig> src/typeDefs.ts:6
        http MUTATION lift <lift> src/schema/more.graphqls:2
        http SUBSCRIPTION lifted <lifted> src/schema/more.graphqls:4
        http QUERY tides <tides> src/typeDefs.ts:4
        """,
    ),
    "grpc": (
        """
        === proto/docks.proto
        syntax = "proto3";
        package dock.v1;
        // service Gone { rpc No (A) returns (B); }
        message Service { string rpc = 1; }
        service Cranes {
          rpc GetCrane (Get) returns (Crane) {
            option (google.api.http) = {
              get: "/v1/{name=cranes/*}"
              additional_bindings { get: "/v1/crane/{id}" }
            };
          }
          rpc Lift(stream Load) returns (stream Done);
          /* rpc Old (A) returns (B); */
          rpc Sink (A) returns (B) {}
        }
        """,
        """
        http GET /v1/crane/{id} <Cranes.GetCrane> proto/docks.proto:9
        http GET /v1/cranes/{name} <Cranes.GetCrane> proto/docks.proto:8
        http STREAM /dock.v1.Cranes/Lift <Cranes.Lift> proto/docks.proto:12
        http RPC /dock.v1.Cranes/Sink <Cranes.Sink> proto/docks.proto:14
        """,
    ),
    "asyncapi 2": (
        """
        === asyncapi.yaml
        asyncapi: 2.6.0
        channels:
          crane.lifted:
            publish:
              operationId: sayLifted
          tide/{port}:
            subscribe:
              message: {payload: {}}
        """,
        """
        event publish crane.lifted <sayLifted> asyncapi.yaml:4
        event subscribe tide/{port} <> asyncapi.yaml:7
        """,
    ),
    "asyncapi 3": (
        """
        === events/docks.yml
        asyncapi: 3.0.0
        channels:
          lifted:
            address: crane.lifted
          idle: {}
        operations:
          onLifted:
            action: receive
            channel:
              $ref: '#/channels/lifted'
        """,
        """
        event channel idle <> events/docks.yml:5
        event receive crane.lifted <onLifted> events/docks.yml:8
        """,
    ),
    "cluster": (
        """
        === deploy/jobs.yaml
        apiVersion: v1
        kind: Service
        metadata: {name: crane}
        ---
        apiVersion: batch/v1
        kind: CronJob
        metadata:
          name: sweep-docks
        spec:
          schedule: "15 3 * * *"
        === charts/dock/templates/cron.yaml
        {{- if .Values.cron.enabled }}
        kind: CronJob
        metadata:
          name: {{ include "dock.name" . }}
        spec:
          schedule: {{ .Values.when }}
        {{- end }}
        """,
        """
        job 15 3 * * * sweep-docks <> deploy/jobs.yaml:10
        job {{ .Values.when }} {{ include "dock.name" . }} <> charts/dock/templates/cron.yaml:6
        """,
    ),
    "systemd": (
        """
        === etc/sweep.timer
        [Unit]
        Description=Sweep
        [Timer]
        OnCalendar=daily
        OnBootSec=15min
        [Install]
        WantedBy=timers.target
        === etc/sweep.service
        [Service]
        ExecStart=/opt/dock/sweep --all
        """,
        "job daily sweep.timer </opt/dock/sweep --all> etc/sweep.timer:4",
    ),
    "serverless": (
        """
        === serverless.yml
        service: docks
        functions:
          lift:
            handler: src/lift.main
            events:
              - http:
                  path: cranes/{id}/lift
                  method: post
              - httpApi: 'GET /cranes'
              - http: {path: berths, method: any}
          sweep:
            handler: src/sweep.main
            events:
              - schedule: rate(1 hour)
              - schedule:
                  rate: cron(0 12 * * ? *)
                  enabled: false
              - sqs: arn:aws:sqs:eu:1:loads
        """,
        """
        event sqs loads <src/sweep.main> serverless.yml:18
        http ANY /berths <src/lift.main> serverless.yml:10
        http GET /cranes <src/lift.main> serverless.yml:9
        http POST /cranes/{id}/lift <src/lift.main> serverless.yml:7
        job cron(0 12 * * ? *) src/sweep.main cron(0 12 * * ? *) <src/sweep.main> serverless.yml:16
        job rate(1 hour) src/sweep.main rate(1 hour) <src/sweep.main> serverless.yml:14
        """,
    ),
    "sam": (
        """
        === template.yaml
        Resources:
          Lift:
            Type: AWS::Serverless::Function
            Properties:
              Handler: lift.main
              Events:
                Call:
                  Type: Api
                  Properties: {Path: /lift, Method: post}
                Tick:
                  Type: Schedule
                  Properties:
                    Schedule: rate(5 minutes)
        """,
        """
        http POST /lift <lift.main> template.yaml:9
        job rate(5 minutes) lift.main rate(5 minutes) <lift.main> template.yaml:13
        """,
    ),
    "bindings": (
        """
        === Lift/function.json
        {"bindings": [
          {"type": "httpTrigger", "direction": "in",
           "methods": ["get", "post"], "route": "cranes/{id}"},
          {"type": "http", "direction": "out"}
        ]}
        === Sweep/function.json
        {
          "bindings": [
            {
              "type": "timerTrigger",
              "schedule": "0 0 3 * * *"
            },
            {"type": "queueTrigger", "queueName": "loads"}
          ]
        }
        === other/host.json
        {"extensions": {"http": {"routePrefix": "v1"}}}
        === other/Dig/function.json
        {"bindings": [{"type": "httpTrigger"}]}
        """,
        """
        event consume loads <Sweep> Sweep/function.json:7
        http ANY /v1/Dig <Dig> other/Dig/function.json:1
        http GET /api/cranes/{id} <Lift> Lift/function.json:3
        http POST /api/cranes/{id} <Lift> Lift/function.json:3
        job 0 0 3 * * * Sweep <Sweep> Sweep/function.json:5
        """,
    ),
    "time tables": (
        """
        === config/sidekiq.yml
        :concurrency: 5
        :schedule:
          sweep:
            cron: '0 * * * *'   # hourly
            class: SweepWorker
          rest:
            every: 5m
            class: RestWorker
        === cron.yaml
        cron:
        - description: nightly
          url: /tasks/nightly
          schedule: every 24 hours
        === config/recurring.yml
        production:
          tidy_up:
            class: TidyJob
            schedule: every day at 4am
        """,
        """
        job 0 * * * * SweepWorker <SweepWorker> config/sidekiq.yml:4
        job 5m RestWorker <RestWorker> config/sidekiq.yml:7
        job every 24 hours /tasks/nightly </tasks/nightly> cron.yaml:4
        job every day at 4am TidyJob <TidyJob> config/recurring.yml:4
        """,
    ),
    "pipelines": (
        """
        === .circleci/config.yml
        workflows:
          nightly:
            triggers:
              - schedule:
                  cron: "0 1 * * *"
        === azure-pipelines.yml
        schedules:
          - cron: "0 2 * * *"
            displayName: Sweep the docks
        === render.yaml
        services:
          - type: cron
            name: tide
            schedule: "0 3 * * *"
            startCommand: bin/tide
        """,
        """
        job 0 1 * * * nightly <> .circleci/config.yml:5
        job 0 2 * * * Sweep the docks <> azure-pipelines.yml:2
        job 0 3 * * * tide <bin/tide> render.yaml:4
        """,
    ),
    "rake": (
        """
        === lib/tasks/dock.rake
        namespace :dock do
          desc "Sweeps"
          task :sweep, [:all] => :environment do |t, args|
          end
          namespace "tide" do
            desc 'Reads'
            task read: :environment do
            end
            task :hidden do
            end
          end
          # desc "Gone"
          # task :gone
        end
        === Rakefile
        desc "All"
        task default: [:test]
        task :test
        """,
        """
        command default default <> Rakefile:2
        command dock:sweep dock:sweep <> lib/tasks/dock.rake:3
        command dock:tide:read dock:tide:read <> lib/tasks/dock.rake:7
        """,
    ),
    "processes": (
        """
        === Procfile
        # what runs
        web: bin/serve -p $PORT
        worker: bin/work --queue loads
        """,
        """
        command web web <bin/serve -p $PORT> Procfile:2
        command worker worker <bin/work --queue loads> Procfile:3
        """,
    ),
}


def shown(found):
    return [f"{e.sort} {_named(e)} <{e.handler}> {e.file}:{e.line}" for e in found]


def _named(entry):
    return entry.name if entry.sort in ("http", "event") else f"{entry.path} {entry.name}"


@pytest.mark.parametrize("name", CASES)
def test_everything_a_document_declares_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    found = inventory(workspace(tmp_path, split(files)))
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(shown(found.entries)) == sorted(wanted)
    assert found.partial is None


@pytest.mark.parametrize("name", CASES)
def test_every_line_an_entry_names_can_be_cited(tmp_path, name):
    place = workspace(tmp_path, split(CASES[name][0]))
    facts = look(place, Wanted("entries", want="all")).facts
    assert facts
    for fact in facts:
        path, _, line = fact.pointer.rpartition(":")
        assert fact.quote == (tmp_path / path).read_text().split("\n")[int(line) - 1].strip()


def test_reads_are_told_from_writes(tmp_path):
    files = split(CASES["graphql"][0]) | split(CASES["grpc"][0])
    found = inventory(workspace(tmp_path, files)).entries
    reads = {entry.handler for entry in found if entry.access == "read"}
    assert reads == {"crane", "cranes", "tides", "lifted", "Cranes.GetCrane"}


CODE = """
    === app.py
    from flask import Flask
    app = Flask(__name__)
    @app.route("/api/cranes")
    def cranes(): ...
    @app.route("/api/cranes/<int:number>", methods=["DELETE"])
    def drop(number): ...
    @app.route("/health")
    def health(): ...
    === openapi.yaml
    openapi: 3.0.0
    paths:
      /cranes:
        get: {}
      /cranes/{id}:
        delete: {}
        get: {}
    === openapi.json
    {"openapi": "3.0.0", "servers": [{"url": "/api"}],
     "paths": {"/cranes": {"get": {}}}}
    """


def test_what_code_registers_and_a_document_describes_is_one_entry(tmp_path):
    found = inventory(workspace(tmp_path, split(CODE))).entries
    assert [(e.name, e.framework, e.described) for e in found] == [
        ("GET /api/cranes", "flask", ("openapi.json:2", "openapi.yaml:4")),
        ("DELETE /api/cranes/<int:number>", "flask", ("openapi.yaml:6",)),
        ("GET /api/cranes/{id}", "openapi", ()),
        ("GET /health", "flask", ()),
    ]


def test_the_place_in_the_document_is_a_second_pointer_of_the_fact(tmp_path):
    place = workspace(tmp_path, split(CODE))
    fact = look(place, Wanted("entries", names=("GET /api/cranes",))).facts[0]
    assert fact.pointer == "app.py:3"
    assert fact.more["described"] == "openapi.json:2 openapi.yaml:4"


def test_a_call_that_options_give_an_address_has_both_names(tmp_path):
    place = workspace(tmp_path, split(CASES["grpc"][0]))
    for name in ("GET /v1/cranes/:x", "/dock.v1.Cranes/GetCrane"):
        fact = look(place, Wanted("entries", names=(name,))).facts[0]
        assert fact.value == "Cranes.GetCrane"


@pytest.mark.parametrize(
    ("server", "path"),
    [
        ("https://dock.test/v2/", "/v2/a"),
        ("//dock.test/v2", "/v2/a"),
        ("dock.test/v2", "/v2/a"),
        ("/v2", "/v2/a"),
        ("https://dock.test", "/a"),
        ("/", "/a"),
        ("./", "/a"),
    ],
)
def test_what_stands_before_every_path_is_the_path_of_the_server(tmp_path, server, path):
    text = f"openapi: 3.0.0\nservers:\n  - url: {server}\npaths:\n  /a:\n    get: {{}}\n"
    (found,) = inventory(workspace(tmp_path, {"openapi.yaml": text})).entries
    assert found.path == path


def test_taking_one_operation_out_takes_one_entry_out(tmp_path):
    text = CASES["openapi 3"][0]
    less = text.replace("            post: {operationId: create}\n", "")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    before = {e.name for e in inventory(workspace(tmp_path / "a", split(text))).entries}
    after = {e.name for e in inventory(workspace(tmp_path / "b", split(less))).entries}
    assert before - after == {"POST /v2/cranes"}


def test_a_service_nothing_here_serves_is_marked(tmp_path):
    files = split(CODE)
    paths = "\n".join(f"  /other{n}/x:\n    get: {{}}" for n in range(9))
    files["vendor.yaml"] = f"openapi: 3.0.0\npaths:\n{paths}\n"
    found = inventory(workspace(tmp_path, files)).entries
    others = [e for e in found if e.path.startswith("/other")]
    assert {e.confidence for e in others} == {"conditional"}
    assert len(others) == 9


@pytest.mark.parametrize("folder", ["tests/data", "examples", "fixtures", "node_modules/x"])
def test_documents_of_tests_and_samples_are_none_of_ours(tmp_path, folder):
    files = {f"{folder}/{path}": text for path, text in split(CASES["openapi 3"][0]).items()}
    assert inventory(workspace(tmp_path, files)).entries == ()


def test_a_folder_called_spec_may_hold_descriptions(tmp_path):
    files = {"spec/openapi.yaml": "openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n"}
    assert shown(inventory(workspace(tmp_path, files)).entries) == [
        "http GET /a <> spec/openapi.yaml:4"
    ]


BOMBS = {
    "aliases": "openapi: 3.0.0\na: &a [x, x]\n"
    + "\n".join(f"b{n}: &b{n} [{', '.join(['*a'] * 9)}]" for n in range(40))
    + "\npaths: *b39\n",
    "merge": "openapi: 3.0.0\npaths:\n  /a: &x\n    get: {}\n  /b:\n    <<: *x\n",
    "brackets": '{"openapi": "3", "paths": ' + "[" * 60_000,
    "braces": '{"openapi": ' + '{"a":' * 60_000,
    "dashes": "openapi: 3.0.0\npaths:\n" + "- " * 900 + "x\n",
    "deep": "openapi: 3.0.0\npaths:\n" + "\n".join(" " * n + "k:" for n in range(1, 900)),
    "blanks": ("openapi: 3\npaths:\n" + "a" + " " * 1_900 + "b\n") * 200,
    "strings": '{"openapi": "' + '\\"' * 60_000,
    "service": "service A { " + "rpc X (" * 30_000,
    "type": "type Query { " + "a(b: {" * 30_000,
    "types": "type Query " * 40_000,
}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("file", ["openapi.yaml", "openapi.json", "a.proto", "a.graphql"])
def test_a_document_made_to_harm_costs_little(tmp_path, name, file):
    import time

    place = workspace(tmp_path, {"x.txt": "x"})
    (tmp_path / file).write_text(BOMBS[name])
    start = time.process_time()
    inventory(place)
    assert time.process_time() - start < 2.0


@given(st.text(alphabet="ab:- \n\t{}[]\",'#&*|>/$", max_size=300), st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_any_text_has_an_outline_whose_lines_it_has(text, deep):
    lines = text.split("\n")
    for row in rows(lines, deep=deep):
        assert 1 <= row.line <= len(lines)
        assert 1 <= len(row.keys) <= deep


_READERS = sorted(spec_documents.READERS)
_PARTS = """
service rpc A ( ) { } returns ; type Query : Int paths /a get channels publish functions events http
schedule: spec: " # task :a desc [Timer] OnCalendar=daily bindings [ ] , openapi: $ref % * -
"""
_WORDS = st.lists(
    st.sampled_from([*_PARTS.split(), "\n", "  ", "- ", "kind: CronJob", "openapi: 3.0.0"]),
    max_size=60,
)


@given(_WORDS, st.sampled_from(_READERS))
@settings(max_examples=400, deadline=None)
def test_any_document_gives_entries_at_lines_it_has(words, reader):
    lines = tuple(" ".join(words).split("\n"))
    row = {"id": "x", "kinds": ["CronJob"], "when": ["schedule"], "sort": "job", "patterns": []}
    document = Document(NOWHERE, "a/b.yaml", lines, row)
    for entry in spec_documents.READERS[reader]([document]):
        assert 1 <= entry.line <= len(lines)
        assert entry.name


def test_the_order_of_the_files_does_not_matter(tmp_path):
    files = split(CODE)
    renamed = {
        ("z_" + path if path.startswith("openapi") else path): t for path, t in files.items()
    }
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = inventory(workspace(tmp_path / "a", files)).entries
    other = inventory(workspace(tmp_path / "b", renamed)).entries
    assert [entry.name for entry in one] == [entry.name for entry in other]


_KEYS = st.text(alphabet="abc/{}", min_size=1, max_size=6)
_TREES = st.recursive(
    st.text(alphabet="xyz 0", max_size=5),
    lambda inner: st.dictionaries(_KEYS, inner, min_size=1, max_size=4),
    max_leaves=12,
)


def _flat(tree, before=()):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield (*before, key), ""
            yield from _flat(value, (*before, key))
        else:
            yield (*before, key), value


@given(st.dictionaries(_KEYS, _TREES, min_size=1, max_size=4))
@settings(max_examples=200, deadline=None)
def test_json_and_yaml_of_the_same_tree_have_the_same_outline(tree):
    wanted = list(_flat(tree))
    as_json = json.dumps(tree, indent=1).split("\n")
    assert [(row.keys, row.value) for row in rows(as_json, deep=20)] == wanted
    as_yaml = list(_block(tree, 0))
    assert [(row.keys, row.value) for row in rows(as_yaml, deep=20)] == wanted


def _block(tree, indent):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield f"{' ' * indent}'{key}':"
            yield from _block(value, indent + 2)
        else:
            yield f"{' ' * indent}\"{key}\": '{value}'"
