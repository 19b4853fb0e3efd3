"""Where a program lies, by the person's PATH, and never inside of what is being looked at."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def find(name: str, outside: Path) -> str | None:
    """The absolute path of a program on PATH that does not lie in a folder; None for none.

    Relative entries of PATH are left out: they mean whatever folder is current.

    Args:
        name: without slashes.
        outside: the workspace, whose files are never started.
    """
    home = Path(os.path.realpath(outside))
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        found = shutil.which(name, path=folder) if Path(folder).is_absolute() else None
        if found is not None and not Path(os.path.realpath(found)).is_relative_to(home):
            return found
    return None
