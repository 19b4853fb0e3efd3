"""What a look-up asks for and what it brings back.

A `Lookup` is one probe action: one surface, one thing looked for, for one unknown. It is kept
whether it found something or not, because "searched here, found nothing" is what a question
shows and what a replay repeats (seed 000, section 4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Surface = Literal[
    "manifests",  # 1 what is installed, pinned, removed
    "entries",  # 2 routes, commands, jobs: the authoritative inventory
    "kin",  # 3 existing implementations of the same kind
    "conventions",  # 4 constants, configuration, environment templates
    "tests",  # 5 asserted shapes, CI gates
    "history",  # 6 commits, reverts, pull requests
    "decisions",  # 7 decision records, changelogs, agent instruction files
    "records",  # 8 records and policies outside code
]

SURFACE_ORDER: tuple[Surface, ...] = (
    "manifests",
    "entries",
    "kin",
    "conventions",
    "tests",
    "history",
    "decisions",
    "records",
)

_NOTHING: Mapping[str, str] = MappingProxyType({})


ClaimKind = Literal[
    "path",  # this file or folder is there
    "symbol",  # this identifier is there
    "flag",  # this option is there
    "route",  # this route is there
    "command",  # this command is there
    "package",  # this package is depended on
    "renamed",  # the first name is there, the second is not yet
    "entry",  # an entry of this sort that does this is not there yet
    "automatic",  # this does not happen by itself yet
    "wrong",  # these texts or names are mistakes
]


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a request states or takes for granted about the workspace.

    `names` are exact names as the request spells them, `terms` stems; for `entry` the first name
    is the sort (`http`, `command`, `option`) and the further ones methods or exact names.
    """

    kind: ClaimKind
    names: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for on one surface.

    `terms` are whole words or stems the mind chose (lower case, already split at case and
    underscores); `names` are exact names from the request or from an earlier fact (a path, a
    package, a constant, a record id). `want` narrows what counts: see each surface's docstring.
    """

    surface: Surface
    terms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    want: str = ""
    near: tuple[str, ...] = ()
    """Workspace paths the hit should lie in or beside, best first (the object's files)."""
    reserved: bool = False
    """The one history query a dangling reference may spend outside the three actions."""
    claims: tuple[Claim, ...] = ()
    """What the request takes for granted: checked together, in one look-up of the premise."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was really opened, with the pointer to where it stands.

    `kind` says what sort of thing it is (dependency, entry, implementation, constant, assertion,
    gate, commit, decision, record, policy ...), `name` and `value` what a sentence needs, `quote`
    the line as it stands in the file (never altered, cut at 300 characters). `more` carries what
    only that kind has, for instance `method`, `path`, `access` (read or write) of an entry,
    `status` of a decision, `effective` of a policy, `dangling` (a reference to a reason kept
    elsewhere), `reason` (the clause that gives one), `bans` (words of what is ruled out).
    """

    surface: Surface
    kind: str
    name: str
    pointer: str
    value: str = ""
    quote: str = ""
    more: Mapping[str, str] = field(default_factory=lambda: _NOTHING)


CITED = 2
"""Pointers of one look-up that are cited: a list of neighbours is read by nobody."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """One look-up that was made, in the words of the trace."""

    field: str
    surface: Surface
    action: str
    """What was done, readable alone: `search: invalidat, stale, evict in src, docs`."""
    facts: tuple[Fact, ...] = ()
    hits: int = 0
    """How many were found in all; `facts` may hold only the best of them."""
    failed: str | None = None
    """Why the look-up could not be made or completed: never the same as finding nothing."""
    ms: int = 0
    """Wall time. Shown to people; enters neither a spec nor a state."""
    reserved: bool = False
    context: tuple[Fact, ...] = ()
    """Spans the request's words lead to, opened beside what was looked for: they show where to
    read and settle nothing. Kind `context`, name the lane, value why; `more` holds its `rank`."""

    @property
    def evidence(self) -> tuple[str, ...]:
        """What is cited, best first: of what was looked for the first few, then what to read."""
        return tuple(dict.fromkeys(f.pointer for f in (*self.facts[:CITED], *self.context)))
