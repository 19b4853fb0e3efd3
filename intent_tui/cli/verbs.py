"""The table of verbs: the one place the command line, its help and its page are made from."""

from __future__ import annotations

from intent_tui.cli.options import Option, Verb, usage_line

WORKSPACE = Option("--workspace", "where to look (default: the repository around here)", "DIR")
JSON = Option("--json", "one JSON document on standard output")
EVENTS = Option("--events", "one JSON event a line, as they happen")
SAY_HOW = (
    Option("--help", "this page"),
    Option("--debug", "show a traceback when something inside fails"),
)
RUN = (
    Option("--auto", "start only when something is missing (default)"),
    Option("--explicit", "start whatever the request already says"),
    Option("--no-ask", "ask nothing: what only a person knows stops the run"),
    Option("--ask-budget", "how many questions may be sent (default 3)", "N"),
    Option("--today", "the day that dates are measured against", "YYYY-MM-DD"),
    Option("--lang", "the language to speak instead of the one that was read", "CODE"),
    Option("--no-save", "write nothing"),
)

_EXPORTS = ("markdown", "issue", "ears", "gherkin", "openspec", "spec-kit", "jira")
_FORMS = ("text", "json", "github", "sarif")

APP = Verb(
    "",
    "[REQUEST]",
    0,
    1,
    "open the app, with a request or with an empty prompt",
    "intent_tui.cli.face:start",
    (
        WORKSPACE,
        Option("--plain", "plain prompts, line by line, nothing drawn"),
        *RUN[2:],
        Option("--version", "name and version"),
        *SAY_HOW,
    ),
)

VERBS: tuple[Verb, ...] = (
    Verb(
        "grill",
        "REQUEST",
        1,
        1,
        "one run without the app: prose, the spec, where it was saved",
        "intent_tui.cli.grill:grill",
        (
            WORKSPACE,
            *RUN[:2],
            Option("--answer", "a reply, in order, as if typed; may be repeated", "REPLY", True),
            *RUN[2:],
            JSON,
            EVENTS,
            *SAY_HOW,
        ),
    ),
    Verb(
        "answer",
        "INTENT REPLY",
        2,
        2,
        "answer the question a saved spec waits on",
        "intent_tui.cli.grill:answer",
        (
            WORKSPACE,
            Option("--question", "refuse the reply if another question waits", "FIELD"),
            Option("--by", "who says it", "NAME"),
            JSON,
            EVENTS,
            *SAY_HOW,
        ),
    ),
    Verb(
        "veto",
        "INTENT N",
        2,
        2,
        "re-open the N-th guess of a saved spec",
        "intent_tui.cli.grill:veto",
        (
            WORKSPACE,
            Option("--say", "what holds instead, in your words", "WORDS"),
            JSON,
            EVENTS,
            *SAY_HOW,
        ),
    ),
    Verb(
        "specs",
        "",
        0,
        0,
        "list the saved specs",
        "intent_tui.cli.saved:specs",
        (WORKSPACE, JSON, *SAY_HOW),
    ),
    Verb(
        "show",
        "INTENT",
        1,
        1,
        "print a saved spec",
        "intent_tui.cli.saved:show",
        (WORKSPACE, JSON, *SAY_HOW),
    ),
    Verb(
        "check",
        "[INTENT or PATH ...]",
        0,
        None,
        "schema, invariants and evidence of saved specs; exit 6 on findings",
        "intent_tui.cli.check:check",
        (
            WORKSPACE,
            Option("--format", "how to print (default text)", "FORMAT", choices=_FORMS),
            Option("--since", "only what changed, or points into what changed, since then", "REF"),
            JSON,
            *SAY_HOW,
        ),
    ),
    Verb(
        "verify",
        "[INTENT]",
        0,
        1,
        "check delivered work against a spec, one line a constraint",
        "intent_tui.cli.verify:verify",
        (
            WORKSPACE,
            Option("--range", "between two commits (default: spec's commit to now)", "A..B"),
            Option("--met", "you say which line satisfies constraint N", "N=PATH:LINE", True),
            Option("--not-met", "you say that constraint N is not met", "N=WHY", True),
            Option("--not-checkable", "you say that N cannot be checked", "N=WHY", True),
            Option("--fail-on", "exit 6 on not_met (default), outside, open", "LIST"),
            Option("--packet", "print what somebody else needs to check it"),
            Option("--lang", "the language of the reasons", "CODE"),
            Option("--no-save", "write nothing"),
            JSON,
            *SAY_HOW,
        ),
    ),
    Verb(
        "replay",
        "INTENT",
        1,
        1,
        "make every recorded look-up again and say what differs",
        "intent_tui.cli.replay:replay",
        (
            WORKSPACE,
            Option("--now", "in the folder as it is, not at the commit of the spec"),
            JSON,
            *SAY_HOW,
        ),
    ),
    Verb(
        "export",
        "INTENT",
        1,
        1,
        "print a spec for a pull request, an issue, or another tool",
        "intent_tui.cli.export:export",
        (
            WORKSPACE,
            Option("--to", "the form (default markdown)", "FORM", choices=_EXPORTS),
            Option("--out", "openspec, spec-kit: write the files below this folder", "DIR"),
            Option("--force", "with --out: replace files that are there"),
            *SAY_HOW,
        ),
    ),
    Verb(
        "handoff",
        "INTENT",
        1,
        1,
        "print what an executor gets of a settled spec, or start it",
        "intent_tui.cli.handoff:handoff",
        (
            WORKSPACE,
            Option("--to", "claude-code, codex, gemini, cursor, … or one of your own", "NAME"),
            Option("--run", "start it in this terminal and wait for its end"),
            JSON,
            *SAY_HOW,
        ),
    ),
    Verb(
        "prd",
        "SUB-VERB ...",
        0,
        None,
        "PRDs: their contract, files, lanes, packets, gates and record",
        "intent_tui.cli.prd:prd",
        (
            WORKSPACE,
            Option("--config-dir", "the folder of .linchpin.toml (default: the root)", "DIR"),
            Option("--mode", "lanes: auto, parallel or sequential", "MODE"),
            Option("--max", "lanes, schedule: how many may be active", "N"),
            Option("--matrix", "lanes: which documents share which files"),
            Option("--lane-id", "brief: the lane (default lane-1)", "LANE"),
            Option("--lane-mode", "brief: parallel or sequential", "MODE"),
            Option("--delivery-mode", "brief: pr or branch", "MODE"),
            Option("--out", "migrate, brief: where to write", "FILE"),
            Option("--force", "migrate, brief: replace a file that is there"),
            Option("--set", "lane, config: one field or setting", "KEY=VALUE", True),
            Option("--say", "config: settings in your own words", "WORDS", True),
            Option("--yes", "config, preflight: write what was shown"),
            JSON,
            *SAY_HOW,
        ),
    ),
    Verb(
        "attention",
        "",
        0,
        0,
        "how often a person was asked here, and how it went",
        "intent_tui.cli.attention:attention",
        (WORKSPACE, JSON, *SAY_HOW),
    ),
    Verb(
        "supersede",
        "INTENT",
        1,
        1,
        "mark a saved spec as replaced",
        "intent_tui.cli.saved:supersede",
        (WORKSPACE, *SAY_HOW),
    ),
    Verb(
        "schema",
        "",
        0,
        0,
        "print the JSON Schema of an IntentSpec",
        "intent_tui.cli.saved:schema",
        SAY_HOW,
    ),
    Verb(
        "playbooks",
        "[NAME]",
        0,
        1,
        "list what it knows that counts here, from where and why",
        "intent_tui.cli.playbooks:playbooks",
        (WORKSPACE, JSON, *SAY_HOW),
    ),
    Verb(
        "doctor",
        "",
        0,
        0,
        "say what works here and what does not, with the next step",
        "intent_tui.cli.doctor:doctor",
        (WORKSPACE, JSON, *SAY_HOW),
    ),
    Verb(
        "demo",
        "[REQUEST]",
        0,
        1,
        "open the app on a small sample repository",
        "intent_tui.cli.demo:demo",
        (Option("--plain", "plain prompts, line by line, nothing drawn"), *SAY_HOW),
    ),
    Verb(
        "bench",
        "",
        0,
        0,
        "run the evaluation and print its figures",
        "intent_tui.cli.bench:bench",
        (
            Option("--only", "cases whose name holds this, with what went wrong", "TEXT"),
            Option("--limit", "the first so many cases; the written ones come first", "N"),
            Option("--cold", "the cold set instead: wording that no table was made for"),
            Option("--seed", "other nouns, paths and numbers (default 0)", "N"),
            JSON,
            *SAY_HOW,
        ),
    ),
)

BY_NAME = {verb.name: verb for verb in VERBS}


def overview() -> str:
    """What `--help` prints: the app, then every verb on a line."""
    lines = [
        usage_line(APP),
        "       intent-tui VERB ...",
        "",
        "Grills a request until nothing in it is guessed: looks up what the workspace",
        "knows, asks what only a person knows, and saves the result in .intent/.",
        "",
    ]
    lines += [f"  {verb.name:<10} {verb.summary}" for verb in VERBS]
    lines += ["", *_option_lines(APP), "", "intent-tui VERB --help shows the options of a verb."]
    lines += ["Exit codes: 0 done, 1 internal error, 2 usage, 3 a question waits,"]
    lines += ["4 halted: underspecified, 5 halted: the environment failed, 6 findings."]
    return "\n".join(lines)


def page(verb: Verb) -> str:
    """What `VERB --help` prints."""
    return "\n".join([usage_line(verb), "", verb.summary, "", *_option_lines(verb)])


def _option_lines(verb: Verb) -> list[str]:
    shown = [(f"{option.name} {option.value}".strip(), option.help) for option in verb.options]
    width = max(len(name) for name, _ in shown)
    return [f"  {name:<{width}}  {text}" for name, text in shown]
