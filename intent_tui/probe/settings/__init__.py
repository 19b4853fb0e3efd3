"""Constants and configuration values: what may be shown of them and what they are measured in."""
