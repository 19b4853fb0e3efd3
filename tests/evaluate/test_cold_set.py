"""The cold set is well formed. How well it is answered is published, never tested."""

from __future__ import annotations

from collections import Counter

from intent_tui.evaluate.cases import cold, written

LANGUAGES = {"en", "zh", "de", "fr", "es", "pt", "ja", "ko", "ru"}


def test_sixty_requests_and_more_in_nine_languages():
    cases = cold()
    assert len(cases) >= 60
    assert len({case.id for case in cases}) == len(cases)
    counts = Counter(case.language for case in cases)
    assert set(counts) == LANGUAGES
    assert min(counts.values()) >= 3


def test_no_request_of_it_is_a_written_case():
    known = {case.request for case in written()}
    assert not known & {case.request for case in cold()}


def test_every_label_says_how_the_first_turn_may_end():
    for case in cold():
        assert set(case.labels.outcome) <= {"ASK", "ROUTE", "HALT", "silent"}, case.id
        if case.labels.outcome == ("ASK",):
            assert case.labels.first or case.workspace == "empty", case.id
