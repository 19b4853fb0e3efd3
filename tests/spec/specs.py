"""Specs for the tests of this room: one of each outcome, and hypothesis strategies."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from intent_tui.spec.model import (
    Constraint,
    Decision,
    IntentSpec,
    Option,
    Question,
    Resolution,
    TraceItem,
    Unknown,
    Verification,
    VerificationResult,
)

ROUTE = IntentSpec(
    request="show the depot's opening hours: all of them, #2 included",
    intent="show_opening_hours",
    objects=("opening hours", "depot"),
    constraints=(
        Constraint("explicit", "Every depot is shown, the second one included", category="scope"),
        Constraint(
            "probed",
            "Hours come from the depot table",
            "src/depots/table.py:14",
            category="data_compatibility",
        ),
        Constraint("asked", "A closed depot stays in the list", category="scope"),
        Constraint("inferred", "Times use the 24-hour clock", "docs/style.md#times"),
    ),
    unknown=(),
    decision=Decision("ROUTE", 0.85, target="implement"),
    resolution=Resolution(3, 1, 1, 1, 3),
    trace=(
        TraceItem("parse", "three unknowns: source, closed, format"),
        TraceItem("probe", "source: read the table", "src/depots/table.py:14"),
        TraceItem("emit", "ROUTE"),
    ),
    verification_status="routed",
)

QUESTION = Question(
    "What happens to a depot that is closed?",
    "Only you know what visitors expect",
    "A",
    (Option("A", "It stays, marked closed"), Option("B", "It is left out")),
)

ASK = replace(
    ROUTE,
    constraints=(*ROUTE.constraints[:2], *ROUTE.constraints[3:]),
    unknown=(Unknown("closed_depots", "ask", "scope", note="the table has both kinds"),),
    decision=Decision("ASK", 0.55, question=QUESTION),
    resolution=Resolution(3, 1, 0, 1, 3),
    verification_status="asked",
)

HALT = replace(
    ASK,
    decision=Decision("HALT", 0.2, cause="underspecified", open_fields=("closed_depots",)),
    resolution=Resolution(3, 1, 0, 1, 0),
)

DEGRADED = replace(
    HALT, decision=Decision("HALT", 0.1, cause="degraded", error="git log failed: bad object")
)

VERIFIED = replace(
    ROUTE,
    verification_status="verified",
    verification=Verification(
        "partial",
        "2026-10-02T09:00",
        (
            VerificationResult("Every depot is shown", "met", "src/depots/page.py:9"),
            VerificationResult("A closed depot stays in the list", "not_met"),
        ),
    ),
)

ALL = (ROUTE, ASK, HALT, DEGRADED, VERIFIED)

_NASTY = st.sampled_from(
    ["yes", "No", "null", "~", "1.0", "0x1F", "1e3", "2026-10-01", "12:30:45", "- a", "a: b",
     "a #b", "#", "''", '"', "|", ">", "&a", "*a", "!x", "%", "@", "`", "{}", "[]", "? k", "---",
     "...", "a\nb", "a\n\nb", "\na", "a\n", " a", "a ", "\ta", "a\t", "a\r\nb", "a\r", "\x85",
     "a\u2028b", "\u2029", "\ufeff", "\x00", "\x1b[31m", "\u202eabc", "a\n  b", "a\n# b\nc",
     "  a\nb", "a\n b", "a\n \nb", "a\n\t\nb", "=", "<<", "\\", "a\\n", "\U0001f600", "日本: 語",
     "y", "𐀀", "\u00a0", "\u3000x", "\ufffe", "\U0010ffff", "a\n---\nb", "a\n...\nb"]
)  # fmt: skip
TEXT = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=60),
    st.text("ab \n\r\t#:-'\"\\|>\u2028\x85", min_size=1, max_size=20),
    _NASTY,
    st.lists(_NASTY, min_size=2, max_size=3).map("\n".join),
)
NAME = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
POINTER = st.sampled_from(
    ["src/a.py", "src/a.py:3", "src/a.py:3-9", "docs/b.md#how-it-ends", "git:0a1b2c3", "git:#12",
     "user:delegated", "record:parcels/9", "doc:rules#returns", "docs/日本.md#節"]
)  # fmt: skip
CATEGORY = st.none() | st.sampled_from(
    ["scope", "approach", "data_compatibility", "failure_behavior", "acceptance",
     "non_goals_constraints"]
)  # fmt: skip

CONSTRAINT = st.builds(
    Constraint,
    st.sampled_from(["explicit", "probed", "asked", "inferred"]),
    TEXT,
    POINTER,
    st.booleans(),
    CATEGORY,
) | st.builds(Constraint, st.sampled_from(["explicit", "asked"]), TEXT)
UNKNOWN = st.builds(
    Unknown,
    TEXT,
    st.sampled_from(["probe", "ask"]),
    CATEGORY,
    st.none() | st.sampled_from(["ambiguous", "conflict", "premise"]),
    st.none() | TEXT,
)
_CONFIDENCE = st.floats(0, 1, allow_nan=False)
_OPTIONS = st.lists(TEXT, min_size=2, max_size=3).map(
    lambda texts: tuple(Option("ABC"[place], text) for place, text in enumerate(texts))
)
_QUESTION = st.builds(Question, TEXT, TEXT, st.sampled_from(["A", "B"]), _OPTIONS)
DECISION = st.one_of(
    st.builds(lambda c, t: Decision("ROUTE", c, target=t), _CONFIDENCE, TEXT),
    st.builds(lambda c, q: Decision("ASK", c, question=q), _CONFIDENCE, _QUESTION),
    st.builds(
        lambda c, f: Decision("HALT", c, cause="underspecified", open_fields=tuple(f)),
        _CONFIDENCE,
        st.lists(TEXT, min_size=1, max_size=3),
    ),
    st.builds(lambda c, e: Decision("HALT", c, cause="degraded", error=e), _CONFIDENCE, TEXT),
)
TRACE = st.builds(
    TraceItem,
    st.sampled_from(["parse", "probe", "ask", "typecheck", "emit"]),
    TEXT,
    st.none() | POINTER,
)
_RESULT = st.builds(
    VerificationResult,
    TEXT,
    st.sampled_from(["met", "not_met", "not_checkable"]),
    st.none() | POINTER,
)
VERIFICATION = st.builds(
    Verification,
    st.sampled_from(["verified", "partial", "not_checkable"]),
    TEXT,
    st.lists(_RESULT, max_size=3).map(tuple),
)
COUNT = st.integers(0, 9)

SPEC = st.builds(
    IntentSpec,
    request=TEXT,
    intent=NAME,
    objects=st.lists(TEXT, max_size=3).map(tuple),
    constraints=st.lists(CONSTRAINT, max_size=3).map(tuple),
    unknown=st.lists(UNKNOWN, max_size=2).map(tuple),
    decision=DECISION,
    resolution=st.builds(Resolution, COUNT, COUNT, COUNT, COUNT, COUNT),
    trace=st.lists(TRACE, max_size=3).map(tuple),
    verification_status=st.none() | st.sampled_from(["asked", "routed", "verified", "superseded"]),
    verification=st.none() | VERIFICATION,
)
