"""The knowledge the program ships with: word lists, playbooks, surfaces, messages, as data files.

Installed from a wheel the files lie inside the package; in a checkout they lie beside it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent


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
    return _below(path).read_text(encoding="utf-8")


@cache
def yaml(path: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The parsed content of the YAML file at `path` below `references/`.

    The result is shared by all callers: read it, never change it.
    """
    import yaml as pyyaml

    loader = getattr(pyyaml, "CSafeLoader", pyyaml.SafeLoader)
    return pyyaml.load(text(path), Loader=loader)  # noqa: S506 - both loaders are the safe ones


@cache
def head(path: str, before: str) -> Any:  # noqa: ANN401 - the shape is the file's own
    """The parsed top of the YAML file at `path`: what stands above its top-level key `before`.

    For choosing among many files by a few lines of each, without parsing all of them.
    """
    import yaml as pyyaml

    loader = getattr(pyyaml, "CSafeLoader", pyyaml.SafeLoader)
    top = text(path).partition(f"\n{before}:")[0]
    return pyyaml.load(top, Loader=loader)  # noqa: S506 - both loaders are the safe ones


@cache
def names(folder_name: str) -> tuple[str, ...]:
    """The stems of all `*.yaml` files of one folder below `references/`, sorted; () without it."""
    home = _below(folder_name)
    if not home.is_dir():
        return ()
    return tuple(sorted(path.stem for path in home.glob("*.yaml")))


def _below(path: str) -> Path:
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError(f"not a path below references/: {path!r}")
    return folder("references") / path
