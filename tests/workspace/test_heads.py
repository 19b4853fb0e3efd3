"""The head of a saved spec says what the whole file says, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.spec.model import Decision, IntentSpec, Resolution, TraceItem
from intent_tui.spec.yaml import dump, load
from intent_tui.workspace.heads import head

SPEC = IntentSpec(
    request="x",
    intent="tell_skippers",
    objects=("a",),
    constraints=(),
    unknown=(),
    decision=Decision("ROUTE", 0.9, target="implement"),
    resolution=Resolution(0, 0, 0, 0, 3),
    trace=(TraceItem("parse", "request: another\nintent: none"),),
    verification_status="routed",
)


@settings(max_examples=400, deadline=None)
@given(st.text(min_size=1, max_size=200), st.sampled_from(["asked", "routed", "verified", None]))
def test_what_a_head_says_the_file_says(request: str, status: str | None):
    spec = replace(SPEC, request=request, verification_status=status)
    text = dump(spec)
    found = head(text.encode())
    whole = load(text).spec
    if whole is None:
        return
    assert found is not None
    assert (found.request, found.intent, found.status, found.state) == (
        whole.request,
        whole.intent,
        whole.verification_status,
        "ROUTE",
    )


@given(st.binary(max_size=300))
def test_any_bytes_have_a_head_or_none(data: bytes):
    head(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "request: a\nrequest: b\nintent: c\ndecision:\n  state: ASK\n",
        "request: *x\nintent: c\ndecision:\n  state: ASK\n",
        "request: [a]\nintent: c\ndecision:\n  state: ASK\n",
        "request: a\ndecision:\n  state: ASK\n",
        "{request: a, intent: b}",
    ],
)
def test_what_is_laid_out_otherwise_is_left_to_a_full_load(text: str):
    assert head(text.encode()) is None
