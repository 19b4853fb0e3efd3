"""The saved specs of a workspace: `.intent/<intent>.intent.yaml`, one file a request.

A file is never overwritten by another request, never half written, and never written over a
change somebody else made meanwhile. What cannot be read as a spec is left alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from intent_tui.base.config import state_dir
from intent_tui.base.files import reason_of, write_atomic
from intent_tui.base.lock import Busy, held
from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem
from intent_tui.spec.model import IntentSpec
from intent_tui.spec.slug import latin, normal
from intent_tui.spec.yaml import dump, update
from intent_tui.workspace.heads import Head
from intent_tui.workspace.saved import (
    FOLDER,
    SUFFIX,
    Saved,
    Shelf,
    comparable,
    path_of,
    shared,
    status,
)

_STEM = re.compile(r"[a-z][a-z0-9_]{0,99}")
_DONE = ("verified", "superseded")
_STANDING = ("asked", "routed", "verified")
_ASKED = b"source: asked"


class NotSaved(Problem):
    """The spec could not be saved; `what` says why in a clause. Nothing on disk was changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "the spec itself holds; mend this and save again")


class Conflict(NotSaved):
    """Saving would have written over something that is not this session's."""


class Store:
    """The saved specs below one workspace root, as seen by one session."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._shelf = Shelf(root)
        # What this session takes as the state of each file; None: nothing was listed yet.
        self._base: dict[str, bytes | None] | None = None
        self._replaced: dict[str, Path] = {}

    # reading ------------------------------------------------------------------------------

    def saved(self) -> tuple[Saved, ...]:
        """All saved specs, sorted by path; unreadable ones are there with their findings."""
        return tuple(self._shelf.saved(stem, data) for stem, data in self._shelf.listed().items())

    def heads(self) -> Iterator[tuple[str, Head]]:
        """Stem and head of every file, sorted, one after another as they are read.

        A file that has to be loaded to be known is; one that is no spec has an empty head.
        """
        for stem, data in self._shelf.each():
            found = self._shelf.head(data)
            yield stem, found if found is not None else _head_of(self._shelf.saved(stem, data))

    def _loaded(self, wanted: Callable[[str, Head], bool]) -> Iterator[Saved]:
        """The specs whose head is wanted, loaded one after another."""
        for stem, data in self._shelf.each():
            first = self._shelf.head(data)
            if first is not None and not wanted(stem, first):
                continue
            saved = self._shelf.saved(stem, data)
            if saved.spec is not None and wanted(stem, _head_of(saved)):
                yield saved

    def find(self, name: str) -> Saved:
        """The saved spec that `name` means: a stem, a path, or a part of exactly one stem.

        Raises Problem when nothing or more than one matches.
        """
        files = self._shelf.listed()
        word = name.strip().replace("\\", "/").rsplit("/", 1)[-1].removesuffix(SUFFIX)
        if word in files:
            return self._shelf.saved(word, files[word])
        for found in (
            [stem for stem in files if word and stem.startswith(word)],
            [stem for stem in files if word and word in stem],
        ):
            if len(found) == 1:
                return self._shelf.saved(found[0], files[found[0]])
            if found:
                raise Problem(
                    f'{len(found)} specs match "{word}": {", ".join(found)}',
                    f"say which: {found[0]}",
                )
        raise self._unknown(word, tuple(files))

    def match(self, request: str, intent: str, objects: Sequence[str]) -> Saved | None:
        """The file of this very request (same text but for case and blanks), or None.

        Begins a run: what lies in the folder now is what later saves are held against. Of
        several files the one still going on comes first, then the one with this intent, then
        the one that shares most objects; superseded ones are left out.
        """
        self._base = dict(self._shelf.listed())
        wanted = comparable(request)
        found = [
            saved
            for saved in self._loaded(lambda stem, head: comparable(head.request) == wanted)
            if saved.spec is not None and saved.spec.verification_status != "superseded"
        ]
        return min(
            found,
            key=lambda saved: (
                status(saved) in _DONE,
                saved.intent != intent,
                -shared(saved, objects),
                saved.path,
            ),
            default=None,
        )

    def similar(
        self, request: str, intent: str, objects: Sequence[str], most: int = 20
    ) -> tuple[Saved, ...]:
        """Files of other requests with the same intent and at least half of the objects.

        At most `most`, the first by name.

        For a person to choose from (ruling G6); nothing is decided by likeness.
        """
        wanted = comparable(request)
        half = len({normal(name) for name in objects})

        def alike(stem: str, head: Head) -> bool:
            same_sort = stem == intent or stem.startswith(f"{intent}_")
            return same_sort and comparable(head.request) != wanted

        found = (
            saved
            for saved in self._loaded(alike)
            if saved.spec is not None
            and saved.spec.verification_status != "superseded"
            and objects
            and 2 * shared(saved, objects) >= half
        )
        return tuple(islice(found, most))

    def decided(self, request: str) -> Iterator[Saved]:
        """The specs of other requests in which a person decided something, one after another."""
        wanted = comparable(request)
        for stem, data in self._shelf.each():
            if data is None or _ASKED not in data:
                continue
            saved = self._shelf.saved(stem, data)
            another = saved.spec is not None and comparable(saved.spec.request) != wanted
            if another and status(saved) in _STANDING:
                yield saved

    def path_of(self, stem: str) -> str:
        """The path, relative to the workspace, of the file with this stem."""
        return path_of(stem)

    def kept(self, stem: str) -> Path | None:
        """The last good revision of a file, kept in the state folder, or None."""
        path = self._revisions() / f"{stem}{SUFFIX}"
        return path if path.is_file() else None

    def marks(self, stem: str) -> Path:
        """Where the state folder notes what the cited files looked like at the last save."""
        return self._revisions() / f"{stem}.marks.json"

    def hand_edited(self, saved: Saved) -> bool:
        """Whether somebody changed the file since this program last wrote it on this machine."""
        kept = self.kept(saved.intent)
        return kept is not None and kept.read_bytes() != saved.text.encode()

    def replaced(self, stem: str) -> Path | None:
        """The copy of a hand-edited text that a save of this session replaced, or None."""
        return self._replaced.get(stem)

    # writing ------------------------------------------------------------------------------

    def stem_for(self, intent: str, request: str, hint: Sequence[str] = ()) -> str:
        """The stem to save this request under.

        The stem of its own file where that is still going on; else `intent` if free, else
        `intent` with the first hint words that make it free, else with `_2`, `_3` and so on.
        A file that is verified, superseded, unreadable or of another request is never free.
        """
        wanted = comparable(request)
        taken: set[str] = set()
        own: list[str] = []
        for stem, first in self.heads():
            taken.add(stem.casefold())
            if not first.intent or first.status in _DONE:
                continue
            if comparable(first.request) == wanted and _STEM.fullmatch(stem):
                own.append(stem)
        if own:
            return intent if intent in own else own[0]
        return next(stem for stem in _candidates(intent, hint) if stem not in taken)

    def save(self, spec: IntentSpec, stem_check: bool = True) -> str:
        """Saves `spec` under its intent and hands back the relative path.

        The old or the new file is there, whole, at any moment; remarks people wrote are kept;
        an unchanged spec writes nothing. `.intent/` is made by the first save only.

        Args:
            spec: what to save; its `intent` is the stem.
            stem_check: refuse a file that holds another request or cannot be read.

        Raises:
            Conflict: the file changed since this session read it, or is not this request's.
            NotSaved: the folder or the file cannot be written.
        """
        if not _STEM.fullmatch(spec.intent):
            raise NotSaved(f'"{spec.intent[:60]}" cannot be a file name')
        path = self.path_of(spec.intent)
        target = self._root / path
        self._check_folder()
        try:
            with held(target):
                self._write(spec, target, path, stem_check)
        except Busy as busy:
            raise NotSaved(f"{path} is being written by another session ({busy.who})") from busy
        except NotSaved:
            raise
        except Problem as problem:  # no place for the lock
            raise NotSaved(problem.what) from problem
        except OSError as error:
            raise NotSaved(f"{path} can't be written ({_words(error)})") from error
        return path

    def accept(self, saved: Saved) -> None:
        """Takes what somebody else wrote as seen, so that the next save builds on it."""
        if self._base is None:
            self._base = dict(self._shelf.listed())
        self._base[saved.intent] = saved.text.encode()

    def supersede(self, saved: Saved) -> None:
        """Marks a saved spec as superseded. Raises what `save` raises, Problem if it is none."""
        if saved.spec is None:
            raise Problem(f"{saved.path} is not a spec", f"intent-tui check {saved.intent}")
        if saved.spec.intent != saved.intent:
            raise Problem(
                f'{saved.path} says it is "{saved.spec.intent[:60]}"',
                "give the file and its intent the same name, then do this again",
            )
        self.accept(saved)
        self.save(replace(saved.spec, verification_status="superseded"))

    # inside -------------------------------------------------------------------------------

    def _check_folder(self) -> None:
        try:
            mode = self._shelf.folder.lstat().st_mode
        except FileNotFoundError:
            return
        except OSError as error:
            raise NotSaved(f"{FOLDER}/ can't be written ({_words(error)})") from error
        if stat.S_ISLNK(mode):
            # It may lead anywhere, also into the repository's own machinery.
            raise NotSaved(f"{FOLDER} is a link; saved specs need a folder of their own")
        if not stat.S_ISDIR(mode):
            raise NotSaved(f"{FOLDER} is a file where the folder for saved specs should be")

    def _unknown(self, word: str, stems: tuple[str, ...]) -> Problem:
        near = nearest(word, stems)
        what = f'no saved spec is called "{word[:60]}"'
        if near is not None:
            return Problem(what, f"near it: {near}")
        if stems:
            return Problem(what, "saved here: " + ", ".join(stems[:5]))
        return Problem(what, f"nothing is saved in {FOLDER}/ yet")

    def _write(self, spec: IntentSpec, target: Path, path: str, stem_check: bool) -> None:
        exists = os.path.lexists(target)
        before = self._shelf.content(target) if exists else None
        if exists:
            self._check_owner(spec, path, before, stem_check)
        old = before.decode() if before is not None else None
        text = update(old, spec) if old is not None else dump(spec)
        data = text.encode()
        if data != before:
            self._check_base(spec.intent, path, before)
            self._keep_foreign(spec.intent, before)
            self._sweep(target)
            write_atomic(target, data)
            self._keep(spec.intent, data)
        if self._base is not None:
            self._base[spec.intent] = data

    def _check_owner(
        self, spec: IntentSpec, path: str, before: bytes | None, stem_check: bool
    ) -> None:
        there = self._shelf.saved(spec.intent, before)
        if there.spec is None:
            raise Conflict(f"{path} can't be read as a spec; it was left as it is")
        if stem_check and comparable(there.spec.request) != comparable(spec.request):
            raise Conflict(f"{path} holds another request; it was left as it is")

    def _check_base(self, stem: str, path: str, before: bytes | None) -> None:
        """A file that went away meanwhile loses nothing by being written; a changed one does."""
        if before is not None and self._base is not None and self._base.get(stem) != before:
            raise Conflict(f"{path} was changed by somebody else since it was read here")

    def _revisions(self) -> Path:
        key = hashlib.sha256(os.fsencode(self._root.resolve())).hexdigest()[:16]
        return state_dir() / "revisions" / key

    def _keep_foreign(self, stem: str, before: bytes | None) -> None:
        """Keeps a copy of a text that this program did not write before it is replaced."""
        kept = self.kept(stem)
        if before is not None and (kept is None or kept.read_bytes() != before):
            copy = self._revisions() / f"{stem}.before{SUFFIX}"
            write_atomic(copy, before)
            self._replaced[stem] = copy

    def _keep(self, stem: str, data: bytes) -> None:
        # The spec itself is saved by now: a full disk must not call that a failure.
        with contextlib.suppress(OSError):
            write_atomic(self._revisions() / f"{stem}{SUFFIX}", data)

    def _sweep(self, target: Path) -> None:
        """Takes away what a save of this file left behind when it was killed half way."""
        if self._shelf.folder.is_dir():
            for left in sorted(self._shelf.folder.glob(f".{target.name[:60]}.????????")):
                left.unlink(missing_ok=True)


def _head_of(saved: Saved) -> Head:
    spec = saved.spec
    if spec is None:
        return Head("", "", None, "")
    return Head(spec.request, spec.intent, spec.verification_status, spec.decision.state)


def _candidates(intent: str, hint: Sequence[str]) -> Iterator[str]:
    yield intent
    longer = intent
    for word in hint:
        spelled, _ = latin(word)
        if spelled and len(longer) + len(spelled) < 80 and spelled not in longer.split("_"):
            longer = f"{longer}_{spelled}"
            yield longer
    number = 2
    while True:
        yield f"{intent}_{number}"
        number += 1


def _words(error: OSError) -> str:
    return error.strerror.lower() if error.strerror else reason_of(error)


__all__ = ["FOLDER", "SUFFIX", "Conflict", "NotSaved", "Saved", "Store"]
