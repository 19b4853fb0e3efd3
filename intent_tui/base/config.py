"""Where the person's own settings and the program's state live, and what the settings say."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent_tui.base.nearest import nearest
from intent_tui.base.problem import Problem

_NAME = "intent-tui"
_LIMIT = 256 * 1024

_TEXT_KEYS = ("theme", "language")
_NUMBER_KEYS = ("ask_budget",)


@dataclass(frozen=True, slots=True)
class Settings:
    """What `config.yaml` says; None where it says nothing. `problems` name what was left out."""

    theme: str | None = None
    language: str | None = None
    ask_budget: int | None = None
    problems: tuple[Problem, ...] = ()


def config_dir() -> Path:
    """The folder of the person's settings; it need not exist.

    `INTENT_TUI_CONFIG_DIR` wins, else the place this system keeps settings in.
    """
    given = os.environ.get("INTENT_TUI_CONFIG_DIR")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def state_dir() -> Path:
    """The folder for journals, locks and kept revisions, made (mode 0700) when missing.

    `INTENT_TUI_STATE_DIR` wins, else the place this system keeps state in. Where that place
    cannot be made (a service user without a home) a private folder below the system's folder
    for temporary files serves. Raises Problem when neither can be used.
    """
    given = os.environ.get("INTENT_TUI_STATE_DIR")
    if given:
        return _private(Path(given))
    import platformdirs

    try:
        return _private(Path(platformdirs.user_state_dir(_NAME, appauthor=False)))
    except Problem:
        return _private(Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}")


def _private(path: Path) -> Path:
    """`path` as a folder that belongs to us and that we can write, made when missing."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.stat()
    except OSError as error:
        raise _no_state(path, error.strerror or "cannot be made") from error
    # In a shared folder somebody else may have made the name first, to read or swap our files.
    if status.st_uid != os.getuid() or not stat.S_ISDIR(status.st_mode):
        raise _no_state(path, "belongs to somebody else")
    if not os.access(path, os.W_OK | os.X_OK):
        raise _no_state(path, "cannot be written")
    return path


def _no_state(path: Path, why: str) -> Problem:
    return Problem(
        f"the folder for the program's state can't be used: {path} ({why})",
        "set INTENT_TUI_STATE_DIR to a folder you can write",
    )


def settings() -> Settings:
    """The person's settings from `config.yaml`.

    Tolerant: what cannot be read is left out and named in `problems`; the rest holds.
    """
    path = config_dir() / "config.yaml"
    try:
        with path.open("rb") as file:
            raw = file.read(_LIMIT + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        return Settings(problems=(_bad(path, error.strerror or "cannot be read"),))
    if len(raw) > _LIMIT:
        return Settings(problems=(_bad(path, "is larger than 256 kB"),))
    return _from_text(path, raw)


def _from_text(path: Path, raw: bytes) -> Settings:
    import yaml

    try:
        data = yaml.safe_load(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return Settings(problems=(_bad(path, "is not UTF-8 text"),))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1} is not YAML" if mark is not None else "is not YAML"
        return Settings(problems=(_bad(path, place),))
    if data is None:
        return Settings()
    if not isinstance(data, Mapping):
        return Settings(problems=(_bad(path, "must hold keys and values"),))
    return _from_mapping(path, data)


def _from_mapping(path: Path, data: Mapping[Any, Any]) -> Settings:
    texts: dict[str, str] = {}
    numbers: dict[str, int] = {}
    problems: list[Problem] = []
    for key, value in data.items():
        if key in _TEXT_KEYS:
            if isinstance(value, str) and value.strip():
                texts[key] = value.strip()
            else:
                problems.append(_bad(path, f'"{key}" must be a word'))
        elif key in _NUMBER_KEYS:
            if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                numbers[key] = value
            else:
                problems.append(_bad(path, f'"{key}" must be a whole number from 0'))
        else:
            near = nearest(str(key), (*_TEXT_KEYS, *_NUMBER_KEYS))
            hint = f" ({near}?)" if near else ""
            problems.append(_bad(path, f'"{str(key)[:40]}" is not a key{hint}'))
    return Settings(
        theme=texts.get("theme"),
        language=texts.get("language"),
        ask_budget=numbers.get("ask_budget"),
        problems=tuple(problems),
    )


def _bad(path: Path, why: str) -> Problem:
    return Problem(f"{path}: {why}", "that setting was left out; the rest holds")
