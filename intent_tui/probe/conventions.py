"""Surface 4: constants, configuration values and environment templates.

`wanted.names` are exact names of constants; `wanted.terms` are stems that must be a part of the
name, of the file's name or of the comment beside it. With neither, constants called a convention
count. `wanted.want` may be `flag` (see settings/flags.py).

Facts: kind `constant`, named as in code or with the sections around it (`cache.ttl`), value the
literal as written; `more` holds `comment`, `unit` (seconds, ms,
... or absent), `convention` (yes when the name or the comment says so), `source` (code, config or
env). Credentials never become facts, and of an environment template only the names do, unless the
value is a number or a switch whose name is on the list of conventions.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.manifest_readers.record import comment_at
from intent_tui.probe.result import KEPT, Result
from intent_tui.probe.settings import blocks, flags, secrets, values
from intent_tui.probe.source import reading, surfaces
from intent_tui.probe.source.corpus import Corpus, corpus
from intent_tui.probe.source.memory import remembered
from intent_tui.probe.source.words import covered, nearness, needles, stem_of
from intent_tui.workspace.files import FileInfo, Workspace

_CONFIG_LINE = re.compile(
    r"^\s*(?:export\s+|-\s+)?[\"']?(?P<name>[A-Za-z_][\w.-]*)[\"']?\s*[:=]\s*(?P<value>[^#{\[]*?)"
    r"\s*,?\s*(?:#.*|;.*)?$"
)
_SECTION = re.compile(r"^\s*\[+\s*(?P<name>[\w.-]+)\s*\]+\s*$")
_OPENS = re.compile(r"^\s*(?:-\s+)?[\"']?(?P<name>[\w.-]+)[\"']?\s*[:=]\s*[{\[]?\s*(?:#.*)?$")
_BEHIND = re.compile(r"\s+(?://|#)\s.*$")
_SET = rb"[^\n=:(]*+[=:]"
"""What follows the name in a line that gives it a value (the first = or : of the line)."""
_SET_PLAINLY = (
    rb"[^\n=:(]*+(?::[^\n=]*+)?[=:]\s*+"
    rb"(?:[rbuf]?[\"'`]|-?\d|true\b|false\b|yes\b|no\b|on\b|off\b|time\.)"
)
"""The same in code, where the value has to be a literal and may have its type before it."""
_AGREED = (b"onvention", b"default")
"""The commonest words of a comment that calls a value the agreed one."""
_LOUD = re.compile(r"^[A-Z][A-Z0-9_]+$")

MOST_FILES = 160
"""Files whose lines are read: those that seem to set what is wanted."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One name with a literal value; `env` for a line of an environment template."""

    name: str
    value: str
    path: str
    line: int
    comment: str
    source: str
    top: bool


def look(workspace: Workspace, wanted: Wanted) -> Result:
    """Finds the settings the wanted names or stems mean."""
    if wanted.want == "flag":
        return flags.look(workspace, wanted)
    scored = []
    chosen = _files(workspace, wanted)
    for info in chosen:
        for setting in _settings(workspace, info):
            score = _score(setting, wanted)
            if score > 0:
                near = nearness(setting.path, wanted.near)
                scored.append((-score - near, setting.path, setting.line, setting))
    scored.sort(key=lambda row: row[:3])
    facts = [fact for *_, item in scored[:KEPT] if (fact := _fact(workspace, item)) is not None]
    said = reading.shown([*wanted.names, *wanted.terms]) or "what is called a convention"
    where = reading.plural(len(chosen), "file")
    return Result(f"conventions: {said} in {where}", tuple(facts), len(scored))


def _files(workspace: Workspace, wanted: Wanted) -> list[FileInfo]:
    """The files worth reading, those that may hold the best settings first."""
    sources = corpus(workspace)
    ours = _ours(workspace)
    names = [_low(name.rpartition(".")[2]) for name in wanted.names]
    terms = [needle for term in wanted.terms for needle in needles((term,))]
    if not names and not terms:
        return _agreed(sources, ours)
    sources.ask([*names, *terms])
    known = sources.both(ours, sources.holding(names))
    worded = sources.both(ours, sources.holding(terms))
    holders = {needle: sources.holding((needle,)) for needle in terms}
    ranked = []
    for number in sources.numbers(sources.either((known, worded))):
        info, eco = sources.files[number]
        score = 4.0 * known[number]
        if worded[number]:
            there = [needle for needle, flags in holders.items() if flags[number]]
            score += _promise(sources.low(number), there, eco)
        if score:
            score += 1.0 * (info.kind == "conf") + nearness(info.path, wanted.near)
            ranked.append((-score, info.path, info))
    return [info for *_, info in heapq.nsmallest(MOST_FILES, ranked)]


def _agreed(sources: Corpus, ours: bytes) -> list[FileInfo]:
    """The files with constants that are called a convention, by name or beside it."""
    there = sources.both(ours, sources.holding(_AGREED))
    return [
        sources.files[number].info
        for number in sources.numbers(there)
        if _AGREED[0] in sources.low(number) or b"DEFAULT" in sources.raw(number)
    ]


def _promise(low: bytes, there: Sequence[bytes], eco: surfaces.Ecosystem | None) -> float:
    """How much a file that holds a term may give: it sets it, or says it beside what it sets."""
    made = sum(_sets(needle, eco is not None).search(low) is not None for needle in there)
    if made:
        return 2.0 * made
    if eco is not None and b"=" not in low and b":" not in low:
        return 0.0
    return 0.5 + 0.5 * any(word in low for word in _AGREED)


@lru_cache(maxsize=256)
def _sets(needle: bytes, code: bool) -> re.Pattern[bytes]:
    return re.compile(re.escape(needle) + (_SET_PLAINLY if code else _SET))


def _ours(workspace: Workspace) -> bytes:
    """Sources, configuration and environment templates, without what belongs to tools."""
    return remembered(workspace, "settings files", bytes, lambda: _chosen(workspace))


def _chosen(workspace: Workspace) -> bytes:
    config = surfaces.common()["config"]
    suffixes, never = tuple(config["suffixes"]), frozenset(config["never"])
    flags = bytearray()
    for info, eco in corpus(workspace).files:
        name = info.path.rpartition("/")[2]
        readable = info.kind in ("src", "conf") and (eco is not None or name.endswith(suffixes))
        secret = secrets.secret_file(name)
        flags.append(name not in never and ((readable and not secret) or _is_template(name)))
    return bytes(flags)


def _is_template(name: str) -> bool:
    """Whether a base name is that of an environment template."""
    patterns = surfaces.common()["config"]["env"]
    return "env" in name and any(surfaces.named(pattern, name) for pattern in patterns)


def _low(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape").lower()


def _settings(workspace: Workspace, info: FileInfo) -> Iterator[Setting]:
    lines = reading.lines_of(workspace, info.path) or ()
    if info.path.endswith(blocks.SUFFIXES):
        for each in blocks.read(lines):
            place = (info.path, each.line, each.comment, "config", True)
            yield Setting(each.name, each.value, *place)
        return
    eco = surfaces.of_path(info.path)
    env = _is_template(info.path.rpartition("/")[2])
    if eco is None and secrets.holds_secrets("\n".join(lines)):
        return
    marks = eco.comment if eco is not None else ("#", ";", "//")
    above: list[tuple[int, str]] = []
    for number, text in enumerate(lines, 1):
        if len(text) > values.LONGEST * 3 or not text.strip():
            continue
        if text.lstrip().startswith(tuple(mark for mark in marks if mark != "*")):
            continue
        if (env or eco is not None) and "=" not in text and ":" not in text:
            continue
        if env:
            made = _env_line(info.path, lines, number)
        elif eco is not None:
            made = _code_line(info.path, eco, lines, number)
        else:
            above = _above(above, text)
            made = _config_line(info.path, lines, number, above)
        if made is not None:
            yield made


def _above(above: list[tuple[int, str]], text: str) -> list[tuple[int, str]]:
    """The sections a line of a configuration file stands in, with their indents."""
    section = _SECTION.match(text)
    if section:
        return [(-1, section.group("name"))]
    indent = len(text) - len(text.lstrip())
    kept = [item for item in above if item[0] < indent]
    opens = _OPENS.match(text)
    if opens:
        kept.append((indent, opens.group("name")))
    return kept


def _env_line(path: str, lines: tuple[str, ...], number: int) -> Setting | None:
    found = re.match(r"^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$", lines[number - 1])
    if found is None:
        return None
    name, raw = found.group(1), re.sub(r"\s+#.*$", "", found.group(2)).strip("\"'")
    shown = raw if values.is_switch(raw) and values.listed_name(name) else ""
    if values.secret_name(name):
        shown = ""
    comment = comment_at(lines, number, ("#",))
    return Setting(name, shown, path, number, comment, "env", True)


def _code_line(
    path: str, eco: surfaces.Ecosystem, lines: tuple[str, ...], number: int
) -> Setting | None:
    text = lines[number - 1]
    if "#" in text or "//" in text:
        text = _BEHIND.sub("", text)
    for pattern in surfaces.patterns(eco.name, "constants"):
        found = pattern.fullmatch(text.strip())
        if found is None:
            continue
        name, value = found.group("name"), values.literal(found.group("value"))
        if value is None or values.secret_name(name) or values.secret_value(value):
            return None
        top = not text.startswith((" ", "\t"))
        if not top and not _LOUD.match(name) and not values.listed_name(name):
            return None
        comment = comment_at(lines, number, eco.comment)
        return Setting(name, value, path, number, comment, "code", top)
    return None


def _config_line(
    path: str, lines: tuple[str, ...], number: int, above: list[tuple[int, str]]
) -> Setting | None:
    found = _CONFIG_LINE.match(lines[number - 1])
    if found is None:
        return None
    name = ".".join([*(key for _, key in above), found.group("name")])
    raw = found.group("value").strip().strip("\"'")
    if not raw or len(raw) > values.LONGEST:
        return None
    if values.secret_name(name) or values.secret_value(raw):
        return None
    marks = ("#", ";", "//") if PurePosixPath(path).suffix != ".json" else ()
    return Setting(name, raw, path, number, comment_at(lines, number, marks), "config", True)


def _score(setting: Setting, wanted: Wanted) -> float:
    known = setting.name in wanted.names or (
        setting.source == "config" and setting.name.rpartition(".")[2] in wanted.names
    )
    score = 10.0 if known else 0.0
    convention = values.is_convention(setting.name, setting.comment)
    if wanted.terms:
        named = covered(wanted.terms, setting.name)
        said = [
            term
            for term in covered(wanted.terms, setting.comment + " " + stem_of(setting.path))
            if term not in named
        ]
        score += 4.0 * len(named)
        if named:
            score += 1.0 * len(said)
        elif said and convention:
            score += 1.0
    elif not wanted.names and convention:
        score = 1.0
    if not score:
        return 0.0
    score += 4.0 * convention + 0.5 * setting.top + 0.5 * bool(_LOUD.match(setting.name))
    score -= {"code": 0.0, "config": 0.5, "env": 1.0}[setting.source]
    return score


def _fact(workspace: Workspace, setting: Setting) -> Fact | None:
    unit = values.unit_of(setting.name, setting.comment, setting.value)
    more = {
        "comment": setting.comment,
        "unit": unit,
        "convention": "yes" if values.is_convention(setting.name, setting.comment) else "",
        "source": setting.source,
    }
    where = (setting.path, setting.line)
    fact = reading.fact_at(
        workspace,
        "conventions",
        "constant",
        setting.name,
        where,
        value=setting.value,
        more=more,
    )
    if fact is not None and setting.source == "env" and not setting.value:
        hidden = f"{setting.name}=…"
        return Fact(fact.surface, fact.kind, fact.name, fact.pointer, "", hidden, fact.more)
    return fact
