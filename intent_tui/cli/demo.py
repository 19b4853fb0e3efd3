"""`demo`: the app on a small sample repository, built on the spot with fixed dates.

The sample lies in a new temporary folder each time, so a demo always begins at the beginning and
two of them never meet.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from intent_tui.cli import face, output
from intent_tui.cli.options import Parsed
from intent_tui.evaluate.repository import build

SAMPLE = "demo/tidewatch.yaml"


def demo(parsed: Parsed) -> int:
    """Build the sample and open the face that fits, with the sample's request or the given one."""
    from intent_tui.base import knowledge

    choice = face.choose(parsed.on("--plain"), os.environ, face.here())
    recipe = knowledge.yaml(SAMPLE)
    folder = Path(tempfile.mkdtemp(prefix="intent-tui-demo-")) / str(recipe["name"])
    build(folder, recipe)
    if choice.said:
        output.note(choice.said)
    request = parsed.words[0] if parsed.words else str(recipe["request"])
    there = Parsed(switches=parsed.switches, values={"--workspace": (str(folder),)})
    code = face.open_face(choice.face, there, request)
    output.note(f"The sample repository is in {folder}")
    return code
