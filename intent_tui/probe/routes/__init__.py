"""The inventory of entries: HTTP routes, commands, jobs and events; frameworks are data."""
