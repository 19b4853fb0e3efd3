"""Whether the files of a workspace are still those of an earlier run, told without reading them."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from intent_tui.workspace.kinds import FileInfo

SETTLED = 2_000_000_000
"""Nanoseconds after its last change from which on a file's stamp is believed.

A file that changes twice within one tick of the file system's clock keeps its stamp; what is
younger than this is looked at again instead.
"""


def stamp(root: Path, files: Iterable[FileInfo]) -> bytes | None:
    """A digest over the path, kind, size, inode and times of every file; None when one is too new.

    The time of the last change of the inode counts too: no program can set it back. A link counts
    as itself and as what it leads to. Equal digests mean equal contents; nothing is opened.
    """
    digest = blake2b(digest_size=32)
    newest = 0
    base = os.fsencode(root) + b"/"
    for info in files:
        path = info.path.encode("utf-8", "surrogateescape")
        told = [path, info.kind.encode(), info.language.encode()]
        try:
            status = os.lstat(base + path)
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            told.append(_of(status))
            if stat.S_ISLNK(status.st_mode):
                status = os.stat(base + path)  # noqa: PTH116 - the path is bytes
                changed = max(changed, status.st_mtime_ns, status.st_ctime_ns)
                told.append(_of(status))
        except (OSError, ValueError):
            changed = 0
            told.append(b"gone")
        newest = max(newest, changed)
        digest.update(b"\0".join(told) + b"\0\0")
    return None if newest > time.time_ns() - SETTLED else digest.digest()


def _of(status: os.stat_result) -> bytes:
    return (
        f"{status.st_mode} {status.st_ino} {status.st_size} "
        f"{status.st_mtime_ns} {status.st_ctime_ns}"
    ).encode()
