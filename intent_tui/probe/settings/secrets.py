"""Credentials are hidden before anything that was read becomes a fact (ruling G16).

Three ways to be one: a shape that only credentials have (`TOKENS`), a value given to a name that
says so (`password: ...`), or a text of mixed characters no person would write. What is hidden is
the value alone; the name and the line stay, because where a credential is kept may be the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from intent_tui.probe.facts import Fact
from intent_tui.probe.settings import values
from intent_tui.probe.source.surfaces import common, namer

HIDDEN = "…"

# Each begins with a fixed text, so that a line without one costs a plain search.
TOKENS = re.compile(
    r"\b(?:AKIA|ASIA|AGPA|AROA|AIPA)[0-9A-Z]{12,}"
    r"|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bATATT3[\w=-]{20,}"
    r"|\bxox[a-z]-[\w-]{8,}|\bxapp-[\w-]{8,}|hooks\.slack\.com/services/[\w/]{8,}"
    r"|\bdiscord(?:app)?\.com/api/webhooks/[\w/-]{8,}"
    r"|\b[a-z]{2,6}_(?:live|test)_\w{8,}|\bsk-(?:ant-|proj-)?[\w-]{16,}|\bwhsec_\w{12,}"
    r"|\bAIza[\w-]{20,}|\bya29\.[\w-]{10,}|\bGOCSPX-[\w-]{10,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?"
    r"|\bnpm_\w{20,}|\bpypi-[\w-]{16,}|\bdop_v1_\w{20,}|\bSG\.[\w-]{10,}\.[\w-]{10,}|\bhf_\w{20,}"
    r"|\bAGE-SECRET-KEY-1\w{10,}|\bshp(?:at|ss|ca|pa)_\w{16,}|\bkey-[0-9a-f]{32}\b"
    r"|\bdckr_pat_[\w-]{16,}|\bhvs\.[\w-]{16,}|\bLTAI\w{12,}|\bEAACEdEose0cBA\w+"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----.*"
    r"|(?<=://)[^/\s:@\"'<>]+:[^/\s@\"'<>]+(?=@)"
    r"|(?<=\bBasic )[A-Za-z0-9+/]{8,}={0,2}|(?<=\bBearer )[\w.~+/-]{12,}=*"
    r"|(?<=AccountKey=)[\w+/=]{8,}|(?<=SharedAccessKey=)[\w+/=]{8,}|(?<=[?&]sig=)[\w%+/=-]{8,}"
)
_NAMED = re.compile(
    r"(?<![\w.-])(?P<name>[\w.-]{0,60}?(?:secret|passw|pwd|passphrase|token|credential|salt|dsn|webhook"
    r"|(?:api|access|private|signing|signature|encryption|auth|account|client|master|shared|host|ssh"
    r"|service|license)[_-]?key|_auth|connection[_-]?string)"
    r"[\w.-]{0,60})[\"']?\]?\s{0,8}(?::=|=>|=(?!=)|:(?!:))\s{0,8}",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[rbuf]?(?P<mark>[\"'`])(?P<text>[^\"'`\s]{4,})(?P=mark)")
_BARE = re.compile(r"(?P<text>[^\s\"'`(){}\[\];,<>$|&!?]{4,})\s*(?:#.*)?$")
_LONG = re.compile(r"(?<![\w./@:-])[A-Za-z0-9+/_=-]{20,}(?![\w./-])")
_ASSIGNED = re.compile(r"^(?P<head>\s*(?:export\s+)?[\w.:/@-]+\s*=\s*)(?P<text>\S.*)$")
_MIXED = 0.3
"""Changes between small letters, capitals and digits for each character of a made-up text."""
_SAID = frozenset({"string", "text", "number", "integer", "bool", "boolean", "null", "none", "nil",
    "true", "false", "required", "optional", "unknown", "undefined", "password", "token", "secret",
    "basic", "bearer", "object", "array", "bytes", "uuid", "never", "string?"})  # fmt: skip
"""Words that stand behind the name of a credential and are none: types and switches."""
_PROSE = (".md", ".markdown", ".txt", ".rst", ".adoc", ".eml", ".org")


def masked(text: str, *, prose: bool = False) -> str:
    """A line with every credential in it hidden; a line without one as it is.

    `prose`: behind a name without quotes only what no word looks like is hidden.
    """
    shown = TOKENS.sub(HIDDEN, text)
    for met in reversed(list(_NAMED.finditer(shown))):
        if not values.secret_name(met.group("name")):
            continue
        value = _QUOTED.match(shown, met.end()) or _BARE.match(shown, met.end())
        if value is not None and _is_credential(value, prose):
            start, end = value.span("text")
            shown = shown[:start] + HIDDEN + shown[end:]
    return _LONG.sub(lambda met: HIDDEN if made_up(met.group()) else met.group(), shown)


def _is_credential(value: re.Match[str], prose: bool) -> bool:
    text = value.group("text")
    bare = "mark" not in value.re.groupindex
    if text.lower().rstrip(".") in _SAID or text.startswith(("$", "{", "<", "%", HIDDEN)):
        return False
    if not bare:
        return True
    if "." in text and not any(char.isdigit() for char in text):
        # a name of the program (`settings.token`), not a value
        return False
    return not prose or any(char.isdigit() for char in text)


def made_up(text: str) -> bool:
    """Whether a text of at least 20 characters is one no person wrote: letters of both sizes and
    digits that change places all the time. Names of classes and paths change seldom."""
    kinds = ["".join(k for k, p in _KINDS if p(char)) for char in text]
    if not {"a", "A", "0"} <= set(kinds):
        return False
    changes = sum(one != other for one, other in pairwise(kinds))
    return changes >= _MIXED * len(text)


_KINDS = (("a", str.islower), ("A", str.isupper), ("0", str.isdigit))


@lru_cache(maxsize=1)
def _patterns() -> tuple[str, ...]:
    return tuple(common()["secret_files"])


@lru_cache(maxsize=4096)
def secret_file(path: str) -> bool:
    """Whether the name of a file says that its values are credentials: only names are shown."""
    name = path.rpartition("/")[2].lower()
    return namer(_patterns())(name)


def holds_secrets(text: str) -> bool:
    """Whether a configuration says that what stands in it is secret (`kind: Secret`)."""
    return re.search(r"(?m)^\s*\"?kind\"?:\s*\"?(?:Sealed|External)?Secret\b", text) is not None


def hidden_values(text: str) -> str:
    """A line of a file of credentials: the name stays, whatever stands behind it does not."""
    met = _ASSIGNED.match(text) or re.match(r"^(?P<head>\s*[^:]{1,80}:\s*)(?P<text>\S.*)$", text)
    if met is None:
        return HIDDEN if text.strip() and not text.lstrip().startswith("#") else text
    known = values.is_switch(met.group("text").strip()) and values.listed_name(met.group("head"))
    return text if known else met.group("head") + HIDDEN


def cleaned(fact: Fact) -> Fact:
    """The fact with every credential in it hidden."""
    path = fact.pointer.partition(":")[0]
    if secret_file(path):
        quote = hidden_values(fact.quote)
        value = fact.value if values.is_switch(fact.value) else ""
        return replace(fact, quote=quote, value=value, more=_more(fact.more, prose=False))
    prose = path.endswith(_PROSE) or path.startswith(("git:", "record:", "pr:"))
    name, value, quote = (masked(text, prose=prose) for text in (fact.name, fact.value, fact.quote))
    more = _more(fact.more, prose)
    if (name, value, quote) == (fact.name, fact.value, fact.quote) and more == fact.more:
        return fact
    return replace(fact, name=name, value=value, quote=quote, more=more)


def _more(more: Mapping[str, str], prose: bool) -> Mapping[str, str]:
    return {key: masked(text, prose=prose) for key, text in more.items()}
