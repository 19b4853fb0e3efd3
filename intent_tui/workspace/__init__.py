"""Everything that is read from a workspace, and the saved specs in it."""
