"""The one place that starts a program.

A program gets its own session, no terminal, a built environment, a time limit and an output
limit. Whatever way this process ends, the program must not outlive it: on Linux the kernel is
asked to kill it with its parent, everywhere else the group is killed on the way out.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

_CHUNK = 1 << 16
_ERR_LIMIT = 1 << 16
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended.

    `code` is its exit status, negative for a signal; `truncated` says that it was stopped because
    it wrote more than it was allowed to, so `out` holds only the beginning.
    """

    code: int
    out: bytes
    err: bytes
    truncated: bool


class ProcessFailed(Exception):
    """A program that could not be started or gave no answer in time.

    Args:
        argv0: the program as it was named.
        reason: one plain clause, without a full stop.
    """

    def __init__(self, argv0: str, reason: str) -> None:
        super().__init__(f"{argv0}: {reason}")
        self.argv0 = argv0
        self.reason = reason


def run(
    argv: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str],
    timeout: float,
    max_bytes: int,
    stdin: bytes = b"",
) -> Finished:
    """Runs one program to its end and hands back what it wrote.

    Args:
        argv: program and arguments, never a shell string.
        cwd: where it runs; the current folder if not given.
        env: its whole environment; nothing is inherited.
        timeout: seconds until it is killed with everything it started.
        max_bytes: bytes of standard output kept; past that it is killed and `truncated` is set.
        stdin: what it may read; it never reads ours.

    Raises:
        ProcessFailed: not found, not startable, or no end within `timeout`.
    """
    deadline = time.monotonic() + timeout
    try:
        child = subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=die_with_parent(os.getpid()),
        )
    except FileNotFoundError as error:
        raise ProcessFailed(argv[0], "not found") from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise ProcessFailed(argv[0], f"could not be started ({error})") from error
    try:
        out, err, truncated = _talk(child, stdin, deadline, max_bytes)
        if truncated:
            _kill(child)
        code = child.wait(timeout=max(0.05, deadline - time.monotonic()))
    except (TimeoutError, subprocess.TimeoutExpired) as error:
        raise ProcessFailed(argv[0], f"no answer within {timeout:g} s") from error
    finally:
        # Also after a good end: what the program left running in the background goes with it.
        _kill(child)
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
    return Finished(code, out, err, truncated)


def attach(argv: Sequence[str], *, cwd: Path) -> int:
    """Runs one program in the person's own terminal until it ends, and gives its exit status.

    For what a person asked to be started: it has their terminal, their environment and their
    keys. A ctrl+c is the program's to answer; we wait for what it makes of it.

    Args:
        argv: program and arguments, never a shell string.
        cwd: where it runs.

    Raises:
        ProcessFailed: not found, or not startable.
    """
    # A handler, not "ignore": what is ignored is handed on to the program, a handler is not.
    usual = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        child = subprocess.Popen(list(argv), cwd=cwd)
        return child.wait()
    except FileNotFoundError as error:
        raise ProcessFailed(argv[0], "not found") from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise ProcessFailed(argv[0], f"could not be started ({error})") from error
    finally:
        signal.signal(signal.SIGINT, usual)


def _talk(
    child: subprocess.Popen[bytes], stdin: bytes, deadline: float, max_bytes: int
) -> tuple[bytes, bytes, bool]:
    """Feeds and drains the pipes until both outputs end or the cap is reached."""
    parts: dict[str, list[bytes]] = {"out": [], "err": []}
    sizes = {"out": 0, "err": 0}
    pending = memoryview(stdin)
    with selectors.DefaultSelector() as selector:
        for stream, name in ((child.stdout, "out"), (child.stderr, "err")):
            _register(selector, stream, selectors.EVENT_READ, name)
        if pending:
            _register(selector, child.stdin, selectors.EVENT_WRITE, "in")
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            for key, _ in selector.select(left):
                name = str(key.data)
                if name == "in":
                    pending = _feed(selector, key.fd, child.stdin, pending)
                    continue
                piece = os.read(key.fd, _CHUNK)
                if not piece:
                    selector.unregister(key.fd)
                    continue
                limit = max_bytes if name == "out" else _ERR_LIMIT
                parts[name].append(piece[: max(0, limit - sizes[name])])
                sizes[name] += len(piece)
                if name == "out" and sizes[name] > max_bytes:
                    return b"".join(parts["out"]), b"".join(parts["err"]), True
    return b"".join(parts["out"]), b"".join(parts["err"]), False


def _register(
    selector: selectors.BaseSelector, stream: IO[bytes] | None, event: int, name: str
) -> None:
    if stream is not None:
        os.set_blocking(stream.fileno(), False)
        selector.register(stream.fileno(), event, name)


def _feed(
    selector: selectors.BaseSelector, fd: int, stream: IO[bytes] | None, pending: memoryview
) -> memoryview:
    try:
        pending = pending[os.write(fd, pending[:_CHUNK]) :]
    except BrokenPipeError:
        pending = pending[:0]  # the program does not want the rest: its exit status tells
    if not pending and stream is not None:
        selector.unregister(fd)
        stream.close()
    return pending


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kills the whole group; it leads its own session, so the group id is its process id."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)


def die_with_parent(parent: int) -> Callable[[], None] | None:
    """What the child does before it becomes the program: asks to be killed with its parent.

    Only calls that were looked up beforehand run between fork and exec, since another thread may
    have held any lock at that moment. The parent may have died before the request was made.
    """
    prctl = _prctl()
    if prctl is None:
        return None

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)

    return ask


@cache
def _prctl() -> Callable[[int, int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    try:
        function = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None  # another C library: the group is still killed on every orderly way out
    return lambda option, value: int(function(option, value, 0, 0, 0))
