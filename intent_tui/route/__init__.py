"""Which way a text takes, who carries it out, and what a folder of PRDs asks for."""
