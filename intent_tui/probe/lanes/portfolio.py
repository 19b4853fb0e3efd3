"""Fusion of the lanes: what they agree on, and a place of its own for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from intent_tui.probe.lanes.place import Place

MOST = 20
"""Spans in the list."""
FIRST = 2
"""Spans by agreement of all lanes, before each lane has its own place."""
LOOKED = 40
"""Places of one lane that count."""

_WEIGHT = {"words": 1.3, "names": 0.9, "types": 1.0, "test": 0.6, "doc": 0.6, "hop": 0.8}
_KIND = 0.8
_AGREED = 0.4
"""Share a place gains for one it overlaps with: several windows of a file are one reading."""


def portfolio(lanes: Mapping[str, Sequence[Place]], kinds: Sequence[str] = ()) -> tuple[Place, ...]:
    """First what the lanes agree on, then one of each lane in order, then what they agree on.

    Of the lanes that of the strongest kind comes first: how such a thing is done here is what a
    reader asks next.

    Reciprocal ranks are added; a lane's best place is worth more than any weight, so each lane the
    request calls for has a place reserved.
    """
    fused: list[tuple[float, Place]] = []
    by_file: dict[str, list[int]] = {}
    for name, places in lanes.items():
        weight = _WEIGHT.get(name, _KIND)
        for rank, place in enumerate(places[:LOOKED]):
            gain = weight / (2 + rank)
            for at in by_file.get(place.path, ()):
                score, kept = fused[at]
                if meet(kept, place):
                    fused[at] = (score + gain * _AGREED, kept)
                    break
            else:
                by_file.setdefault(place.path, []).append(len(fused))
                fused.append((gain, place))
    fused.sort(key=lambda row: (-row[0], row[1].path, row[1].first))
    chosen: list[Place] = []
    for _, place in fused[:FIRST]:
        _take(chosen, place)
    for name in sorted(lanes, key=lambda name: name not in kinds[:1]):
        for place in lanes[name]:
            if _take(chosen, place):
                break
    for _, place in fused:
        if len(chosen) >= MOST:
            break
        _take(chosen, place)
    return tuple(chosen[:MOST])


def meet(one: Place, other: Place) -> bool:
    """Whether two places share a line."""
    return one.path == other.path and one.first <= other.last and other.first <= one.last


def _take(chosen: list[Place], place: Place) -> bool:
    if any(meet(place, other) for other in chosen):
        return False
    chosen.append(place)
    return True
