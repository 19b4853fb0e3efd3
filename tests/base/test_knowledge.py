from __future__ import annotations

import pytest

from intent_tui.base import knowledge


def test_folders_of_shipped_data_are_found():
    assert knowledge.folder("references").is_dir()
    assert knowledge.folder("themes").is_dir()


def test_a_missing_folder_is_an_error_that_names_it():
    with pytest.raises(FileNotFoundError, match="no_such_data"):
        knowledge.folder("no_such_data")


def test_names_of_a_missing_folder_are_none():
    assert knowledge.names("no_such_folder") == ()


def test_names_are_sorted_stems():
    home = knowledge.folder("references")
    for folder in sorted(path.name for path in home.iterdir() if path.is_dir()):
        found = knowledge.names(folder)
        assert list(found) == sorted(found)
        assert all((home / folder / f"{name}.yaml").is_file() for name in found)


@pytest.mark.parametrize("path", ["../pyproject.toml", "/etc/hostname", "words/../../x"])
def test_a_path_that_leaves_the_folder_is_refused(path):
    with pytest.raises(ValueError, match="not a path below"):
        knowledge.text(path)


def test_a_missing_file_is_an_error():
    with pytest.raises(FileNotFoundError):
        knowledge.text("words/xx.yaml")


def test_the_edition_tells_another_set_of_layers() -> None:
    before = knowledge.layers()
    plain = knowledge.edition()
    try:
        knowledge.use((knowledge.Layer("here", {"words/own.yaml": "said: one\n"}),))
        one = knowledge.edition()
        knowledge.use((knowledge.Layer("here", {"words/own.yaml": "said: two\n"}),))
        assert len({plain, one, knowledge.edition()}) == 3
    finally:
        knowledge.use(before)
    assert knowledge.edition() == plain
