"""The closed grammar of evidence pointers: nine forms, and how one is judged.

A pointer is a single token. Four forms name a file of the workspace and can be held against
it; the five reserved ones name a commit, a pull request, a record, a document or a decision
that was handed back, and are held against what was opened when they are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from intent_tui.spec.model import USER_DELEGATED

Form = Literal[
    "path", "line", "range", "heading", "commit", "pull", "delegated", "record", "document"
]
Value = Literal["ok", "form", "invented"]

_COMMIT = re.compile(r"git:([0-9a-f]{7,40})")
_PULL = re.compile(r"git:#([1-9][0-9]*)")
_RECORD = re.compile(r"record:([\w.-]+(?:/[\w.-]+)+)")
_DOCUMENT = re.compile(r"doc:([\w.-]+)#([^\s#,]+)")
_LINE = re.compile(r"([^:#]+):([1-9][0-9]*)")
_RANGE = re.compile(r"([^:#]+):([1-9][0-9]*)-([1-9][0-9]*)")
_HEADING = re.compile(r"([^:#]+)#([^\s#,]+)")
_PATH = re.compile(r"[^:#]+")
_BARE = re.compile(r"([^:/.]+):(.*)", re.DOTALL)

# No work lies there: the tools' own folders and the saved specs, which would cite themselves.
_CLOSED_FOLDERS = (".git", ".claude", ".agents", ".intent")


@dataclass(frozen=True, slots=True)
class Parts:
    """A pointer taken apart. What a form does not have is empty or None.

    `path` is the file, the record (`system/id`) or the document's slug; `anchor` the heading,
    the section, the commit or the number of a pull request.
    """

    form: Form
    path: str = ""
    line: int | None = None
    end: int | None = None
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ok`, `form` (not one of the nine) or `invented` (well formed, names nothing there)."""

    value: Value
    reason: str

    @property
    def ok(self) -> bool:
        """Whether the pointer may be used."""
        return self.value == "ok"


def split(pointer: str) -> Parts:
    """Takes a pointer apart. Raises ValueError, with the sentence, when its form is illegal.

    `word:12` counts as a line of the file `word` here; only `judge` can tell a file name from
    a mistyped namespace.
    """
    fault = _token_fault(pointer)
    if fault:
        raise ValueError(fault)
    parts = _reserved(pointer) or _file(pointer)
    if parts is None:
        raise ValueError(_no_form(pointer))
    if parts.form in ("path", "line", "range", "heading"):
        fault = _path_fault(parts.path)
        if fault:
            raise ValueError(fault)
        if parts.line is not None and parts.end is not None and parts.end < parts.line:
            raise ValueError("the range of lines runs backwards")
    return parts


def judge(pointer: str, exists: Callable[[str], bool] | None = None) -> Verdict:
    """Judges one pointer in the order of ruling G13: its form first, then whether it is there.

    Args:
        pointer: the token as written.
        exists: tells whether a relative path names a file (not a folder) of the workspace.
            Without it nothing is called invented, and `word:12` passes only where the word
            looks like a file's name (`Makefile:12`), so that `ticket:4402` stays a form error.
    """
    try:
        parts = split(pointer)
    except ValueError as error:
        return Verdict("form", str(error))
    if parts.form in ("commit", "pull", "delegated", "record", "document"):
        return Verdict("ok", f"a {parts.form} pointer")
    there = exists(parts.path) if exists else None
    bare = _BARE.fullmatch(pointer)
    if bare and not (there if exists else _like_a_file(parts.path)):
        return Verdict("form", f'"{parts.path}:" is neither a reserved word nor a file here')
    if there is False:
        if _joined(pointer):
            return Verdict("form", "two pointers in one; each piece of evidence is one pointer")
        return Verdict("invented", f'"{parts.path}" is not a file of this workspace')
    if there is None and _joined(pointer):
        return Verdict("form", "two pointers in one; each piece of evidence is one pointer")
    return Verdict("ok", f"a {parts.form} pointer")


def _token_fault(pointer: str) -> str:
    if not pointer:
        return "empty; evidence is one pointer"
    if any(char.isspace() for char in pointer):
        return "holds a blank; evidence is one pointer, not a sentence"
    if any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in pointer):
        return "holds a control character"
    if any(0xD800 <= ord(char) < 0xE000 for char in pointer):
        return "is not text that UTF-8 can hold"
    return ""


def _reserved(pointer: str) -> Parts | None:
    if pointer == USER_DELEGATED:
        return Parts("delegated")
    if found := _COMMIT.fullmatch(pointer):
        return Parts("commit", anchor=found[1])
    if found := _PULL.fullmatch(pointer):
        return Parts("pull", anchor=found[1])
    if (found := _RECORD.fullmatch(pointer)) and all(
        part.strip(".") for part in found[1].split("/")
    ):
        return Parts("record", path=found[1])
    if found := _DOCUMENT.fullmatch(pointer):
        return Parts("document", path=found[1], anchor=found[2])
    return None


def _file(pointer: str) -> Parts | None:
    if found := _LINE.fullmatch(pointer):
        return Parts("line", path=found[1], line=_number(found[2]))
    if found := _RANGE.fullmatch(pointer):
        return Parts("range", path=found[1], line=_number(found[2]), end=_number(found[3]))
    if found := _HEADING.fullmatch(pointer):
        return Parts("heading", path=found[1], anchor=found[2])
    if _PATH.fullmatch(pointer):
        return Parts("path", path=pointer)
    return None


def _number(digits: str) -> int:
    # Python refuses to read thousands of digits; no file has more lines than nine digits say.
    return int(digits[:9])


def _path_fault(path: str) -> str:
    if path.startswith(("/", "~/")):
        return "an absolute path; evidence is relative to the workspace"
    segments = path.split("/")
    if path == ".":
        return "the workspace's root; evidence names a file"
    if "." in segments or ".." in segments:
        return 'a path with "." or ".." in it; evidence is written from the root'
    if "" in segments:
        return "a folder or a doubled slash; evidence names a file"
    if segments[0].casefold() in _CLOSED_FOLDERS or ".git" in segments:
        return f'"{segments[0]}/" is never evidence'
    return ""


def _no_form(pointer: str) -> str:
    if _BARE.fullmatch(pointer):
        word = pointer.split(":", 1)[0]
        return f'"{word}:" is not a reserved word with a well-formed rest'
    return "not one of the nine forms of a pointer"


def _like_a_file(word: str) -> bool:
    return word[:1].isupper() or word.endswith("file")


def _joined(pointer: str) -> bool:
    """Whether commas separate pieces that each look like a path of their own."""
    pieces = pointer.split(",")
    return len(pieces) > 1 and all("/" in piece or "." in piece for piece in pieces)
