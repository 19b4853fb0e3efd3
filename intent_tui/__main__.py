"""`python -m intent_tui` is the same program as `intent-tui`."""

from intent_tui.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
