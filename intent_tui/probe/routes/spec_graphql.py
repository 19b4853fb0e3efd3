"""GraphQL schemas: the fields of the root types, queries told from mutations.

Schema files and the schema texts inside sources are read alike. A field is one entry; its path is
the field's name, because every one of them is reached by the same address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from intent_tui.probe.routes.model import Access, Entry
from intent_tui.probe.routes.spec_model import Document

_NAMES = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
# Descriptions and comments first: a name inside one is none.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*+(?:""")?|"(?:[^"\\\n]|\\.)*+"?|#[^\n]*|[A-Za-z_]\w*|[{}()\[\]:!=|&@$]|`|\n'
)
_STARTS = re.compile(
    r"(?:^|[\s`\"'])(?:extend\s+)?(?:type\s+\w+|schema)\b[^{}`=;]{0,400}\{", re.MULTILINE
)


def entries(documents: Sequence[Document]) -> Iterator[Entry]:
    """The root fields of all schemas; a `schema` block anywhere may give the root types names."""
    read = [(document, list(_blocks(_schema(document)))) for document in documents]
    roots = dict(zip(_NAMES.values(), _NAMES, strict=True))
    for _, blocks in read:
        named = [each for name, fields in blocks if name == "schema" for each in fields]
        roots.update({target: each for each, target, _ in named if each in _NAMES and target})
    for document, blocks in read:
        for name, fields in blocks:
            operation = roots.get(name, "")
            for field, _, line in fields if operation else ():
                yield _entry(document, operation, field, line)


def _schema(document: Document) -> str:
    """The text; of a file that is a schema without its descriptions and comments."""
    text = "\n".join(document.lines)
    if document.path.endswith(_SCHEMAS):
        return _HIDDEN.sub(lambda met: re.sub(r"[^\n]", " ", met.group()), text)
    return text


_SCHEMAS = (".graphql", ".gql", ".graphqls")
_HIDDEN = re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*+(?:""")?|"(?:[^"\\\n]|\\.)*+"?|#[^\n]*')


def _entry(document: Document, operation: str, field: str, line: int) -> Entry:
    access: Access = "write" if operation == "mutation" else "read"
    method = operation.upper()
    return Entry(
        "http", method, field, f"{method} {field}", field, document.path, line, access, document.id
    )


Fields = list[tuple[str, str, int]]


def _blocks(text: str) -> Iterator[tuple[str, Fields]]:
    """The types of a text by name, `schema` among them: field, the name of its type, line."""
    place = 0
    while (met := _STARTS.search(text, place)) is not None:
        words = re.findall(r"\w+", met.group().partition("{")[0])
        name = "schema" if words[0] == "schema" or words[:2] == ["extend", "schema"] else ""
        if not name:
            name = words[words.index("type") + 1]
        line = text.count("\n", 0, met.end()) + 1
        fields, place = _fields(text, met.end(), line)
        yield name, fields


def _fields(text: str, place: int, line: int) -> tuple[Fields, int]:
    """The fields up to the brace that closes the block, and the place behind it."""
    found: Fields = []
    depth, waiting = 0, ""
    awaits_type = False
    end = place
    for met in _TOKEN.finditer(text, place):
        part, end = met.group(), met.end()
        if part in ("}", "`") and not depth:
            break
        if part in ("(", "[", "{"):
            depth += part != "["
        elif part in (")", "}"):
            depth = max(0, depth - 1)
        elif part == ":" and not depth:
            if waiting:
                found.append((waiting, "", line))
            waiting, awaits_type = "", True
        elif part == "@":
            awaits_type = False
        elif not depth and (part[0].isalpha() or part[0] == "_"):
            if awaits_type and found:
                name, _, where = found[-1]
                found[-1] = (name, part, where)
                awaits_type = False
            else:
                waiting = part
        elif part == "\n" or part.startswith('"""'):
            line += part.count("\n")
    return found, end
