"""Surface 1: packages, pins, comments and locks of real manifest files."""

from __future__ import annotations

import json

import pytest
from builders.cost import floors
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.facts import Wanted
from intent_tui.probe.manifest_readers import json_files, line_files, record, toml_files
from intent_tui.probe.manifests import look, read_all

FILES = split(
    """
    === package.json
    {
      "name": "harbour",
      "dependencies": {
        "express": "^4.19.2",
        "@scope/tides": "1.2.3",
        "ioredis": "5.4.1"
      },
      "devDependencies": { "vitest": "~1.6.0", "nightly": "2.0.0-beta.3" }
    }
    === package-lock.json
    {
      "packages": {
        "": {"name": "harbour"},
        "node_modules/ioredis": {
          "version": "5.4.1"
        },
        "node_modules/x/node_modules/ioredis": {"version": "4.0.0"}
      }
    }
    === py/pyproject.toml
    [project]
    name = "harbour"
    dependencies = [
        "httpx>=0.27",
        # held back: 3.x drops the sync client
        "tenacity==8.2.3",
        "pywin32; sys_platform == 'win32'",
    ]
    [project.optional-dependencies]
    fast = ["orjson[extra] ~= 3.9"]
    [dependency-groups]
    dev = ["pytest>=8", {include-group = "lint"}]
    [tool.poetry.group.docs.dependencies]
    python = "^3.11"
    mkdocs = "^1.5"
    === py/uv.lock
    version = 1

    [[package]]
    name = "tenacity"
    version = "8.2.3"

    [[package]]
    name = "httpx"
    version = "0.27.2"
    === py/requirements-dev.txt
    -r ../../outside.txt
    --index-url https://example.org/simple
    git+https://example.org/x.git
    redis>=5,<6  # see the note on pools
    celery[redis] == 5.3.0 \\
    === go.mod
    module example.org/harbour

    go 1.22

    require (
    \tgithub.com/redis/go-redis/v9 v9.5.1
    \tgolang.org/x/time v0.5.0 // indirect
    )

    // forked until the upstream fix is released
    replace github.com/old/thing => github.com/new/thing v1.0.0
    """
)


@pytest.fixture
def harbour(tmp_path):
    return workspace(tmp_path, FILES)


def ask(where, **wanted):
    return look(where, Wanted("manifests", **wanted))


def only(result, kind="dependency"):
    return [fact for fact in result.facts if fact.kind == kind]


def test_an_exact_package_gives_version_and_line(harbour):
    result = ask(harbour, names=("ioredis",))
    (fact,) = only(result)
    assert (fact.name, fact.value, fact.pointer) == ("ioredis", "5.4.1", "package.json:6")
    assert fact.quote == '"ioredis": "5.4.1"'
    assert fact.more["pinned"] == "yes"
    assert fact.more["capabilities"].split() == ["cache_client"]


def test_the_lock_gives_the_installed_version_of_the_top_level(harbour):
    (fact,) = only(ask(harbour, names=("ioredis",)), "locked")
    assert (fact.value, fact.pointer) == ("5.4.1", "package-lock.json:4")


@pytest.mark.parametrize("name", ["IOREDIS", "tides", "@scope/tides", "go-redis", "ORJSON"])
def test_names_are_found_in_any_case_and_without_their_scope(harbour, name):
    assert only(ask(harbour, names=(name,)))


def test_a_part_of_a_word_is_no_package(harbour):
    assert ask(harbour, names=("redi",)).facts == ()
    assert ask(harbour, names=("vite",)).hits == 0


def test_terms_match_the_parts_of_a_name_or_a_capability(harbour):
    names = {fact.name for fact in only(ask(harbour, terms=("redi",)))}
    assert names == {"ioredis", "redis", "github.com/redis/go-redis/v9"}
    cached = {fact.name for fact in only(ask(harbour, terms=("cach",)))}
    assert cached == {"ioredis", "redis", "github.com/redis/go-redis/v9"}


def test_a_capability_is_looked_up_in_every_ecosystem(harbour):
    result = ask(harbour, want="capability:retry")
    assert [fact.name for fact in only(result)] == ["tenacity"]
    assert [fact.value for fact in only(result, "locked")] == ["8.2.3"]
    assert "retry" in result.action


@pytest.mark.parametrize(
    ("name", "version", "group", "pinned"),
    [
        ("express", "^4.19.2", "runtime", "range"),
        ("vitest", "~1.6.0", "development", "range"),
        ("httpx", ">=0.27", "runtime", "range"),
        ("tenacity", "==8.2.3", "runtime", "yes"),
        ("pywin32", "", "runtime", "no"),
        ("orjson", "~= 3.9", "optional", "range"),
        ("pytest", ">=8", "development", "range"),
        ("mkdocs", "^1.5", "development", "range"),
        ("redis", ">=5,<6", "runtime", "range"),
        ("celery", "== 5.3.0", "runtime", "yes"),
        ("golang.org/x/time", "v0.5.0", "indirect", "range"),
        ("github.com/old/thing", "=> github.com/new/thing v1.0.0", "replace", "yes"),
    ],
)
def test_every_way_to_declare_a_package(harbour, name, version, group, pinned):
    fact = only(ask(harbour, names=(name,)))[0]
    assert (fact.value, fact.more["group"], fact.more["pinned"]) == (version, group, pinned)


@pytest.mark.parametrize(
    ("name", "comment"),
    [
        ("tenacity", "held back: 3.x drops the sync client"),
        ("redis", "see the note on pools"),
        ("github.com/old/thing", "forked until the upstream fix is released"),
    ],
)
def test_the_comment_beside_a_package_is_kept(harbour, name, comment):
    assert only(ask(harbour, names=(name,)))[0].more["comment"] == comment


def test_every_pointer_stands_on_a_line_with_the_name(harbour, tmp_path):
    for item in read_all(harbour).declared:
        line = (tmp_path / item.path).read_text().split("\n")[item.package.line - 1]
        assert item.package.name in line


def test_what_is_absent_is_no_failure(harbour):
    result = ask(harbour, names=("memcached",))
    assert (result.facts, result.hits, result.failed) == ((), 0, None)
    assert "memcached" in result.action
    assert "package.json" in result.action


def test_a_workspace_without_manifests_says_so(tmp_path):
    result = ask(workspace(tmp_path, {"notes.md": "x"}), names=("redis",))
    assert result.action == "manifests: redis in no manifest"


def test_the_manifest_near_the_object_comes_first(tmp_path):
    text = '{\n "dependencies": {"pino": "%s"}\n}\n'
    files = {"a/package.json": text % "8.0.0", "b/package.json": text % "9.0.0"}
    found = ask(workspace(tmp_path, files), names=("pino",), near=("b/src/x.ts",))
    assert [fact.value for fact in found.facts] == ["9.0.0", "8.0.0"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("package.json", '{"dependencies": {'),
        ("package.json", "[" * 3000),
        ("pyproject.toml", "[project\n"),
        ("pyproject.toml", ".".join("a" * 20_000) + " = 1\n"),
        ("setup.cfg", "no section\n"),
    ],
)
def test_a_broken_manifest_is_named_and_costs_no_time(tmp_path, path, text):
    results = []
    place = workspace(tmp_path, {path: text})
    assert floors(lambda: results.append(ask(place, names=("redis",)))) < 100
    (result,) = results
    assert result.facts == ()
    assert path in (result.failed or "")


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_text_upsets_a_reader(text):
    lines = text.split("\n")
    readers = [
        lambda: line_files.read_requirements(lines, "runtime"),
        lambda: line_files.read_go_mod(lines),
        lambda: line_files.read_go_sum(lines),
        lambda: line_files.read_yarn(lines),
        lambda: line_files.read_pnpm(lines),
        lambda: toml_files.read_packages(lines),
        lambda: json_files.read_npm_lock(lines),
        lambda: line_files.read_ini(lines, {"lists": {"options.install_requires": "runtime"}}),
        lambda: toml_files.read(lines, {"lists": {"project.dependencies": "runtime"}}),
    ]
    for reader in readers:
        try:
            packages = reader()
        except record.MalformedError:
            continue
        assert all(1 <= package.line <= len(lines) for package in packages)


NAME = st.from_regex(r"[a-z][a-z0-9]{1,8}(-[a-z0-9]{1,5})?", fullmatch=True)


@given(st.dictionaries(NAME, st.sampled_from(["==1.2.3", ">=2", "~=1.4", ""]), max_size=8))
def test_requirement_lines_are_read_back_as_written(packages):
    lines = [f"{name}{version}" for name, version in packages.items()]
    read = line_files.read_requirements(lines, "runtime")
    assert {item.name: item.version for item in read} == packages
    assert [item.line for item in read] == list(range(1, len(packages) + 1))


@pytest.mark.parametrize(
    ("lock", "text", "name", "version"),
    [
        ("yarn.lock", '# yarn\n\n"pino@^8.0.0":\n  version "8.1.0"\n', "pino", "8.1.0"),
        ("pnpm-lock.yaml", "packages:\n\n  pino@8.1.0:\n    resolution: {}\n", "pino", "8.1.0"),
        ("pnpm-lock.yaml", "packages:\n  '@a/b@1.0.0':\n    x: 1\n", "@a/b", "1.0.0"),
    ],
)
def test_other_locks(tmp_path, lock, text, name, version):
    manifest = json.dumps({"dependencies": {name: "^1.0.0"}})
    where = workspace(tmp_path, {"package.json": manifest, lock: text})
    (fact,) = only(ask(where, names=(name,)), "locked")
    assert (fact.name, fact.value) == (name, version)
