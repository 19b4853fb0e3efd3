"""Surface 8: records and policies outside code (tickets, orders, accounts, policies, notes).

`names` are ids as a request writes them (`order 17`, `#17`), `terms` stems. `want` is

- `record`: the record that is named, one fact for each telling field (kind `record`);
- `related`: the records that hang together with it, their `relation` in `more`;
- `offer`: what was offered, promised or done so far in the cases that belong to it;
- `policy`: sentences of the policies in force that speak of the terms (kind `policy`);
- `remedy`: what those policies allow, one fact a remedy (kind `remedy`, name its id), with
  `forecloses` and `excluded` as yes or no and `offer` as words for a person;
- `note`: sentences of reviews and reports that speak of the terms (kind `note`).

How each is recognised is data (`references/domains`). Policies count by the day of the run. A
value that looks like a credential, a card or an account number never becomes a fact (ruling G16).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from intent_tui.base import clock
from intent_tui.probe.desk import finding, spoken
from intent_tui.probe.desk.cite import field_fact, said_fact
from intent_tui.probe.desk.policies import Policy, in_force
from intent_tui.probe.desk.records import Desk, Field, Record, desk
from intent_tui.probe.desk.remedies import allowed
from intent_tui.probe.domains import CODE, best_domain, domain, domain_of
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source.reading import plural, shown
from intent_tui.probe.written.bans import content
from intent_tui.workspace.files import Workspace

__all__ = ["domain_of", "look"]

_OF_A_CASE = ("record", "related", "offer")
_ENTITLEMENTS = 3
_PER_RELATED = 3
_CASES = 3

_Maker = Callable[[Workspace, Desk, Wanted, str | None], Iterator[Fact]]


def look(workspace: Workspace, wanted: Wanted, today: str | None = None) -> Result:
    """Looks among the records of the workspace's domain.

    Args:
        workspace: what is looked at.
        wanted: see above; an unknown `want` is taken as `record`.
        today: the day as YYYY-MM-DD, the clock's if not given.

    Raises:
        Problem: `today` is no date.
    """
    said = shown([*wanted.names, *wanted.terms]) or "any"
    name = _table_of(workspace)
    want = wanted.want if wanted.want in _MAKERS else "record"
    if not name:
        return Result(f"records: {want} {said}, no records here")
    beside_code = domain_of(workspace) == CODE
    if beside_code and want in _OF_A_CASE and not wanted.names:
        # The words of a request about code name files and functions, no cases.
        return Result(f"records: {want} {said}, none is named")
    found = desk(workspace, domain(name), only_known=beside_code)
    facts = tuple(_MAKERS[want](workspace, found, wanted, today))
    action = f"records: {want} {said} in {plural(len(found.records), 'record')}"
    failed = None
    if not facts and found.failed and not found.records:
        failed = f"no record could be read: {found.failed[0]}"
    return Result(action, facts[:KEPT], len(facts), failed)


def _table_of(workspace: Workspace) -> str:
    """The domain whose table reads these files; records may lie beside code, too."""
    name = domain_of(workspace)
    if name == CODE:
        name, _ = best_domain(workspace.inventory.of("data", "doc"))
    return name


def _record(workspace: Workspace, found: Desk, wanted: Wanted, _: str | None) -> Iterator[Fact]:
    for record in finding.meant(found, wanted.names, wanted.terms):
        for field in _ordered(record, found.table.telling):
            yield from field_fact(workspace, record, field)
        for said in record.said:
            yield from said_fact(workspace, record, said)


def _ordered(record: Record, first: Sequence[re.Pattern[str]]) -> list[Field]:
    """The fields of a record without its id, the most telling names first."""
    fields = [field for field in record.fields if field.value.lower() != record.id.lower()]

    def rank(field: Field) -> int:
        name = field.name.lower().replace("_", " ").replace(".", " ")
        found = (place for place, stem in enumerate(first) if stem.search(name))
        return next(found, len(first))

    return sorted(fields, key=rank)


def _related(workspace: Workspace, found: Desk, wanted: Wanted, _: str | None) -> Iterator[Fact]:
    case = finding.meant(found, wanted.names, wanted.terms)
    first: list[Fact] = []
    rest: list[Fact] = []
    for each in finding.related(found, case):
        entitles = found.table.entitles(each.record.kind)
        telling = found.table.entitling if entitles else found.table.telling
        more = {"relation": each.relation}
        facts = [
            fact
            for field in _ordered(each.record, telling)
            for fact in field_fact(workspace, each.record, field, more)
        ]
        facts += [
            fact
            for said in each.record.said
            for fact in said_fact(workspace, each.record, said, more)
        ]
        most = _ENTITLEMENTS if entitles else 1
        first += facts[:most]
        rest += facts[most : most + _PER_RELATED]
    yield from first
    yield from rest


def _offer(workspace: Workspace, found: Desk, wanted: Wanted, _: str | None) -> Iterator[Fact]:
    case = finding.meant(found, wanted.names, wanted.terms)
    related = [each for each in finding.related(found, case) if not _is_account(found, each.record)]
    for record, relation in (
        *((each, "the case") for each in case),
        *((each.record, each.relation) for each in related),
    ):
        more = {"relation": relation}
        for field in record.fields:
            if found.table.offered.search(field.value.lower()) or _is_offer(found, field):
                yield from field_fact(workspace, record, field, more)
        for said in record.said:
            if found.table.offered.search(said.text.lower()):
                yield from said_fact(workspace, record, said, more)


def _is_offer(found: Desk, field: Field) -> bool:
    """A field named after an offer; a date in one (`promised: …`) is a plan and no offer."""
    named = found.table.offered.search(field.name.lower().replace("_", " ")) is not None
    return named and any(char.isalpha() for char in field.value)


def _is_account(found: Desk, record: Record) -> bool:
    return found.table.entitles(record.kind)


def _policy(workspace: Workspace, found: Desk, wanted: Wanted, today: str | None) -> Iterator[Fact]:
    texts = [spoken.text_of(each) for each in _in_force(found, today)]
    case = _case_words(found, wanted)
    yield from spoken.facts(workspace, "policy", texts, wanted.terms, case)


def _note(workspace: Workspace, found: Desk, wanted: Wanted, today: str | None) -> Iterator[Fact]:
    """What was learned before about the terms, or about what the policies for the case rule."""
    case = _case_words(found, wanted)
    policies = [spoken.text_of(each) for each in _in_force(found, today)]
    subjects = {
        stem
        for each in policies
        if spoken.speaks(each, wanted.terms, case)
        for stem in content(each.title)
    }
    texts = [spoken.Text(each, each.title, each.said, "") for each in found.of("notes")]
    yield from spoken.facts(workspace, "note", texts, wanted.terms, case, tuple(sorted(subjects)))


def _remedy(workspace: Workspace, found: Desk, wanted: Wanted, today: str | None) -> Iterator[Fact]:
    case = _case_words(found, wanted)

    def apart(policy: Policy) -> bool:
        return not spoken.speaks(spoken.text_of(policy), wanted.terms, case)

    # What speaks of the case comes first: three remedies fit into a question.
    policies = sorted(_in_force(found, today), key=apart)
    for each in allowed(found.table, policies, case):
        offers = {f"offer_{language}": words for language, words in each.remedy.offer.items()}
        more = {
            "offer": each.remedy.offer.get("en", each.remedy.name),
            **offers,
            "forecloses": "yes" if each.forecloses else "no",
            "excluded": "yes" if each.excluded else "no",
            "irreversible": "yes" if each.remedy.irreversible else "no",
            "condition": each.condition,
            "effective": each.policy.effective,
        }
        yield from spoken.fact(
            workspace, "remedy", each.remedy.name, each.policy.record, each.said, more
        )


def _in_force(found: Desk, today: str | None) -> Sequence[Policy]:
    return in_force(found.of("policies"), clock.today(today))


def _case_words(found: Desk, wanted: Wanted) -> frozenset[str]:
    """What the case that the terms or names point at says of itself."""
    numbers = [term for term in wanted.terms if any(char.isdigit() for char in term)]
    case = finding.meant(found, [*wanted.names, *numbers], wanted.terms)
    return finding.words(case[:_CASES])


_MAKERS: dict[str, _Maker] = {
    "record": _record,
    "related": _related,
    "offer": _offer,
    "policy": _policy,
    "remedy": _remedy,
    "note": _note,
}
