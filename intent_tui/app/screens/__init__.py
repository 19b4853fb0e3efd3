"""The screens: they hold what is marked and typed, and turn keys into commands."""
