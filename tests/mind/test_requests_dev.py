"""Ordinary requests against their labels; the misses are named and each must still be one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from intent_tui.mind.offline import drafting, text

DATA = yaml.safe_load((Path(__file__).parent / "requests_dev.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", DATA["requests"], ids=lambda row: row["say"][:40])
def test_a_request_gets_its_label_unless_it_is_a_named_miss(row: dict[str, Any]):
    wrong = _wrong(row)
    if row["say"] in DATA["misses"]:
        assert wrong, "no miss any more: take it off the list"
    else:
        assert wrong == []


def _wrong(row: dict[str, Any]) -> list[str]:
    reading = text.read(row["say"])
    draft = drafting.draft(reading, "code")
    found = []
    if reading.start is not row.get("start", True):
        found.append(f"starts: {reading.start}")
    if "book" in row and draft.playbook != row["book"]:
        found.append(f"playbook: {draft.playbook}")
    if "stated" in row and row["stated"] not in [each.text for each in draft.explicit]:
        found.append(f"stated: {[each.text for each in draft.explicit]}")
    if row.get("closed") in [each.field for each in draft.unknowns]:
        found.append(f"still open: {row['closed']}")
    return found
