"""The part each sentence plays, and from all of them the speech act.

Form decides, not vocabulary: a question idiom, an opener, a modal, an imperative. Only order, rule
and acceptance sentences are evidence for anything the request states; a story told in the same
words is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from intent_tui.mind.offline.reading_classes import classes
from intent_tui.mind.offline.reading_lexicon import CODE, Lexicon
from intent_tui.mind.offline.reading_sentences import Said, clauses, tokens
from intent_tui.mind.reading import Act, Role

EVIDENCE: Final[frozenset[Role]] = frozenset({"order", "rule", "acceptance"})
_TRIVIAL_LENGTH: Final = 160
_NOUN_ENDINGS: Final = re.compile(
    r"(?:[^s]s|ed|ing|ly|ion|ness|ment|ity|ance|ence|er|al|ous|ful|able|ic|ive)$"
)
_OPENING: Final = 12
"""Words at the start of a clause in which a phrase is looked for."""
_DETERMINER_WORDS: Final = """
a an the this that these those my your his her its our their all every each some any both
it them him us me only
"""
_DETERMINERS: Final = frozenset(_DETERMINER_WORDS.split())
_NEGATED_STATE: Final = re.compile(r"(?:is|are)\s+(?:not|never)\s+\w+(?:ed|en|n)(?!\w)")


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence with its role; `symptom` marks a claim that complains."""

    said: Said
    role: Role
    symptom: bool = False


def judge(said: Said) -> Judged:
    """The role of one sentence, looked at alone."""
    low, tables = said.low.strip(), said.tables
    if tables.pattern("courtesy").fullmatch(low.strip(" ,.!-")):
        return Judged(said, "courtesy")
    asked = _asked(said, low)
    if asked:
        return Judged(said, asked)
    stated = _stated(said, low)
    if stated:
        return Judged(said, stated)
    if tables.pattern("narrative_open").match(low):
        return Judged(said, "narrative")
    background = tables.pattern("background").search(low)
    if tables.has("symptom", low[: background.start()] if background else low):
        return Judged(said, "claim", symptom=True)
    if tables.has("past", low):
        return Judged(said, "narrative")
    return Judged(said, "claim")


def _asked(said: Said, low: str) -> Role | None:
    """Question, meta-question, or an order in question clothes; None when it asks nothing."""
    tables = said.tables
    ends = said.asks or tables.has("question_end", low)
    if tables.pattern("question_idiom").match(low):
        return "order" if tables.has("research_and", low) else "question"
    opens = any(tables.pattern("interrogative").match(part) for part in _openings(low, tables))
    if not ends and not opens:
        return None
    if tables.pattern("meta_question").match(low) or (
        tables.runs and tables.has("meta_question", low) and not tables.has("polite", low)
    ):
        return "meta"
    polite = tables.pattern("polite").search(low)
    if polite is not None and not tables.pattern("explain_verb").search(low, polite.end()):
        inner = low[: polite.start()]
        if not tables.pattern("interrogative").match(inner) or said.asks is False:
            return "order" if not _wh_first(low, tables, polite.start()) else "question"
    if not ends and opens and _imperative_somewhere(said, skip_first=True):
        return "order"
    if ends and not opens and not tables.runs and _orders(said):
        return "order"
    return "question"


def _openings(low: str, tables: Lexicon) -> tuple[str, ...]:
    """The sentence, and the sentence behind its lead-in words."""
    rest = _after_lead(low, tables)
    return (low,) if rest == low else (low, rest)


def _wh_first(low: str, tables: Lexicon, polite_at: int) -> bool:
    """A wh-word before the polite modal: `how can we …` asks, `can you …` orders."""
    found = tables.pattern("interrogative").match(low)
    if found is None:
        return False
    return polite_at > 0 and found.start() < polite_at and not tables.runs


def _stated(said: Said, low: str) -> Role | None:
    """Order, rule or acceptance; None for what merely tells."""
    tables = said.tables
    completes = tables.pattern("completion").search(low)
    if completes is not None and not _narrates(low[: completes.start()], tables):
        return "acceptance" if not _orders(said) else "order"
    if _narrative_opening(low, tables) and not tables.has("wish", low):
        return None
    conditional = tables.pattern("condition").match(low) is not None
    orders = _orders(said)
    if orders and not conditional:
        return "order"
    if tables.has("wish", low):
        if tables.has("test_rule", low) and not orders:
            return "acceptance"
        return "rule" if conditional or _about_rule(low, tables) else "order"
    if orders:
        return "rule" if tables.has("failure", low) else "order"
    if tables.has("test_rule", low) and not tables.has("past", low):
        return "acceptance"
    if _is_rule(low, tables):
        return "rule"
    return None


def _about_rule(low: str, tables: Lexicon) -> bool:
    return tables.has("failure_rule", low) or tables.has("keep", low)


def _is_rule(low: str, tables: Lexicon) -> bool:
    """Condition with a failure and a consequence, or something that must stay as it is."""
    if tables.has("past", low):
        return False
    if tables.has("failure_rule", low) and tables.has("modal_rule", low):
        return True
    if (
        tables.has("condition", low)
        and tables.has("failure", low)
        and not tables.has("symptom_only", low)
    ):
        return not tables.pattern("present_negative").search(low) or tables.has("modal_rule", low)
    return tables.has("keep", low) and not tables.has("present_negative", low)


def _narrative_opening(low: str, tables: Lexicon) -> bool:
    return tables.pattern("narrative_open").match(low) is not None


def _narrates(low: str, tables: Lexicon) -> bool:
    return tables.has("past", low)


def _orders(said: Said) -> bool:
    return _imperative_somewhere(said, skip_first=False)


def _imperative_somewhere(said: Said, *, skip_first: bool) -> bool:
    parts = clauses(said)[1 if skip_first else 0 :]
    tables = said.tables
    if tables.runs or tables.language != "en":
        found = any(tables.pattern("imperative").search(part.low.strip()) for part in parts)
        return found or any(_starts_with_order(part.low.strip(), tables) for part in parts)
    return any(_imperative(part.low.strip(), tables) for part in parts)


def _after_lead(low: str, tables: Lexicon) -> str:
    rest = low
    for _ in range(4):
        found = tables.pattern("lead_in").match(rest)
        if found is None or found.end() == 0:
            break
        rest = rest[found.end() :].lstrip(" ,:-")
    return rest


def _starts_with_order(part: str, tables: Lexicon) -> bool:
    """Other languages than English: an ordering word where orders begin."""
    rest = _after_lead(part, tables)
    found = classes(tables.language)
    if found.run is not None:
        # Chinese has no form of its own for an order: what acts and does not complain orders.
        anywhere = tables.language == "zh" and not tables.has("symptom", part)
        return bool((found.run.search if anywhere else found.run.match)(rest))
    words = [word.group() for word in tokens(rest)[:_OPENING]]
    if words and found.idioms.at(words, 0):
        return True
    return any(found.verb(word) is not None and found.commands(word) for word in words[:1])


def _imperative(part: str, tables: Lexicon) -> bool:
    """English: the first word orders, judged by its form and by what follows it."""
    rest = _after_place(_after_lead(part, tables), tables)
    if tables.pattern("sees_to").match(rest) is not None:
        return True
    if tables.pattern("subordinate").match(rest) is not None:
        return False
    opening = [found.group() for found in tokens(rest)[:5]]
    table = classes("en")
    idiom = opening and table.idioms.at(opening, 0)
    if (idiom or any(phrase.match(rest) for _, phrase in table.phrases)) and not _finite(
        opening[1:], tables
    ):
        return True
    words = [found.group() for found in tokens(rest)[:7]]
    words = [word for word in words if word[0].isalnum() or word[0] == CODE]
    if not words or words[0][0] == CODE or words[0][0].isdigit():
        return False
    first = words[0]
    if words[1:2] in (["and"], ["or"]):
        return False  # the next item of a list, not an order
    if first in tables.words("closed") or len(first) < 2:
        return False
    known = classes("en").verb(first)
    if known is None and first in tables.words("order_begins"):
        known = "set"
    if known is not None and not _finite(words[1:4], tables):
        base = not first.endswith(("ed", "ing")) and not (
            first.endswith("s") and not first.endswith("ss")
        )
        if base and not (len(words) == 1 and known == "add"):
            return True
    if _NOUN_ENDINGS.search(first) or len(words) == 1 or "-" in first:
        return False
    if words[1][0] == CODE or words[1] in _DETERMINERS:
        return True
    return len(words) > 2 and not _finite(words[1:5], tables) and known is not None


def _after_place(rest: str, tables: Lexicon) -> str:
    """What stands behind `in FILE`: the order begins there, with or without a comma."""
    place = tables.pattern("place").match(rest)
    behind = rest[place.end() :].lstrip(" ,") if place else ""
    return behind or rest


def _finite(words: Sequence[str], tables: Lexicon) -> bool:
    listed = tables.words("finite")
    return any(word in listed for word in words)


def roles(found: Sequence[Said]) -> tuple[Judged, ...]:
    """The roles of all sentences, each judged alone, then in the light of the others."""
    judged = [judge(said) for said in found]
    if not any(each.role == "order" for each in judged):
        judged = [_told(each) for each in judged]
    judged = _faults_before_orders(_specified(judged))
    first = next((at for at, each in enumerate(judged) if each.role in ("order", "rule")), None)
    if first is not None:
        return (*judged[: first + 1], *(_behind_order(each) for each in judged[first + 1 :]))
    plain = [
        place for place, each in enumerate(judged) if each.role == "claim" and not each.symptom
    ]
    asked = any(each.role == "question" for each in judged)
    if plain and not asked:
        # Without any order, what is told in the present is the end state that is wanted.
        for place in plain:
            judged[place] = Judged(judged[place].said, "order")
    return tuple(judged)


def _specified(judged: list[Judged]) -> list[Judged]:
    """`FILE: keep() takes a third argument … Done when …`: told as it is to be, so ordered."""
    roles_here = {each.role for each in judged}
    if "order" in roles_here or "acceptance" not in roles_here:
        return judged
    return [
        Judged(each.said, "order")
        if each.role == "claim" and not each.symptom and each.said.low.startswith(CODE)
        else each
        for each in judged
    ]


def _faults_before_orders(judged: list[Judged]) -> list[Judged]:
    """`The job crashes when …` in front of an order tells why it is given and rules nothing."""
    order = next((at for at, each in enumerate(judged) if each.role == "order"), None)
    if order is None:
        return judged
    ahead = [
        Judged(each.said, "claim", symptom=True) if _tells_a_fault(each) else each
        for each in judged[:order]
    ]
    return [*ahead, *judged[order:]]


def _tells_a_fault(each: Judged) -> bool:
    low, tables = each.said.low.strip(), each.said.tables
    fault = tables.pattern("told_fault").search(low)
    if fault is None or each.role not in ("rule", "claim", "order"):
        return False
    before = low[: fault.start()]
    return not tables.has("modal_rule", before) and not tables.pattern("condition").match(low)


def _told(each: Judged) -> Judged:
    """Where nothing is ordered, `it returns 500 when …` tells of a fault and rules nothing."""
    low, tables = each.said.low, each.said.tables
    if each.role != "rule" or not tables.has("error_state", low):
        return each
    state = tables.pattern("error_state").search(low)
    if state is None or tables.has("modal_rule", low[: state.start()]):
        return each
    return Judged(each.said, "claim", symptom=True)


def _behind_order(each: Judged) -> Judged:
    """What is told in the present behind an order and limits it is a rule, not news."""
    low, tables = each.said.low, each.said.tables
    if each.role != "claim" or tables.has("past", low):
        return each
    if tables.has("failure_rule", low) and not tables.has("present_negative", low):
        return Judged(each.said, "rule")
    if each.symptom and not _NEGATED_STATE.search(low):
        return each
    if tables.pattern("own_habit").match(low):
        return each
    # Behind an order, what a named thing does is what it is to do.
    if low.startswith(CODE):
        return Judged(each.said, "rule")
    if not any(tables.has(key, low) for key in ("keep", "negation", "cap", "always")):
        return each
    return Judged(each.said, "rule")


def act(judged: Sequence[Judged], low: str, tables: Lexicon) -> Act:
    """The speech act of the whole text."""
    orders = any(each.role in EVIDENCE for each in judged)
    asks = any(each.role == "question" for each in judged)
    if orders and len(low) <= _TRIVIAL_LENGTH and not asks and _trivial(low, tables):
        return "trivial"
    if orders:
        return "mix" if asks else "order"
    if asks:
        return "question"
    if any(each.symptom for each in judged):
        return "complaint"
    return "explanation"


def _trivial(low: str, tables: Lexicon) -> bool:
    return tables.has("trivial", low) and not tables.has("not_trivial", low)
