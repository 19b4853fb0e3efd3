"""What lies in `.intent/`: the files of saved specs, read with care and never changed here."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from intent_tui.base.files import Unreadable, read_bounded
from intent_tui.spec.fields import TEXT_MAX
from intent_tui.spec.findings import Finding, finding
from intent_tui.spec.model import IntentSpec
from intent_tui.spec.slug import normal
from intent_tui.spec.yaml import MAX_BYTES, Loaded, load
from intent_tui.workspace.heads import Head, head

FOLDER = ".intent"
SUFFIX = ".intent.yaml"
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Saved:
    """A file in `.intent/`: `path` relative to the workspace, `intent` its stem.

    `spec` is None when the text is no spec; `findings` then say why.
    """

    path: str
    intent: str
    spec: IntentSpec | None
    findings: tuple[Finding, ...]
    text: str


class Shelf:
    """The folder of saved specs below a workspace root. Reads; never writes."""

    def __init__(self, root: Path) -> None:
        self.folder = root / FOLDER
        self._loaded: dict[bytes, Loaded] = {}
        self._heads: dict[bytes, Head | None] = {}

    def listed(self) -> dict[str, bytes | None]:
        """Stem to content of every file, sorted; None for what is there but cannot be read.

        A folder that is missing, a link or closed to this user counts as empty: `Store.save`
        says what is wrong with it. Reads 64 MB at most; what lies behind that counts as there
        and unreadable.
        """
        return dict(self.each())

    def each(self) -> Iterator[tuple[str, bytes | None]]:
        """The same one after another: the first is there before the last is read."""
        try:
            if self.folder.is_symlink():
                return
            names = sorted(os.listdir(self.folder))  # noqa: PTH208 - names, not paths
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return
        left = _MOST_BYTES
        for name in names:
            if name.endswith(SUFFIX) and name != SUFFIX:
                data = self.content(self.folder / name) if left > 0 else None
                left -= len(data or b"")
                yield name.removesuffix(SUFFIX), data

    def content(self, target: Path) -> bytes | None:
        """The bytes of a regular file of at most 1 MB, else None."""
        try:
            data, cut = read_bounded(target, MAX_BYTES, follow=False)
        except Unreadable:
            return None
        return None if cut else data

    def head(self, data: bytes | None) -> Head | None:
        """The head of a file's content, read once; None when it has to be loaded to be known."""
        if data is None:
            return None
        if data not in self._heads:
            self._heads[data] = head(data)
        return self._heads[data]

    def saved(self, stem: str, data: bytes | None) -> Saved:
        """A file's content as what it says; None stands for what cannot be read."""
        path = path_of(stem)
        if data is None:
            return Saved(path, stem, None, (self._why_unreadable(stem),), "")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            bad = finding("file.yaml", "is not UTF-8 text", "", line)
            return Saved(path, stem, None, (bad,), data.decode("utf-8", "replace"))
        loaded = self._loaded.get(data)
        if loaded is None:
            loaded = self._loaded[data] = load(text)
        findings = loaded.findings
        if loaded.spec is not None and loaded.spec.intent != stem:
            detail = f'"{loaded.spec.intent[:60]}" is not the name of the file'
            findings += (finding("file.name", detail, "intent", loaded.lines.get("intent")),)
        return Saved(path, stem, loaded.spec, findings, text)

    def _why_unreadable(self, stem: str) -> Finding:
        try:
            read_bounded(self.folder / f"{stem}{SUFFIX}", 1, follow=False)
        except Unreadable as error:
            return finding("file.yaml", error.reason, "")
        return finding("file.size", "the file is larger than 1 MB", "")


def comparable(request: str) -> str:
    """A request as two of them are compared."""
    # A spec holds the first 500 characters only (ruling G14).
    return normal(request[:TEXT_MAX])


def status(saved: Saved) -> str | None:
    """Where a saved spec is in its life; None for an old or unreadable file."""
    return saved.spec.verification_status if saved.spec is not None else None


def shared(saved: Saved, objects: Sequence[str]) -> int:
    """How many of `objects` a saved spec has, but for case and blanks."""
    mine = {normal(name) for name in saved.spec.objects} if saved.spec is not None else set()
    return len(mine & {normal(name) for name in objects})


def path_of(stem: str) -> str:
    """The path, relative to the workspace, of the file with this stem."""
    return f"{FOLDER}/{stem}{SUFFIX}"
