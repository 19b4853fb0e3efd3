"""Which lines of a workspace a request is about: several lanes, one ranked list of spans."""

from intent_tui.probe.lanes.place import Place
from intent_tui.probe.lanes.ranked import ranked

__all__ = ["Place", "ranked"]
