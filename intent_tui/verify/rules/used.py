"""The work uses what the spec says is there: the client, the constant, the helper it points at."""

from __future__ import annotations

import re

from intent_tui.spec.model import Constraint
from intent_tui.verify.anchors import anchors
from intent_tui.verify.scene import Judged, Scene, at, judged

_NAME = re.compile(
    r"(?:def|func|function|fn|class|interface|struct|type|trait|module|enum)\s+"
    r"(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)"
    r"|^[^=({]*?([A-Za-z_$][\w$]*)\s*(?::[^=({]+)?(?::=|=)(?!=)"
    r"|^\s*(?:[\w<>\[\],.?&*]+\s+)+([A-Za-z_$][\w$]*)\s*\("
)
_VALUE = re.compile(r"^[^=]*=\s*(?:\d|[\"'`]|true\b|false\b|True\b|False\b|int\(|float\()")
"""A constant: it is used by its name, not by calling what stands beside it."""
_SPELLED = re.compile(r"[A-Za-z_$][\w$]*")
_QUOTES = re.compile(r"'[^']*'|\"[^\"]*\"")
_SMALL = frozenset(
    {"import", "from", "require", "as", "const", "let", "var", "type", "use", "using"}
)
_FOLDER_FILES = frozenset({"index", "__init__", "mod", "lib"})
_IMPORT_LINES = 400
_IMPORT = re.compile(r"^\s*(?:import|from|require|use|using|include)\b|require\(|import\(")


def judge(constraint: Constraint, scene: Scene) -> Judged | None:
    """For probed facts that point at a line of source: its name is called, not only imported."""
    place = scene.place(constraint.evidence)
    stand = scene.stand(constraint)
    if place is None or stand is None or constraint.source not in ("probed", "inferred"):
        return None
    now = scene.place(stand.now)
    if now is None or scene.kind(now[0]) not in ("src", "conf"):
        return None
    lines = scene.lines(now[0])
    text = lines[now[1] - 1] if now[1] <= len(lines) else ""
    match = _NAME.search(text)
    names = [name for name in (match.groups() if match is not None else ()) if name]
    if not names:
        names = [anchor.text for anchor in anchors(constraint.text) if _is_name(anchor.text, lines)]
    if not names:
        return None
    found = _use(scene, tuple(dict.fromkeys(names)), now)
    if found is None and not _VALUE.search(text):
        found = _through_module(scene, now[0])
    return found or judged("not_met", "not_used", None, name=names[0])


def _is_name(text: str, lines: tuple[str, ...]) -> bool:
    return text.isidentifier() and any(text in line for line in lines)


def _use(scene: Scene, names: tuple[str, ...], place: tuple[str, int]) -> Judged | None:
    called = re.compile(r"(?<![\w$])(?:" + "|".join(map(re.escape, names)) + r")(?![\w$])")
    for line in scene.work:
        # What its own file did with it before is what was found, not what was delivered.
        own = line.path == place[0] and line.number not in scene.delivered.added(line.path)
        if not own and called.search(line.text) and not _IMPORT.search(line.text):
            return judged("met", "used", at(line), name=names[0])
    return None


def _through_module(scene: Scene, path: str) -> Judged | None:
    """A delivered line that calls something by a name its file imports from there."""
    stem = path.rpartition("/")[2].partition(".")[0]
    if stem in _FOLDER_FILES:
        stem = path.rpartition("/")[0].rpartition("/")[2]
    for line in scene.work:
        bound = _bound(scene.lines(line.path), stem)
        if line.path != path and not _IMPORT.search(line.text) and bound:
            called = re.compile(r"(?<![\w$.])(?:" + "|".join(map(re.escape, bound)) + r")\s*[.(]")
            if called.search(line.text):
                return judged("met", "used", at(line), name=stem)
    return None


def _bound(lines: tuple[str, ...], stem: str) -> tuple[str, ...]:
    """The names that a file's imports of a module bind."""
    found: list[str] = []
    told = re.compile(rf"(?<![\w-]){re.escape(stem)}(?![\w-])")
    for text in lines[:_IMPORT_LINES]:
        if _IMPORT.search(text) and told.search(text):
            found += [
                word for word in _SPELLED.findall(_QUOTES.sub("", text)) if word not in _SMALL
            ]
    return tuple(dict.fromkeys(found))
