"""The shared files of PRDs as a small matrix: one column a document, one row a file."""

from __future__ import annotations

from collections.abc import Mapping

from intent_tui.base.display import visible_line
from intent_tui.route.lanes import Group
from intent_tui.route.prd_files import FileSet


def matrix(group: Group, files: Mapping[str, FileSet]) -> list[str]:
    """The lines for one group: its documents with numbers, then a row for each shared file.

    An `x` stands where a document declares the file, a dot where not. A group of one document
    shares nothing and has only its name.
    """
    numbers = [str(number) for number in range(1, len(group.lanes) + 1)]
    width = len(numbers[-1]) if numbers else 1
    lines = [
        f"{number:>{width}} {visible_line(lane)}{'' if lane not in group.unproven else ' unproven'}"
        for number, lane in zip(numbers, group.lanes, strict=True)
    ]
    if len(group.lanes) < 2:
        return lines
    declared = [{path.casefold() for path in files[lane].paths} for lane in group.lanes]
    lines.append(" ".join(f"{number:>{width}}" for number in numbers))
    shown: set[str] = set()
    for path in group.shared:
        key = path.casefold()
        if key not in shown:
            marks = " ".join(f"{'x' if key in own else '.':>{width}}" for own in declared)
            lines.append(f"{marks}  {visible_line(path)}")
        shown.add(key)
    return lines
