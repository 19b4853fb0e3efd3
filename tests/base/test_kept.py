from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.base import kept, knowledge

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


class Maker:
    """Counts how often it is asked."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.asked = 0

    def __call__(self) -> object:
        self.asked += 1
        return self.value


def files(state: Path) -> list[Path]:
    return sorted(state.rglob("*.json"))


@given(value=PLAIN)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_plain_data_comes_back_as_it_was(state: Path, value: object) -> None:
    name = kept.key((repr(value).encode("utf-8", "surrogatepass"),))
    first = kept.recall("r", name, lambda: value, 1000)
    second = kept.recall("r", name, Maker("made again"), 1000)
    assert repr(first) == repr(value)
    assert second == value
    assert type(second) is type(value)


def test_a_value_is_made_once(state: Path) -> None:
    maker = Maker({"a": [1, None]})
    assert [kept.recall("r", "k", maker, 9) for _ in range(3)] == [{"a": [1, None]}] * 3
    assert maker.asked == 1


@pytest.mark.parametrize("value", [{1: "a"}, (1, 2), {"a": {2, 3}}, [b"x"]])
def test_what_is_not_plain_is_made_each_time(state: Path, value: object) -> None:
    maker = Maker(value)
    assert [kept.recall("r", "k", maker, 9) for _ in range(2)] == [value, value]
    assert maker.asked == 2
    assert files(state) == []


@pytest.mark.parametrize("damage", [b"", b"x", b'{"value": "other"}', None])
def test_a_damaged_file_is_made_anew(state: Path, damage: bytes | None) -> None:
    kept.recall("r", "k", Maker("whole"), 9)
    place = files(state)[0]
    place.write_bytes(place.read_bytes()[:-3] if damage is None else damage)
    assert kept.recall("r", "k", Maker("whole"), 9) == "whole"
    assert kept.recall("r", "k", Maker("not asked"), 9) == "whole"


def test_a_link_or_a_pipe_in_its_place_is_not_read(state: Path, tmp_path: Path) -> None:
    kept.recall("r", "k", Maker("whole"), 9)
    place = files(state)[0]
    other = tmp_path / "other"
    place.rename(other)
    place.symlink_to(other)
    assert kept.recall("r", "k", Maker("made"), 9) == "made"
    place.unlink()
    os.mkfifo(place)
    assert kept.recall("r", "k", Maker("made"), 9) == "made"


def test_a_state_folder_that_cannot_be_used_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("INTENT_TUI_STATE_DIR", str(tmp_path / "file"))
    maker = Maker(7)
    assert [kept.recall("r", "k", maker, 9) for _ in range(2)] == [7, 7]
    assert maker.asked == 2


def test_the_room_is_bounded_and_the_oldest_go_first(state: Path) -> None:
    for number in range(40):
        kept.recall("r", f"k{number:02}", Maker(number), 12)
        for place in files(state):
            if place.stem == f"k{number:02}":
                os.utime(place, (number, number))
    names = [place.stem for place in files(state)]
    assert len(names) <= 12
    assert names == [f"k{number}" for number in range(40 - len(names), 40)]


def test_keys_tell_parts_apart() -> None:
    assert kept.key((b"ab", b"c")) != kept.key((b"a", b"bc"))
    assert kept.key((b"a",)) == kept.key((b"a",))


def test_knowledge_is_the_same_with_and_without_what_is_kept(state: Path) -> None:
    paths = [f"words/{name}.yaml" for name in knowledge.names("words")]
    paths += [f"surfaces/{name}.yaml" for name in knowledge.names("surfaces")]

    def read() -> list[str]:
        knowledge.yaml.cache_clear()
        return [repr(knowledge.yaml(path)) for path in paths]

    without = [repr(knowledge.parsed(knowledge.text(path))) for path in paths]
    assert read() == without
    assert files(state)
    assert read() == without
    knowledge.yaml.cache_clear()


def test_kept_knowledge_is_that_of_the_text_as_it_is_now(state: Path) -> None:
    layers = knowledge.layers()
    try:
        for word in ("one", "two"):
            knowledge.use((knowledge.Layer("here", {"words/own.yaml": f"said: {word}\n"}),))
            assert knowledge.yaml("words/own.yaml") == {"said": word}
    finally:
        knowledge.use(layers)
