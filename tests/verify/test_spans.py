"""Blocks of code by their lines, in the layouts of several languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.verify.spans import around, block, defined

TYPESCRIPT = """\
router.get('/', async (req, res) => {
  if (busy) {
    return
  }
  res.end()
})

router.post('/', save)
"""
PYTHON = """\
@router.get("/")
@cached
def rows(
    limit: int,
):
    try:
        return load()
    except Late:
        return []


def other():
    pass
"""
RUBY = """\
get '/' do
  if busy
    halt 503
  else
    rows
  end
end
get '/b' do
end
"""
GO = """\
func list(args []string) error {
    if err != nil {
        return err
    }
    return nil
}

func (s *Store) Save() {
}
"""


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (TYPESCRIPT, 1, 6),
        (TYPESCRIPT, 2, 4),
        (TYPESCRIPT, 8, 8),
        (PYTHON, 1, 9),
        (PYTHON, 12, 13),
        (RUBY, 1, 7),
        (RUBY, 8, 9),
        (GO, 1, 6),
        (GO, 8, 9),
    ],
)
def test_a_block_ends_where_it_ends(text: str, first: int, last: int):
    assert block(text.splitlines(), first) == last


def test_what_is_around_a_line_is_told_from_the_inside_out():
    assert list(around(PYTHON.splitlines(), 7))[:1] == [6]
    assert list(around(TYPESCRIPT.splitlines(), 3)) == [2, 1]


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [(PYTHON, "rows", 3), (PYTHON, "other", 12), (GO, "Save", 8), (GO, "list", 1),
     (RUBY, "rows", None)],
)  # fmt: skip
def test_a_definition_is_found_by_its_name(text: str, name: str, line: int | None):
    assert defined(text.splitlines(), name) == line


@given(st.lists(st.text(alphabet=" \t{}()[];:ab@\n", max_size=12), max_size=30), st.data())
def test_any_text_has_blocks_inside_it(lines: list[str], data: st.DataObject):
    if not lines:
        return
    first = data.draw(st.integers(1, len(lines)))
    assert first <= block(lines, first) <= len(lines)
    assert all(1 <= number < first for number in around(lines, first))
