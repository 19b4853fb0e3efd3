"""What a file is, told from its name and folder: dictionary look-ups, no patterns.

A workspace may have fifty thousand files and all of them are classified before the first
look-up, so each folder is judged once and each base name by a few dictionary accesses.
The tables are `references/files.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from intent_tui.base import knowledge

_TEST_OF = frozenset({"src", "data", "conf"})
_FOLDER_FIRST = ("vendor", "generated")
_FOLDER_LAST = ("ci", "decision", "example", "test")
_LIST_SUFFIXES = frozenset({"txt", "in"})
_DOCUMENTS = frozenset({"markdown", "rst", "asciidoc", "text", "org"})


class FileInfo(NamedTuple):
    """One file of the inventory.

    `path` is relative to the root with `/`; bytes that are not UTF-8 are kept as surrogates.
    `kind` is src, test, conf, manifest, lock, doc, decision, rule, changelog, ci, data, example,
    vendor, generated, binary or other; `language` a short id ("python", "markdown") or "".
    """

    path: str
    kind: str
    language: str


class Kinds:
    """The tables, turned for quick access."""

    def __init__(self) -> None:
        data = knowledge.yaml("files.yaml")
        self.never_listed = frozenset(data["never_listed"])
        self.not_walked = frozenset(data["not_walked"])
        self._folders = _inverted(data["folders"])
        self._paths = _inverted(data["paths"])
        self._package_roots = frozenset(data["package_roots"])
        self._package_tops = frozenset(data["package_tops"])
        self._names = _inverted(data["names"])
        self._stems = _inverted(data["stems"])
        self._suffixes = {
            suffix: (kind, language)
            for kind, languages in data["suffixes"].items()
            for language, suffixes in languages.items()
            for suffix in suffixes
        }
        self.code_languages = frozenset(data["suffixes"]["src"])
        """Languages that programs are written in, other than data and documents."""
        self._generated = tuple(data["endings"]["generated"])
        self._tests = tuple(data["endings"]["test"])
        self._examples = tuple(data["endings"]["example"])
        self._manifests = tuple(data["endings"]["manifest"])
        self._lists = tuple(data["requirement_lists"])
        self._test_beginnings = tuple(data["test_beginnings"])
        conf = data["configuration"]
        self._conf_languages = frozenset(conf["languages"])
        self._conf_words = frozenset(conf["words"])
        self._conf_parts = tuple(conf["name_parts"])
        self._conf_at_root = bool(conf["at_root"])
        self._told: dict[frozenset[str], dict[str, tuple[str, str]]] = {}
        self._marked_ends = self._ends_by_suffix()

    def _ends_by_suffix(self) -> dict[str, tuple[str, ...]]:
        """The endings that say more than a suffix, by the suffix they end with."""
        found: dict[str, list[str]] = {}
        for ends in (self._generated, self._tests, self._examples, self._manifests):
            for end in ends:
                found.setdefault(end.rpartition(".")[2], []).append(end)
        return {suffix: tuple(ends) for suffix, ends in found.items()}

    def classify(self, paths: Iterable[str]) -> list[FileInfo]:
        """The files among `paths` that may be listed, in the given order."""
        files: list[FileInfo] = []
        seen: dict[str, tuple[frozenset[str] | None, dict[str, tuple[str, str]]]] = {}
        # Fifty thousand times: what the loop asks for is bound once.
        never, names, beginnings = self.never_listed, self._names, self._test_beginnings
        ends = self._marked_ends
        add = files.append
        for path in paths:
            folder, _, name = path.rpartition("/")
            if folder not in seen:
                seen[folder] = self._of_folder(folder)
            marks, told = seen[folder]
            if marks is None or name in never:
                continue
            low = name.lower()
            stem, _, suffix = low.rpartition(".")
            plain = told.get(suffix) if stem else None
            # the name of a source may say more than its suffix
            if (
                plain is None
                or low in names
                or low.startswith(beginnings)
                or (suffix in ends and low.endswith(ends[suffix]))
            ):
                plain = self._judge(low, folder, marks)
            add(FileInfo(path, *plain))
        return files

    def _of_folder(self, folder: str) -> tuple[frozenset[str] | None, dict[str, tuple[str, str]]]:
        """The marks of a folder, and what a source in it is as far as its suffix alone tells."""
        marks = self._marks(folder)
        if marks is None:
            return None, {}
        if marks not in self._told:
            self._told[marks] = {
                suffix: self._judge(f"a.{suffix}", folder, marks)
                for suffix, (kind, language) in self._suffixes.items()
                if kind == "src" and language and language not in self._conf_languages
            }
        return marks, self._told[marks]

    def _marks(self, folder: str) -> frozenset[str] | None:
        """What the folders on the way say; None if nothing below may be listed."""
        parts = folder.split("/") if folder else []
        if not self.never_listed.isdisjoint(parts):
            return None
        lower = [part.lower() for part in parts]
        marks = {self._folders[part] for part in lower if part in self._folders}
        if "example" in marks and not self._examples_in(lower):
            marks.discard("example")
        for first, second in pairwise(lower):
            if f"{first}/{second}" in self._paths:
                marks.add(self._paths[f"{first}/{second}"])
        if not self._conf_words.isdisjoint(lower):
            marks.add("conf")
        return frozenset(marks)

    def _examples_in(self, lower: list[str]) -> bool:
        """Whether a folder says example; in the name of a package (`com.example`) it does not."""
        for place, pair in enumerate(pairwise(lower)):
            if "/".join(pair) in self._package_roots:
                lower = lower[: place + 2]
                break
        return any(
            self._folders.get(part) == "example" and before not in self._package_tops
            for before, part in pairwise(["", *lower])
        )

    def _judge(self, name: str, folder: str, marks: frozenset[str]) -> tuple[str, str]:
        stem, _, suffix = name.rpartition(".")
        kind, language = self._suffixes.get(suffix, ("other", "")) if stem else ("other", "")
        if language == "" and (name.startswith(".env") or ".env." in name):
            kind, language = "conf", "env"
        for mark in _FOLDER_FIRST:
            if mark in marks:
                return mark, language
        if name in self._names:
            return self._names[name], language
        if kind == "binary" or language == "env":
            return kind, language
        if name.endswith(self._manifests) or self._is_list(name, folder, suffix):
            return "manifest", language
        if name.endswith(self._generated):
            return "generated", language
        if name.endswith(self._examples):
            return "example", language
        return self._by_place(name, folder, marks, kind, language), language

    def _by_place(
        self, name: str, folder: str, marks: frozenset[str], kind: str, language: str
    ) -> str:
        document = language in _DOCUMENTS or (kind == "other" and "." not in name)
        stem = name.partition(".")[0]
        if document and stem in self._stems and "decision" not in marks:
            return self._stems[stem]
        if document and "rule" in marks:
            return "rule"
        if kind == "src" and (name.endswith(self._tests) or name.startswith(self._test_beginnings)):
            return "test"
        for mark in _FOLDER_LAST:
            if mark in marks and self._fits(mark, kind, language):
                return mark
        if language in self._conf_languages and (
            "conf" in marks
            or (self._conf_at_root and not folder)
            or any(part in name for part in self._conf_parts)
        ):
            return "conf"
        return kind

    def _is_list(self, name: str, folder: str, suffix: str) -> bool:
        """A plain list of packages, named or filed as one."""
        if suffix not in _LIST_SUFFIXES:
            return False
        return name.startswith(self._lists) or folder.rpartition("/")[2] in self._lists

    @staticmethod
    def _fits(mark: str, kind: str, language: str) -> bool:
        """Whether a folder's word counts for a file of this kind."""
        if mark == "decision":
            return language in _DOCUMENTS
        if mark == "test":
            return kind in _TEST_OF
        return True


def _inverted(table: dict[str, list[str]]) -> dict[str, str]:
    return {word: kind for kind, words in table.items() for word in words}
