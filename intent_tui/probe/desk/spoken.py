"""Sentences of policies and notes that speak of what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from intent_tui.base.files import Unreadable
from intent_tui.language import stems
from intent_tui.probe.desk.cite import cite, quoted
from intent_tui.probe.desk.records import Record
from intent_tui.probe.facts import Fact
from intent_tui.probe.source.reading import QUOTE
from intent_tui.probe.written.match import present, score, weights, words_of
from intent_tui.probe.written.prose import Said
from intent_tui.workspace.files import Workspace
from intent_tui.workspace.opened import NotCitable, NotOpened

_ABOUT = 0.4
"""What a term in the title counts for each sentence below it."""
_CASE = 0.35
"""What a word of the case counts, up to `_MOST_CASE` of them."""
_MOST_CASE = 4
_SHORTEST = 4

Text = tuple[Record, str, tuple[Said, ...], str]
"""A record, its title, its sentences, the day since when it holds or ""."""


def facts(
    workspace: Workspace,
    kind: str,
    texts: Sequence[Text],
    terms: Sequence[str],
    case: frozenset[str] = frozenset(),
) -> Iterator[Fact]:
    """One fact a sentence that holds a term, the best first; without terms every sentence.

    `case` are stems of the case at hand: they lift a sentence, alone they bring none but those of
    a text whose title or sentence holds a term, too.
    """
    weight = weights(terms, [each.text for _, _, said, _ in texts for each in said])
    found: list[tuple[float, str, int, Fact]] = []
    for record, title, said, effective in texts:
        about = score(present(terms, title), weight) * _ABOUT
        for each in said:
            own = score(present(terms, each.text), weight)
            if terms and not own and not about:
                continue
            points = own + about + _of_case(each.text, case)
            more = {"effective": effective, "section": each.heading}
            found += [
                (-points, record.path, each.line, made)
                for made in fact(workspace, kind, title, record, each, more)
            ]
    for *_, made in sorted(found, key=lambda row: row[:3]):
        yield made


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
