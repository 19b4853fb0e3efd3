"""What a verb takes, as data, and the reading of a command line by it.

Small on purpose: the standard parser guesses abbreviations, refuses values that begin with a
dash and answers a typing error with a page. Here one line names the error and the nearest word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `value` is what stands for its value in the help; empty makes it a switch."""

    name: str
    help: str
    value: str = ""
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its words, its options, and where the code for it is."""

    name: str
    takes: str
    """The words it takes, as the usage line shows them."""
    least: int
    most: int | None
    """How few and how many words; None is as many as given."""
    summary: str
    code: str
    """`module:function`, imported only when the verb is used."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A command line that was understood."""

    words: tuple[str, ...] = ()
    switches: frozenset[str] = frozenset()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def on(self, name: str) -> bool:
        """The switch was given."""
        return name in self.switches

    def value(self, name: str) -> str | None:
        """The last value given for the option, or None."""
        given = self.values.get(name)
        return given[-1] if given else None

    def all(self, name: str) -> tuple[str, ...]:
        """Every value given for the option, in order."""
        return self.values.get(name, ())


def parse(verb: Verb, arguments: Sequence[str]) -> Parsed:
    """Read the arguments that follow the verb.

    Raises:
        Problem: an unknown option, a missing or refused value, or too few or too many words.
    """
    known = {option.name: option for option in verb.options}
    words: list[str] = []
    switches: set[str] = set()
    values: dict[str, list[str]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            words.extend(rest)
            break
        if not word.startswith("-") or word == "-" or " " in word:
            words.append(word)
            continue
        name, equals, given = word.partition("=")
        option = _option(verb, known, name)
        if not option.value:
            if equals:
                raise _usage(verb, f'{name} is a switch and takes no value, not "{given}"')
            switches.add(name)
            continue
        if not equals:
            if not rest or rest[0].partition("=")[0] in known:
                raise _usage(verb, f"{name} needs a value: {name} {option.value}")
            given = rest.pop(0)
        if option.choices and given not in option.choices:
            raise _usage(verb, f'{name} is one of {", ".join(option.choices)}, not "{given}"')
        values.setdefault(name, []).append(given)
    _count(verb, words)
    return Parsed(
        tuple(words), frozenset(switches), {name: tuple(all_) for name, all_ in values.items()}
    )


def _option(verb: Verb, known: dict[str, Option], name: str) -> Option:
    option = known.get(name)
    if option is not None:
        return option
    near = nearest(name, known)
    meant = f"; did you mean {near}?" if near else ""
    raise _usage(verb, f'no option "{name}" here{meant}')


def _count(verb: Verb, words: Sequence[str]) -> None:
    if len(words) < verb.least:
        raise _usage(verb, f"{verb.name or 'intent-tui'} needs {verb.takes}")
    if verb.most is not None and len(words) > verb.most:
        extra = " ".join(words[verb.most :])
        raise _usage(verb, f'too many words: "{extra}"; put what belongs together in quotes')


def _usage(verb: Verb, what: str) -> Problem:
    return Problem(what, usage_line(verb) + "   --help shows all")


def usage_line(verb: Verb) -> str:
    """`intent-tui VERB WORDS [options]`."""
    parts = ["intent-tui", verb.name, verb.takes, "[options]" if verb.options else ""]
    return " ".join(part for part in parts if part)
