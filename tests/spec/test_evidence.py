from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.spec.evidence import judge, split

FILES = {
    "src/stock.py",
    "docs/adr/3-shelves.md",
    ".github/workflows/ci.yml",
    "Makefile",
    "crontab",
    "data/a,b.csv",
    "заметки.md",
}


def _judge(pointer):
    return judge(pointer, FILES.__contains__).value


@pytest.mark.parametrize(
    "pointer",
    [
        "src/stock.py",
        "src/stock.py:12",
        "src/stock.py:12-14",
        "docs/adr/3-shelves.md#why",
        "docs/adr/3-shelves.md#почему",
        ".github/workflows/ci.yml",
        ".github/workflows/ci.yml:3",
        "Makefile:4",
        "crontab:4",
        "data/a,b.csv",
        "data/a,b.csv:2",
        "заметки.md:1",
        "git:0a1b2c3",
        "git:" + "a" * 40,
        "git:#17",
        "user:delegated",
        "record:parcels/77",
        "record:parcels/2026/77-b.json",
        "doc:return-rules#time-limits",
    ],
)
def test_legal(pointer):
    assert _judge(pointer) == "ok"


@pytest.mark.parametrize(
    "pointer",
    [
        "",
        ".",
        "..",
        "./src/stock.py",
        "/etc/hosts",
        "~/notes.md",
        "../other/file.py",
        "src/../src/stock.py",
        "src/./stock.py",
        "src//stock.py",
        "src/",
        ".git/HEAD",
        ".git",
        ".GIT/config",
        "vendor/lib/.git/config",
        ".intent/show_hours.intent.yaml",
        ".claude/notes.md",
        ".agents/plan.md",
        "the stock module says so",
        "src/stock.py:1,docs/adr/3-shelves.md:2",
        "src/stock.py,docs/adr/3-shelves.md",
        "src/stock.py, docs/adr/3-shelves.md",
        "docs/adr/3-shelves.md#why,src/stock.py",
        "src/stock.py:0",
        "src/stock.py:9-3",
        "src/stock.py:x",
        "src/stock.py:3:7",
        "src/stock.py#",
        "src/stock.py:3#why",
        "ticket:5120",
        "ticket:open",
        "issue:#5",
        "git:xyz",
        "git:0A1B2C3",
        "git:abc",
        "git:#0",
        "git:HEAD",
        "user:me",
        "record:parcels",
        "record:parcels/",
        "record:../secret",
        "doc:return-rules",
        "doc:#x",
        "https://example.org/a",
        "C:\\work\\a.py",
        "src/stock.py\x00",
        "src/\ud800.py",
        "src/a\u3000b.py",
    ],
)
def test_form_violation(pointer):
    assert _judge(pointer) == "form"
    assert judge(pointer).value == "form"


@pytest.mark.parametrize(
    "pointer",
    ["src/gone.py", "src/gone.py:3", "src", "docs/gone.md#why", "README", "Makefile.old:2"],
)
def test_invented(pointer):
    assert _judge(pointer) == "invented"
    assert judge(pointer).value == "ok"


def test_without_a_workspace_a_word_with_a_number_passes_only_as_a_file_name():
    assert judge("Makefile:3").ok
    assert judge("justfile:3").ok
    assert not judge("ticket:3").ok


def test_every_verdict_has_a_reason():
    for pointer in ("src/stock.py", ".", "src/gone.py"):
        assert judge(pointer, FILES.__contains__).reason


def test_parts():
    parts = split("src/stock.py:12-14")
    assert (parts.form, parts.path, parts.line, parts.end) == ("range", "src/stock.py", 12, 14)
    assert split("git:#17").anchor == "17"
    assert split("doc:rules#limits").path == "rules"
    with pytest.raises(ValueError, match="blank"):
        split("a b")


@given(st.text(max_size=40))
def test_any_text_gets_a_verdict_and_agrees_with_split(text):
    verdict = judge(text, lambda _: True)
    if verdict.ok:
        assert split(text).form
    else:
        with pytest.raises(ValueError, match=re.escape(verdict.reason)):
            split(text)


@given(st.from_regex(r"[a-z:#./,0-9-]{1,12}", fullmatch=True))
def test_nothing_exists_in_an_empty_workspace(pointer):
    verdict = judge(pointer, lambda _: False)
    assert not verdict.ok or pointer.startswith(("git:", "record:", "doc:", "user:"))


def test_a_line_number_of_thousands_of_digits_is_read():
    assert split("a.py:" + "9" * 6000).line == 999_999_999
