"""The shared answers about sources: what they say, and that asking cheaply says the same."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from code_files import workspace
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.probe.entries import inventory
from intent_tui.probe.facts import Wanted
from intent_tui.probe.kin import COUNTED_BYTES
from intent_tui.probe.kin import look as look_kin
from intent_tui.probe.source import corpus as corpora
from intent_tui.probe.source.corpus import Corpus
from intent_tui.probe.source.memory import uncollected
from intent_tui.probe.source.words import Vocabulary, nearness, same
from intent_tui.probe.tests import look as look_tests

FILES = {
    "src/Harbour.py": "import flask\nLIMIT = 4  # Größe\n",
    "src/berths.ts": "export const berths = 3;\n",
    "settings.yaml": "harbour:\n  berths: 9\n",
    "tests/harbour.json": '{"BERTHS": 3}\n',
    ".env.example": "BERTHS=\n",
    "README.md": "harbour and berths\n",
    "src/logo.png": "berths\n",
}


def paths(corpus: Corpus, flags: bytes) -> list[str]:
    return [corpus.files[number].info.path for number in corpus.numbers(flags)]


def test_holds_sources_settings_and_tests_only(tmp_path: Path) -> None:
    corpus = Corpus(workspace(tmp_path, FILES))
    assert [source.info.path for source in corpus.files] == [
        ".env.example",
        "settings.yaml",
        "src/Harbour.py",
        "src/berths.ts",
        "tests/harbour.json",
    ]


def test_answers_are_about_lower_cased_bytes_and_paths(tmp_path: Path) -> None:
    corpus = Corpus(workspace(tmp_path, FILES))
    assert paths(corpus, corpus.holding((b"berths",))) == [
        ".env.example",
        "settings.yaml",
        "src/berths.ts",
        "tests/harbour.json",
    ]
    assert paths(corpus, corpus.holding((b"flask", b"const"))) == [
        "src/Harbour.py",
        "src/berths.ts",
    ]
    assert paths(corpus, corpus.holding(())) == []
    assert paths(corpus, corpus.named("harbours")) == ["src/Harbour.py", "tests/harbour.json"]
    code = corpus.of_kinds(("src", "test"))
    assert paths(corpus, code) == ["src/Harbour.py", "src/berths.ts"]
    assert paths(corpus, corpus.both(code, corpus.holding((b"berths",)))) == ["src/berths.ts"]


def test_a_question_is_not_put_to_the_disk_twice(tmp_path: Path) -> None:
    corpus = Corpus(workspace(tmp_path, FILES))
    before = corpus.holding((b"berths",))
    (tmp_path / "src/berths.ts").write_text("nothing", encoding="utf-8")
    assert corpus.holding((b"berths",)) == before
    assert paths(corpus, corpus.holding((b"const",))) == ["src/berths.ts"]


def test_what_memory_has_no_room_for_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"src/f{number}.py": f"word_{number} = 1\n" * 20 for number in range(6)}
    whole = Corpus(workspace(tmp_path, files))
    monkeypatch.setattr(corpora, "KEPT", 300)
    small = Corpus(workspace(tmp_path, files))
    for needle in (b"word_0", b"word_5", b"nowhere"):
        assert small.holding((needle,)) == whole.holding((needle,))
    assert [small.low(number) for number in range(6)] == [whole.low(number) for number in range(6)]
    assert small.size(small.of_kinds(("src",))) == sum(map(len, files.values()))


def test_narrowing_leaves_every_file_that_holds_the_text(tmp_path: Path) -> None:
    corpus = Corpus(workspace(tmp_path, FILES))
    assert corpus.narrowed(b"berths = 3").count(1) == len(corpus.files)
    corpus.ask((b"berth", b"const", b"flask"))
    assert paths(corpus, corpus.narrowed(b"const berths")) == ["src/berths.ts"]


def test_a_file_nobody_may_read_holds_nothing(tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("berths = 1\n", encoding="utf-8")
    root = tmp_path / "root"
    made = workspace(root, {"src/a.py": "berths = 2\n"})
    (root / "src/b.py").symlink_to(outside)
    corpus = Corpus(made)
    assert [source.info.path for source in corpus.files] == ["src/a.py", "src/b.py"]
    assert paths(corpus, corpus.holding((b"berths",))) == ["src/a.py"]


WORDS = st.text(alphabet="abcdegilnoprsty", min_size=1, max_size=9)


@given(st.sets(WORDS, max_size=30), WORDS)
def test_a_vocabulary_says_what_comparing_each_part_says(words: set[str], term: str) -> None:
    assert Vocabulary(words).same(term) == sorted(word for word in words if same(term, word))


@pytest.mark.parametrize(
    ("term", "means"),
    [("person", ["people", "person"]), ("cach", ["cache", "caching"]), ("42", ["42"])],
)
def test_a_vocabulary_knows_odd_plurals_and_stems(term: str, means: list[str]) -> None:
    words = ("people", "person", "cache", "caching", "cachet_maker", "42", "4242", "422")
    assert Vocabulary(words).same(term) == means


STEPS = st.lists(st.sampled_from(["a", "b", "c.py", "d.py"]), min_size=1, max_size=4)


@given(STEPS, st.lists(STEPS, max_size=3))
def test_nearness_is_highest_for_the_file_itself(own: list[str], others: list[list[str]]) -> None:
    path, near = "/".join(own), tuple("/".join(steps) for steps in others)
    score = nearness(path, near)
    assert 0.0 <= score <= 1.0
    assert nearness(path, (path, *near)) == 1.0
    assert (score == 0.0) or any(step.split("/")[0] == own[0] for step in near)


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_as_it_was_after_an_index(tmp_path: Path, enabled: bool) -> None:
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        inventory(workspace(tmp_path, FILES))
        assert gc.isenabled() is enabled
        with uncollected():
            assert not gc.isenabled()
        with pytest.raises(ZeroDivisionError), uncollected():
            print(1 // 0)
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_uses_are_counted_exactly_or_not_at_all(tmp_path: Path) -> None:
    many = "x = dock_ship(1)\n" * 40_000
    files = {"src/dock.py": "def dock_ship(ship):\n    return ship\n"}
    few = workspace(tmp_path / "few", {**files, "src/use.py": "dock_ship(1)\ndock_ship(2)\n"})
    wanted = Wanted(surface="kin", terms=("dock",))
    assert look_kin(few, wanted).facts[0].more["calls"] == "2"
    uses = {f"src/use_{n}.py": many for n in range(COUNTED_BYTES // len(many) + 1)}
    crowd = workspace(tmp_path / "crowd", {**files, **uses})
    first = next(fact for fact in look_kin(crowd, wanted).facts if fact.name == "dock_ship")
    assert "calls" not in first.more


def test_the_test_that_speaks_most_of_a_thing_is_read_among_many(tmp_path: Path) -> None:
    files = {f"tests/test_{n:03}.py": "def test_it():\n    assert dock\n" for n in range(200)} | {
        "tests/test_zz_dock.py": 'def test_dock_shape():\n    assert dock() == {"ships": 1}\n'
    }
    made = workspace(tmp_path, files)
    found = look_tests(made, Wanted(surface="tests", terms=("dock",), want="shape"))
    assert found.facts[0].name == "test_dock_shape"
    assert found.action == "tests: dock in 201 test files"
