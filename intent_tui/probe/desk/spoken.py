"""Sentences of policies and notes that speak of what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.probe.desk.cite import cite, quoted
from intent_tui.probe.desk.policies import Policy
from intent_tui.probe.desk.records import Record
from intent_tui.probe.facts import Fact
from intent_tui.probe.source.reading import QUOTE
from intent_tui.probe.written.match import present, score, weights, words_of
from intent_tui.probe.written.prose import Said
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import NotCitable, NotOpened

_ABOUT = 0.4
"""What a term in the title or the heading counts for each sentence below it."""
_CASE = 0.35
"""What a word of the case counts, up to `_MOST_CASE` of them."""
_MOST_CASE = 4
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Text:
    """A record that speaks in sentences; `effective` is the day since when it holds or ""."""

    record: Record
    title: str
    said: tuple[Said, ...]
    effective: str


def facts(
    workspace: Workspace,
    kind: str,
    texts: Sequence[Text],
    terms: Sequence[str],
    case: frozenset[str] = frozenset(),
    subjects: Sequence[str] = (),
) -> Iterator[Fact]:
    """One fact a sentence that holds a term or speaks of the case, the best first.

    Args:
        workspace: for the pointers.
        kind: of the facts.
        texts: where to look.
        terms: what is wanted; without any, every sentence counts.
        case: stems of what the case at hand says.
        subjects: stems a title may hold instead of a term.
    """
    weight = weights(terms, [said.text for each in texts for said in each.said])
    found: list[tuple[float, str, int, Fact]] = []
    for each in texts:
        about = score(present((*terms, *subjects), each.title), weight) * _ABOUT
        for said in each.said:
            own = score(present(terms, said.text), weight) + _of_case(said.text, case)
            own += _ABOUT * score(present(terms, said.heading), weight)
            if terms and not own and not about:
                continue
            more = {"effective": each.effective, "section": said.heading}
            own += _ABOUT * len(present(subjects, said.text))
            found += [
                (-own - about, each.record.path, said.line, made)
                for made in fact(workspace, kind, each.title, each.record, said, more)
            ]
    for *_, made in sorted(found, key=lambda row: row[:3]):
        yield made


def text_of(policy: Policy) -> Text:
    """A policy as a text."""
    return Text(policy.record, policy.title, policy.said, policy.effective)


def speaks(text: Text, terms: Sequence[str], case: frozenset[str]) -> bool:
    """Whether a text has a sentence that holds a term or speaks of the case."""
    return any(present(terms, said.text) or _of_case(said.text, case) for said in text.said)


def _of_case(text: str, case: frozenset[str]) -> float:
    own = {stems.stem(word) for word in words_of(text) if len(word) >= _SHORTEST}
    return _CASE * min(_MOST_CASE, len(own & case))


def fact(
    workspace: Workspace,
    kind: str,
    name: str,
    record: Record,
    said: Said,
    more: Mapping[str, str],
) -> Iterator[Fact]:
    """The fact that a text says a sentence, with the heading it stands under as its pointer."""
    try:
        pointer: str | None = workspace.opened.heading(record.path, said.line)
    except (Unreadable, NotOpened, NotCitable):
        pointer = cite(workspace, record, said.line)
    if pointer is None:
        return
    quote = quoted(workspace, record, said.line)
    kept = {key: text for key, text in more.items() if text}
    yield Fact("records", kind, name, pointer, said.text[:QUOTE], quote, kept)
