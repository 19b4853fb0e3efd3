"""The Textual app. Screens hold no rules."""
