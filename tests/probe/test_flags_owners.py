"""Feature flags and code owners as facts."""

from __future__ import annotations

import pytest
from builders.cost import floors
from code_files import split, workspace
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.probe import conventions, decisions
from intent_tui.probe.facts import Wanted
from intent_tui.probe.owners import meets, rules

FLAGS = split("""
    === src/lift.ts
    import { useFlag } from './flags';
    export const ENABLE_FAST_LIFT = false;
    const fast = useFlag('fast-lift');
    if (client.isEnabled("night-shift", context)) {}
    // client.isEnabled("gone")
    client.boolVariation('tide.alarm', false);
    element.isEnabled(true);
    === app/dock.rb
    return unless Flipper.enabled?(:night_crew)
    === dock/views.py
    if flag_is_active(request, "slow_lane"): pass
    FEATURE_SLOW_LANE = True
    === config/feature_flags.yml
    fast-lift:
      enabled: true
      owner: quay
    barge: false
    === flags/flags.json
    {"flags": [{"key": "rope", "enabled": true}]}
    === tests/test_x.py
    is_enabled("only-in-tests")
    """)


def flags(place, **asked):
    return conventions.look(place, Wanted("conventions", want="flag", **asked)).facts


def test_every_flag_is_found_where_it_is_declared_and_asked_for(tmp_path):
    found = {
        (f.name, f.value, f.more["place"], f.pointer) for f in flags(workspace(tmp_path, FLAGS))
    }
    assert found == {
        ("ENABLE_FAST_LIFT", "false", "declared", "src/lift.ts:2"),
        ("fast-lift", "", "asked", "src/lift.ts:3"),
        ("night-shift", "", "asked", "src/lift.ts:4"),
        ("tide.alarm", "", "asked", "src/lift.ts:6"),
        ("night_crew", "", "asked", "app/dock.rb:1"),
        ("slow_lane", "", "asked", "dock/views.py:1"),
        ("FEATURE_SLOW_LANE", "True", "declared", "dock/views.py:2"),
        ("fast-lift", "true", "declared", "config/feature_flags.yml:2"),
        ("barge", "false", "declared", "config/feature_flags.yml:4"),
        ("rope", "", "declared", "flags/flags.json:1"),
    }


def test_a_flag_is_asked_for_by_name_or_word(tmp_path):
    place = workspace(tmp_path, FLAGS)
    assert [f.pointer for f in flags(place, names=("fast-lift",))] == [
        "config/feature_flags.yml:2",
        "src/lift.ts:3",
    ]
    assert flags(place, names=("fast-lift",))[0].more["uses"] == "1"
    assert {f.name for f in flags(place, terms=("night",))} == {"night-shift", "night_crew"}
    assert flags(place, names=("none-such",)) == ()


OWNERS = """
# the docks
*                @dock/all  mail@dock.test
*.md             @writers
/src/crane/      @dock/crane   # lifts
docs/*           @docs
**/winch/**      @winch
/src/crane/old/
apps/with\\ blank @blank
"""


@pytest.fixture
def owned(tmp_path):
    return workspace(tmp_path, {".github/CODEOWNERS": OWNERS, "CODEOWNERS": "* @wrong\n"})


@pytest.mark.parametrize(
    ("path", "owners", "line"),
    [
        ("main.go", "@dock/all mail@dock.test", 2),
        ("src/notes.md", "@writers", 3),
        ("src/crane/lift.py", "@dock/crane", 4),
        ("lib/src/crane/lift.py", "@dock/all mail@dock.test", 2),
        ("docs/a.md", "@docs", 5),
        ("docs/deep/a.md", "@writers", 3),
        ("a/b/winch/c/d.py", "@winch", 6),
        ("apps/with blank/x.py", "@blank", 8),
    ],
)
def test_the_last_rule_that_means_a_path_says_who_owns_it(owned, path, owners, line):
    (fact,) = decisions.look(owned, Wanted("decisions", want="owner", near=(path,))).facts
    assert (fact.kind, fact.value) == ("owner", owners)
    assert fact.pointer == f".github/CODEOWNERS:{line}"
    assert fact.more["path"] == path


def test_a_rule_without_owners_takes_them_away(owned):
    found = decisions.look(owned, Wanted("decisions", want="owner", near=("src/crane/old/x",)))
    assert (found.facts, found.failed) == ((), None)


def test_without_a_path_the_words_or_the_rule_for_everything_count(owned):
    by_word = decisions.look(owned, Wanted("decisions", want="owner", terms=("crane",))).facts
    assert [f.name for f in by_word] == ["/src/crane/"]
    everything = decisions.look(owned, Wanted("decisions", want="owner")).facts
    assert [f.name for f in everything] == ["*"]


def test_a_section_gives_owners_to_the_rules_that_name_none(tmp_path):
    text = "[Docks][2] @dock\nsrc/a/\nsrc/b/ @b\n^[Optional]\nsrc/c/\n"
    stated = rules(workspace(tmp_path, {".gitlab/CODEOWNERS": text}))
    assert [(r.pattern, r.owners) for r in stated] == [
        ("src/a/", ("@dock",)),
        ("src/b/", ("@b",)),
        ("src/c/", ()),
    ]


def test_nobody_owns_what_no_file_says(tmp_path):
    place = workspace(tmp_path, {"a.py": "x = 1\n"})
    found = decisions.look(place, Wanted("decisions", want="owner", near=("a.py",)))
    assert (found.facts, found.failed) == ((), None)
    assert "0 owner rules" in found.action


@given(st.text(alphabet="a/*?.\\", max_size=12), st.text(alphabet="a/.", max_size=12))
def test_any_pattern_meets_or_does_not(pattern, path):
    assert meets(pattern, path) in (True, False)
    assert meets("*", path or "a") is ("\n" not in path)


def test_a_pattern_made_to_be_slow_costs_little():
    patterns = ("**/a/" * 40, "*a" * 6, "**/" * 3 + "b", "a*" * 200)
    paths = ("a/" * 200 + "c", "a" * 400)
    assert floors(lambda: [meets(pattern, path) for pattern in patterns for path in paths]) < 60
