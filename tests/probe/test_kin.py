"""Surface 3: what is already there of the same kind."""

from __future__ import annotations

import pytest
from code_files import split, workspace

from intent_tui.probe.facts import Wanted
from intent_tui.probe.kin import look

FILES = split(
    """
    === src/store/memo.ts
    import Redis from "ioredis";
    // One store for all.
    export class PageCache {
      async get(key: string) { return null; }
    }
    export const openStore = () => new Redis();
    === src/cache/redis.ts
    export function fetchOne(key: string) { return key; }
    === src/pages.ts
    import { PageCache } from "./store/memo";
    const pages = new PageCache();
    pages.get("x");
    === src/ports.ts
    // a cache was tried here once
    export const ports = [];
    === src/migrations/0001_cache.ts
    export const up = () => createCacheTable();
    === test/memo.test.ts
    export class CacheDouble {}
    === lib/keep.py
    def cached(seconds):
        return seconds
    === pkg/keep.go
    package pkg

    // CacheEntry is one value.
    type CacheEntry struct{}

    func (c *Keeper) CachePage(key string) {}
    === vendor/other/cache.go
    package other

    func NewCache() {}
    """
)


@pytest.fixture
def shed(tmp_path):
    return workspace(tmp_path, FILES)


def ask(where, **wanted):
    return look(where, Wanted("kin", **wanted))


def by_name(result):
    return {fact.name: fact for fact in result.facts if fact.kind == "implementation"}


def test_definitions_are_found_in_every_language(shed):
    found = by_name(ask(shed, terms=("cach",)))
    assert found["PageCache"].pointer == "src/store/memo.ts:3"
    assert found["PageCache"].value == "export class PageCache {"
    assert found["PageCache"].more["comment"] == "One store for all."
    assert found["cached"].pointer == "lib/keep.py:1"
    assert found["CacheEntry"].pointer == "pkg/keep.go:4"
    assert found["CachePage"].pointer == "pkg/keep.go:6"


def test_uses_are_counted_beside_the_definition(shed):
    assert by_name(ask(shed, terms=("cach", "page")))["PageCache"].more["calls"] == "2"


def test_the_name_of_a_file_counts_for_what_it_defines(shed):
    assert "fetchOne" in by_name(ask(shed, terms=("cach",)))


def test_more_terms_on_one_name_come_first(shed):
    facts = ask(shed, terms=("cach", "page")).facts
    assert {facts[0].name, facts[1].name} == {"PageCache", "CachePage"}


def test_tests_and_migrations_stand_behind_and_foreign_code_is_not_read(shed):
    names = [fact.name for fact in ask(shed, terms=("cach",)).facts if fact.kind != "comment"]
    assert names.index("PageCache") < names.index("CacheDouble")
    assert "NewCache" not in names


def test_what_only_a_comment_says_is_marked(shed):
    facts = [fact for fact in ask(shed, terms=("cach",)).facts if fact.kind == "comment"]
    assert [fact.pointer for fact in facts] == ["src/ports.ts:1"]
    assert facts[0].more["only_comment"] == "yes"


def test_an_exact_identifier_ends_the_search(shed):
    facts = ask(shed, names=("openStore",)).facts
    assert facts[0].name == "openStore"
    assert facts[0].pointer == "src/store/memo.ts:6"


def test_near_files_are_preferred(tmp_path):
    files = {f"{part}/lock.py": "def take_lock():\n    pass\n" for part in ("a", "b")}
    facts = ask(workspace(tmp_path, files), terms=("lock",), near=("b/use.py",)).facts
    assert facts[0].pointer == "b/lock.py:1"


def test_nothing_is_nothing(shed):
    result = ask(shed, terms=("blimp",))
    assert (result.facts, result.hits, result.failed) == ((), 0, None)
    assert "blimp" in result.action


def test_a_credential_in_a_line_is_hidden(tmp_path):
    text = (
        'export const MAIL_API_KEY = "abcd-efgh";\nexport const mailUrl = "smtp://me:pw9@host";\n'
    )
    facts = ask(workspace(tmp_path, {"src/mail.ts": text}), terms=("mail",)).facts
    assert len(facts) == 2
    assert "abcd" not in str(facts)
    assert "pw9" not in str(facts)
