"""Saved specs as the app works on them: done in a process of its own, so that no frame waits."""
