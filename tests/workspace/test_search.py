"""Literal search: what is found, what is cut, and that it says so."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from git_folder import GitFolder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.workspace import search as room
from intent_tui.workspace.files import FileInfo, Workspace
from intent_tui.workspace.opened import NotOpened


def _workspace(root: Path, **files: str | bytes) -> Workspace:
    folder = GitFolder(root, init=False)
    for name, content in files.items():
        folder.write(name.replace("__", "/").replace("_dot_", "."), content)
    return Workspace.find(root)


def test_hits_are_in_the_order_of_files_and_lines(tmp_path):
    ws = _workspace(
        tmp_path,
        b_dot_py="nothing\nRETRY_LIMIT = 3\n",
        a_dot_py="def retry():\n    pass\n# a limit for retry\n",
    )
    result = ws.search(["retry", "Limit"])
    assert [(hit.path, hit.line, hit.term) for hit in result.hits] == [
        ("a.py", 1, "retry"), ("a.py", 3, "retry"), ("a.py", 3, "limit"),
        ("b.py", 2, "retry"), ("b.py", 2, "limit"),
    ]  # fmt: skip
    assert result.hits[-1].text == "RETRY_LIMIT = 3"
    assert (result.files_scanned, result.partial) == (2, None)


def test_a_hit_is_opened_and_a_miss_is_not(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="yes\n", b_dot_py="no\n")
    [hit] = ws.search(["yes"]).hits
    assert ws.opened.pointer(hit.path, hit.line) == "a.py:1"
    with pytest.raises(NotOpened):
        ws.opened.pointer("b.py")


def test_whole_words(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="catalog\ncat\nmy_cat\n(cat)\ncat_cat cat\nCAT\n")
    assert [hit.line for hit in ws.search(["cat"], whole_words=True).hits] == [2, 4, 5, 6]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("退款", "先退款后发货"),
        ("GRÖSSE", "die größe? nein: GRÖSSE"),
        ("ñandú", "ÑANDÚ"),
        ("İx", "i̇x"),
    ],
)
def test_every_script_is_compared_without_case(tmp_path, term, text):
    ws = _workspace(tmp_path, a_dot_md=text)
    assert len(ws.search([term]).hits) == 1


def test_wide_encodings_are_searched(tmp_path):
    ws = _workspace(tmp_path, a_dot_md="one\nneedle\n".encode("utf-16"))
    assert [hit.line for hit in ws.search(["NEEDLE"]).hits] == [2]


def test_terms_are_taken_literally(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="(a+)+$\naaaa\n")
    assert [hit.line for hit in ws.search(["(a+)+$"]).hits] == [1]
    assert ws.search(["", "  "]).hits == ()
    assert ws.search([]).files_scanned == 0


def test_a_long_line_is_cut_and_a_huge_one_passed_over(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="needle" + "y" * 1000 + "\n" + "z" * 6000 + "needle\n")
    result = ws.search(["needle"])
    assert [(hit.line, len(hit.text)) for hit in result.hits] == [(1, 300)]
    assert result.partial == "a.py has lines too long to look at"


def test_limits_are_told(tmp_path, monkeypatch):
    ws = _workspace(tmp_path, a_dot_py="hit\n" * 10, b_dot_py="hit\n" * 10)
    result = ws.search(["hit"], limit=5)
    assert len(result.hits) == 5
    assert result.partial == "more than 5 hits; the rest was left out"
    assert ws.search(["hit"], limit=20).partial is None
    monkeypatch.setattr(room, "BUDGET", 45)
    assert len(ws.search(["hit"]).hits) == 10
    assert "rest was left out" in (ws.search(["hit"]).partial or "")


def test_a_file_too_large_is_told(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="needle\n")
    with (tmp_path / "a.py").open("ab") as stream:
        stream.truncate(2 << 30)
    with (tmp_path / "b.py").open("wb") as stream:
        stream.write(b"needle\n" + b"filler\n" * 200_000)
    begin = time.process_time()
    result = Workspace.find(tmp_path).search(["needle"])
    assert time.process_time() - begin < 5
    assert ("b.py", 1) in [(hit.path, hit.line) for hit in result.hits]
    assert "is too large; its end was left out" in (result.partial or "")
    assert ws.root == tmp_path


def test_a_file_that_went_away_is_told(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="x\n", b_dot_py="x\n")
    assert len(ws.inventory.files) == 2
    (tmp_path / "a.py").unlink()
    result = ws.search(["x"])
    assert [hit.path for hit in result.hits] == ["b.py"]
    assert result.partial == "a.py does not exist"


def test_binary_content_is_no_text(tmp_path):
    ws = _workspace(tmp_path, a_dot_py=b"needle\0\n", b_dot_png="needle", c_dot_py="needle")
    assert [hit.path for hit in ws.search(["needle"]).hits] == ["c.py"]


def test_chosen_files_only_and_counts(tmp_path):
    ws = _workspace(tmp_path, a_dot_py="go go\nGO\n", b_dot_md="go\n", c_dot_py="no\n")
    assert ws.files_with(["go"]) == {"a.py": 3, "b.md": 1}
    assert ws.files_with(["go"], ws.inventory.of("doc")) == {"b.md": 1}
    assert ws.search(["go"], [FileInfo("gone.py", "src", "python")]).hits == ()


WORDS = st.text(alphabet="abAB_- ", max_size=12)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    lines=st.lists(WORDS, max_size=8),
    terms=st.lists(st.text(alphabet="abAB_", min_size=1, max_size=3), max_size=3),
)
def test_finds_what_a_plain_loop_finds(tmp_path, lines, terms):
    (tmp_path / "f.txt").write_text("\n".join(lines))
    ws = Workspace.find(tmp_path)
    wanted = list(dict.fromkeys(term.lower() for term in terms))
    expected = [
        (number, term)
        for number, line in enumerate(lines, start=1)
        for term in wanted
        if term in line.lower()
    ]
    result = ws.search(terms, [FileInfo("f.txt", "doc", "text")])
    assert [(hit.line, hit.term) for hit in result.hits] == expected
