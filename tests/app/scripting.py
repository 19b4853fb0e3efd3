"""Scripted engines for the app: events written by hand, sent when a command comes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from intent_tui.app import theme
from intent_tui.app.app import IntentApp
from intent_tui.app.desk.link import Deliver
from intent_tui.app.desk.records import plain, record
from intent_tui.app.desk.serve import serve
from intent_tui.ask.pending import Effect, Pending
from intent_tui.passes.events import (
    Answer,
    Answered,
    Asked,
    Command,
    Correct,
    Emitted,
    Event,
    Failed,
    Found,
    LookupDone,
    LookupStarted,
    PassStarted,
    Read,
    SilenceRow,
    Started,
    Submit,
    Survey,
    Surveyed,
    Typechecked,
    Undo,
    Undone,
    UnknownClosed,
    UnknownOpened,
    Veto,
)
from intent_tui.probe.facts import Fact, Lookup
from intent_tui.spec.model import (
    Constraint,
    Decision,
    IntentSpec,
    Option,
    Question,
    Resolution,
    Unknown,
)

EMPTY = Path(__file__).parent
"""A folder of a workspace in which no spec is saved under the names used here."""

REQUEST = "retry failed label prints at the depot"

SURVEYED = Surveyed(
    "depot",
    "trunk 7d20c1f",
    ("412 files", "Python, Flask", "9 routes", "88 test files"),
    ("rate limit POST /labels", "add caching to GET /parcels"),
)

READ = Read(
    language="en",
    kind="order",
    intent="retry_label_prints",
    playbook="retries",
    objects=("POST /labels", "printer.send"),
    explicit=(),
    unknown=(
        Unknown("which_calls", "probe", "scope"),
        Unknown("how_often", "probe", "approach"),
        Unknown("when_all_fail", "ask", "failure_behavior"),
        Unknown("what_is_done", "probe", "acceptance"),
    ),
    silence={
        "objects": SilenceRow(True, ("label prints",)),
        "approach": SilenceRow(False),
        "failure": SilenceRow(False),
        "acceptance": SilenceRow(False),
    },
    left_out=("GET /labels (it only reads)",),
)

QUESTION = Pending(
    field="when_all_fail",
    question=Question(
        "If every retry of a label fails, what should the packer at the belt get?",
        "Packers act on it at once, and nothing here says what they expect.",
        "B",
        (
            Option("A", "the parcel goes on without a label and is listed"),
            Option("B", "the parcel is held until a label exists"),
            Option("C", "a handwritten label is asked for"),
        ),
    ),
    reason="nothing leaves unnamed",
    effects=(
        Effect(
            (Constraint("asked", "an unlabelled parcel is listed", category="failure_behavior"),)
        ),
        Effect(
            (
                Constraint(
                    "asked", "a parcel without a label is held", category="failure_behavior"
                ),
                Constraint("asked", "a test makes every print fail", category="acceptance"),
            )
        ),
        Effect((Constraint("asked", "the packer is asked to write", category="failure_behavior"),)),
    ),
    irreversible=True,
    category="failure_behavior",
    searched=("search: hold, held in src, docs", "history: hold", "tests: unlabelled"),
    risk="A parcel that left cannot be called back.",
)

LONGEST = replace(
    QUESTION,
    question=Question(
        "如果一个包裹的所有标签重试都失败，例如打印机离线、网络中断或者纸张用完，"
        "在恢复之前，传送带旁的打包员应该看到什么，包裹应该停在哪里，谁来负责重新打印？",
        "打包员会立刻照做；这里没有任何地方说明他们期待什么。",
        "B",
        (
            Option("A", "包裹继续走，不带标签，并且列在清单里等人处理"),
            Option("B", "包裹停住，直到有标签为止，屏幕上显示原因和时间"),
            Option("C", "请打包员手写一张标签，并把它拍照存档，之后再补打"),
        ),
    ),
    reason="没有名字的包裹不会离开",
)


def lookup(name: str, surface: str = "kin", *, hits: int = 1, failed: str | None = None) -> Lookup:
    """A look-up that found one thing, nothing, or failed."""
    facts = (Fact("kin", "implementation", name, "src/printer.py:14"),) if hits else ()
    return Lookup("how_often", surface, f"search: {name} in src", facts, hits, failed, ms=3)  # type: ignore[arg-type]


def opening() -> list[Event]:
    """From the start of a run to the point where a question is due."""
    return [
        Started(REQUEST, "explicit", 3),
        PassStarted("parse"),
        READ,
        PassStarted("resolve"),
        LookupStarted("which_calls", "entries", "entries: label"),
        LookupDone(lookup("POST /labels", "entries"), 1, 6),
        UnknownClosed("which_calls", "probed", "POST /labels", "src/routes.py:31"),
        LookupDone(lookup("send_with_backoff", "kin", hits=4), 2, 6),
        UnknownClosed("how_often", "probed", "3 times, by convention", "src/backoff.py:8"),
        Found("an endless retry was reverted", "git:1a2b3c4"),
        LookupDone(lookup("hold", "history", hits=0), 3, 6),
        UnknownClosed("what_is_done", "inferred", "prints as tested", "tests/test_printer.py:20"),
        PassStarted("emit"),
        Typechecked(
            False, True, {"found": 4, "looked up": 2, "asked": 0, "inferred": 1, "open": 1}
        ),
    ]


def spec(state: str = "ROUTE", *, cause: str | None = None, guesses: int = 2) -> IntentSpec:
    """A spec as it would be saved."""
    inferred = (
        Constraint(
            "inferred", "prints as tests/test_printer.py asserts", "tests/test_printer.py:20"
        ),
        Constraint("inferred", "no new dependency", "pyproject.toml:4"),
    )[:guesses]
    decision = {
        "ROUTE": Decision("ROUTE", 0.86, target="implement"),
        "ASK": Decision("ASK", 0.6, question=QUESTION.question),
        "HALT": Decision(
            "HALT",
            0.4,
            cause=cause or "underspecified",  # type: ignore[arg-type]
            open_fields=("when_all_fail",),
            error="git log failed: object 8e21c04 missing" if cause == "degraded" else None,
        ),
    }[state]
    left = () if state == "ROUTE" else (Unknown("when_all_fail", "ask", "failure_behavior"),)
    asked = (
        (Constraint("asked", "a parcel without a label is held", irreversible=True),)
        if state == "ROUTE"
        else ()
    )
    return IntentSpec(
        request=REQUEST,
        intent="retry_label_prints",
        objects=("POST /labels", "printer.send"),
        constraints=(
            Constraint("probed", "three tries, as elsewhere", "src/backoff.py:8"),
            *asked,
            *inferred,
        ),
        unknown=left,
        decision=decision,
        resolution=Resolution(4, 2, len(asked), len(inferred), 3),
        trace=(),
        verification_status="asked" if left else "routed",
    )


def asked(pending: Pending = QUESTION, *, half_typed: str = "") -> list[Event]:
    """One question, and the spec saved as asked behind it."""
    return [
        Asked(pending, pending.number, 3, half_typed),
        Emitted(
            "ASK", "one question is open", "clear", spec("ASK"),
            ".intent/retry_label_prints.intent.yaml", ("One question is open.",), (), 1, saved=True,
        ),
    ]  # fmt: skip


def answered(reply: str = "B", read_as: str = "B") -> list[Event]:
    """An answer that was taken."""
    return [
        Answered("when_all_fail", reply, read_as),
        UnknownClosed("when_all_fail", "asked", "a parcel without a label is held"),
        PassStarted("emit"),
        Typechecked(True, True, {"found": 4, "looked up": 2, "asked": 1, "inferred": 1, "open": 0}),
    ]


def routed(guesses: int = 2) -> list[Event]:
    """The run ended with a spec."""
    return [
        Emitted(
            "ROUTE", "nothing is unknown", "clear", spec(guesses=guesses),
            ".intent/retry_label_prints.intent.yaml",
            (
                "Looked up: an endless retry was reverted here, so three tries.",
                "Decided by you: a parcel without a label is held.",
            ),
            (), 1, saved=True,
        )
    ]  # fmt: skip


def silent() -> list[Event]:
    """The request said it all."""
    said = {key: SilenceRow(True, (f"words for {key}",)) for key in READ.silence}
    return [
        Started(REQUEST, "auto", 3),
        PassStarted("parse"),
        replace(READ, silence=said, unknown=()),
        Emitted("silent", "the request says it all", "clear", None, None, (), (), 0),
    ]


def halted(cause: str) -> list[Event]:
    """One of the two halts."""
    events: list[Event] = []
    if cause == "degraded":
        events.append(LookupDone(lookup("log", "history", hits=0, failed="object missing"), 4, 6))
    return [
        *events,
        Emitted(
            "HALT", "every question is used", "not checked", spec("HALT", cause=cause),
            ".intent/retry_label_prints.intent.yaml", (), (), 3,
            next=("git fetch --unshallow",) if cause == "degraded" else (), saved=True,
        ),
    ]  # fmt: skip


Reply = Callable[[Command], Sequence[Event]]


def usual(command: Command) -> Sequence[Event]:
    """The usual run: a question, then a route."""
    match command:
        case Survey():
            return [SURVEYED]
        case Submit() | Correct():
            return [*opening(), *asked()]
        case Answer(reply="you decide"):
            refused = replace(QUESTION, refused=True, number=2)
            return [Answered("when_all_fail", "you decide", "refused"), *asked(refused)]
        case Answer():
            return [*answered(command.reply), *routed()]
        case Undo():
            return [Undone("answer: B"), *asked()]
        case Veto():
            opened = Unknown("what_is_done", "ask", "acceptance")
            return [UnknownOpened(opened), *asked(replace(QUESTION, field="what_is_done"))]
    return []


@dataclass
class Scripted:
    """A connection whose engine is a function from a command to events."""

    reply: Reply
    wake: Callable[[], None]
    events: SimpleQueue[Event] = field(default_factory=SimpleQueue)
    sent: list[Command] = field(default_factory=list)
    drafts: list[tuple[str, str]] = field(default_factory=list)
    closed: bool = False

    def send(self, command: Command) -> None:
        """Answer at once."""
        self.sent.append(command)
        for event in self.reply(command):
            self.events.put(event)
        self.wake()

    def draft(self, about: str, text: str) -> None:
        """Remember what was half-typed."""
        self.drafts.append((about, text))

    def close(self) -> None:
        """Remember that the app let go."""
        self.closed = True


class InlineDesk:
    """Work on saved specs done at once, in this process, by the code the child runs."""

    def __init__(self, folder: Path, deliver: Deliver) -> None:
        self.folder = folder
        self.deliver = deliver
        self.calls: list[dict[str, Any]] = []

    def call(self, number: int, call: dict[str, Any]) -> None:
        """Do it, and send what comes of it the way a pipe would."""
        self.calls.append(call)
        for said in serve(self.folder, call):
            self.deliver(number, record(json.loads(json.dumps(plain(said)))))

    def close(self) -> None:
        """Nothing runs."""


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """The time now."""
        return self.now

    def later(self, seconds: float = 1.0) -> None:
        """Let time pass."""
        self.now += seconds


class Stage:
    """An app over a scripted engine, and what a test needs to look at it."""

    def __init__(
        self,
        reply: Reply = usual,
        request: str = "",
        colours: str = "intent-dark",
        folder: Path = EMPTY,
    ) -> None:
        self.connections: list[Scripted] = []
        self.clock = Clock()

        def connect(wake: Callable[[], None]) -> Scripted:
            self.connections.append(Scripted(reply, wake))
            return self.connections[-1]

        self.app = IntentApp(
            "depot",
            connect,
            request,
            lambda: Submit("-", "explicit"),
            theme.load(colours),
            lambda deliver: InlineDesk(folder, deliver),
            clock=self.clock,
        )

    @property
    def connection(self) -> Scripted:
        """The one connection there is."""
        assert len(self.connections) == 1
        return self.connections[0]

    @property
    def sent(self) -> list[Command]:
        """Every command but the look round."""
        return [one for one in self.connection.sent if not isinstance(one, Survey)]

    def text(self) -> str:
        """The screen as text, every row without its trailing blanks."""
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in row).rstrip() for row in rows)


def broken() -> list[Event]:
    """The engine broke off."""
    return [Failed("the engine stopped in the middle (signal 9)", "run the request again", 1)]
