"""The knowledge the program works with: word lists, playbooks, surfaces, messages, as data files.

What ships lies inside the package when installed from a wheel and beside it in a checkout. A
person's own files and a repository's come as layers on top (`use`): they add names, and a later
layer's file of the same name stands in place of an earlier one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from intent_tui.base import kept

_PACKAGE = Path(__file__).resolve().parent.parent

SHIPPED = "shipped"
_MOST_KEPT = 600
"""Files kept in parsed form: three times what ships."""


@dataclass(frozen=True)
class Layer:
    """Checked files that come on top of what ships.

    Args:
        origin: where they are from, as a person would say it.
        files: text by path below `references/`.
    """

    origin: str
    files: Mapping[str, str]


_layers: tuple[Layer, ...] = ()


def use(layers: tuple[Layer, ...]) -> None:
    """Work with these layers on top of what ships, the last one strongest.

    One process works with one set at a time. When the set changes, whatever was made from the
    old one is forgotten everywhere; when it is the same, nothing happens.
    """
    global _layers
    if layers == _layers:
        return
    _layers = layers
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == __package__.partition(".")[0]:
            for made in list(vars(module).values()):
                forget = getattr(made, "cache_clear", None)
                if callable(forget):
                    forget()


@cache
def edition() -> bytes:
    """A digest of everything that decides what is made of a text: program, knowledge, layers.

    What ships counts by size and time of change of its files, as a build system would.
    """
    parts: list[bytes] = []
    for home, ending in ((_PACKAGE, ".py"), (folder("references"), ".yaml")):
        for place, folders, found in os.walk(home):
            folders.sort()
            for name in sorted(found):
                if name.endswith(ending):
                    path = f"{place}/{name}"
                    status = os.lstat(path)
                    parts.append(f"{path} {status.st_size} {status.st_mtime_ns}".encode())
    for layer in _layers:
        parts.append(layer.origin.encode())
        for path, said in sorted(layer.files.items()):
            parts += [path.encode(), said.encode()]
    return kept.key(parts).encode()


def layers() -> tuple[Layer, ...]:
    """The layers in use, the last one strongest."""
    return _layers


def origin(path: str) -> str:
    """Where the file at `path` comes from: `SHIPPED` or a layer's origin."""
    found = _layer_of(path)
    return SHIPPED if found is None else found.origin


@cache
def folder(name: str) -> Path:
    """The folder of shipped data called `name`: `references` or `themes`.

    Raises FileNotFoundError when the installation lacks it.
    """
    for home in (_PACKAGE, _PACKAGE.parent):
        found = home / name
        if found.is_dir():
            return found
    raise FileNotFoundError(f"the installation lacks its data folder {name!r}")


def text(path: str) -> str:
    """The text of the file at `path` below `references/`, for example `words/en.yaml`.

    Raises FileNotFoundError when there is none and ValueError when `path` leaves the folder.
    """
    found = _layer_of(path)
    return _below(path).read_text(encoding="utf-8") if found is None else found.files[path]


@cache
def yaml(path: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The parsed content of the YAML file at `path` below `references/`.

    The result is shared by all callers: read it, never change it.
    """
    return _parsed_once(text(path))


@cache
def head(path: str, before: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The parsed top of the YAML file at `path`: what stands above its top-level key `before`.

    For choosing among many files by a few lines of each, without parsing all of them.
    """
    return _parsed_once(text(path).partition(f"\n{before}:")[0])


@cache
def names(folder_name: str) -> tuple[str, ...]:
    """The stems of all `*.yaml` files of one folder below `references/`, sorted; () without it."""
    home = _below(folder_name)
    found = {path.stem for path in home.glob("*.yaml")} if home.is_dir() else set()
    for layer in _layers:
        for path in layer.files:
            place, _, name = path.rpartition("/")
            if place == folder_name:
                found.add(name.removesuffix(".yaml"))
    return tuple(sorted(found))


def _layer_of(path: str) -> Layer | None:
    return next((layer for layer in reversed(_layers) if path in layer.files), None)


def _parsed_once(text: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The same as `parsed`, kept for the next run: reading YAML costs twenty times JSON."""
    return kept.recall("knowledge", kept.key((text.encode(),)), lambda: parsed(text), _MOST_KEPT)


def parsed(text: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The content of YAML text, read without building anything but plain data."""
    import yaml as pyyaml

    loader = getattr(pyyaml, "CSafeLoader", pyyaml.SafeLoader)
    return pyyaml.load(text, Loader=loader)  # noqa: S506 - both loaders are the safe ones


def _below(path: str) -> Path:
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError(f"not a path below references/: {path!r}")
    return folder("references") / path
