"""Workspaces built by script with fixed dates, and the program run in a process of its own."""
