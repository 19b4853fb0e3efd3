"""Surface 4: constants, configuration and environment templates."""

from __future__ import annotations

import pytest
from code_files import split, workspace
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.probe.conventions import look
from intent_tui.probe.facts import Wanted
from intent_tui.probe.settings import values

FILES = split(
    """
    === src/store/memo.ts
    // Agreed by all teams: the default for everything that is kept.
    export const KEEP_TTL_SECONDS = 240;
    const retryLimit: number = 4; // attempts per call
    export const PAGE = { size: 25 };
    const label = `ttl ${x}`;
    export const API_TOKEN = "abcdefgh";
    export const TOKEN_TTL = 15 * 60;
    function f() { const ttl = 5; }
    === lib/limits.py
    MAX_PAGE_SIZE: int = 100
    #: how long a worker waits, in milliseconds
    DRAIN_TIMEOUT = 1_500
    OTHER = compute()
    CONNECTION = "postgres://harbour:hunter2@db/x"
    === pkg/limits.go
    package pkg

    import "time"

    const (
    \tDrainTimeout = 30 * time.Second
    \tBurstLimit int = 7
    )
    var quiet = false
    === config/app.yaml
    cache:
      ttl: 90  # seconds
      password: hunter2
    retries: 3
    === .env.example
    # how long a page is kept
    PAGE_TTL=60
    STORE_URL=redis://harbour:hunter2@host
    SESSION_KEY=topsecret
    === .env
    PAGE_TTL=61
    """
)


@pytest.fixture
def depot(tmp_path):
    return workspace(tmp_path, FILES)


def ask(where, **wanted):
    return look(where, Wanted("conventions", **wanted))


def test_the_convention_comes_first_with_unit_and_comment(depot):
    fact = ask(depot, terms=("ttl",)).facts[0]
    assert (fact.name, fact.value, fact.pointer) == (
        "KEEP_TTL_SECONDS",
        "240",
        "src/store/memo.ts:2",
    )
    assert fact.more["unit"] == "seconds"
    assert fact.more["convention"] == "yes"
    assert fact.more["comment"].startswith("Agreed by all teams")


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("retryLimit", "4", "attempts"),
        ("TOKEN_TTL", "15 * 60", None),
        ("MAX_PAGE_SIZE", "100", None),
        ("DRAIN_TIMEOUT", "1_500", "ms"),
        ("DrainTimeout", "30 * time.Second", "seconds"),
        ("BurstLimit", "7", None),
        ("quiet", "false", None),
        ("cache.ttl", "90", "seconds"),
        ("retries", "3", None),
        ("PAGE_TTL", "60", None),
    ],
)
def test_every_way_to_set_a_value(depot, name, value, unit):
    facts = {fact.name: fact for fact in ask(depot, names=(name,)).facts}
    assert facts[name].value == value
    if unit is not None:
        assert facts[name].more["unit"] == unit


def test_of_an_environment_template_only_measures_are_shown(depot):
    facts = {f.name: f for f in ask(depot, names=("STORE_URL", "SESSION_KEY", "PAGE_TTL")).facts}
    assert facts["PAGE_TTL"].value == "60"
    for name in ("STORE_URL", "SESSION_KEY"):
        assert facts[name].value == ""
        assert facts[name].quote == f"{name}=…"


def test_no_credential_becomes_a_fact(depot):
    terms = ("token", "password", "connection", "store", "session", "key", "page")
    shown = str(ask(depot, terms=terms).facts)
    for secret in ("hunter2", "topsecret", "abcdefgh"):
        assert secret not in shown


def test_the_real_environment_is_not_read(depot):
    assert all(f.pointer.startswith(".env.example") for f in ask(depot, names=("PAGE_TTL",)).facts)


def test_what_is_no_literal_is_no_constant(depot):
    assert ask(depot, names=("OTHER", "label", "PAGE")).facts == ()


def test_a_setting_is_found_by_its_last_name_and_hidden_below_a_secret_section(tmp_path):
    files = {
        "app.yaml": "cache:\n  ttl: 90\nsecrets:\n  store: hunter2\n",
        "app.toml": "[cache.pages]\nttl = 30\n",
        "app.json": '{\n  "cache": {\n    "ttl": 12\n  }\n}\n',
    }
    facts = ask(workspace(tmp_path, files), names=("ttl", "store")).facts
    assert {(fact.name, fact.value) for fact in facts} == {
        ("cache.ttl", "90"),
        ("cache.pages.ttl", "30"),
        ("cache.ttl", "12"),
    }


def test_nothing_found_says_where_it_looked(depot):
    result = ask(depot, terms=("shard",))
    assert (result.hits, result.failed) == (0, None)
    assert result.action.startswith("conventions: shard in")


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("SECRET_KEY", True),
        ("apiKey", True),
        ("DB_PASSWORD", True),
        ("TOKEN_TTL_SECONDS", False),
        ("KEY_LENGTH", False),
        ("PAGE_SIZE", False),
    ],
)
def test_names_of_credentials(name, secret):
    assert values.secret_name(name) is secret


@pytest.mark.parametrize(
    "value",
    [
        "postgres://a:b@h/x",
        "sk_live_abcdefghijkl",
        "ghp_" + "a" * 30,
        "aB3xK9mQ2vL7pR4tZ8wN1cY6",
        "f" * 40,
    ],
)
def test_values_that_look_like_credentials(value):
    assert values.secret_value(value)


@given(st.text(max_size=200))
def test_no_value_upsets_the_reading(text):
    shown = values.literal(text)
    assert shown is None or shown in text
    values.unit_of("x", text, text)
    values.secret_value(text)
