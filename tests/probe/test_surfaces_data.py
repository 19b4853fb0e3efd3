"""The data of the code surfaces: valid against its schema, and every pattern safe to run."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from builders.cost import floors

from intent_tui.base import knowledge
from intent_tui.probe.manifests import READERS
from intent_tui.probe.source import surfaces

FILES = sorted(knowledge.names("surfaces"))


@pytest.mark.parametrize("name", FILES)
def test_a_surface_file_fits_its_schema(name):
    schema = json.loads(knowledge.text("schema/surfaces.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(knowledge.yaml(f"surfaces/{name}.yaml"))


def test_the_schema_refuses_an_unknown_key():
    schema = json.loads(knowledge.text("schema/surfaces.schema.json"))
    data = dict(knowledge.yaml(f"surfaces/{FILES[0]}.yaml"), framworks=[])
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)


def test_the_capabilities_fit_their_schema():
    schema = json.loads(knowledge.text("schema/capabilities.schema.json"))
    data = knowledge.yaml("capabilities.yaml")
    jsonschema.Draft202012Validator(schema).validate(data)
    known = {eco.name for eco in surfaces.ecosystems()}
    assert {eco for by_eco in data.values() for eco in by_eco} <= known


@pytest.mark.parametrize("eco", surfaces.ecosystems(), ids=lambda eco: eco.name)
def test_every_manifest_row_names_a_reader_there_is(eco):
    for section in ("manifests", "locks"):
        assert {row["reader"] for row in eco.rows(section)} <= set(READERS)


KEYS = ("definitions", "imports", "constants", "tests.titles", "tests.groups", "tests.assertions")
LINES = ["a" * 600, "const " * 100, "x = " + "(" * 500, " " * 600 + "x", "public " * 80 + "1"]


@pytest.mark.parametrize("eco", surfaces.ecosystems(), ids=lambda eco: eco.name)
@pytest.mark.parametrize("key", KEYS)
def test_no_pattern_is_slow_on_a_hostile_line(eco, key):
    for pattern in surfaces.patterns(eco.name, key):
        begin = pattern.search if key.startswith("tests.") else pattern.match
        for step in (begin, pattern.fullmatch):
            assert floors(lambda step=step: [step(line) for line in LINES]) < 15, pattern.pattern


@pytest.mark.parametrize("eco", surfaces.ecosystems(), ids=lambda eco: eco.name)
def test_patterns_name_what_is_read_from_them(eco):
    for key, group in (("definitions", "name"), ("constants", "value"), ("tests.titles", "title")):
        for pattern in surfaces.patterns(eco.name, key):
            assert group in pattern.groupindex, pattern.pattern


@pytest.mark.parametrize(
    ("ecosystem", "package", "capability"),
    [
        ("javascript", "ioredis", "cache_client"),
        ("javascript", "@sentry/node", "error_tracking"),
        ("python", "Django_Redis", "cache_client"),
        ("python", "tenacity", "retry"),
        ("go", "github.com/redis/go-redis/v9", "cache_client"),
        ("go", "github.com/robfig/cron/v3", "scheduler"),
    ],
)
def test_a_package_is_known_by_its_capability(ecosystem, package, capability):
    assert capability in surfaces.capabilities_of(ecosystem, package)


def test_an_unknown_package_has_no_capability():
    assert surfaces.capabilities_of("javascript", "redis-like-nothing") == ()


def test_every_ecosystem_names_its_suffixes_once():
    seen = [suffix for eco in surfaces.ecosystems() for suffix in eco.suffixes]
    assert len(seen) == len(set(seen))
    assert all(re.fullmatch(r"\.[a-z]+", suffix) for suffix in seen)
