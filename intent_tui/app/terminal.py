"""Drawing on the terminal while standard output leads somewhere else, into `tee` for one."""

from __future__ import annotations

import os

from textual.drivers.linux_driver import LinuxDriver


class BesideOutput(LinuxDriver):
    """The usual driver; only the size is asked of the terminal that is drawn on.

    The library writes to standard error but asks standard output for the size, and falls back
    to 80 by 24 when that is a pipe.
    """

    def _get_terminal_size(self) -> tuple[int, int]:
        for number in (2, 0):
            try:
                size = os.get_terminal_size(number)
            except OSError:
                continue
            if size.columns and size.lines:
                return size.columns, size.lines
        return super()._get_terminal_size()
