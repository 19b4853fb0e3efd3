"""Which language, word lists, message catalogues."""
