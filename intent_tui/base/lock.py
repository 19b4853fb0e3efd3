"""One writer at a time for a file, across processes, with nothing left beside the file."""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from intent_tui.base.config import state_dir
from intent_tui.base.problem import Problem

_PAUSE = 0.02


class Busy(Problem):
    """Somebody else holds the lock. `who` is a process and a machine, `where` the locked path."""

    def __init__(self, who: str, where: str) -> None:
        super().__init__(
            f"{where} is being written by another session ({who})",
            "wait for it to end, then do this again; nothing was changed",
        )
        self.who = who
        self.where = where


@contextmanager
def held(path: Path, timeout: float = 5.0) -> Iterator[None]:
    """Holds the lock of `path` while the block runs; `path` need not exist.

    The lock file lies in the state folder under a name made from the resolved path, so the
    workspace never sees it. It stays there: removing it would let two waiters lock two files.

    Args:
        path: what is about to be written.
        timeout: seconds to wait for another holder; 0 tries once.

    Raises:
        Busy: it was still held when the time was up.
        Problem: the state folder cannot be used.
    """
    target = path.resolve()
    handle = _open(target)
    try:
        _acquire(handle, target, timeout)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} on {os.uname().nodename}".encode(), 0)
        yield
    finally:
        # Closing lets the lock go, also when the process dies.
        os.close(handle)


def _open(target: Path) -> int:
    folder = state_dir() / "locks"
    key = hashlib.sha256(os.fsencode(target)).hexdigest()[:32]
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        return os.open(folder / f"{key}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Problem(
            f"no lock can be made in {folder} ({error.strerror})",
            "set INTENT_TUI_STATE_DIR to a folder you can write",
        ) from error


def _acquire(handle: int, target: Path, timeout: float) -> None:
    deadline = time.monotonic() + timeout
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= deadline:
                who = os.pread(handle, 200, 0).decode("utf-8", "replace")
                raise Busy(who or "unknown", str(target)) from error
            time.sleep(_PAUSE)
        else:
            return
