"""A resource and the routes it stands for: the seven of Rails and their kin, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from intent_tui.probe.source.surfaces import Data


class Made(NamedTuple):
    """One route of a resource: its action, its method, its path below the resource's own."""

    action: str
    method: str
    below: str
    member: bool


def expanded(
    row: Data, only: Collection[str] | None, without: Collection[str], *, single: bool = False
) -> Iterator[Made]:
    """The routes of a resource, in the order of the data.

    `row["actions"]` holds [action, method, path]; a path that holds `:id` is about one member. A
    resource there is only one of has no list and no `:id`.
    """
    for action, method, path in row["actions"]:
        if (only is not None and action not in only) or action in without:
            continue
        member = ":id" in path
        if single:
            if action == "index":
                continue
            yield Made(action, method, path.replace("/:id", ""), False)
        else:
            yield Made(action, method, path, member)


def one(word: str) -> str:
    """The singular of a plural as the frameworks form it: `categories` is `category`."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"),
                            ("xes", "x"), ("uses", "us"), ("ss", "ss"), ("us", "us"),
                            ("s", "")):  # fmt: skip
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + instead
    return word
