"""Protocol buffers: the methods of services, and the addresses their options give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.spec_model import Document, access_of_call

_TOKEN = re.compile(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
    r"|[\w.]+|[{}();=:<>\[\],]|\n"
)
_HTTP = "google.api.http"
_BINDING = re.compile(r"(?:get|put|post|delete|patch)")


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """A method of a service is `/package.Service/Method`; HTTP options are routes beside it."""
    for document in documents:
        yield from _methods(document, _parts(document.lines))


def _parts(lines: Sequence[str]) -> list[tuple[str, int]]:
    """The words and marks of a file with their lines, comments left out."""
    found, line = [], 1
    for met in _TOKEN.finditer("\n".join(lines)):
        part = met.group()
        if part != "\n" and not part.startswith(("//", "/*")):
            found.append((part, line))
        line += part.count("\n")
    return found


def _methods(document: Document, parts: Sequence[tuple[str, int]]) -> Iterator[Entry]:
    package, service, depth, at = "", "", 0, 0
    while at < len(parts):
        part, following = parts[at][0], parts[at + 1][0] if at + 1 < len(parts) else ""
        if part == "{":
            depth += 1
        elif part == "}":
            depth = max(0, depth - 1)
            service = service if depth else ""
        elif part == "package" and not depth:
            package = following
        elif part == "service" and not depth:
            service = f"{package}.{following}".lstrip(".")
        elif part == "rpc" and service and depth == 1:
            end = _end(parts, at)
            yield from _method(document, service, parts[at:end])
            at = end
            continue
        at += 1


def _end(parts: Sequence[tuple[str, int]], start: int) -> int:
    """The place behind a method: its semicolon, or the brace that closes its options."""
    depth = 0
    for at in range(start, len(parts)):
        part = parts[at][0]
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
            if depth <= 0:
                return at + (depth == 0)
        elif part == ";" and not depth:
            return at + 1
    return len(parts)


def _method(document: Document, service: str, parts: Sequence[tuple[str, int]]) -> Iterator[Entry]:
    words = [part for part, _ in parts]
    name, line = words[1] if len(words) > 1 else "", parts[0][1]
    if not name.isidentifier():
        return
    streams = [words[at + 1] for at in range(len(words) - 1) if words[at] == "("][:2]
    method = "STREAM" if "stream" in streams else "RPC"
    path, handler = f"/{service}/{name}", f"{service.rpartition('.')[2]}.{name}"
    access = access_of_call(name)
    bound = list(_bound(parts)) if _HTTP in words else []
    for verb, address, where in bound:
        made = http_entry(
            verb, Piece(_spread(address)), handler, (document.path, where), document.id
        )
        # one registration: the address of the call itself is another name of it
        yield replace(made, aliases=(path,))
    if not bound:
        yield Entry(
            "http", method, path, f"{method} {path}", handler, document.path, line, access,
            document.id,
        )  # fmt: skip


def _bound(parts: Sequence[tuple[str, int]]) -> Iterator[tuple[str, str, int]]:
    """The verbs and addresses that the options of a method give it, with their lines."""
    kind = ""
    for (word, line), _, (text, _) in zip(parts, parts[1:], parts[2:], strict=False):
        key, value = word.rpartition(".")[2], text.strip("\"'")
        if text[:1] not in ("'", '"'):
            continue
        if key == "kind":
            kind = value
        elif key == "path" and kind.isalpha():
            yield kind.upper(), value, line
        elif _BINDING.fullmatch(key):
            yield key.upper(), value, line


def _spread(path: str) -> str:
    """A path whose parameters are patterns as the addresses they meet (`{a=x/*}`: `x/{a}`)."""
    return _PATTERN.sub(lambda met: met.group(2).replace("*", "{" + met.group(1) + "}"), path)


_PATTERN = re.compile(r"\{(?:\w+\.)*(\w+)=([\w/*-]+)\}")
