"""What a repository brings to extend the knowledge: `.intent/references/`, as bytes.

Nothing is believed here and no link is followed; `base.extensions` judges what was read.
"""

from __future__ import annotations

import os
from pathlib import Path

from intent_tui.base.extensions import KINDS, MAX_BYTES, MAX_FILES
from intent_tui.base.files import Unreadable, read_bounded

FOLDER = ".intent/references"


def brought(home: Path) -> tuple[dict[str, bytes], dict[str, str]]:
    """The bytes of each file below `home`, and why some could not be read, by path.

    Takes a folder that may be missing or not ours; gives at most `MAX_FILES` files, each at most
    one byte more than `MAX_BYTES`, so that whoever judges sees that it was too long.
    """
    files: dict[str, bytes] = {}
    unread: dict[str, str] = {}
    if home.is_symlink() or not home.is_dir():
        return files, unread
    for kind in KINDS:
        for name in _names(home / kind):
            path = f"{kind}/{name}"
            if len(files) >= MAX_FILES:
                unread[path] = f"more than {MAX_FILES} files"
                return files, unread
            try:
                files[path], _ = read_bounded(home / kind / name, MAX_BYTES + 1, follow=False)
            except Unreadable as error:
                unread[path] = error.reason
    return files, unread


def _names(folder: Path) -> list[str]:
    if folder.is_symlink():
        return []
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(".yaml"))  # noqa: PTH208
    except OSError:
        return []
