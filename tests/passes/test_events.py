"""Commands and events survive the wire letter for letter; anything else is refused in words."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.passes.events import Command, Event, decode, encode

KINDS = (*get_args(Event), *get_args(Command))


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60, deadline=None)
@given(st.one_of(*(st.from_type(kind) for kind in KINDS)))
def test_what_is_encoded_comes_back(record: object) -> None:
    line = json.dumps(encode(record), ensure_ascii=True)
    back = decode(json.loads(line))
    assert encode(back) == json.loads(line)
    assert type(back) is type(record)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "Nothing"},
        {"kind": "Submit"},
        {"kind": "Submit", "request": "x", "extra": 1},
        {"kind": "Answer", "words": "x"},
    ],
)
def test_anything_else_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        decode(data)
