"""What was worked out once and comes out the same each time, kept for the next run.

Plain JSON in the program's own state folder, one file a value, named by a digest of everything it
was made from. It is never needed: a file that is missing, damaged or from another version of the
format is made anew, a folder that cannot be written keeps nothing, and all of it may be deleted at
any time. Nothing kept is ever evidence: what is cited is opened in the run that cites it.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from intent_tui.base.config import state_dir
from intent_tui.base.problem import Problem

FORMAT = "kept-1"
"""Name of the folder; a change of the format is a new folder."""
LARGEST = 16 << 20
"""Bytes of a value that is kept, and read back."""

_PLAIN = (str, int, float, bool, type(None))
_DIGEST = 16


def key(parts: Iterable[bytes]) -> str:
    """The name of a value made from these parts; other parts, or the same split up, differ."""
    digest = blake2b(digest_size=_DIGEST)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def recall(room: str, name: str, make: Callable[[], Any], most: int) -> Any:  # noqa: ANN401
    """The value kept in `room` under `name`, made by `make` and kept when there is none."""
    found = get(room, name)
    if found is not None:
        return found[0]
    value = make()
    put(room, name, value, most)
    return value


def get(room: str, name: str) -> tuple[Any] | None:
    """The value kept in `room` under `name`, alone in a tuple; None when there is none."""
    try:
        found = _read(state_dir() / FORMAT / room / f"{name}.json")
    except Problem:
        return None
    return None if found is None else (found["value"],)


def put(room: str, name: str, value: object, most: int) -> None:
    """Keeps plain data (dicts with text keys, lists, texts, numbers); nothing else is kept.

    `most` is how many values the room holds; the oldest go first.
    """
    if is_plain(value):
        # A state folder that cannot be used must not stop the work.
        with contextlib.suppress(OSError, Problem):
            _write(state_dir() / FORMAT / room / f"{name}.json", value, most)


def is_plain(value: object) -> bool:
    """Whether JSON gives a value back as it is."""
    if isinstance(value, dict):
        return all(type(each) is str for each in value) and all(map(is_plain, value.values()))
    if isinstance(value, list):
        return all(map(is_plain, value))
    return type(value) in _PLAIN


def _read(place: Path) -> dict[str, Any] | None:
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError:
        return None
    head, _, body = data.partition(b"\n")
    if head != _seal(body):
        return None
    found: dict[str, Any] = json.loads(body)
    return found


def _write(place: Path, value: object, most: int) -> None:
    """Puts a value in place whole; without waiting for the disk, for it can be made again."""
    try:
        body = json.dumps({"value": value}, ensure_ascii=True, separators=(",", ":")).encode()
    except RecursionError:
        return
    if len(body) > LARGEST - 64:
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = place.parent / f".{place.stem}.{os.urandom(4).hex()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_seal(body) + b"\n" + body)
        temporary.replace(place)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _make_room(place.parent, most)


def _make_room(folder: Path, most: int) -> None:
    """Takes the oldest files away, until a quarter of the room is free again."""
    names = os.listdir(folder)  # noqa: PTH208 - names are enough, and this runs at every write
    if len(names) <= most:
        return
    aged = sorted((_age(folder / name), name) for name in names)
    for _, name in aged[: len(aged) - most * 3 // 4]:
        (folder / name).unlink(missing_ok=True)


def _age(path: Path) -> int:
    try:
        return path.lstat().st_mtime_ns
    except FileNotFoundError:  # another process made room
        return 0


def _seal(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).hexdigest().encode()
