"""What stands on each screen, as lines of text: pure, no terminal needed."""
