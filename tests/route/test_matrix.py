"""The matrix of documents and shared files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from intent_tui.route import prd_files
from intent_tui.route.lanes import plan
from intent_tui.route.matrix import matrix
from intent_tui.route.prd_document import Document
from intent_tui.route.prd_files import FileSet


def declares(*paths: str) -> FileSet:
    rows = [f"- `{path}` - EDIT: x" for path in paths]
    return prd_files.read(Document("\n".join([f"**Files ({len(paths)}):**", "", *rows])))


def test_documents_are_columns_and_shared_files_are_rows():
    files = {
        "tides.md": declares("src/a.py", "src/b.py"),
        "alone.md": declares("src/z.py"),
        "berths.md": declares("src/B.py", "src/c.py", "src/own.py"),
        "quays.md": prd_files.read(Document("**Files:** `src/c.py`")),
    }
    shared, alone = plan(files, mode="auto", max_lanes=4).groups
    assert matrix(alone, files) == ["1 alone.md"]
    assert matrix(shared, files) == [
        "1 tides.md",
        "2 berths.md",
        "3 quays.md unproven",
        "1 2 3",
        "x x .  src/B.py",
        ". x x  src/c.py",
    ]


SETS = st.dictionaries(
    st.from_regex(r"[a-z]{1,3}\.md", fullmatch=True),
    st.lists(st.sampled_from("abcdef"), max_size=4, unique=True),
    min_size=1,
    max_size=12,
)


@given(SETS)
def test_each_row_has_a_mark_a_document_and_two_at_least(given_: dict[str, list[str]]):
    files = {name: declares(*(f"s/{path}.py" for path in paths)) for name, paths in given_.items()}
    for group in plan(files, mode="auto", max_lanes=4).groups:
        lines = matrix(group, files)
        for line in lines[len(group.lanes) + 1 :]:
            marks = line.split("  s/")[0].split()
            assert len(marks) == len(group.lanes)
            assert marks.count("x") >= 2
