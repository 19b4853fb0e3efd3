"""Which spans a request leads to: by words, by kinds of places, and one step from them."""

from __future__ import annotations

import json

import jsonschema
import pytest
from builders.cost import floors
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.base import knowledge
from intent_tui.language import stems
from intent_tui.probe.facts import Wanted
from intent_tui.probe.lanes import data, ranked
from intent_tui.probe.lanes.spans import LONGEST, WHOLE, windows
from intent_tui.probe.lanes.terms import asked
from intent_tui.probe.plan import PREMISE, Prober
from intent_tui.workspace.files import Workspace

FILES = split(
    """
    === garden/models/plot.py
    class Plot:
        name: str
        watered_at: str
        harvest_limit: int = 3
    === garden/jobs.py
    import threading
    from garden.store import sweep

    def start():
        scheduler.add_job(sweep, hours=1)
    === garden/store.py
    def sweep():
        return 1

    def remember(plot):
        try:
            write(plot)
        except WriteRefused:
            raise
    === garden/errors.py
    class WriteRefused(Exception):
        code = 7
    === garden/prices/apple_source.py
    def fetch_apple():
        return get("apple")
    === garden/prices/pear_source.py
    def fetch_pear():
        try:
            return get("pear")
        except OSError:
            return None
    === garden/prices/plum_source.py
    def fetch_plum():
        return get("plum")
    === config/production.ini
    [watering]
    x_forwarded_for = on
    === tests/test_plot.py
    def test_a_plot_keeps_its_harvest():
        assert Plot().harvest_limit == 3
    === docs/garden.md
    # Plots
    A plot can be harvested three times.
    === LICENSE
    Plot plot plot harvest harvest.
    === locales/xx.py
    PLOT = "plot harvest"
    """
)


@pytest.fixture
def garden(tmp_path):
    return workspace(tmp_path, FILES)


def lanes_of(places, path):
    return {place.lane for place in places if place.path == path}


def test_the_type_and_its_test_are_among_the_first(garden):
    found = ranked(garden, "Let a plot be harvested more often", "en")
    first = [place.path for place in found[:5]]
    assert {"garden/models/plot.py", "tests/test_plot.py"} <= set(first)


def test_a_kind_finds_a_line_without_a_word_of_the_request(garden):
    found = ranked(garden, "Water every plot automatically each day", "en")
    assert "schedule" in lanes_of(found, "garden/jobs.py")


@pytest.mark.parametrize(
    ("text", "language"),
    [("Plot 每天自动浇水", "zh"), ("Plot jeden Tag automatisch gießen, täglich", "de")],
)
def test_cues_of_other_languages_call_for_the_same_kind(garden, text, language):
    assert lanes_of(ranked(garden, text, language), "garden/jobs.py") & {"schedule"}


def test_what_a_line_names_is_followed_to_its_definition(garden):
    found = ranked(garden, "remember a plot when the store is down", "en")
    assert "garden/errors.py" in [place.path for place in found]


def test_siblings_of_a_family_are_shown(garden):
    found = ranked(garden, "Keep going when an apple source fails", "en")
    paths = {place.path for place in found}
    assert {f"garden/prices/{name}_source.py" for name in ("apple", "pear", "plum")} <= paths


def test_a_licence_is_never_read(garden):
    assert "LICENSE" not in {each.path for each in ranked(garden, "harvest a plot", "en")}


def test_spans_lie_in_their_files_and_do_not_overlap(garden):
    found = ranked(garden, "harvest a plot and remember it in the store", "en")
    taken = set()
    for place in found:
        length = len((garden.root / place.path).read_text().split("\n"))
        assert 1 <= place.first <= place.best <= place.last <= length
        assert place.last - place.first < max(LONGEST, WHOLE)
        lines = {(place.path, number) for number in range(place.first, place.last + 1)}
        assert not lines & taken
        taken |= lines


def test_a_short_file_is_read_whole(garden):
    found = ranked(garden, "harvest a plot", "en")
    plot = next(place for place in found if place.path == "garden/models/plot.py")
    assert plot.first == 1
    assert plot.last >= 4


def test_the_place_of_the_strongest_kind_follows_what_all_agree_on(garden):
    found = ranked(garden, "Remember each plot automatically every day", "en")
    assert [place.lane for place in found[:3]] == ["words", "words", "schedule"]


def test_the_list_is_the_same_each_time(garden, tmp_path):
    text = "remember the harvest of each plot, with `harvest_limit` as a setting"
    again = Workspace.find(garden.root)
    assert ranked(garden, text, "en") == ranked(again, text, "en")


def test_nothing_is_named_in_an_empty_workspace(tmp_path):
    assert ranked(workspace(tmp_path, {"a.bin": "\0"}), "harvest a plot", "en") == ()


def test_every_span_is_handed_out_once_and_only_beside_look_ups_for_fields(garden):
    prober = Prober(garden)
    prober.about("remember the harvest of a plot", "en")
    premise = prober.premise(Wanted("kin", terms=("plot",)))
    looked = [prober.look("one", Wanted("kin", terms=("plot",))) for _ in range(3)]
    assert premise is not None
    assert premise.field == PREMISE
    assert not premise.context
    given_out = [fact.pointer for each in looked if each for fact in each.context]
    assert given_out
    assert len(given_out) == len(set(given_out))
    assert all(garden.opened.minted(pointer) for pointer in given_out)
    assert all(fact.kind == "context" for each in looked if each for fact in each.context)


def test_a_file_of_secrets_is_not_shown(tmp_path):
    files = {".env": "PLOT_TOKEN=abcdef0123456789\n", "plot.py": "PLOT = 1\n"}
    assert {each.path for each in ranked(workspace(tmp_path, files), "the plot token", "en")} == {
        "plot.py"
    }


def test_hostile_files_cost_little(tmp_path):
    files = {
        "wide.py": "plot " * 60_000,
        "deep.py": "\n".join(" " * n + "if plot:" for n in range(900)),
        "same.py": "plot = 1\n" * 20_000,
    }
    found: list[object] = []
    place = workspace(tmp_path, files)
    assert floors(lambda: found.extend(ranked(place, "harvest the plot", "en"))) < 800
    assert found


@given(st.text(max_size=300), st.sampled_from(["en", "de", "zh", "ja", "ru"]))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read(text, language):
    read = asked(text, language)
    assert all(term.weight > 0 for term in read.terms)
    assert len({term.stem for term in read.terms}) == len(read.terms)
    assert read == asked(text, language)


@given(
    st.lists(st.text(max_size=40), min_size=1, max_size=120),
    st.sets(st.integers(1, 120), min_size=1),
)
@settings(max_examples=80, deadline=None)
def test_windows_hold_their_hits(texts, numbers):
    lines = [text.replace("\n", " ") for text in texts]
    hits = {number: {"word": 1.0} for number in sorted(numbers) if number <= len(lines)}
    found = windows(lines, hits, "a.py", 4)
    assert bool(found) == bool(hits)
    for window in found:
        assert 1 <= window.first <= window.best <= window.last <= len(lines)
        assert window.best in hits


def test_the_kinds_fit_their_schema_and_speak_every_language():
    schema = json.loads(knowledge.text("schema/lanes.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(knowledge.yaml("lanes/kinds.yaml"))
    assert all(mark == mark.lower() for kind in data.kinds() for mark in kind.marks)


def test_a_general_word_is_not_looked_for_beside_telling_ones():
    read = asked("please change the harvest of the orchard today", "en")
    stems_read = {term.stem for term in read.terms}
    assert {stems.stem("harvest"), stems.stem("orchard")} <= stems_read
    assert stems.stem("please") not in stems_read
