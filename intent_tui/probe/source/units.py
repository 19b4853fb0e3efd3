"""The parsed files of a workspace, on demand, and the paths behind their import names."""

from __future__ import annotations

from pathlib import PurePosixPath

from intent_tui.probe.source import reading, tree
from intent_tui.probe.source.code import Unit
from intent_tui.probe.source.golang import Go
from intent_tui.probe.source.javascript import JavaScript
from intent_tui.probe.source.python import Python
from intent_tui.probe.source.surfaces import of_path
from intent_tui.probe.source.walker import Walker
from intent_tui.workspace.files import Workspace

_READERS: dict[str, type[Walker]] = {"javascript": JavaScript, "python": Python, "go": Go}
_SCRIPT_SUFFIXES = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")


class Units:
    """Files of one workspace as units; each is parsed once, the first time it is asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.failures: list[str] = []
        self._kept: dict[str, Unit | None] = {}
        self._folders: dict[str, list[str]] = {}
        self._listed: dict[str, list[Unit]] = {}
        self._modules: dict[tuple[str, str], str] = {}
        self._paths: set[str] = set()
        for info in workspace.inventory.files:
            if info.kind in ("vendor", "binary"):
                continue
            self._paths.add(info.path)
            if info.path.endswith(".go"):
                folder = info.path.rpartition("/")[0]
                self._folders.setdefault(folder, []).append(info.path)
        self._go_module = self._read_go_module()

    def unit(self, path: str) -> Unit | None:
        """The unit of a file; None when it has no grammar, cannot be read or is too slow."""
        if path not in self._kept:
            self._kept[path] = self._parse(path)
        return self._kept[path]

    def _parse(self, path: str) -> Unit | None:
        suffix = PurePosixPath(path).suffix.lower()
        eco = of_path(path)
        source = reading.raw_of(self.workspace, path)
        if eco is None or eco.name not in _READERS or not tree.parses(suffix) or not source:
            return None
        if any(len(line) > reading.LONGEST_LINE for line in source.split(b"\n")):
            return None
        try:
            root = tree.parse(source, suffix)
        except tree.TooSlowError as error:
            self.failures.append(f"{path} {error}")
            return None
        return _READERS[eco.name](path, eco.name, source).read(root)

    def package(self, unit: Unit) -> list[Unit]:
        """The files that share their names with this one: itself, and for Go its folder."""
        if unit.language != "go":
            return [unit]
        folder = unit.path.rpartition("/")[0]
        return self.folder(folder)

    def folder(self, folder: str) -> list[Unit]:
        """The units of a Go package folder, tests left out."""
        if folder in self._listed:
            return self._listed[folder]
        found = self._listed[folder] = []
        for path in self._folders.get(folder, ()):
            if not path.endswith("_test.go") and (path in self._kept or self._tells(path)):
                unit = self.unit(path)
                if unit is not None:
                    found.append(unit)
        return found

    def _tells(self, path: str) -> bool:
        """Whether a file that is only reached through an import can hold part of a route."""
        eco = of_path(path)
        marks = (eco.data.get("on_demand") or ()) if eco is not None else ()
        raw = reading.raw_of(self.workspace, path)
        if b"DO NOT EDIT" in raw[:600]:
            return False
        return not marks or any(mark.encode() in raw for mark in marks)

    def module(self, unit: Unit, module: str) -> list[Unit]:
        """The files an import name stands for; empty for what lies outside the workspace."""
        if unit.language == "go":
            for prefix, root in self._go_module:
                if module == prefix or module.startswith(prefix + "/"):
                    rest = module[len(prefix) :].strip("/")
                    return self.folder("/".join(part for part in (root, rest) if part))
            return []
        key = (unit.path.rpartition("/")[0], module)
        if key not in self._modules:
            find = self._python if unit.language == "python" else self._script
            self._modules[key] = find(unit.path, module)
        path = self._modules[key]
        made = self.unit(path) if path else None
        return [made] if made is not None else []

    def _script(self, path: str, module: str) -> str:
        if module.startswith("."):
            folder = PurePosixPath(path).parent
            bases = [_normal(folder, module)]
        elif module.startswith(("@/", "~/")):
            rest = module[2:]
            bases = [f"src/{rest}", rest, f"app/{rest}"]
        else:
            bases = [module, f"src/{module}"] if "/" in module or module == "src" else []
        for base in bases:
            if base is None:
                continue
            stem = PurePosixPath(base)
            tries = [base] if stem.suffix in _SCRIPT_SUFFIXES else []
            tries += [base + suffix for suffix in _SCRIPT_SUFFIXES]
            if stem.suffix in (".js", ".mjs", ".cjs", ".jsx"):
                tries += [str(stem.with_suffix(suffix)) for suffix in _SCRIPT_SUFFIXES[:2]]
            tries += [f"{base}/index{suffix}" for suffix in _SCRIPT_SUFFIXES]
            for path_tried in tries:
                path_tried = path_tried.removeprefix("./").removeprefix("/")
                if path_tried in self._paths:
                    return path_tried
        return ""

    def _python(self, path: str, module: str) -> str:
        folder = PurePosixPath(path).parent
        dots = len(module) - len(module.lstrip("."))
        rest = module.lstrip(".").replace(".", "/")
        if dots:
            for _ in range(dots - 1):
                folder = folder.parent
            roots = [folder]
        else:
            roots = [folder, *folder.parents, PurePosixPath("src")]
            roots.sort(key=lambda root: (len(root.parts) > 0, len(root.parts)))
        for root in roots:
            base = str(root / rest) if rest else str(root)
            base = base.removeprefix("./")
            if base == ".":
                base = ""
            for tried in (f"{base}.py", f"{base}/__init__.py".lstrip("/")):
                if tried in self._paths:
                    return tried
        return ""

    def _read_go_module(self) -> list[tuple[str, str]]:
        found = []
        for path in sorted(self._paths):
            if path == "go.mod" or path.endswith("/go.mod"):
                for line in reading.lines_of(self.workspace, path) or ():
                    if line.startswith("module "):
                        found.append((line[7:].strip().strip('"'), path.rpartition("/")[0]))
                        break
        return sorted(found, key=lambda pair: (-len(pair[0]), pair[1]))


def _normal(folder: PurePosixPath, module: str) -> str | None:
    parts = [part for part in folder.parts if part != "."]
    for part in module.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
