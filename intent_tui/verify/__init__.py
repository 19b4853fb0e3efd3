"""The Intent check: delivered work against a spec, one line a constraint."""
