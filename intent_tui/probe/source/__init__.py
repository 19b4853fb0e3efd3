"""Reading source code for the look-ups: grammars, expressions, words, per-workspace memory."""
