"""What stands beside attributes: settings with prefixes, tables of routes, routes in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from intent_tui.probe.routes.controllers import Convention
from intent_tui.probe.routes.model import Entry, Piece, http_entry
from intent_tui.probe.routes.outline import DEEPEST, Node
from intent_tui.probe.source import reading
from intent_tui.probe.source.keyed import rows
from intent_tui.probe.source.surfaces import Data, namer
from intent_tui.workspace.files import Workspace

DEEPEST_KEYS = 6
"""Keys inside each other that a setting may have."""

_PATTERNS = ("pattern", "url", "template", "routeTemplate")
_PROPERTY = re.compile(r"^\s*([\w.-]+)\s*[=:]\s*(\S.*?)\s*$")
_RESOURCES = ("src/main/resources/", "resources/", "config/")


def settings(workspace: Workspace, row: Data) -> dict[str, dict[str, str]]:
    """Folder of a module -> the settings its configuration holds, the innermost folder first.

    Only the files the row names are read, and only the values of keys that hold no secret are ever
    shown: a value is used when a path asks for it by its key.
    """
    found: dict[str, dict[str, str]] = {}
    for name in row.get("settings") or ():
        for info in reading.by_base_name(workspace).get(str(name), ()):
            if info.kind in ("example", "test"):
                continue
            lines = reading.lines_of(workspace, info.path) or ()
            known = found.setdefault(_module(info.path), {})
            if info.path.endswith(".properties"):
                for text in lines:
                    met = _PROPERTY.match(text)
                    if met is not None and not text.lstrip().startswith(("#", "!")):
                        known.setdefault(met.group(1), met.group(2))
            else:
                for each in rows(lines, deep=DEEPEST_KEYS):
                    if each.value:
                        known.setdefault(".".join(str(key) for key in each.keys), each.value)
    return dict(sorted(found.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _module(path: str) -> str:
    folder = path.rpartition("/")[0] + "/"
    for ending in _RESOURCES:
        if f"/{folder}".endswith(f"/{ending}"):
            return folder[: len(folder) - len(ending)]
    return folder if folder != "/" else ""


def leads(
    workspace: Workspace,
    row: Data,
    known: Mapping[str, Mapping[str, str]],
    outlines: Mapping[str, list[Node]],
) -> dict[str, Piece]:
    """Folder -> the prefix an application gives to all routes below it."""
    found: dict[str, Piece] = {}
    for folder, values in known.items():
        parts = [values[key] for key in row.get("prefix_settings") or () if key in values]
        if parts:
            text = re.sub(r"\$\{[^:}]*:?([^}]*)\}", r"\1", "/".join(parts))
            found[folder] = Piece(text, resolved=True)
    mapped = _mapped(workspace, row)
    for path, nodes in sorted(outlines.items()):
        for node in nodes:
            if node.kind != "owner":
                continue
            for mark in node.marks:
                if mark.callee() == row.get("application") and mark.args:
                    told = mark.args[0]
                    piece = Piece(told.text, told.kind == "text" and told.whole)
                    found[path.rpartition("/")[0] + "/"] = piece
            if node.text in mapped:
                found[path.rpartition("/")[0] + "/"] = Piece(mapped[node.text], True, True)
    if len(found) == 1:
        return {"": next(iter(found.values()))} if row.get("application") else found
    return found


_MAPPING = re.compile(
    r"<servlet-name>\s*(?:[\w$]+\.)*([\w$]+)\s*</servlet-name>\s*"
    r"<url-pattern>\s*([^<\s]*?)/\*\s*</url-pattern>"
)


def _mapped(workspace: Workspace, row: Data) -> dict[str, str]:
    """Name of a servlet -> the prefix a descriptor serves it under."""
    found: dict[str, str] = {}
    for name in row.get("descriptors") or ():
        for info in reading.by_base_name(workspace).get(str(name), ()):
            text = "\n".join(reading.lines_of(workspace, info.path) or ())
            for met in _MAPPING.finditer(text):
                found.setdefault(met.group(1), met.group(2))
    return found


def conventions(row: Data, outlines: Mapping[str, list[Node]]) -> list[Convention]:
    """The patterns of routes by convention, each once."""
    calls = row.get("conventions") or {}
    found: dict[str, Convention] = {}
    for path, nodes in sorted(outlines.items()):
        for call in _calls(nodes, 0):
            name = call.callee()
            if name not in calls:
                continue
            told = next((call.options[key] for key in _PATTERNS if key in call.options), None)
            texts = [each for each in call.args if each.kind == "text"]
            if told is None and len(texts) > 1:
                told = texts[1]
            pattern = told.text if told is not None and told.kind == "text" else str(calls[name])
            fixed = call.options.get("defaults")
            values = {key: each.text for key, each in fixed.options.items()} if fixed else {}
            if pattern:
                found.setdefault(pattern, Convention(pattern, values, path, call.line))
    return list(found.values())


def _calls(nodes: list[Node], deep: int) -> Iterator[Node]:
    """Every call in statements and what they hold."""
    for node in nodes:
        if deep > DEEPEST:
            return
        if node.kind == "call":
            yield node
        inner = [*node.args, *node.options.values(), *(node.body or ())]
        if node.of is not None:
            inner.append(node.of)
        yield from _calls(inner, deep + 1)


_ANNOTATION = re.compile(r"@Route\s*\(")
_PARTS = re.compile(r"\"[^\"]*\"|[{}=()]|\n[ \t]*\*")


def commented(source: str) -> str:
    """A source whose routes in comments (`@Route("/x", methods={"GET"})`) are attributes.

    Every line stays where it was.
    """
    made, at = [], 0
    while (start := source.find("/**", at)) >= 0:
        end = source.find("*/", start + 3)
        if end < 0:
            break
        made.append(source[at:start])
        made.append(_turned(source[start : end + 2]))
        at = end + 2
    return "".join([*made, source[at:]])


def _turned(block: str) -> str:
    """A comment with a route in it as an attribute, any other as it is."""
    start = _ANNOTATION.search(block)
    if start is None:
        return block
    made, depth, rest = [], 1, start.end()
    for part in _PARTS.finditer(block, start.end()):
        made.append(block[rest : part.start()])
        rest = part.end()
        sign = part.group()
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            break
        made.append({"{": "[", "}": "]", "=": ":"}.get(sign, sign if sign[0] != "\n" else "\n"))
    inside = "".join(made)
    head = "\n" * block.count("\n", 0, start.start())
    tail = "\n" * (block.count("\n") - head.count("\n") - inside.count("\n"))
    return f"{head}#[Route({inside})]{tail}"


def listed(workspace: Workspace, row: Data) -> Iterator[Entry]:
    """The routes of a table of routes in YAML: a name with a path, methods and a controller."""
    table_like = namer(str(pattern) for pattern in row.get("tables") or ())
    for info in workspace.inventory.files:
        if not table_like(info.path):
            continue
        if info.kind in ("example", "test"):
            continue
        table: dict[str, dict[str, tuple[str, int]]] = {}
        lists: dict[str, list[str]] = {}
        for each in rows(reading.lines_of(workspace, info.path) or (), deep=3):
            keys = [str(key) for key in each.keys]
            if len(keys) == 2:
                table.setdefault(keys[0], {})[keys[1]] = (each.value, each.line)
            elif len(keys) == 3 and keys[1] == "methods" and each.value:
                lists.setdefault(keys[0], []).append(each.value)
        for name, values in table.items():
            if "path" not in values or "resource" in values:
                continue
            told = lists.get(name) or re.findall(r"[A-Z]+", values.get("methods", ("", 0))[0])
            handler = values.get("controller", ("", 0))[0].rpartition("\\")[2].replace("::", ".")
            path, line = values["path"]
            for method in told or ["ANY"]:
                yield http_entry(method, Piece(path), handler, (info.path, line), str(row["id"]))
