"""The two shipped pages on look-ups and domains, made from the data and the limits they describe.

`python -m intent_tui.probe.pages` writes them anew; a test keeps them equal to this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from intent_tui.base import knowledge
from intent_tui.probe.domains import DERIVED, listed
from intent_tui.probe.facts import SURFACE_ORDER
from intent_tui.probe.plan import ACTIONS, PREMISE_LOOKUPS
from intent_tui.probe.result import KEPT

_MADE = "Made by `python -m intent_tui.probe.pages`; a test keeps it equal to the data it is from."
_SHOWN = 8
"""Words of a list that a page shows; the data file has all of them."""

_SURFACES: Mapping[str, tuple[str, str, str]] = {
    "manifests": (
        "Is it there, in which version, and why that one?",
        "a package by name; a capability such as `cache_client`; words of a package's name",
        "`dependency`, `locked`, `removed`",
    ),
    "entries": (
        "Which routes, commands and jobs are there? The only authority for scope.",
        "all, reads, writes, http, commands, jobs; words or exact routes",
        "`entry`",
    ),
    "kin": (
        "How is a thing of the same kind done here?",
        "words of a name",
        "`implementation`, `use`, `comment`",
    ),
    "conventions": (
        "Which number or name is the custom here?",
        "names of constants, words of them; of an environment template the names only; `flag`",
        "`constant`, `flag`",
    ),
    "tests": (
        "What is asserted, and what must pass?",
        "`shape` (assertions), `gate` (pipeline steps and test commands), both",
        "`assertion`, `gate`, `suite`",
    ),
    "history": (
        "Was it tried, taken back, held, and why?",
        "any commit, `revert`, `pin`, `pull` (a number and the reason behind it)",
        "`commit`",
    ),
    "decisions": (
        "Was it decided or forbidden in writing?",
        "all, `ban` (only what rules something out), `changelog`, `rule`, `owner`",
        "`decision`, `rule`, `changelog`, `owner`",
    ),
    "records": (
        "What happened in this case, and what does the policy of the day allow?",
        "`record`, `related`, `offer`, `policy`, `remedy`, `note`",
        "`record`, `policy`, `remedy`, `note`",
    ),
}

_BUDGET = f"""## How much is looked up

An unknown has {ACTIONS} look-ups. The first source that states the answer ends the search. A
look-up that finds nothing counts, one that fails counts, and the same look-up for another
unknown counts again (its result is kept, not made twice). The program counts; whoever proposes
look-ups cannot add one.

Beside them stands one history query an unknown: a line that says only *that* something was
decided (a number of a pull request, "pinned", "reverted", "temporary") has settled nothing, so
its reason is followed once. Still no reason: the unknown becomes a question, and the question
says that a decision is on record without its reason.

Before all that, {PREMISE_LOOKUPS} look-ups check the premise: does something written rule out
what the request asks for? A revert or a record rules it out only if the words that tell it apart
are asked for, if it is still in force, and if it has not come in again since.

A look-up that cannot be made (git is missing, the clone is shallow, a file may not be read) is
*failed*, never *nothing found*. At most {KEPT} facts of one look-up are kept; the count says how
many there were."""

_POINTERS = """## What a fact is

A line, a section, a commit or a record that was opened in this run, with the pointer to it:
`path:line`, `path#heading`, `git:<id>`, `record:<system>/<id>`. Nothing else can become
evidence. Saved specs, the folders of agents and the version control folder are never looked
into. Values that look like credentials, card or account numbers never become facts. What files
say is quoted, not obeyed, also where it is addressed to programs.

A superseded, rejected or proposed record is shown with its status and binds nothing. A record
that another one replaces counts as superseded even if nobody changed it."""


def surfaces_page() -> str:
    """references/probe-surfaces.md."""
    rows = [
        f"| {place} | {name} | {asks} | {wants} | {kinds} |"
        for place, name in enumerate(SURFACE_ORDER, 1)
        for asks, wants, kinds in (_SURFACES[name],)
    ]
    head = ["| | surface | answers | can be asked for | kinds of fact |", "|---|---|---|---|---|"]
    parts = [
        "# Where answers are looked up",
        f"{_MADE} Each surface is one file of `intent_tui/probe`.",
        "\n".join([*head, *rows]),
        _BUDGET,
        _POINTERS,
        "\n".join(_ecosystems()),
    ]
    return "\n\n".join(parts) + "\n"


def _ecosystems() -> Iterator[str]:
    yield "## Languages whose entry points and manifests are known"
    yield ""
    yield "A language of the same shapes is added as a file of `references/surfaces`."
    yield ""
    yield "| language | manifests | frameworks |"
    yield "|---|---|---|"
    for name in knowledge.names("surfaces"):
        data: Mapping[str, Any] = knowledge.yaml(f"surfaces/{name}.yaml")
        manifests = dict.fromkeys(str(row["file"]) for row in data.get("manifests") or ())
        frameworks = dict.fromkeys(str(row["id"]) for row in data.get("frameworks") or ())
        if manifests or frameworks:
            shown = ", ".join(f"`{each}`" for each in manifests)
            yield f"| {name} | {shown} | {', '.join(frameworks)} |"


def domains_page() -> str:
    """references/domains.md."""
    parts = [
        "# Work outside code",
        f"{_MADE} Each table is a file of `references/domains`.",
        "A folder that holds records and no program is read by the table that knows most of what"
        " lies in it. Folder and file names decide; beginnings of words are enough.",
    ]
    for name in (*listed(), DERIVED):
        parts += _domain(knowledge.yaml(f"domains/{name}.yaml"))
    return "\n\n".join(parts) + "\n"


def _domain(data: Mapping[str, Any]) -> list[str]:
    name = str(data["name"])
    parts = [f"## {name.capitalize()}", str(data["about"])]
    kinds = ["| kind of record | recognised by | called |", "|---|---|---|"]
    kinds += [
        f"| {kind} | {_few(raw['folders'])} | {_few(raw['words'])} |"
        for kind, raw in data["kinds"].items()
    ]
    unknowns = ["| what has to be known | looked up in | asked |", "|---|---|---|"]
    unknowns += [f"| {row['what']} | {row['where']} | {row['ask']} |" for row in data["unknowns"]]
    parts += ["\n".join(kinds), "\n".join(unknowns)]
    if data.get("remedies"):
        parts.append("\n".join(_remedies(data["remedies"])))
    return parts


def _remedies(remedies: Mapping[str, Any]) -> Iterator[str]:
    yield "| remedy | offered as | can be taken back |"
    yield "|---|---|---|"
    for name, raw in remedies.items():
        yield f"| {name} | {raw['offer']['en']} | {'no' if raw['irreversible'] else 'yes'} |"


def _few(words: Iterable[object]) -> str:
    every = [str(word) for word in words]
    more = ", ..." if len(every) > _SHOWN else ""
    return ", ".join(every[:_SHOWN]) + more


if __name__ == "__main__":
    home = knowledge.folder("references")
    (home / "probe-surfaces.md").write_text(surfaces_page(), encoding="utf-8")
    (home / "domains.md").write_text(domains_page(), encoding="utf-8")
