"""Surface 7: decision records, changelogs, and the rules people and agents are given.

`want` is empty (all three), `ban` (only what rules something out and is in force), `ruled_out` (the
same, and what was taken back in the history: what the premise check asks in one look-up),
`changelog`, `rule`, or `owner` (see owners.py). `terms` are stems of which at least one must stand
there, `names` exact tokens.

Facts: kind `decision`, name the title, value the deciding sentence, pointer the heading of the
decision; `more` holds `status` (if it states one), `date`, `bans`, `allows`, `reason` and
`dangling`. Kind `rule` is a sentence of a rule file, kind `changelog` a line of a changelog with
its `version`. A superseded or rejected record is shown with its status and rules nothing out. What
these files say is quoted as evidence and never obeyed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from intent_tui.probe import history, owners
from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.reason import dangling, reason_in
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.source.reading import QUOTE, fact_at, plural, shown
from intent_tui.probe.written import adr, bans, changes, rules
from intent_tui.probe.written.match import named, present, score, weights
from intent_tui.probe.written.prose import Said
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import NotCitable

_PER_RECORD = 3
_FIRST = 3
"""Sentences of a decision whose prescriptions count."""
_IN_ALL = 3
"""Changelog lines among all kinds: a changelog names every feature there is."""
_SHORT = 8
"""Sentences of a record that is about every word it uses."""
_OFTEN = 2
_BAN = ("ban", "ruled_out")
_PAST = 0.3
"""What a record that is not in force counts beside one that is."""
_TITLE, _SAID, _AFTER = 1.5, 1.0, 0.7
_NAMED = 2.0


@dataclass(frozen=True, slots=True)
class _Scored:
    score: float
    path: str
    line: int
    fact: Fact


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Looks through what was decided and ruled in writing."""
    if wanted.want == "owner":
        return owners.look(workspace, wanted)
    parts: list[tuple[str, Callable[[Workspace, Wanted], Iterator[_Scored]]]] = []
    if wanted.want not in ("changelog", "rule"):
        parts.append(("decision", _decisions))
    if wanted.want not in ("changelog",):
        parts.append(("rule", _rules))
    if wanted.want not in ("rule", *_BAN):
        parts.append(("changelog", _changes))
    found: list[_Scored] = []
    for _, part in parts:
        found += sorted(part(workspace, wanted), key=lambda s: (-s.score, s.path, s.line))
    counted = ", ".join(_counted(workspace, name) for name, _ in parts)
    said = shown([*wanted.names, *wanted.terms]) or "anything"
    facts = tuple(each.fact for each in found)
    if wanted.want == "ruled_out":
        return _with_reverts(workspace, wanted, f"decisions: {said} in {counted}", facts)
    return Result(f"decisions: {said} in {counted}", facts[:KEPT], len(facts))


def _with_reverts(
    workspace: Workspace, wanted: Wanted, action: str, written: tuple[Fact, ...]
) -> Result:
    """What is ruled out in writing, then what was taken back; each has half of the places."""
    query = Wanted("history", terms=wanted.terms, names=wanted.names, want="revert")
    past = history.look(workspace, query)
    half = KEPT // 2
    first = (*written[:half], *past.facts[: max(half, KEPT - len(written))])
    facts = (*first, *written[half:])[:KEPT]
    counted = f"{action} and {plural(len(workspace.history.commits), 'commit')}"
    # What was found in writing stands, whatever the history hides.
    failed = None if written else past.failed
    return Result(counted, facts, len(written) + past.hits, failed)


def _counted(workspace: Workspace, part: str) -> str:
    if part == "decision":
        return plural(len(adr.decisions(workspace)), "decision record")
    if part == "rule":
        return plural(len(rules.files(workspace)), "rule file")
    return plural(len(workspace.inventory.of("changelog")), "changelog")


def _decisions(workspace: Workspace, asked: Wanted) -> Iterator[_Scored]:
    records = adr.decisions(workspace)
    texts = [_text((each.title, each.said, each.after)) for each in records]
    weight = weights(asked.terms, texts)
    ban = asked.want in _BAN
    for record in records:
        if ban and not record.in_force:
            continue
        wanted = replace(asked, terms=_about(record, asked.terms))
        sure = 1.0 if record.in_force else _PAST
        title = _points(wanted, record.title, weight)
        scored = [
            (_points(wanted, said.text, weight) * part, place, said)
            for part, group in ((_SAID, record.said), (_AFTER, record.after))
            for place, said in enumerate(group)
        ]
        total = _TITLE * title + max((points for points, _, _ in scored), default=0.0)
        if not total and (asked.terms or asked.names):
            continue
        facts = _bans(workspace, record, scored) if ban else [_decision(workspace, record, scored)]
        for place, fact in enumerate(facts[:_PER_RECORD]):
            if fact is not None:
                yield _Scored(total * sure / (1 + place), record.path, record.anchor + place, fact)


def _about(record: adr.Decision, terms: Sequence[str]) -> tuple[str, ...]:
    """The terms a record is about; a long one uses many a word once and by the way."""
    sentences = (*record.said, *record.after, *record.around, *record.options)
    if len(sentences) <= _SHORT:
        return tuple(terms)
    told = [set(present(terms, each.text)) for each in dict.fromkeys(sentences)]
    return tuple(
        term
        for term in terms
        if present((term,), record.title) or sum(term in each for each in told) >= _OFTEN
    )


def _best(record: adr.Decision, scored: Sequence[tuple[float, int, Said]]) -> Said | None:
    """The sentence that answers: the best one, else the first that decides."""
    if scored:
        points, _, said = max(scored, key=lambda each: (each[0], -each[1]))
        if points:
            return said
    return record.said[0] if record.said else None


def _decision(
    workspace: Workspace, record: adr.Decision, scored: Sequence[tuple[float, int, Said]]
) -> Fact | None:
    best = _best(record, scored)
    if not record.in_force:
        return _fact(workspace, record, best, ())
    title = bans.read(record.title, record.language, title=True)
    shown_ruling = bans.read(best.text if best else "", record.language, decided=True)
    # The first sentences decide; what later ones use is told by the way.
    first = [bans.read(each.text, record.language, decided=True) for each in record.said[:_FIRST]]
    rulings = [title, shown_ruling, *(bans.Ruling((), each.allows) for each in first)]
    return _fact(workspace, record, best, rulings)


def _bans(
    workspace: Workspace, record: adr.Decision, scored: Sequence[tuple[float, int, Said]]
) -> list[Fact | None]:
    """What a record rules out, one fact for each sentence that does."""
    title = bans.read(record.title, record.language, title=True)
    each = [(said, bans.read(said.text, record.language, decided=True)) for said in record.said]
    allows = [bans.Ruling((), ruling.allows) for _, ruling in each[:_FIRST]]
    against = [(said, ruling) for said, ruling in each if ruling.bans]
    facts: list[Fact | None] = []
    # What binds is the decision; a consequence only says what follows from it.
    deciding = [row for row in scored if row[2] in record.said]
    if title.bans:
        facts.append(_fact(workspace, record, _best(record, deciding), [title, *allows]))
    facts += [_fact(workspace, record, said, [ruling, *allows]) for said, ruling in against]
    if not facts:
        left = _left_out(record)
        if left:
            ruling = bans.Ruling(left)
            facts.append(_fact(workspace, record, _best(record, deciding), [ruling, *allows]))
    return facts


def _left_out(record: adr.Decision) -> tuple[str, ...]:
    """What tells the options that were not chosen from the one that was."""
    chosen = set(bans.content(_text((record.title, record.said[:1], ())), record.language))
    stems = [stem for each in record.options for stem in bans.content(each.text, record.language)]
    return tuple(stem for stem in dict.fromkeys(stems) if stem not in chosen)[: bans.MOST]


def _fact(
    workspace: Workspace,
    record: adr.Decision,
    said: Said | None,
    rulings: Iterable[bans.Ruling],
) -> Fact | None:
    rulings = tuple(rulings)
    line = said.line if said else max(record.anchor, 1)
    deciding = said is not None and said in record.said
    anchor = record.anchor if deciding or said is None else said.heading_line
    banned = dict.fromkeys(stem for each in rulings for stem in each.bans)
    allowed = dict.fromkeys(stem for each in rulings for stem in each.allows)
    whole = " ".join(each.text for each in record.said)
    reason = reason_in(said.text if said else "") or reason_in(whole)
    if reason is None:
        reason = reason_in(" ".join(each.text for each in record.around))
    more = {
        "status": "" if record.status == "unknown" else record.status,
        "date": record.date,
        "bans": " ".join(banned),
        "allows": " ".join(stem for stem in allowed if stem not in banned),
        "reason": reason or "",
        "dangling": "" if reason else " ".join(dangling(whole)),
    }
    fact = fact_at(
        workspace,
        "decisions",
        "decision",
        record.title,
        (record.path, line),
        value=said.text if said else record.title,
        more=more,
    )
    if fact is None or not anchor:
        return fact
    try:
        pointer = workspace.opened.heading(record.path, anchor)
    except NotCitable:
        return fact
    return Fact(fact.surface, fact.kind, fact.name, pointer, fact.value, fact.quote, fact.more)


def _rules(workspace: Workspace, wanted: Wanted) -> Iterator[_Scored]:
    every = rules.stated(workspace)
    weight = weights(wanted.terms, [each.said.text for each in every])
    for each in every:
        points = _points(wanted, each.said.text, weight)
        if not points and (wanted.terms or wanted.names):
            continue
        if wanted.want in _BAN and not each.ruling.bans:
            continue
        more = {
            "bans": " ".join(each.ruling.bans),
            "allows": " ".join(each.ruling.allows),
            "reason": reason_in(each.said.text) or "",
            "section": each.said.heading,
            "none": " ".join(bans.none_of(each.said.text)),
        }
        fact = fact_at(
            workspace,
            "decisions",
            "rule",
            each.said.text[:QUOTE],
            (each.path, each.said.line),
            value=each.said.text,
            more=more,
        )
        if fact is not None:
            yield _Scored((points or 1.0) * each.strength, each.path, each.said.line, fact)


def _changes(workspace: Workspace, wanted: Wanted) -> Iterator[_Scored]:
    given = 0
    for entry in changes.entries(workspace, wanted.terms, wanted.names):
        if wanted.want == "" and not entry.deciding:
            continue
        points = _points(wanted, entry.text, {})
        fact = _change(workspace, entry)
        if fact is None or not points:
            continue
        given += 1
        if wanted.want == "" and given > _IN_ALL:
            return
        yield _Scored(points * (1.5 if entry.deciding else 1.0), entry.path, entry.line, fact)


def _change(workspace: Workspace, entry: changes.Entry) -> Fact | None:
    more = {
        "version": entry.version,
        "reason": reason_in(entry.text) or "",
        "dangling": " ".join(dangling(entry.text)),
    }
    where = (entry.path, entry.line)
    name = entry.text[:80]
    return fact_at(workspace, "decisions", "changelog", name, where, value=entry.text, more=more)


def _points(wanted: Wanted, text: str, weight: Mapping[str, float]) -> float:
    """How much of what is wanted stands in the text."""
    found = present(wanted.terms, text)
    return score(found, weight) + _NAMED * len(named(wanted.names, text))


def _text(parts: tuple[str, Sequence[Said], Sequence[Said]]) -> str:
    title, said, after = parts
    return "\n".join([title, *(each.text for each in (*said, *after))])
