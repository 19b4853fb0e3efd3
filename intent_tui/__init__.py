"""intent-tui: grills a request until nothing in it is guessed."""

__version__ = "0.1.0"
