"""Good work is met, spoiled work is not: the cases of the evaluation."""

from __future__ import annotations

import pytest

from intent_tui.evaluate import mutants


@pytest.fixture(scope="module", params=mutants.cases())
def tried(request: pytest.FixtureRequest) -> mutants.Tried:
    return mutants.run(request.param)


def test_good_work_gets_the_verdicts_it_deserves(tried: mutants.Tried):
    assert tried.wrong == ()


def test_what_was_spoiled_is_not_met(tried: mutants.Tried):
    assert len(tried.outcomes) >= 20
    alive = [each for each in tried.outcomes if not each.killed]
    false = [each for each in tried.outcomes if each.verdict == "met"]
    assert len(alive) <= 0.1 * len(tried.outcomes), alive
    assert len(false) <= 0.02 * len(tried.outcomes), false
