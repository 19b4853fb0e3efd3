"""What a constraint says that can be found in code, in any spelling of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.verify.anchors import anchors


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("entries live 5 minutes", "ttl = 300"),
        ("entries live 5 minutes", "const TTL = 5 * 60"),
        ("entries live 5 minutes", "setTimeout(clear, 300_000)"),
        ("entries live 5 minutes", 'expire: "5m"'),
        ("entries live 5 minutes", "timedelta(minutes=5)"),
        ("entries live 5 minutes", "time.Minute * 5"),
        ("wait 2 hours", "sleep(7200)"),
        ("Einträge leben 10 Sekunden", "ttl: 10"),
        ("有效期 300 秒", "ttl = 300"),
        ("at most 12000 rows", "LIMIT = 12_000"),
        ("answer with 429", "return res.status(429)"),
        ("the header `X-Rate-Left`", "res.set('X-Rate-Left', left)"),
        ("the flag `--dry-run`", 'parser.add_argument("--dry-run")'),
        ("call `purge_all`", "    purge_all(now)"),
        ("the key `name`", '{"name": row.name}'),
        ("the key `name`", "{ name: row }"),
    ],
)
def test_any_spelling_of_the_same_thing_is_found(said: str, line: str):
    (anchor,) = anchors(said)
    assert anchor.on(line)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("entries live 5 minutes", "ttl = 3000"),
        ("entries live 5 minutes", "ttl = 60"),
        ("answer with 429", "port = 4290"),
        ("answer with 429", "version = 1.429"),
        ("the header `X-Rate-Left`", "res.set('X-Rate-Left-Over', left)"),
        ("call `purge_all`", "purge_all_but(now)"),
        ("the key `name`", "rename(file)"),
        ("the option `json`", 'flags.Bool("as-json-rows")'),
        ("the option `json`", "encoded := json.Marshal(rows)"),
    ],
)
def test_something_like_it_is_not(said: str, line: str):
    (anchor,) = anchors(said)
    assert not anchor.on(line)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str):
    for anchor in anchors(text):
        anchor.on(text)
        assert anchor.text
