"""The one table of what a person can do: keys, footer, palette and help are made from it.

A command has one name. Where it is offered says `where`; a screen carries it out in a method
`do_<name>`. In places with a question, letters only announce what Enter will do (`says`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from intent_tui.base.display import cells

Place: TypeAlias = Literal[
    "prompt", "home", "looking", "reading", "options", "typing",
    "routed", "silent", "halted", "broken", "read", "read line", "page", "palette",
    "specs", "review", "verify", "verify file",
]  # fmt: skip

MARGINS = 2
LAST = ("help", "palette")
"""What a footer keeps longest."""
GAP = 2


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do.

    `keys` are the names the terminal library gives to keys, `shown` is how they are written for
    people. `rank` orders the footer, 0 keeps a command out of it. `says` is the announcement of
    a letter that Enter then carries out; empty for commands that act at once.
    """

    name: str
    where: tuple[Place, ...]
    keys: tuple[str, ...]
    shown: str
    title: str
    does: str
    rank: int = 0
    says: str = ""


ALL_PLACES: tuple[Place, ...] = (
    "home", "looking", "reading", "options", "routed", "silent", "halted", "broken", "read",
    "review", "verify", "verify file",
)  # fmt: skip
RUN: tuple[Place, ...] = ("looking", "reading", "options", "routed", "silent", "halted", "broken")

SAVED: tuple[Command, ...] = (
    Command("specs", ("home",), ("s",), "s", "saved specs", "the specs saved here", 2),
    Command(
        "attention", ("home",), ("t",), "t", "attention", "how often people were asked here", 3
    ),
    Command("open", ("specs",), ("enter",), "Enter", "open", "review the marked spec", 1),
    Command(
        "filter",
        ("specs",),
        (),
        "letters",
        "filter",
        "letters narrow the list, backspace widens",
        2,
    ),
    Command(
        "check",
        ("review", "routed"),
        ("c",),
        "c",
        "check work",
        "the Intent check: the work against this spec",
        4,
    ),
    Command(
        "veto_guess",
        ("review",),
        ("v",),
        "v",
        "veto",
        "mark a guess and see what hangs on it; Enter re-opens it",
        1,
    ),
    Command(
        "answer",
        ("review",),
        ("1", "2", "3"),
        "1-3",
        "answer",
        "answer the question that waits; Enter takes it",
        1,
    ),
    Command("words", ("review",), ("i",), "i", "own words", "answer in your own words", 2),
    Command(
        "adopt", ("review",), ("a",), "a", "take edit", "take a hand edit as somebody's word", 2
    ),
    Command(
        "restore",
        ("review",),
        ("r",),
        "r",
        "restore",
        "write the file again as it was written here",
        3,
        "Enter restores the file; a copy of the edit is kept",
    ),
    Command("met", ("verify",), ("m",), "m", "met, pick line", "met: pick the line in the file", 1),
    Command("unmet", ("verify",), ("x",), "x", "not met", "not met, and why", 2),
    Command(
        "uncheckable", ("verify",), ("k",), "k", "can't check", "not checkable here, and why", 3
    ),
    Command("unsay", ("verify",), ("u",), "u", "undo", "take your verdict back", 5),
    Command(
        "write_verdicts",
        ("verify",),
        ("w",),
        "w",
        "write",
        "write the verdicts into the spec",
        4,
        "Enter writes the verdicts into the spec",
    ),
    Command(
        "pick", ("verify file",), ("enter",), "Enter", "take line", "this line satisfies it", 1
    ),
    Command("next_file", ("verify file",), ("tab",), "Tab", "next file", "another changed file", 2),
    Command(
        "move",
        ("verify file",),
        ("up", "down", "pageup", "pagedown"),
        "up down",
        "move",
        "move through the file",
    ),
    Command("unpick", ("verify file",), ("escape",), "Esc", "back", "pick nothing", 3),
    Command("back", ("specs", "review", "verify"), ("escape",), "Esc", "back", "back", 9),
)

COMMANDS: tuple[Command, ...] = (
    Command("submit", ("prompt",), ("enter",), "Enter", "start", "start on the request", 1),
    Command(
        "newline", ("prompt", "typing"), (), "\\ Enter", "new line", "begin a new line in the text"
    ),
    Command(
        "keys", ("prompt",), ("escape",), "Esc", "keys", "leave the line, so letters are keys", 4
    ),
    Command("back_to_prompt", ("home",), ("enter", "i"), "Enter", "type", "go to the line", 1),
    Command(
        "mark",
        ("options",),
        ("a", "b", "c", "d", "1", "2", "3", "up", "down"),
        "A-C",
        "mark",
        "mark an option by its letter or number, or with the arrows",
        2,
    ),
    Command("commit", ("options",), ("enter",), "Enter", "answer", "take what is marked", 3),
    Command("own", ("options",), ("i",), "i", "own words", "answer in your own words", 4),
    Command(
        "take", ("typing",), ("enter",), "Enter", "take it", "take the words as they are read", 1
    ),
    Command(
        "options", ("typing",), ("escape",), "Esc", "options", "back to the options, text kept", 2
    ),
    Command(
        "why",
        ("options",),
        ("w",),
        "w",
        "why",
        "why you are asked, and what was searched",
        5,
        "Enter shows why this is asked",
    ),
    Command(
        "stop", ("looking",), ("escape",), "Esc", "stop looking", "stop; what was found stays", 1
    ),
    Command("again", ("broken",), ("enter",), "Enter", "run again", "run the request again", 1),
    Command("go_on", ("halted",), ("enter",), "Enter", "go on", "do what the halt offers", 1),
    Command("veto", ("routed",), ("v",), "v", "veto", "mark a guess; Enter re-opens it", 2),
    Command(
        "confirm",
        ("routed", "silent"),
        ("enter",),
        "Enter",
        "do",
        "carry out what v or q announced",
    ),
    Command(
        "write",
        ("silent",),
        ("s",),
        "s",
        "write a spec",
        "write a spec anyway, to verify against",
        1,
    ),
    Command(
        "spec",
        ("routed", "halted"),
        ("tab", "s"),
        "Tab",
        "spec",
        "show the whole spec, or fold it",
        3,
    ),
    Command(
        "undo",
        ("options", "routed", "halted"),
        ("u",),
        "u",
        "undo",
        "take back your last act",
        6,
        "Enter takes back your last act",
    ),
    Command("trace", ("looking", "options"), ("t", "tab"), "t", "trace", "read the trace", 7),
    Command(
        "to_question",
        ("reading",),
        ("tab", "t", "escape"),
        "Tab",
        "answer the question",
        "go back to the question",
        1,
    ),
    Command(
        "read",
        ("options", "looking", "reading", "routed", "silent", "halted"),
        ("r",),
        "r",
        "what I read",
        "see and correct what was read in the request",
        8,
        "Enter shows what was read",
    ),
    Command(
        "new", ("routed", "silent", "halted", "broken"), ("n",), "n", "new", "another request", 9
    ),
    Command("change", ("read",), ("enter",), "Enter", "change", "change or add what is marked", 1),
    Command("drop", ("read",), ("-", "minus", "delete"), "-", "drop", "drop the marked object", 2),
    Command("add", ("read",), ("+", "plus"), "+", "add", "add an object or a rule", 3),
    Command(
        "move",
        ("read", "page", "palette", "specs", "review", "verify"),
        ("up", "down"),
        "up down",
        "move",
        "move up and down",
    ),
    *SAVED,
    Command("back", ("read",), ("escape",), "Esc", "back", "back; changes are run again", 4),
    Command("keep", ("read line",), ("enter",), "Enter", "keep", "keep what is typed", 1),
    Command("leave_line", ("read line",), ("escape",), "Esc", "leave it", "change nothing", 2),
    Command("close", ("page",), ("escape", "enter"), "Esc", "back", "close this page", 1),
    Command("choose", ("palette",), ("enter",), "Enter", "do it", "carry out what is marked", 1),
    Command("close_palette", ("palette",), ("escape",), "Esc", "back", "do nothing", 2),
    Command("palette", ALL_PLACES, ("colon", ":"), ":", "actions", "every action, by name", 20),
    Command(
        "help", ALL_PLACES, ("question_mark", "?", "f1"), "?", "help", "the keys of this place", 21
    ),
    Command(
        "leave",
        ("home", *RUN),
        ("q",),
        "q",
        "leave",
        "leave; a question that waits is kept",
        22,
        "Enter leaves",
    ),
    Command(
        "interrupt", ("prompt", "typing"), (), "ctrl+c twice", "quits", "leave from anywhere", 9
    ),
)


def at(place: Place) -> tuple[Command, ...]:
    """The commands of a place, in the order of the table."""
    return tuple(command for command in COMMANDS if place in command.where)


def for_key(place: Place, *names: str | None) -> Command | None:
    """The command behind a key at a place; a key may have a name and a character."""
    for command in at(place):
        if any(name in command.keys for name in names if name):
            return command
    return None


def footer(place: Place, width: int, without: frozenset[str] = frozenset()) -> str:
    """The keys of a place in one row of at most `width` cells.

    What does not fit goes, in the order of the ranks; `?` stays while anything does, because it
    leads to the rest.
    """
    shown = sorted(
        (one for one in at(place) if one.rank and one.name not in without), key=lambda one: one.rank
    )
    room = width - MARGINS
    last = [one for name in LAST for one in shown if one.name == name]
    kept: list[Command] = []
    out = [one for one in shown if one.name == "leave"]
    first = [one for one in shown if "enter" in one.keys or one.rank == 1]
    for one in dict.fromkeys((*last, *first, *out, *shown)):
        if cells(_row([*kept, one])) <= room:
            kept.append(one)
    return _row(sorted(kept, key=lambda one: one.rank))


def _row(commands: list[Command]) -> str:
    return (" " * GAP).join(f"{one.shown} {one.title}" for one in commands)
